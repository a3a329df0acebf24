import { ArrowDownRight, ArrowUpRight, CircleDashed, Equal, Unlink } from "lucide-react";
import { t } from "../texts/index.ts";

export type Verdict = "up" | "down" | "within_noise" | "not_comparable" | "too_little_data";

const LOOKS = {
  up: { icon: ArrowUpRight, className: "bg-up-soft text-up" },
  down: { icon: ArrowDownRight, className: "bg-down-soft text-down" },
  within_noise: { icon: Equal, className: "bg-sunken text-quiet" },
  not_comparable: { icon: Unlink, className: "bg-warn-soft text-warn" },
  too_little_data: { icon: CircleDashed, className: "bg-sunken text-quiet" },
};

export function VerdictChip({ verdict, text }: { verdict: Verdict; text?: string }) {
  const { icon: Icon, className } = LOOKS[verdict];
  return (
    <span
      className={`inline-flex items-center gap-1 rounded-full px-2 py-0.5 text-xs font-medium whitespace-nowrap ${className}`}
    >
      <Icon size={13} aria-hidden="true" />
      {text ?? t.verdicts[verdict]}
    </span>
  );
}
