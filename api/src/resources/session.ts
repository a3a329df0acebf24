import { z } from "zod";
import { text } from "../fields.ts";
import { ROLES } from "../vocabulary.ts";

export const Session = z
  .object({
    user: z.object({ id: z.uuid(), name: z.string(), email: z.string() }).nullable().describe("Who is signed in."),
    brands: z
      .array(
        z.object({
          id: z.uuid(),
          name: z.string(),
          domain: z.string().nullable(),
          role: z.enum(ROLES),
          demo: z.boolean(),
        }),
      )
      .describe("The brands that this person is a member of, the oldest first."),
    needs_owner: z.boolean().describe("Nobody has signed up yet: the first who does owns everything that is here."),
    needs_setup_token: z.boolean().describe("Signing up as the first owner takes the token printed at start."),
    demo_available: z.boolean().describe("Whether POST /session/demo would work here."),
  })
  .meta({ id: "Session" });
export type Session = z.output<typeof Session>;

// What /auth takes, by better-auth's names.
const email = z.email({ error: "must be an e-mail address such as ada@example.com" }).max(254).toLowerCase();
const newPassword = z
  .string()
  .min(10, { error: "must have at least 10 characters" })
  .max(128, { error: "must have at most 128 characters" });
const givenPassword = z.string().min(1).max(1000);

export const SignInEmail = z.object({ email, password: givenPassword, rememberMe: z.boolean().optional() });

export type SignInEmail = z.output<typeof SignInEmail>;

export const SignUpEmail = z
  .object({
    name: text(100),
    email,
    password: newPassword,
    invitation_token: z.string().max(200).optional().describe("Of the link that an owner gave."),
    setup_token: z.string().max(200).optional().describe("As printed at start, for the first owner."),
  })
  .refine(({ email, password }) => password.toLowerCase() !== email, {
    path: ["password"],
    error: "must not be the e-mail address",
  });
export type SignUpEmail = z.output<typeof SignUpEmail>;

export const PasswordChange = z.object({
  currentPassword: givenPassword,
  newPassword,
  revokeOtherSessions: z.boolean().default(true),
});
