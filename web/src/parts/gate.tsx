import { useQuery } from "@tanstack/react-query";
import { useLocation } from "@tanstack/react-router";
import { lazy, Suspense } from "react";
import { currentBrand, sessionQuery } from "../session.ts";
import { t } from "../texts/index.ts";
import { Shell } from "./shell.tsx";
import { ErrorState } from "./states.tsx";
import { Toaster } from "./toaster.tsx";

const SignIn = lazy(() => import("../routes/sign-in.tsx").then(({ SignIn }) => ({ default: SignIn })));
const Start = lazy(() => import("../routes/start.tsx").then(({ Start }) => ({ default: Start })));
const Invitation = lazy(() => import("../routes/invitation.tsx").then(({ Invitation }) => ({ default: Invitation })));

/** Whoever is not signed in sees the sign-in, at whatever address: after it they are where they wanted to go. */
export function Gate() {
  const session = useQuery(sessionQuery);
  const { pathname } = useLocation();
  if (session.error && !session.data) {
    return (
      <main className="mx-auto max-w-lg p-8">
        <h1 className="mb-4 font-semibold">{t.product}</h1>
        <ErrorState error={session.error} retry={() => void session.refetch()} />
      </main>
    );
  }
  if (!session.data) return null;
  const brand = currentBrand(session.data);
  if (pathname === "/invitation") {
    return (
      <Suspense>
        <Invitation session={session.data} />
      </Suspense>
    );
  }
  if (!session.data.user) {
    return (
      <Suspense>
        <SignIn session={session.data} />
      </Suspense>
    );
  }
  if (!brand) {
    return (
      <Toaster>
        <Suspense>
          <main className="mx-auto max-w-3xl p-8">
            <Start />
          </main>
        </Suspense>
      </Toaster>
    );
  }
  return <Shell session={session.data} brand={brand} />;
}
