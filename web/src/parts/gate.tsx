import { useQuery } from "@tanstack/react-query";
import { lazy, Suspense } from "react";
import { currentBrand, isSignedIn, sessionQuery } from "../session.ts";
import { Shell } from "./shell.tsx";
import { ErrorState } from "./states.tsx";

const SignIn = lazy(() => import("../routes/sign-in.tsx").then(({ SignIn }) => ({ default: SignIn })));
const Start = lazy(() => import("../routes/start.tsx").then(({ Start }) => ({ default: Start })));

/** Whoever is not signed in sees the sign-in, at whatever address: after it they are where they wanted to go. */
export function Gate() {
  const session = useQuery(sessionQuery);
  if (session.error && !session.data) {
    return (
      <main className="mx-auto max-w-lg p-8">
        <ErrorState error={session.error} retry={() => void session.refetch()} />
      </main>
    );
  }
  if (!session.data) return null;
  if (!isSignedIn(session.data)) {
    return (
      <Suspense>
        <SignIn session={session.data} />
      </Suspense>
    );
  }
  const brand = currentBrand(session.data);
  if (!brand) {
    return (
      <Suspense>
        <main className="mx-auto max-w-3xl p-8">
          <Start />
        </main>
      </Suspense>
    );
  }
  return <Shell session={session.data} brand={brand} />;
}
