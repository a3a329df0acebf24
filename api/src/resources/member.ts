import { z } from "zod";
import { timestamp } from "../fields.ts";
import { ROLES } from "../vocabulary.ts";

const role = z.enum(ROLES);

export const Member = z
  .object({ id: z.uuid(), name: z.string(), email: z.string(), role, created_at: timestamp })
  .meta({ id: "Member" });

export const MemberChange = z.strictObject({ role }).meta({ id: "MemberChange" });

export const Invitation = z
  .object({
    id: z.uuid(),
    role,
    email: z.string().nullable().describe("The only address that may accept it; null for whoever has the link."),
    expires_at: timestamp,
    created_at: timestamp,
  })
  .meta({ id: "Invitation" });

export const InvitationCreate = z
  .strictObject({
    role,
    email: z
      .email({ error: "must be an e-mail address such as ada@example.com" })
      .max(254)
      .toLowerCase()
      .nullable()
      .default(null),
  })
  .meta({ id: "InvitationCreate" });

export const InvitationCreated = Invitation.extend({
  token: z.string().describe("The token itself. It is shown this once; only its hash is stored."),
  link: z.string().describe("Where the invited person opens it. It works once, for seven days."),
}).meta({ id: "InvitationCreated" });

export const InvitedTo = z
  .object({
    brand: z.object({ id: z.uuid(), name: z.string() }),
    role,
    email: z.string().nullable(),
    expires_at: timestamp,
  })
  .meta({ id: "InvitedTo" });

const token = z.string().min(1).max(200).describe("The token of the invitation's link.");
export const InvitationLookup = z.object({ token });
export const InvitationAccept = z.strictObject({ token }).meta({ id: "InvitationAccept" });

export type Member = z.output<typeof Member>;
export type Invitation = z.output<typeof Invitation>;
export type InvitationCreate = z.output<typeof InvitationCreate>;
export type InvitationCreated = z.output<typeof InvitationCreated>;
export type InvitedTo = z.output<typeof InvitedTo>;
