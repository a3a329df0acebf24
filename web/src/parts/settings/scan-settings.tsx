import type { Brand } from "@answerscope/api";
import { useState } from "react";
import { dayAndTime } from "../../format.ts";
import { t } from "../../texts/index.ts";
import { Choice, TextField } from "../field.tsx";
import { SettingsForm, useBrandChange } from "./settings-form.tsx";

const PRESETS = {
  none: null,
  daily: "0 6 * * *",
  weekdays: "0 6 * * 1-5",
  twice: "0 6 * * 1,4",
  weekly: "0 6 * * 1",
} as const;
type Preset = keyof typeof PRESETS | "own";

const presetOf = (cron: string | null): Preset =>
  (Object.keys(PRESETS) as (keyof typeof PRESETS)[]).find((name) => PRESETS[name] === cron) ?? "own";
const ownZone = Intl.DateTimeFormat().resolvedOptions().timeZone;

const wordsOf = ({ schedule, sampling, monthly_budget_usd }: Brand) => ({
  cron: schedule?.cron ?? null,
  zone: schedule?.time_zone ?? ownZone,
  samples: String(sampling.samples_per_prompt),
  budget: monthly_budget_usd === null ? "" : String(monthly_budget_usd),
});

/** When scans run by themselves, how often each question is asked, and what they may cost. */
export function ScanSettings({ brand }: { brand: Brand }) {
  const [words, setWords] = useState(() => wordsOf(brand));
  const [preset, setPreset] = useState<Preset>(() => presetOf(brand.schedule?.cron ?? null));
  const change = useBrandChange();
  const [samples, budget] = [Number(words.samples), Number(words.budget)];
  const faults = {
    cron: preset === "own" && !/^\S+( \S+){4}$/.test(words.cron ?? "") ? t.settings.cronWrong : null,
    samples: Number.isInteger(samples) && samples >= 1 && samples <= 20 ? null : t.settings.samplesWrong,
    budget: words.budget === "" || (budget >= 0 && budget <= 1_000_000) ? null : t.settings.budgetWrong,
  };
  const choose = (next: Preset) => {
    setPreset(next);
    setWords({ ...words, cron: next === "own" ? (words.cron ?? "0 6 * * 1") : PRESETS[next] });
  };
  return (
    <SettingsForm
      id="schedule"
      title={t.settings.sections.schedule}
      text={brand.next_scan_at ? t.settings.nextScan(dayAndTime(brand.next_scan_at)) : t.settings.scheduleText}
      isChanged={JSON.stringify(words) !== JSON.stringify(wordsOf(brand))}
      isFaulty={Object.values(faults).some((fault) => fault !== null)}
      isBusy={change.isPending}
      onSave={() =>
        change.mutate({
          schedule: words.cron === null ? null : { cron: words.cron, time_zone: words.zone },
          sampling: { ...brand.sampling, samples_per_prompt: samples },
          monthly_budget_usd: words.budget === "" ? null : budget,
        })
      }
    >
      <div className="grid gap-4 sm:grid-cols-2">
        <Choice label={t.settings.schedule} value={preset} onChange={(event) => choose(event.target.value as Preset)}>
          {[...Object.keys(PRESETS), "own"].map((name) => (
            <option key={name} value={name}>
              {t.settings.presets[name as Preset]}
            </option>
          ))}
        </Choice>
        {preset !== "none" && (
          <TextField
            label={t.settings.zone}
            value={words.zone}
            onChange={(event) => setWords({ ...words, zone: event.target.value })}
          />
        )}
      </div>
      {preset === "own" && (
        <TextField
          label={t.settings.cron}
          hint={t.settings.cronHint}
          error={faults.cron}
          className="font-mono"
          value={words.cron ?? ""}
          onChange={(event) => setWords({ ...words, cron: event.target.value })}
        />
      )}
      <div className="grid gap-4 sm:grid-cols-2">
        <TextField
          label={t.settings.samples}
          hint={t.settings.samplesHint}
          error={faults.samples}
          inputMode="numeric"
          value={words.samples}
          onChange={(event) => setWords({ ...words, samples: event.target.value })}
        />
        <TextField
          label={t.settings.budget}
          hint={t.settings.budgetHint}
          error={faults.budget}
          inputMode="decimal"
          value={words.budget}
          onChange={(event) => setWords({ ...words, budget: event.target.value })}
        />
      </div>
    </SettingsForm>
  );
}
