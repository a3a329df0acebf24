import type { Brand } from "@answerscope/api";
import { Plus, X } from "lucide-react";
import { useState } from "react";
import { t } from "../../texts/index.ts";
import { isDomain, namesIn } from "./brand-settings.tsx";
import { SettingsForm, useBrandChange } from "./settings-form.tsx";

type Row = { key: number; name: string; domain: string; aliases: string };

const rowsOf = (brand: Brand): Row[] =>
  brand.competitors.map(({ name, domain, aliases }, key) => ({
    key,
    name,
    domain: domain ?? "",
    aliases: aliases.join(", "),
  }));

const isFaulty = ({ name, domain }: Row): boolean =>
  name.trim() === "" || (domain.trim() !== "" && !isDomain(domain.trim()));

export function CompetitorSettings({ brand }: { brand: Brand }) {
  const [rows, setRows] = useState(() => rowsOf(brand));
  const change = useBrandChange();
  const set = (key: number, field: keyof Row, value: string) =>
    setRows(rows.map((row) => (row.key === key ? { ...row, [field]: value } : row)));
  const plain = (all: Row[]) => JSON.stringify(all.map(({ name, domain, aliases }) => [name, domain, aliases]));
  return (
    <SettingsForm
      id="competitors"
      title={t.settings.sections.competitors}
      text={t.settings.competitorsText}
      isChanged={plain(rows) !== plain(rowsOf(brand))}
      isFaulty={rows.some(isFaulty)}
      isBusy={change.isPending}
      onSave={() =>
        change.mutate({
          competitors: rows.map(({ name, domain, aliases }) => ({
            name: name.trim(),
            domain: domain.trim() || null,
            aliases: namesIn(aliases),
          })),
        })
      }
    >
      <ul className="flex flex-col gap-2">
        {rows.map((row) => (
          <li key={row.key} className="grid grid-cols-[1fr_auto] gap-2 sm:grid-cols-[1fr_1fr_1.4fr_auto]">
            <input
              className="field"
              aria-label={t.settings.competitorName}
              placeholder={t.settings.competitorName}
              aria-invalid={row.name.trim() === ""}
              value={row.name}
              onChange={(event) => set(row.key, "name", event.target.value)}
            />
            <input
              className="field max-sm:order-3 max-sm:col-span-2"
              aria-label={t.settings.domain}
              placeholder="rival.com"
              aria-invalid={row.domain.trim() !== "" && !isDomain(row.domain.trim())}
              value={row.domain}
              onChange={(event) => set(row.key, "domain", event.target.value)}
            />
            <input
              className="field max-sm:order-4 max-sm:col-span-2"
              aria-label={t.settings.aliases}
              placeholder={t.settings.aliases}
              value={row.aliases}
              onChange={(event) => set(row.key, "aliases", event.target.value)}
            />
            <button
              type="button"
              className="button button-quiet px-2"
              aria-label={t.settings.removeCompetitor(row.name)}
              onClick={() => setRows(rows.filter(({ key }) => key !== row.key))}
            >
              <X size={15} aria-hidden="true" />
            </button>
          </li>
        ))}
      </ul>
      <button
        type="button"
        className="button button-small self-start"
        onClick={() =>
          setRows([...rows, { key: Math.max(0, ...rows.map(({ key }) => key)) + 1, name: "", domain: "", aliases: "" }])
        }
      >
        <Plus size={14} aria-hidden="true" /> {t.settings.addCompetitor}
      </button>
    </SettingsForm>
  );
}
