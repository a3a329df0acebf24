// Who is looking, and at which of their brands.
import type { Session } from "@answerscope/api";
import { queryOptions } from "@tanstack/react-query";
import { api, chooseBrand, chosenBrandId } from "./api.ts";

export type SessionBrand = Session["brands"][number];

async function ask(operation: string, body: unknown = {}): Promise<void> {
  const response = await fetch(`/auth/${operation}`, {
    method: "POST",
    headers: { "Content-Type": "application/json" },
    credentials: "same-origin",
    body: JSON.stringify(body),
  });
  if (response.ok) return;
  const said = (await response.json().catch(() => null)) as { message?: string; error?: string } | null;
  throw new Error(said?.message ?? said?.error ?? `The server answered with status ${response.status}.`);
}

export type NewAccount = {
  name: string;
  email: string;
  password: string;
  invitation_token?: string;
  setup_token?: string;
};

export const signUp = (account: NewAccount) => ask("sign-up/email", account);
export const signIn = (email: string, password: string) => ask("sign-in/email", { email, password });
export const signOut = () => ask("sign-out");
export const signOutEverywhere = () => ask("revoke-sessions");
export const changePassword = (currentPassword: string, newPassword: string) =>
  ask("change-password", { currentPassword, newPassword, revokeOtherSessions: true });

export const sessionQuery = queryOptions({
  queryKey: ["session"],
  queryFn: async ({ signal }) => (await api.getSession({ signal })).data,
  staleTime: 300_000,
});

/** The brand that is looked at: the one chosen last, or else the first. */
export function currentBrand(session: Session): SessionBrand | null {
  const chosen = chosenBrandId();
  const brand = session.brands.find(({ id }) => id === chosen) ?? session.brands[0] ?? null;
  if (brand && brand.id !== chosen) chooseBrand(brand.id);
  return brand;
}
