import type { Brand, Engine, EngineId } from "@answerscope/api";
import { useMutation, useQuery, useQueryClient } from "@tanstack/react-query";
import { useState } from "react";
import { api } from "../../api.ts";
import { enginesQuery } from "../../queries.ts";
import { t } from "../../texts/index.ts";
import { EngineGlyph } from "../engine.tsx";
import { Check, TextField } from "../field.tsx";
import { Modal } from "../modal.tsx";
import { usePermissions } from "../permissions.ts";
import { Load, Skeleton } from "../states.tsx";
import { Tag } from "../tag.tsx";
import { useToast } from "../toaster.tsx";
import { SettingsForm, useBrandChange } from "./settings-form.tsx";

/** Which engines a scan asks, and with whose key. */
export function EngineSettings({ brand }: { brand: Brand }) {
  const engines = useQuery(enginesQuery);
  const change = useBrandChange();
  const [chosen, setChosen] = useState<EngineId[] | null>(brand.engines);
  const [keyFor, setKeyFor] = useState<Engine | null>(null);
  const { mayAdmin } = usePermissions();
  return (
    <SettingsForm
      id="engines"
      title={t.settings.sections.engines}
      text={t.settings.enginesText}
      isChanged={JSON.stringify(chosen) !== JSON.stringify(brand.engines)}
      isFaulty={chosen?.length === 0}
      isBusy={change.isPending}
      onSave={() => change.mutate({ engines: chosen })}
    >
      <Load query={engines} skeleton={<Skeleton className="h-72" />}>
        {(all) => {
          const shown = all.filter(({ id }) => id !== "simulated");
          const usual = chosen ?? shown.filter(({ available }) => available).map(({ id }) => id);
          const toggle = (id: EngineId) =>
            setChosen(usual.includes(id) ? usual.filter((one) => one !== id) : [...usual, id]);
          return (
            <ul className="divide-y divide-line">
              {shown.map((engine) => (
                <li key={engine.id} className="flex flex-wrap items-center gap-x-4 gap-y-1 py-3">
                  <div className="min-w-0 flex-1">
                    <Check
                      label={
                        <span className="inline-flex items-center gap-2 font-medium">
                          <EngineGlyph engine={engine.id} /> {engine.label}
                        </span>
                      }
                      hint={engine.reason ?? engine.model}
                      checked={usual.includes(engine.id)}
                      onChange={() => toggle(engine.id)}
                    />
                  </div>
                  <State engine={engine} />
                  {mayAdmin && (
                    <button type="button" className="button button-small" onClick={() => setKeyFor(engine)}>
                      {engine.own_key ? t.settings.changeKey : t.settings.addKey}
                    </button>
                  )}
                </li>
              ))}
            </ul>
          );
        }}
      </Load>
      <Modal
        title={t.settings.keyTitle(keyFor?.label ?? "")}
        text={t.settings.keyText}
        isOpen={keyFor !== null}
        onClose={() => setKeyFor(null)}
      >
        {keyFor && <KeyForm engine={keyFor} onClose={() => setKeyFor(null)} />}
      </Modal>
    </SettingsForm>
  );
}

function State({ engine }: { engine: Engine }) {
  if (engine.surface === "simulated") return <Tag tone="warn">{t.simulated.short}</Tag>;
  if (!engine.available) return <Tag>{t.settings.unavailable}</Tag>;
  return <Tag tone="up">{engine.own_key ? t.settings.ownKey : t.settings.serverKey}</Tag>;
}

function KeyForm({ engine, onClose }: { engine: Engine; onClose: () => void }) {
  const queryClient = useQueryClient();
  const { say, complain } = useToast();
  const [words, setWords] = useState({ api_key: "", base_url: "", model: "" });
  const save = useMutation({
    mutationFn: (api_key: string | null) =>
      api.changeEngine({
        id: engine.id,
        body: { api_key, base_url: words.base_url.trim() || null, model: words.model.trim() || null },
      }),
    onSuccess: async () => {
      say(t.saved);
      onClose();
      await queryClient.invalidateQueries({ queryKey: ["engines"] });
    },
    onError: complain,
  });
  const bind = (field: keyof typeof words) => ({
    value: words[field],
    autoComplete: "off",
    onChange: (event: { target: { value: string } }) => setWords({ ...words, [field]: event.target.value }),
  });
  return (
    <div className="flex flex-col gap-4">
      <TextField label={t.settings.key} type="password" hint={t.settings.keyHint} {...bind("api_key")} />
      <TextField label={t.settings.baseUrl} hint={t.settings.optional} {...bind("base_url")} />
      <TextField
        label={t.settings.model}
        hint={engine.model ? t.settings.modelNow(engine.model) : t.settings.optional}
        {...bind("model")}
      />
      <div className="flex justify-end gap-2">
        {engine.own_key && (
          <button type="button" className="button button-danger mr-auto" onClick={() => save.mutate(null)}>
            {t.settings.removeKey}
          </button>
        )}
        <button
          type="button"
          className="button button-primary"
          disabled={words.api_key.trim() === "" || save.isPending}
          onClick={() => save.mutate(words.api_key.trim())}
        >
          {t.settings.saveKey}
        </button>
      </div>
    </div>
  );
}
