import { Popover } from "@base-ui/react/popover";
import { Info } from "lucide-react";
import type { ReactNode } from "react";
import { points } from "../format.ts";
import type { Interval } from "../interval.ts";
import { t } from "../texts/index.ts";
import { Sparkline } from "./sparkline.tsx";
import { type Verdict, VerdictChip } from "./verdict-chip.tsx";

type Props = {
  label: string;
  /** Null where there is too little to say a number at all. */
  value: number | null;
  interval?: Interval | null | undefined;
  verdict?: { verdict: Verdict; text?: string } | undefined;
  history?: { value: number; low?: number | undefined; high?: number | undefined }[];
  /** What it rests on: "312 answers, 26 prompts". */
  basis: string;
  how?: ReactNode;
  size?: "large" | "medium";
  format?: (value: number) => string;
};

const halfWidth = ({ low, high }: Interval): number => (high - low) / 2;

/** A value with how sure it is, how it moved, what it rests on, and how it is computed. */
export function NumberWithProof({
  label,
  value,
  interval,
  verdict,
  history,
  basis,
  how,
  size = "medium",
  format = points,
}: Props) {
  return (
    <div className="min-w-0">
      <div className="flex h-6 items-center gap-1 text-[0.8125rem] text-quiet">
        {label}
        {how && <How label={label}>{how}</How>}
      </div>
      <div className="flex flex-wrap items-baseline gap-x-3 gap-y-1">
        {value === null ? (
          <VerdictChip verdict="too_little_data" />
        ) : (
          <span
            className={`figures font-semibold tracking-tight ${size === "large" ? "text-6xl leading-none" : "text-3xl"}`}
          >
            {format(value)}
            {interval && (
              <span
                className={`ml-2 font-normal tracking-normal text-quiet ${size === "large" ? "text-xl" : "text-base"}`}
              >
                {t.plusMinus(format(halfWidth(interval)))}
              </span>
            )}
          </span>
        )}
        {verdict && <VerdictChip {...verdict} />}
        {history && history.length > 1 && <Sparkline points={history} label={t.number.sparkline(label)} />}
      </div>
      <p className="mt-1.5 text-xs text-faint">{basis}</p>
    </div>
  );
}

export function How({ label, children }: { label: string; children: ReactNode }) {
  return (
    <Popover.Root>
      <Popover.Trigger
        openOnHover
        delay={150}
        className="rounded-full p-1 text-faint hover:text-ink"
        aria-label={t.number.how(label)}
      >
        <Info size={14} aria-hidden="true" />
      </Popover.Trigger>
      <Popover.Portal>
        <Popover.Positioner sideOffset={6} className="z-40" collisionPadding={16}>
          <Popover.Popup className="float max-w-sm p-4 text-sm outline-none">
            <Popover.Title className="mb-2 font-semibold">{t.number.howTitle}</Popover.Title>
            <div className="space-y-2 text-quiet">{children}</div>
          </Popover.Popup>
        </Popover.Positioner>
      </Popover.Portal>
    </Popover.Root>
  );
}
