import type { Brand } from "@answerscope/api";
import { useState } from "react";
import { t } from "../../texts/index.ts";
import { TextField } from "../field.tsx";
import { SettingsForm, useBrandChange } from "./settings-form.tsx";

const wordsOf = (brand: Brand) => ({
  name: brand.name,
  domain: brand.domain ?? "",
  aliases: brand.aliases.join(", "),
  country: brand.country,
  language: brand.language,
});
type Words = ReturnType<typeof wordsOf>;

export const namesIn = (text: string): string[] =>
  text
    .split(",")
    .map((one) => one.trim())
    .filter(Boolean);

export const isDomain = (text: string): boolean => /^[^\s/:]+\.[^\s/:]{2,}$/.test(text);

function faultsOf({ name, domain, country, language }: Words): Partial<Words> {
  return {
    ...(name.trim() ? {} : { name: t.settings.nameNeeded }),
    ...(domain.trim() === "" || isDomain(domain.trim()) ? {} : { domain: t.settings.domainWrong }),
    ...(/^[a-z]{2}$/.test(country) ? {} : { country: t.settings.codeWrong }),
    ...(/^[a-z]{2}$/.test(language) ? {} : { language: t.settings.codeWrong }),
  };
}

export function BrandSettings({ brand }: { brand: Brand }) {
  const [words, setWords] = useState(() => wordsOf(brand));
  const change = useBrandChange();
  const faults = faultsOf(words);
  const bind = (field: keyof Words) => ({
    value: words[field],
    error: faults[field],
    onChange: (event: { target: { value: string } }) => setWords({ ...words, [field]: event.target.value }),
  });
  return (
    <SettingsForm
      id="brand"
      title={t.settings.sections.brand}
      text={t.settings.brandText}
      isChanged={JSON.stringify(words) !== JSON.stringify(wordsOf(brand))}
      isFaulty={Object.keys(faults).length > 0}
      isBusy={change.isPending}
      onSave={() =>
        change.mutate({
          name: words.name.trim(),
          domain: words.domain.trim() || null,
          aliases: namesIn(words.aliases),
          country: words.country,
          language: words.language,
        })
      }
    >
      <div className="grid gap-4 sm:grid-cols-2">
        <TextField label={t.settings.name} {...bind("name")} />
        <TextField label={t.settings.domain} placeholder="acme.com" {...bind("domain")} />
      </div>
      <TextField label={t.settings.aliases} hint={t.settings.aliasesHint} {...bind("aliases")} />
      <div className="grid gap-4 sm:grid-cols-2">
        <TextField label={t.settings.country} hint={t.settings.countryHint} maxLength={2} {...bind("country")} />
        <TextField label={t.settings.language} hint={t.settings.languageHint} maxLength={2} {...bind("language")} />
      </div>
    </SettingsForm>
  );
}
