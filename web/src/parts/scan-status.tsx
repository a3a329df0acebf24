import type { Scan } from "@answerscope/api";
import { Ban, CircleAlert, CircleCheck, Clock, LoaderCircle } from "lucide-react";
import { t } from "../texts/index.ts";

const LOOKS = {
  completed: { icon: CircleCheck, color: "text-up" },
  failed: { icon: CircleAlert, color: "text-danger" },
  cancelled: { icon: Ban, color: "text-faint" },
  running: { icon: LoaderCircle, color: "text-accent" },
  pending: { icon: Clock, color: "text-faint" },
};

export function ScanStatusMark({ scan }: { scan: Pick<Scan, "status" | "metadata"> }) {
  const state = scan.metadata?.cancelled ? "cancelled" : scan.status;
  const { icon: Icon, color } = LOOKS[state];
  return (
    <span className="inline-flex items-center gap-1.5 whitespace-nowrap">
      <Icon
        size={15}
        className={`${color} ${state === "running" ? "animate-spin [animation-duration:2s]" : ""}`}
        aria-hidden="true"
      />
      {t.scanStates[state]}
    </span>
  );
}
