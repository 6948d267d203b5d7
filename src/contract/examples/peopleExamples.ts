/** Examples of the operations on people and their sessions; see `examples.ts`. */
import { ROLE_SCOPES } from "../people/roles.ts";

const PERSON_ID = "user-1795240000000100200";
const SESSION_ID = "sess-1795240800000445566";
const INVITATION_ID = "invite-1795240800000778899";
const JOINED_AT = "2026-11-21T06:00:00.000Z";
const IN_A_QUARTER = "2026-11-21T06:15:00.000Z";
const IN_A_WEEK = "2026-11-28T06:00:00.000Z";
const IN_A_MONTH = "2026-12-21T06:00:00.000Z";

const account = { id: "acct-1795240000000000001", name: "Shop", role: "editor" } as const;

const person = () => ({
  id: PERSON_ID,
  email: "ada@shop.example",
  role: "editor" as const,
  status: "active" as const,
  joinedAt: JOINED_AT,
  expiresAt: null,
  mail: null,
});

const device = (status: "pending" | "approved") => ({
  userCode: "WDJB-MJHT",
  name: "gleaner on ada-laptop",
  address: "203.0.113.7",
  status,
  createdAt: JOINED_AT,
  expiresAt: IN_A_QUARTER,
});

const session = () => ({
  id: SESSION_ID,
  person: { id: PERSON_ID, email: "ada@shop.example" },
  signedInWith: "email" as const,
  account: { ...account, scopes: [...ROLE_SCOPES.editor] },
  accounts: [{ ...account }],
  invitations: [],
  expiresAt: IN_A_MONTH,
});

export const PEOPLE_EXAMPLES = {
  listPeople: { answer: person() },
  invitePerson: {
    body: { email: "grace@shop.example", role: "viewer" as const },
    answer: {
      id: INVITATION_ID,
      email: "grace@shop.example",
      role: "viewer" as const,
      status: "invited" as const,
      joinedAt: null,
      expiresAt: IN_A_WEEK,
      mail: "pending" as const,
    },
  },
  updatePerson: { body: { role: "editor" as const }, answer: person() },
  removePerson: { answer: { id: PERSON_ID, removedAt: JOINED_AT } },
  startSignIn: {
    body: { email: "ada@shop.example" },
    answer: { status: "accepted" as const, expiresInMinutes: 15 },
  },
  finishSignIn: { body: { token: "gl_link_…" }, answer: session() },
  startDeviceSignIn: {
    body: { name: "gleaner on ada-laptop" },
    answer: {
      deviceCode: "gl_code_…",
      userCode: "WDJB-MJHT",
      verificationUrl: "https://gleaner.example/dashboard/device",
      verificationUrlComplete: "https://gleaner.example/dashboard/device#code=WDJB-MJHT",
      expiresAt: IN_A_QUARTER,
      intervalSeconds: 5,
    },
  },
  finishDeviceSignIn: {
    body: { deviceCode: "gl_code_…" },
    answer: { status: "pending" as const, token: null, expiresAt: null },
  },
  getDeviceSignIn: { answer: device("pending") },
  answerDeviceSignIn: { body: { decision: "approve" as const }, answer: device("approved") },
  getSession: { answer: session() },
  updateSession: { body: { accountId: account.id }, answer: session() },
  endSession: { answer: { id: SESSION_ID, endedAt: JOINED_AT } },
  listSessions: {
    answer: {
      id: SESSION_ID,
      kind: "browser" as const,
      isCurrent: true,
      userAgent: "Mozilla/5.0 (X11; Linux x86_64; rv:145.0) Gecko/20100101 Firefox/145.0",
      address: "203.0.113.7",
      createdAt: JOINED_AT,
      lastUsedAt: JOINED_AT,
      expiresAt: IN_A_MONTH,
    },
  },
  revokeSession: { answer: { id: SESSION_ID, endedAt: JOINED_AT } },
  acceptInvitation: { answer: session() },
  erasePerson: { answer: { id: PERSON_ID, removedAt: JOINED_AT } },
};
