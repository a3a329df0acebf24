// Everything about who is looking: cookies of a sign-in, or an API key kept until the tab closes.
import { queryOptions } from "@tanstack/react-query";

export type Role = "owner" | "editor" | "viewer";
export type SessionBrand = { id: string; name: string; domain: string | null; role: Role; demo: boolean };
export type Session = {
  user: { email: string; name: string } | null;
  brands: SessionBrand[];
  needs_owner: boolean;
  demo_available: boolean;
};

/** Said by the sign-in, in words for the person. */
export class SignInError extends Error {}

const KEY = "answerscope.key";
const BRAND = "answerscope.brand";

const remembered = (storage: Storage, name: string): string | null => {
  try {
    return storage.getItem(name);
  } catch {
    return null;
  }
};

export const apiKey = (): string | null => remembered(sessionStorage, KEY);
export const chosenBrandId = (): string | null => remembered(localStorage, BRAND);
export const chooseBrand = (id: string): void => localStorage.setItem(BRAND, id);

/** Adds what shows who asks. A typed key wins over the cookies of a sign-in. */
export const authorisedFetch: typeof fetch = (address, init = {}) => {
  const headers = new Headers(init.headers);
  headers.delete("X-API-Key");
  const key = apiKey();
  const brandId = chosenBrandId();
  if (key !== null) headers.set("X-API-Key", key);
  else if (brandId !== null) headers.set("X-Brand-Id", brandId);
  return fetch(address, { ...init, headers, credentials: "same-origin" });
};

async function sendJson(path: string, body: unknown = {}): Promise<void> {
  const response = await fetch(path, {
    method: "POST",
    headers: { "Content-Type": "application/json" },
    credentials: "same-origin",
    body: JSON.stringify(body),
  });
  if (response.ok) return;
  const said = (await response.json().catch(() => null)) as { message?: string; error?: string } | null;
  throw new SignInError(said?.message ?? said?.error ?? `The server answered with status ${response.status}.`);
}

export const signUp = (name: string, email: string, password: string) =>
  sendJson("/auth/sign-up/email", { name, email, password });
export const signIn = (email: string, password: string) => sendJson("/auth/sign-in/email", { email, password });
export const enterDemo = () => sendJson("/api/v1/session/demo");
export const signOutEverywhere = () => sendJson("/auth/revoke-sessions");

export async function signOut(): Promise<void> {
  const hadKey = apiKey() !== null;
  sessionStorage.removeItem(KEY);
  localStorage.removeItem(BRAND);
  if (!hadKey) await sendJson("/auth/sign-out");
}

/** Keeps a key that works; refuses one that does not. */
export async function signInWithKey(key: string): Promise<void> {
  await brandOfKey(key);
  sessionStorage.setItem(KEY, key);
}

async function brandOfKey(key: string): Promise<SessionBrand> {
  const response = await fetch("/api/v1/brand", { headers: { "X-API-Key": key } });
  const body = (await response.json()) as { data?: Omit<SessionBrand, "role">; error?: string };
  if (!response.ok || !body.data) throw new SignInError(body.error ?? "The key was refused.");
  return { ...body.data, role: "owner" };
}

async function readSession(): Promise<Session> {
  const key = apiKey();
  if (key !== null) {
    return { user: null, brands: [await brandOfKey(key)], needs_owner: false, demo_available: false };
  }
  const response = await fetch("/api/v1/session", { credentials: "same-origin" });
  if (response.status === 401 || response.status === 404) {
    return { user: null, brands: [], needs_owner: false, demo_available: false };
  }
  if (!response.ok) throw new Error(`GET /session answered with status ${response.status}.`);
  return ((await response.json()) as { data: Session }).data;
}

export const sessionQuery = queryOptions({ queryKey: ["session"], queryFn: readSession, staleTime: 60_000 });

export const isSignedIn = (session: Session): boolean => session.brands.length > 0 || session.user !== null;

/** The brand that is looked at: the one chosen last, or else the first. */
export function currentBrand(session: Session): SessionBrand | null {
  const chosen = chosenBrandId();
  const brand = session.brands.find(({ id }) => id === chosen) ?? session.brands[0] ?? null;
  if (brand && brand.id !== chosen) chooseBrand(brand.id);
  return brand;
}
