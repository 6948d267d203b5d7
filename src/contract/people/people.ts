/** People who sign in, their sessions, and the accounts that they belong to. */
import * as z from "zod";
import { Timestamp } from "../common.ts";
import { Role } from "./roles.ts";

/** The header by which the API knows that a request came through the dashboard's CDN, with a token that only both know. */
export const CDN_HEADER = "x-gleaner-cdn";

/** A sign-in link works for this long, once. */
export const SIGN_IN_MINUTES = 15;
export const INVITATION_DAYS = 7;
/** A session ends after this long, and earlier if it is not used. */
export const SESSION_DAYS = 30;
export const SESSION_IDLE_DAYS = 7;
/** A program that a person signed in on a device has no browser to sign in again with, so its session is longer. */
export const DEVICE_SESSION_DAYS = 90;
export const DEVICE_IDLE_DAYS = 30;
/** A device's code can be approved for this long, and the device asks this often whether it was. */
export const DEVICE_CODE_MINUTES = 15;
export const DEVICE_POLL_SECONDS = 5;
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
  signedInWith: z
    .enum(["email", "sso"])
    .describe(
      "`sso`: the account's single sign-on. Such a session is about this account only, and can't do what is about all accounts " +
        "of the person.",
    ),
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
  kind: z
    .enum(["browser", "device"])
    .describe("`device`: a program that the person signed in with a code, such as the command line."),
  isCurrent: z.boolean().describe("Whether it is the session of this request."),
  userAgent: z
    .string()
    .describe("The browser, as it described itself when it signed in; the name of a device."),
  address: z.string().describe("The IP address from which it signed in."),
  createdAt: Timestamp,
  lastUsedAt: Timestamp.describe("Updated at most once a minute."),
  expiresAt: Timestamp,
});
export type SessionEntry = z.infer<typeof SessionEntry>;

export const SessionEnded = z.object({ id: z.string(), endedAt: Timestamp });

export const StartDeviceSignIn = z.strictObject({
  name: z
    .string()
    .trim()
    .min(1)
    .max(100)
    .regex(/^[^\p{C}]+$/u, "must not contain control characters")
    .meta({ examples: ["gleaner on ada-laptop"] })
    .describe("What the person sees: the program and the device."),
});

export const DeviceSignInStarted = z.object({
  deviceCode: z.string().describe("A secret with which the device asks whether it was approved."),
  userCode: z.string().describe("What the person enters or compares: `WDJB-MJHT`."),
  verificationUrl: z.string().describe("The page of the dashboard on which the code is entered."),
  verificationUrlComplete: z.string().describe("The same page with the code filled in."),
  expiresAt: Timestamp,
  intervalSeconds: z.int().describe("How long to wait between two requests of POST /sign-in/device/finish."),
});
export type DeviceSignInStarted = z.infer<typeof DeviceSignInStarted>;

export const DeviceCodeParams = z.strictObject({
  code: z
    .string()
    .min(1)
    .max(32)
    .describe("The code that the device shows; letters may be small, and the hyphen left out."),
});

const DEVICE_STATES = ["pending", "approved", "denied"] as const;

export const DeviceSignIn = z.object({
  userCode: z.string(),
  name: z
    .string()
    .describe("The program and the device, as it named itself: anybody could have chosen the name."),
  address: z.string().describe("The IP address of the device."),
  status: z.enum(DEVICE_STATES),
  createdAt: Timestamp,
  expiresAt: Timestamp,
});
export type DeviceSignIn = z.infer<typeof DeviceSignIn>;

export const AnswerDeviceSignIn = z.strictObject({
  decision: z.enum(["approve", "deny"]),
  accountId: z
    .string()
    .min(1)
    .max(128)
    .optional()
    .describe("The account that the device may use; absent: the one that the session is about."),
});
export type AnswerDeviceSignIn = z.infer<typeof AnswerDeviceSignIn>;

export const FinishDeviceSignIn = z.strictObject({ deviceCode: z.string().min(1).max(100) });

export const DeviceSignInFinished = z.object({
  status: z.enum(DEVICE_STATES),
  token: z
    .string()
    .nullable()
    .describe(
      "Set once, when the person has approved: send it where an API key is sent. It ends with the session.",
    ),
  expiresAt: Timestamp.nullable().describe("When the session ends."),
});
export type DeviceSignInFinished = z.infer<typeof DeviceSignInFinished>;

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
