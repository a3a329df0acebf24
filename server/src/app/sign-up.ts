import { createHash, timingSafeEqual } from "node:crypto";
import type { SignUpEmail } from "@answerscope/api";
import { checkInvited, join, type OpenInvitation, openInvitation } from "./invitations.ts";
import type { Deps, PeopleDeps, Visit } from "./ports.ts";
import { Problem } from "./problem.ts";
import type { Stores } from "./stores.ts";

/** `local`: it came from the machine that the server runs on, to a server that only that machine can reach. */
export type Visiting = Visit & { local: boolean };

/** What the first owner of a server that others can reach must know: whoever started it can read it there. */
export const setupToken = async ({ secretFor }: Pick<PeopleDeps, "secretFor">): Promise<string> =>
  (await secretFor("set-up token")).slice(0, 32);

const isSame = (one: string, other: string): boolean => {
  const digest = (text: string) => createHash("sha256").update(text).digest();
  return timingSafeEqual(digest(one), digest(other));
};

/** The invitation that lets this person in; null for the first owner, who needs none. */
async function admission(
  stores: Stores,
  input: SignUpEmail,
  expectedToken: string | null,
  now: string,
): Promise<OpenInvitation | null> {
  if (input.invitation_token !== undefined) {
    const invitation = await openInvitation(stores, input.invitation_token, now);
    checkInvited(invitation, input.email);
    return invitation;
  }
  if (await stores.people.hasOwner()) {
    throw new Problem("forbidden", "Signing up takes an invitation here. Ask an owner for one.");
  }
  if (expectedToken !== null && !isSame(input.setup_token ?? "", expectedToken)) {
    throw new Problem(
      "forbidden",
      "The first owner signs up with the set-up token (setup_token) that the server printed when it started.",
    );
  }
  return null;
}

/** A new person, what they may see and their first session: all of it or nothing. */
export async function signUp(
  deps: Pick<PeopleDeps, "transact" | "secretFor"> & Pick<Deps, "now">,
  visit: Visiting,
  input: SignUpEmail,
): Promise<{ body: unknown; cookies: string[] }> {
  const expectedToken = visit.local ? null : await setupToken(deps);
  return deps.transact(async ({ stores, sessions }) => {
    await stores.people.lockSignUps();
    const now = deps.now();
    const invitation = await admission(stores, input, expectedToken, now);
    const { name, email, password } = input;
    const signedUp = await sessions.ask(visit, "POST", "/sign-up/email", { name, email, password });
    const { id } = (signedUp.body as { user: { id: string } }).user;
    if (invitation) await join(stores, invitation, id, now);
    else await stores.people.ownEverything(id, now);
    return signedUp;
  });
}
