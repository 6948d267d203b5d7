import { MAX_SIGN_INS, SESSION_DAYS } from "../../contract/flows/sessions.ts";
import type { FlowSessionRecord, KeptSession } from "../../store/flows/flowSessions.ts";
import type { Write } from "../../store/table.ts";
import type { Deps, WithSeals } from "../ports.ts";
import { readSession, type Session } from "./kept.ts";

const DAY_MS = 86_400_000;

interface OfFlow {
  readonly accountId: string;
  readonly flowId: string;
}

/** The context that a session is sealed for: it can only be opened for the same account and flow. */
export const boundTo = ({ accountId, flowId }: OfFlow) => ({ accountId, recordId: `${flowId}/session` });

export const expiresAtMs = ({ signedInAt }: Pick<KeptSession, "signedInAt">): number =>
  Date.parse(signedInAt) + SESSION_DAYS * DAY_MS;

/** The record as a run of a flow with this print sees it: one that was made with something else counts for nothing. */
export const seenBy = (
  { accountId, flowId }: OfFlow,
  print: string,
  record: FlowSessionRecord | null,
  nowMs: number,
): Omit<FlowSessionRecord, "turn"> => {
  const empty = { accountId, flowId, print, session: null, attempts: 0, lease: null };
  if (record?.print !== print) return { ...empty, login: record?.login ?? 0 };
  const { turn: _, ...seen } = record;
  const isOver = seen.session !== null && expiresAtMs(seen.session) <= nowMs;
  return isOver ? { ...seen, session: null } : seen;
};

/** Writes a record in place of the one that was read. Without failed sign-ins, it is forgotten with its session. */
export const writeRecord = (
  { store }: Pick<Deps, "store">,
  before: FlowSessionRecord | null,
  after: Omit<FlowSessionRecord, "turn">,
): Write[] => {
  const isForgettable = after.session !== null && after.attempts < MAX_SIGN_INS;
  return store.flowSessions.change(
    before,
    after,
    isForgettable && after.session ? expiresAtMs(after.session) : null,
  );
};

/** Opens a session, with the number of its sign-in. @throws Error if it was sealed for another flow */
export const openSession = async (
  { seals }: WithSeals,
  { session, login, ...owner }: Pick<FlowSessionRecord, "accountId" | "flowId" | "session" | "login">,
): Promise<Session | null> => {
  if (!session) return null;
  const opened = readSession(JSON.parse(await seals.open(session.sealed, boundTo(owner))));
  return opened && { ...opened, login };
};

/** Lets the flow's runs sign in again after too many failures. */
export const forgetFailures = (deps: Pick<Deps, "store">, record: FlowSessionRecord | null): Write[] => {
  if (!record || record.attempts === 0) return [];
  const { turn: _, ...rest } = record;
  return writeRecord(deps, record, { ...rest, attempts: 0 });
};

/** The record after whatever ends its session: an edit, a new password, the owner. */
const ended = (record: FlowSessionRecord, print: string): Omit<FlowSessionRecord, "turn"> => {
  const { turn: _, ...rest } = record;
  return { ...rest, print, login: record.login + 1, session: null, attempts: 0, lease: null };
};

/**
 * Ends the session of a flow, if it has one, and lets its runs sign in again.
 *
 * @param print of the flow as it is from now on; null if it keeps no session
 */
export const endSession = (
  deps: Pick<Deps, "store">,
  record: FlowSessionRecord | null,
  print: string | null,
): Write[] => {
  if (!record) return [];
  return print === null
    ? deps.store.flowSessions.remove(record.accountId, record.flowId)
    : writeRecord(deps, record, ended(record, print));
};
