/** People who sign in, their sessions, and the accounts that they belong to. */
import * as z from "zod";
import { Timestamp } from "./common.ts";
import { Role } from "./roles.ts";

/** The header by which the API knows that a request came through the dashboard's CDN, with a token that only both know. */
export const CDN_HEADER = "x-gleaner-cdn";

/** A sign-in link works for this long, once. */
export const SIGN_IN_MINUTES = 15;
export const INVITATION_DAYS = 7;
/** A session ends after this long, and earlier if it is not used. */
export const SESSION_DAYS = 30;
export const SESSION_IDLE_DAYS = 7;
/** Members and pending invitations of an account. */
export const MAX_PEOPLE = 100;
/** Sessions of one person; the next sign-in ends the one that began first. */
export const MAX_SESSIONS = 20;

/** Addresses are compared without regard to case: mail providers do the same. */
const EmailAddress = z
  .string()
  .trim()
  .toLowerCase()
  .pipe(z.email().max(254))
  .meta({ examples: ["ada@shop.example"] });

export const StartSignIn = z.strictObject({ email: EmailAddress });
export type StartSignIn = z.infer<typeof StartSignIn>;

export const SignInStarted = z.object({
  status: z.literal("accepted"),
  expiresInMinutes: z.int().describe("How long the link works."),
});

export const FinishSignIn = z.strictObject({
  token: z.string().min(1).max(100).describe("The token in the link."),
  email: EmailAddress.optional().describe(
    "The address that the link was sent to. Needed if the link is opened in another browser than the one that asked for it.",
  ),
});
export type FinishSignIn = z.infer<typeof FinishSignIn>;

const AccountOfPerson = z.object({ id: z.string(), name: z.string(), role: Role });

export const PersonSession = z.object({
  id: z.string(),
  person: z.object({ id: z.string(), email: z.string() }),
  account: AccountOfPerson.extend({ scopes: z.array(z.string()) })
    .nullable()
    .describe("The account that requests of this session are about; null if the person belongs to none."),
  accounts: z.array(AccountOfPerson).describe("All accounts of the person, to switch between."),
  invitations: z
    .array(z.object({ id: z.string(), accountName: z.string(), role: Role, expiresAt: Timestamp }))
    .describe("Invitations that the person has not accepted yet."),
  expiresAt: Timestamp,
});
export type PersonSession = z.infer<typeof PersonSession>;

export const UpdateSession = z.strictObject({
  accountId: z.string().min(1).max(128).describe("The account to switch to."),
});

export const SessionEntry = z.object({
  id: z.string(),
  isCurrent: z.boolean().describe("Whether it is the session of this request."),
  userAgent: z.string().describe("The browser, as it described itself when it signed in."),
  address: z.string().describe("The IP address from which it signed in."),
  createdAt: Timestamp,
  lastUsedAt: Timestamp.describe("Updated at most once a minute."),
  expiresAt: Timestamp,
});
export type SessionEntry = z.infer<typeof SessionEntry>;

export const SessionEnded = z.object({ id: z.string(), endedAt: Timestamp });

const MAIL_STATES = ["pending", "sent", "failed"] as const;

export const Person = z.object({
  id: z.string().describe("The person's id; for an invitation, the invitation's."),
  email: z.string(),
  role: Role,
  status: z.enum(["active", "invited"]),
  joinedAt: Timestamp.nullable(),
  expiresAt: Timestamp.nullable().describe("When the invitation expires; null for members."),
  mail: z
    .enum(MAIL_STATES)
    .nullable()
    .describe("Whether the invitation's email was sent; null for members. Invite again to send another one."),
});
export type Person = z.infer<typeof Person>;

export const InvitePerson = z.strictObject({ email: EmailAddress, role: Role });
export type InvitePerson = z.infer<typeof InvitePerson>;

export const UpdatePerson = z.strictObject({ role: Role });

export const PersonRemoved = z.object({ id: z.string(), removedAt: Timestamp });
