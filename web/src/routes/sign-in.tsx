import { useMutation } from "@tanstack/react-query";
import { type ReactNode, useState } from "react";
import { queryClient } from "../api.ts";
import { percent, points } from "../format.ts";
import { TextField } from "../parts/field.tsx";
import { enterDemo, type Session, sessionQuery, signIn, signInWithKey, signUp } from "../session.ts";
import { t } from "../texts/index.ts";

const LEAST_PASSWORD = 8;

/** The first thing a person sees: make the owner's account, sign in, or look around in the demo. */
export function SignIn({ session }: { session: Session }) {
  const [withKey, setWithKey] = useState(false);
  const isFirst = session.needs_owner;
  return (
    <div className="grid min-h-dvh lg:grid-cols-[1fr_1.1fr]">
      <main className="mx-auto flex w-full max-w-sm flex-col justify-center px-6 py-12">
        <p className="mb-10 flex items-center gap-2.5 font-semibold">
          <img src="/icon.svg" alt="" width="28" height="28" />
          {t.product}
        </p>
        <h1 className="text-2xl font-semibold">{isFirst ? t.signIn.firstTitle : t.signIn.title}</h1>
        <p className="mt-2 mb-6 text-quiet">{isFirst ? t.signIn.firstText : t.signIn.text}</p>
        {withKey ? <KeyForm /> : <AccountForm isFirst={isFirst} />}
        {session.demo_available && <DemoButton />}
        <button type="button" className="link mt-6 self-start text-[0.8125rem]" onClick={() => setWithKey(!withKey)}>
          {withKey ? t.signIn.useAccount : t.signIn.useKey}
        </button>
      </main>
      <Pledge />
    </div>
  );
}

const entered = () => queryClient.invalidateQueries(sessionQuery);

function Form({
  send,
  label,
  error,
  isBusy,
  children,
}: {
  send: () => void;
  label: string;
  error: Error | null;
  isBusy: boolean;
  children: ReactNode;
}) {
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

function AccountForm({ isFirst }: { isFirst: boolean }) {
  const [name, setName] = useState("");
  const [email, setEmail] = useState("");
  const [password, setPassword] = useState("");
  const enter = useMutation({
    mutationFn: () => (isFirst ? signUp(name || email, email, password) : signIn(email, password)),
    onSuccess: entered,
  });
  const isShort = isFirst && password !== "" && password.length < LEAST_PASSWORD;
  return (
    <Form
      send={() => enter.mutate()}
      label={isFirst ? t.signIn.create : t.signIn.enter}
      error={enter.error}
      isBusy={enter.isPending || isShort}
    >
      {isFirst && (
        <TextField
          label={t.signIn.name}
          value={name}
          autoComplete="name"
          onChange={(event) => setName(event.target.value)}
        />
      )}
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
        autoComplete={isFirst ? "new-password" : "current-password"}
        hint={isFirst ? t.signIn.passwordHint(LEAST_PASSWORD) : undefined}
        error={isShort ? t.signIn.passwordShort(LEAST_PASSWORD) : null}
        onChange={(event) => setPassword(event.target.value)}
      />
    </Form>
  );
}

function KeyForm() {
  const [key, setKey] = useState("");
  const enter = useMutation({ mutationFn: () => signInWithKey(key.trim()), onSuccess: entered });
  return (
    <Form send={() => enter.mutate()} label={t.signIn.enterKey} error={enter.error} isBusy={enter.isPending}>
      <TextField
        label={t.signIn.key}
        hint={t.signIn.keyHint}
        type="password"
        required
        value={key}
        autoComplete="off"
        onChange={(event) => setKey(event.target.value)}
      />
    </Form>
  );
}

function DemoButton() {
  const explore = useMutation({ mutationFn: enterDemo, onSuccess: entered });
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
