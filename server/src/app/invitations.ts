import { createHash } from "node:crypto";
import type { InvitationCreate, InvitationCreated, InvitedTo } from "@answerscope/api";
import type { Deps, Person } from "./ports.ts";
import { found, Problem } from "./problem.ts";
import type { InvitationStore, Stores } from "./stores.ts";

const LIFE_MS = 7 * 86_400_000;

/** 192 random bits: there is nothing to guess, so a plain hash will do. */
const hashOf = (token: string): string => createHash("sha256").update(token).digest("hex");

/** `origin` is where the pages are, for the link. */
export async function createInvitation(
  deps: Pick<Deps, "write" | "now" | "newId" | "randomBytes">,
  brandId: string,
  { role, email }: InvitationCreate,
  origin: string,
): Promise<InvitationCreated> {
  const now = deps.now();
  const token = Buffer.from(deps.randomBytes(24)).toString("base64url");
  const shown = {
    id: deps.newId(),
    role,
    email,
    expires_at: new Date(Date.parse(now) + LIFE_MS).toISOString(),
    created_at: now,
  };
  const fate = { revoked_at: null, accepted_at: null, accepted_by: null };
  await deps.write(brandId, (stores) => stores.invitations.insert({ ...shown, ...fate, brandId, hash: hashOf(token) }));
  return { ...shown, token, link: `${origin}/invitation?token=${token}` };
}

export async function revokeInvitation(deps: Pick<Deps, "write" | "now">, brandId: string, id: string): Promise<void> {
  await deps.write(brandId, async (stores) => {
    found((await stores.invitations.revoke(brandId, id, deps.now())) || null, "invitation");
  });
}

export type OpenInvitation = NonNullable<Awaited<ReturnType<InvitationStore["byHash"]>>>;

async function invitationBy(stores: Stores, token: string): Promise<OpenInvitation> {
  const invitation = await stores.invitations.byHash(hashOf(token));
  if (!invitation) throw new Problem("not_found", "There is no such invitation. Check the link, or ask for a new one.");
  return invitation;
}

const ended = (why: string): Problem => new Problem("conflict", `This invitation ${why}. Ask for a new one.`);

/** The invitation that a token stands for, if it can still be accepted. */
export async function openInvitation(stores: Stores, token: string, now: string): Promise<OpenInvitation> {
  const invitation = await invitationBy(stores, token);
  if (invitation.accepted_at !== null) throw ended("was accepted already");
  if (invitation.revoked_at !== null) throw ended("was taken back");
  if (invitation.expires_at <= now) throw ended("has expired");
  return invitation;
}

export const invitedTo = ({ brandId, brandName, role, email, expires_at }: OpenInvitation): InvitedTo => ({
  brand: { id: brandId, name: brandName },
  role,
  email,
  expires_at,
});

export function checkInvited({ email }: OpenInvitation, theirs: string): void {
  if (email === null || email === theirs.toLowerCase()) return;
  throw new Problem("forbidden", "This invitation is for another e-mail address.");
}

/** Makes a member of the person. */
export async function join(stores: Stores, invitation: OpenInvitation, personId: string, now: string): Promise<void> {
  const { brandId, id, role } = invitation;
  if (!(await stores.invitations.accept(brandId, id, personId, now))) throw ended("was accepted already");
  await stores.members.put(brandId, personId, role, now);
}

/** Accepting again what one has accepted changes nothing and succeeds. */
export async function acceptInvitation(
  deps: Pick<Deps, "stores" | "write" | "now">,
  person: Person,
  token: string,
): Promise<InvitedTo> {
  if (person.demo) throw new Problem("forbidden", "The demo's person cannot join a brand. Sign up or sign in first.");
  const { brandId } = await invitationBy(deps.stores, token);
  return deps.write(brandId, async (stores) => {
    const known = await invitationBy(stores, token);
    const member = await stores.members.get(brandId, person.id);
    if (known.accepted_by === person.id && member) return invitedTo(known);
    const invitation = await openInvitation(stores, token, deps.now());
    checkInvited(invitation, person.email);
    if (member) throw new Problem("conflict", `You are a member of ${invitation.brandName} already.`);
    await join(stores, invitation, person.id, deps.now());
    return invitedTo(invitation);
  });
}
