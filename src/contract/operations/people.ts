import { IdParams } from "../common.ts";
import type { Operation } from "../operation.ts";
import {
  AnswerDeviceSignIn,
  DEVICE_CODE_MINUTES,
  DEVICE_POLL_SECONDS,
  DEVICE_SESSION_DAYS,
  DeviceCodeParams,
  DeviceSignIn,
  DeviceSignInFinished,
  DeviceSignInStarted,
  FinishDeviceSignIn,
  FinishSignIn,
  INVITATION_DAYS,
  InvitePerson,
  MAX_PEOPLE,
  Person,
  PersonRemoved,
  PersonSession,
  SessionEnded,
  SessionEntry,
  SIGN_IN_MINUTES,
  SignInStarted,
  StartDeviceSignIn,
  StartSignIn,
  UpdatePerson,
  UpdateSession,
} from "../people/people.ts";

const PEOPLE = "People";
const SIGN_IN = "Sign-in";

export const listPeople = {
  method: "GET",
  path: "/people",
  tag: PEOPLE,
  summary: "List members and pending invitations",
  scope: "account:read",
  success: { status: 200, description: "Members by email address, then invitations.", list: Person },
  touches: { table: "read" },
} as const satisfies Operation;

export const invitePerson = {
  method: "POST",
  path: "/people",
  tag: PEOPLE,
  summary: "Invite a person",
  description:
    `Sends an invitation that is valid for ${INVITATION_DAYS} days, once, and only for whoever signs in with that email ` +
    "address. Inviting the same address again sends another email and replaces the role. You can only grant a role " +
    `whose scopes you have yourself. An account can have ${MAX_PEOPLE} members and invitations.`,
  scope: "account:write",
  body: InvitePerson,
  success: { status: 201, description: "The invitation.", data: Person },
  errors: ["conflict", "limit-reached", "not-configured"],
  touches: { table: "update", sends: ["mails"] },
} as const satisfies Operation;

export const updatePerson = {
  method: "PUT",
  path: "/people/{id}",
  tag: PEOPLE,
  summary: "Change a member's role",
  description: "Takes effect with the person's next request. The last owner stays an owner.",
  scope: "account:write",
  params: IdParams,
  body: UpdatePerson,
  success: { status: 200, description: "The member.", data: Person },
  errors: ["conflict"],
  touches: { table: "update" },
} as const satisfies Operation;

export const removePerson = {
  method: "DELETE",
  path: "/people/{id}",
  tag: PEOPLE,
  summary: "Remove a member, or withdraw an invitation",
  description:
    "The person's sessions in this account end immediately. Keys that the person created keep working: revoke those " +
    "that they know. The last owner can't be removed.",
  scope: "account:write",
  params: IdParams,
  success: { status: 200, description: "The member was removed.", data: PersonRemoved },
  errors: ["conflict"],
  touches: { table: "write" },
} as const satisfies Operation;

export const startSignIn = {
  method: "POST",
  path: "/sign-in",
  tag: SIGN_IN,
  summary: "Ask for a sign-in link",
  description:
    `Emails a link that works once within ${SIGN_IN_MINUTES} minutes, if the address belongs to a member or was ` +
    "invited. The response is the same in any case.",
  scope: null,
  session: "begins",
  body: StartSignIn,
  success: { status: 202, description: "The request was accepted.", data: SignInStarted },
  errors: ["not-configured", "rate-limited"],
  touches: { table: "update", sends: ["mails"] },
} as const satisfies Operation;

export const finishSignIn = {
  method: "POST",
  path: "/sign-in/finish",
  tag: SIGN_IN,
  summary: "Sign in with a link",
  description: "Starts a session: the response sets its cookie.",
  scope: null,
  session: "begins",
  body: FinishSignIn,
  success: { status: 200, description: "The session.", data: PersonSession },
  errors: ["unauthenticated", "conflict", "rate-limited"],
  touches: { table: "write" },
} as const satisfies Operation;

export const startDeviceSignIn = {
  method: "POST",
  path: "/sign-in/device",
  tag: SIGN_IN,
  summary: "Start signing in a device",
  description:
    "For programs without a browser of their own (RFC 8628). Show the person `userCode` and `verificationUrl`, then call " +
    `\`POST /sign-in/device/finish\` every ${DEVICE_POLL_SECONDS} seconds. The code is valid for ${DEVICE_CODE_MINUTES} minutes.`,
  scope: null,
  body: StartDeviceSignIn,
  success: { status: 201, description: "The codes.", data: DeviceSignInStarted },
  errors: ["not-configured", "rate-limited"],
  touches: { table: "update" },
} as const satisfies Operation;

export const finishDeviceSignIn = {
  method: "POST",
  path: "/sign-in/device/finish",
  tag: SIGN_IN,
  summary: "Check whether a device was approved",
  description:
    "While the person has not answered, `status` is `pending`. Once they have approved, the response has a token, once: " +
    `it works wherever an API key does, with the person's role, for ${DEVICE_SESSION_DAYS} days. If you ask too often, ` +
    "you get 429 with Retry-After.",
  scope: null,
  body: FinishDeviceSignIn,
  success: { status: 200, description: "What the person has decided.", data: DeviceSignInFinished },
  errors: ["unauthenticated", "rate-limited"],
  touches: { table: "write" },
} as const satisfies Operation;

export const getDeviceSignIn = {
  method: "GET",
  path: "/sign-in/device/{code}",
  tag: SIGN_IN,
  summary: "Get the device that shows a code",
  description: "So that the person can tell whether it is theirs.",
  scope: null,
  session: "browser",
  params: DeviceCodeParams,
  success: { status: 200, description: "The device.", data: DeviceSignIn },
  touches: { table: "update" },
} as const satisfies Operation;

export const answerDeviceSignIn = {
  method: "PUT",
  path: "/sign-in/device/{code}",
  tag: SIGN_IN,
  summary: "Approve or deny a device",
  description:
    "An approved device acts as you in one account, with your role. It is listed among your sessions, where you can end it.",
  scope: null,
  session: "browser",
  params: DeviceCodeParams,
  body: AnswerDeviceSignIn,
  success: { status: 200, description: "The device.", data: DeviceSignIn },
  errors: ["conflict"],
  touches: { table: "update" },
} as const satisfies Operation;

export const getSession = {
  method: "GET",
  path: "/session",
  tag: SIGN_IN,
  summary: "Get the current session",
  description: "Once a day the response sets a new cookie; the old one works for another minute.",
  scope: null,
  session: "needed",
  success: { status: 200, description: "The session.", data: PersonSession },
  touches: { table: "update" },
} as const satisfies Operation;

export const updateSession = {
  method: "PUT",
  path: "/session",
  tag: SIGN_IN,
  summary: "Switch to another account",
  description: "The response sets a new cookie; the old one works for another minute.",
  scope: null,
  session: "browser",
  body: UpdateSession,
  success: { status: 200, description: "The session.", data: PersonSession },
  errors: ["not-found", "conflict"],
  touches: { table: "update" },
} as const satisfies Operation;

export const endSession = {
  method: "DELETE",
  path: "/session",
  tag: SIGN_IN,
  summary: "Sign out",
  scope: null,
  session: "needed",
  success: { status: 200, description: "The session has ended.", data: SessionEnded },
  touches: { table: "write" },
} as const satisfies Operation;

export const listSessions = {
  method: "GET",
  path: "/sessions",
  tag: SIGN_IN,
  summary: "List your sessions, newest first",
  scope: null,
  session: "needed",
  success: { status: 200, description: "The sessions.", list: SessionEntry },
  touches: { table: "read" },
} as const satisfies Operation;

export const revokeSession = {
  method: "DELETE",
  path: "/sessions/{id}",
  tag: SIGN_IN,
  summary: "End one of your sessions",
  scope: null,
  session: "needed",
  params: IdParams,
  success: { status: 200, description: "The session has ended.", data: SessionEnded },
  touches: { table: "write" },
} as const satisfies Operation;

export const acceptInvitation = {
  method: "POST",
  path: "/invitations/{id}/accept",
  tag: SIGN_IN,
  summary: "Accept an invitation",
  description:
    "Your session moves to the account. The invitation must be for the email address you signed in with.",
  scope: null,
  session: "browser",
  params: IdParams,
  success: { status: 200, description: "The session.", data: PersonSession },
  errors: ["conflict", "limit-reached"],
  touches: { table: "write" },
} as const satisfies Operation;

export const erasePerson = {
  method: "DELETE",
  path: "/person",
  tag: SIGN_IN,
  summary: "Erase yourself",
  description:
    "Ends your sessions, removes you from all accounts, and erases your email address. What you did stays in the audit " +
    "log under an id that names nobody. Make somebody else an owner first where you are the last one.",
  scope: null,
  session: "browser",
  success: { status: 200, description: "The person was erased.", data: PersonRemoved },
  errors: ["conflict"],
  touches: { table: "write" },
} as const satisfies Operation;

export const PEOPLE_OPERATIONS = {
  listPeople,
  invitePerson,
  updatePerson,
  removePerson,
  startSignIn,
  finishSignIn,
  startDeviceSignIn,
  finishDeviceSignIn,
  getDeviceSignIn,
  answerDeviceSignIn,
  getSession,
  updateSession,
  endSession,
  listSessions,
  revokeSession,
  acceptInvitation,
  erasePerson,
};
