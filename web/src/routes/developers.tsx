import { type ApiKey, SCOPES, type Scope } from "@answerscope/api";
import { useMutation, useQuery, useQueryClient } from "@tanstack/react-query";
import { BookOpen, Plus } from "lucide-react";
import { useState } from "react";
import { api } from "../api.ts";
import { fromNow, longDay, wholeMoment } from "../format.ts";
import { Confirm } from "../parts/confirm.tsx";
import { CopyButton } from "../parts/copy-button.tsx";
import { Check, Choice, TextField } from "../parts/field.tsx";
import { Modal } from "../parts/modal.tsx";
import { Page, Panel } from "../parts/page.tsx";
import { usePermissions } from "../parts/permissions.ts";
import { Snippets } from "../parts/snippets.tsx";
import { EmptyState, Load, Skeleton } from "../parts/states.tsx";
import { Tag } from "../parts/tag.tsx";
import { useToast } from "../parts/toaster.tsx";
import { keysQuery } from "../queries.ts";
import { t } from "../texts/index.ts";

export function Developers() {
  return (
    <Page
      title={t.nav.developers}
      lead={t.developers.lead}
      actions={
        <a href="/docs" className="button">
          <BookOpen size={15} aria-hidden="true" /> {t.developers.reference}
        </a>
      }
    >
      <div className="grid gap-4">
        <Keys />
        <Snippets />
      </div>
    </Page>
  );
}

function Keys() {
  const { mayAdmin } = usePermissions();
  const keys = useQuery({ ...keysQuery, enabled: mayAdmin });
  const [isCreating, setIsCreating] = useState(false);
  if (!mayAdmin) {
    return (
      <Panel title={t.keys.title}>
        <p className="text-quiet">{t.keys.ownersOnly}</p>
      </Panel>
    );
  }
  const create = (
    <button type="button" className="button button-primary" onClick={() => setIsCreating(true)}>
      <Plus size={15} aria-hidden="true" /> {t.keys.create}
    </button>
  );
  return (
    <Panel title={t.keys.title} text={t.keys.text} actions={create}>
      <Load query={keys} skeleton={<Skeleton className="h-40" />}>
        {(all) =>
          all.length === 0 ? (
            <EmptyState title={t.keys.emptyTitle} text={t.keys.emptyText} />
          ) : (
            <ul className="divide-y divide-line">
              {all.map((key) => (
                <KeyRow key={key.id} apiKey={key} />
              ))}
            </ul>
          )
        }
      </Load>
      <CreateKey isOpen={isCreating} onClose={() => setIsCreating(false)} />
    </Panel>
  );
}

function KeyRow({ apiKey: key }: { apiKey: ApiKey }) {
  const isExpired = key.expires_at !== null && Date.parse(key.expires_at) < Date.now();
  return (
    <li className="flex flex-wrap items-center gap-x-6 gap-y-2 py-3.5">
      <div className="min-w-40 flex-1">
        <p className={`font-medium ${key.revoked_at ? "text-faint line-through" : ""}`}>{key.name}</p>
        <p className="font-mono text-xs text-faint">{key.prefix}…</p>
      </div>
      <p className="flex gap-1.5">
        {key.scopes.map((scope) => (
          <Tag key={scope}>{scope}</Tag>
        ))}
        {key.response_form === "b" && <Tag>{t.keys.formB}</Tag>}
      </p>
      <p className="w-44 text-xs text-quiet">
        <span className="block">{key.last_used_at ? t.keys.used(fromNow(key.last_used_at)) : t.keys.unused}</span>
        <span className="block text-faint" title={wholeMoment(key.created_at)}>
          {key.revoked_at
            ? t.keys.revokedAt(longDay(key.revoked_at))
            : isExpired
              ? t.keys.expired
              : key.expires_at
                ? t.keys.expires(longDay(key.expires_at))
                : t.keys.made(longDay(key.created_at))}
        </span>
      </p>
      <div className="w-20 text-right">{!key.revoked_at && <RevokeKey apiKey={key} />}</div>
    </li>
  );
}

function RevokeKey({ apiKey: key }: { apiKey: ApiKey }) {
  const [isAsking, setIsAsking] = useState(false);
  const queryClient = useQueryClient();
  const { say, complain } = useToast();
  const revoke = useMutation({
    mutationFn: () => api.revokeKey({ id: key.id }),
    onSuccess: async () => {
      say(t.keys.revoked(key.name));
      setIsAsking(false);
      await queryClient.invalidateQueries({ queryKey: ["keys"] });
    },
    onError: complain,
  });
  return (
    <>
      <button type="button" className="button button-small button-danger" onClick={() => setIsAsking(true)}>
        {t.keys.revoke}
      </button>
      <Confirm
        title={t.keys.revokeTitle(key.name)}
        text={t.keys.revokeText}
        isOpen={isAsking}
        onClose={() => setIsAsking(false)}
        does={t.keys.revokeNow}
        isBusy={revoke.isPending}
        onConfirm={() => revoke.mutate()}
      />
    </>
  );
}

function CreateKey({ isOpen, onClose }: { isOpen: boolean; onClose: () => void }) {
  const [secret, setSecret] = useState<string | null>(null);
  const close = () => {
    onClose();
    setSecret(null);
  };
  return (
    <Modal
      title={secret ? t.keys.ready : t.keys.create}
      text={secret ? t.keys.once : undefined}
      isOpen={isOpen}
      onClose={close}
    >
      {secret ? <NewKey secret={secret} onClose={close} /> : <KeyForm onCreated={setSecret} />}
    </Modal>
  );
}

function NewKey({ secret, onClose }: { secret: string; onClose: () => void }) {
  return (
    <div className="flex flex-col gap-4">
      <div className="flex items-center gap-2 rounded-lg border border-line bg-sunken p-3">
        <code data-secret className="min-w-0 flex-1 font-mono text-[0.8125rem] break-all">
          {secret}
        </code>
        <CopyButton text={secret} />
      </div>
      <button type="button" className="button button-primary self-end" onClick={onClose}>
        {t.keys.done}
      </button>
    </div>
  );
}

const EXPIRIES = { never: null, month: 30, quarter: 90, year: 365 } as const;
const DAY_MS = 86_400_000;

function KeyForm({ onCreated }: { onCreated: (secret: string) => void }) {
  const queryClient = useQueryClient();
  const { complain } = useToast();
  const [name, setName] = useState("");
  const [scopes, setScopes] = useState<Scope[]>(["read"]);
  const [expiry, setExpiry] = useState<keyof typeof EXPIRIES>("never");
  const [form, setForm] = useState<"a" | "b">("a");
  const days = EXPIRIES[expiry];
  const create = useMutation({
    mutationFn: () =>
      api.createKey({
        body: {
          name: name.trim(),
          scopes,
          response_form: form,
          expires_at: days === null ? null : new Date(Date.now() + days * DAY_MS).toISOString(),
        },
      }),
    onSuccess: async ({ data }) => {
      onCreated(data.key);
      await queryClient.invalidateQueries({ queryKey: ["keys"] });
    },
    onError: complain,
  });
  const toggle = (scope: Scope) =>
    setScopes(scopes.includes(scope) ? scopes.filter((one) => one !== scope) : [...scopes, scope]);
  return (
    <form
      className="flex flex-col gap-5"
      onSubmit={(event) => {
        event.preventDefault();
        create.mutate();
      }}
    >
      <TextField
        label={t.keys.name}
        hint={t.keys.nameHint}
        required
        maxLength={100}
        autoFocus
        value={name}
        onChange={(event) => setName(event.target.value)}
      />
      <fieldset className="flex flex-col gap-2.5">
        <legend className="mb-2 text-[0.8125rem] font-medium">{t.keys.scopes}</legend>
        {SCOPES.map((scope) => (
          <Check
            key={scope}
            label={scope}
            hint={t.keys.scopeHints[scope]}
            checked={scopes.includes(scope)}
            onChange={() => toggle(scope)}
          />
        ))}
      </fieldset>
      <div className="grid gap-4 sm:grid-cols-2">
        <Choice
          label={t.keys.expiry}
          value={expiry}
          onChange={(event) => setExpiry(event.target.value as keyof typeof EXPIRIES)}
        >
          {Object.keys(EXPIRIES).map((one) => (
            <option key={one} value={one}>
              {t.keys.expiries[one as keyof typeof EXPIRIES]}
            </option>
          ))}
        </Choice>
        <Choice
          label={t.keys.form}
          hint={t.keys.formHint}
          value={form}
          onChange={(event) => setForm(event.target.value as "a" | "b")}
        >
          <option value="a">{t.keys.formA}</option>
          <option value="b">{t.keys.formB}</option>
        </Choice>
      </div>
      <button
        type="submit"
        className="button button-primary self-end"
        disabled={create.isPending || name.trim() === "" || scopes.length === 0}
      >
        {t.keys.create}
      </button>
    </form>
  );
}
