import type { Session } from "@answerscope/api";
import { useMutation } from "@tanstack/react-query";
import { type ReactNode, useState } from "react";
import { api } from "../api.ts";
import { percent, points } from "../format.ts";
import { TextField } from "../parts/field.tsx";
import { queryClient } from "../query-client.ts";
import { type NewAccount, sessionQuery, signIn, signUp } from "../session.ts";
import { t } from "../texts/index.ts";

const LEAST_PASSWORD = 10;

/** The first thing a person sees: make the owner's account, sign in, or look around in the demo. */
export function SignIn({ session }: { session: Session }) {
  const isFirst = session.needs_owner;
  return (
    <Doorway title={isFirst ? t.signIn.firstTitle : t.signIn.title} text={isFirst ? t.signIn.firstText : t.signIn.text}>
      {isFirst ? <SignUpForm needsToken={session.needs_setup_token} /> : <SignInForm />}
      {session.demo_available && <DemoButton />}
    </Doorway>
  );
}

/** The frame of every page that is seen from outside. */
export function Doorway({ title, text, children }: { title: string; text: string; children: ReactNode }) {
  return (
    <div className="grid min-h-dvh lg:grid-cols-[1fr_1.1fr]">
      <main className="mx-auto flex w-full max-w-sm flex-col justify-center px-6 py-12">
        <p className="mb-10 flex items-center gap-2.5 font-semibold">
          <img src="/icon.svg" alt="" width="28" height="28" />
          {t.product}
        </p>
        <h1 className="text-2xl font-semibold">{title}</h1>
        <p className="mt-2 mb-6 text-quiet">{text}</p>
        {children}
      </main>
      <Pledge />
    </div>
  );
}

const entered = () => queryClient.invalidateQueries(sessionQuery);

type FormProps = { send: () => void; label: string; error: Error | null; isBusy: boolean; children: ReactNode };

function Form({ send, label, error, isBusy, children }: FormProps) {
  return (
    <form
      className="flex flex-col gap-4"
      onSubmit={(event) => {
        event.preventDefault();
        send();
      }}
    >
      {children}
      {error && (
        <p role="alert" className="rounded-lg bg-down-soft px-3 py-2 text-down">
          {error.message}
        </p>
      )}
      <button type="submit" className="button button-primary" disabled={isBusy}>
        {label}
      </button>
    </form>
  );
}

export function SignInForm({ onEntered = entered }: { onEntered?: () => Promise<unknown> }) {
  const [email, setEmail] = useState("");
  const [password, setPassword] = useState("");
  const enter = useMutation({ mutationFn: () => signIn(email, password), onSuccess: onEntered });
  return (
    <Form send={() => enter.mutate()} label={t.signIn.enter} error={enter.error} isBusy={enter.isPending}>
      <TextField
        label={t.signIn.email}
        type="email"
        required
        value={email}
        autoComplete="email"
        onChange={(event) => setEmail(event.target.value)}
      />
      <TextField
        label={t.signIn.password}
        type="password"
        required
        value={password}
        autoComplete="current-password"
        onChange={(event) => setPassword(event.target.value)}
      />
    </Form>
  );
}

type SignUpProps = {
  needsToken?: boolean;
  invitation?: { token: string; email: string | null };
  onEntered?: () => Promise<unknown>;
};

export function SignUpForm({ needsToken = false, invitation, onEntered = entered }: SignUpProps) {
  const [words, setWords] = useState({ name: "", email: invitation?.email ?? "", password: "", token: "" });
  const enter = useMutation({
    mutationFn: () => {
      const { name, email, password, token } = words;
      const account: NewAccount = { name: name.trim(), email, password };
      if (invitation) account.invitation_token = invitation.token;
      if (needsToken) account.setup_token = token.trim();
      return signUp(account);
    },
    onSuccess: onEntered,
  });
  const isShort = words.password !== "" && words.password.length < LEAST_PASSWORD;
  const bind = (field: keyof typeof words) => ({
    required: true,
    value: words[field],
    onChange: (event: { target: { value: string } }) => setWords({ ...words, [field]: event.target.value }),
  });
  return (
    <Form send={() => enter.mutate()} label={t.signIn.create} error={enter.error} isBusy={enter.isPending || isShort}>
      <TextField label={t.signIn.name} autoComplete="name" {...bind("name")} />
      <TextField
        label={t.signIn.email}
        type="email"
        autoComplete="email"
        readOnly={!!invitation?.email}
        {...bind("email")}
      />
      <TextField
        label={t.signIn.password}
        type="password"
        autoComplete="new-password"
        hint={t.signIn.passwordHint(LEAST_PASSWORD)}
        error={isShort ? t.signIn.passwordShort(LEAST_PASSWORD) : null}
        {...bind("password")}
      />
      {needsToken && (
        <TextField label={t.signIn.setupToken} hint={t.signIn.setupTokenHint} autoComplete="off" {...bind("token")} />
      )}
    </Form>
  );
}

function DemoButton() {
  const explore = useMutation({ mutationFn: () => api.startDemo(), onSuccess: entered });
  return (
    <>
      <div className="my-5 flex items-center gap-3 text-xs text-faint before:h-px before:flex-1 before:bg-line after:h-px after:flex-1 after:bg-line">
        {t.signIn.or}
      </div>
      <button type="button" className="button" disabled={explore.isPending} onClick={() => explore.mutate()}>
        {t.signIn.demo}
      </button>
      <p className="mt-2 text-xs text-faint">{explore.error?.message ?? t.signIn.demoText}</p>
    </>
  );
}

const DRAWN = Array.from({ length: 96 }, (_, index) => ({
  x: (index % 12) * 30,
  y: Math.floor(index / 12) * 21,
  isNamed: (index * 7 + Math.floor(index / 5)) % 10 < 4,
}));
const SHARE = DRAWN.filter(({ isNamed }) => isNamed).length / DRAWN.length;
const HALF = 1.96 * Math.sqrt((SHARE * (1 - SHARE)) / DRAWN.length);

/** What the product is for, as a picture: many answers, one number, and how sure it is. */
function Pledge() {
  const x = (share: number) => share * 360;
  const ends = [x(SHARE - HALF), x(SHARE + HALF)];
  return (
    <div className="hidden flex-col justify-center border-l border-line bg-sunken px-16 lg:flex" aria-hidden="true">
      <svg viewBox="0 0 360 250" className="w-full max-w-lg" aria-hidden="true">
        {DRAWN.map(({ x, y, isNamed }) => (
          <rect
            key={`${x}-${y}`}
            x={x}
            y={y}
            width="22"
            height="12"
            rx="3"
            fill={isNamed ? "var(--accent)" : "var(--line-strong)"}
            opacity={isNamed ? 0.9 : 0.45}
          />
        ))}
        <path d="M0 204H360" stroke="var(--line-strong)" />
        <path
          d={`M${ends[0]} 204H${ends[1]}M${ends[0]} 197v14M${ends[1]} 197v14`}
          stroke="var(--accent)"
          strokeWidth="2"
        />
        <circle cx={x(SHARE)} cy="204" r="7" fill="var(--accent)" stroke="var(--sunken)" strokeWidth="2.5" />
        <text x={x(SHARE)} y="238" textAnchor="middle" fontSize="13" fontWeight="600" fill="var(--ink)">
          {`${percent(SHARE)} ${t.plusMinus(points(HALF * 100))}`}
        </text>
      </svg>
      <p className="mt-8 max-w-md text-xl leading-snug font-medium text-balance">{t.signIn.promise}</p>
      <p className="mt-3 max-w-md text-quiet">{t.signIn.promiseText}</p>
    </div>
  );
}
