/** Sessions of people: started by signing in, found by a token, renewed, listed and ended. */
import { DomainError } from "../../contract/errors.ts";
import {
  DEVICE_IDLE_DAYS,
  DEVICE_SESSION_DAYS,
  MAX_SESSIONS,
  SESSION_DAYS,
  SESSION_IDLE_DAYS,
  type SessionEntry,
} from "../../contract/people/people.ts";
import { SSO_SESSION_HOURS } from "../../contract/people/sso.ts";
import { DAY_MS, HOUR_MS, MINUTE_MS } from "../../contract/units.ts";
import type { PersonRecord } from "../../store/people/people.ts";
import type {
  ListedSession,
  PersonSessions,
  SessionKind,
  SessionRecord,
} from "../../store/people/personSessions.ts";
import { ConditionFailed, type Write } from "../../store/table.ts";
import { notFound } from "../errors.ts";
import { deviceTokens, hashKey, sessionTokens } from "../keys/format.ts";
import type { Deps } from "../ports.ts";
import type { Browser } from "./browser.ts";

/** A token is replaced once it is this old. */
const RENEW_AFTER_MS = DAY_MS;
/** How long a replaced token still works, for requests that other tabs have sent with it. */
const OVERLAP_MS = MINUTE_MS;
const TOUCH_EVERY_MS = MINUTE_MS;
const MAX_USER_AGENT_CHARS = 300;
/** Two browsers that change the same person's sessions at once take turns. */
const ATTEMPTS = 10;

/** Tokens of one kind are of no use as the other: a device's is no cookie, and a cookie's is not sent as a key. */
const KINDS = {
  browser: {
    tokens: sessionTokens,
    days: SESSION_DAYS,
    idleDays: SESSION_IDLE_DAYS,
    ended: "Your session has ended. Sign in again.",
  },
  device: {
    tokens: deviceTokens,
    days: DEVICE_SESSION_DAYS,
    idleDays: DEVICE_IDLE_DAYS,
    ended: "This device is no longer signed in. Sign in again: gleaner login.",
  },
} as const;

/** A session and its token. */
export interface NewSession {
  readonly session: SessionRecord;
  readonly token: string;
}

const iso = (ms: number): string => new Date(ms).toISOString();

const ended = (message: string): DomainError => new DomainError("unauthenticated", message);

/** @throws DomainError `unauthenticated` */
export const findSession = async (
  { store, now }: Deps,
  token: string | undefined,
  kind: SessionKind = "browser",
): Promise<SessionRecord> => {
  const { tokens, idleDays, ended: message } = KINDS[kind];
  if (token === undefined) throw ended("You are not signed in. Sign in, or send an API key.");
  const session = tokens.isWellFormed(token) ? await store.personSessions.findByHash(hashKey(token)) : null;
  const isOver =
    session === null ||
    Date.parse(session.expiresAt) <= now() ||
    Date.parse(session.lastUsedAt) + idleDays * DAY_MS <= now();
  if (isOver) throw ended(message);
  return session;
};

/** Records when the session was used. If that fails, the request still succeeds. */
export const touchSession = async ({ store, now, log }: Deps, session: SessionRecord): Promise<void> => {
  if (now() - Date.parse(session.lastUsedAt) < TOUCH_EVERY_MS) return;
  try {
    await store.personSessions.touch(session, iso(now()));
  } catch (error) {
    log.warn("the last use of a session was not recorded", { sessionId: session.id, error });
  }
};

/**
 * Changes a person's sessions by what they are now, again if somebody else was faster.
 *
 * @param decide the writes, or null if there is nothing to do
 */
const changeSessions = async (
  { store }: Deps,
  personId: string,
  decide: (before: PersonSessions) => readonly Write[] | null,
): Promise<void> => {
  for (let attempt = 1; ; attempt += 1) {
    const writes = decide(await store.personSessions.list(personId));
    if (writes === null) return;
    try {
      return await store.commit(writes);
    } catch (error) {
      if (!(error instanceof ConditionFailed) || attempt === ATTEMPTS) throw error;
    }
  }
};

interface Beginning {
  readonly kind?: SessionKind;
  /** The account whose identity provider has vouched for the person; undefined: they have proved their address. */
  readonly ssoAccountId?: string | undefined;
  /** Must hold when the session begins. */
  readonly checks?: readonly Write[];
}

/** Begins a session for somebody who has just proved who they are. The token is always a new one. */
export const beginSession = async (
  deps: Deps,
  { id: personId, email }: PersonRecord,
  accountId: string | null,
  { userAgent, address }: Pick<Browser, "userAgent" | "address">,
  { kind = "browser", ssoAccountId, checks = [] }: Beginning = {},
): Promise<NewSession> => {
  const { store, now, newId } = deps;
  const { tokens, days } = KINDS[kind];
  const lastsMs =
    ssoAccountId !== undefined && kind === "browser" ? SSO_SESSION_HOURS * HOUR_MS : days * DAY_MS;
  const token = tokens.make();
  const at = iso(now());
  const session: SessionRecord = {
    id: newId("session"),
    kind,
    ...(ssoAccountId !== undefined && { ssoAccountId }),
    hash: hashKey(token),
    personId,
    email,
    accountId,
    createdAt: at,
    issuedAt: at,
    lastUsedAt: at,
    expiresAt: iso(now() + lastsMs),
  };
  const about = { userAgent: userAgent.slice(0, MAX_USER_AGENT_CHARS), address };
  await changeSessions(deps, personId, (before) => {
    const current = before.sessions.filter(({ expiresAt }) => Date.parse(expiresAt) > now());
    // An account's identity provider does not end what others have begun.
    const alike = current.filter((each) => each.ssoAccountId === ssoAccountId);
    const gone = new Set(alike.slice(0, Math.max(0, alike.length + 1 - MAX_SESSIONS)));
    const kept = current.filter((each) => !gone.has(each));
    return [...store.personSessions.begin(before, kept, session, about), ...checks];
  });
  return { session, token };
};

/**
 * Gives a session another token: once a day, and when it moves to another account.
 *
 * @returns null if another request has just done so, or the session has ended
 */
export const renewSession = async (
  deps: Deps,
  old: SessionRecord,
  accountId = old.accountId,
): Promise<NewSession | null> => {
  const { store, now } = deps;
  const token = sessionTokens.make();
  const at = iso(now());
  const session = { ...old, hash: hashKey(token), accountId, issuedAt: at, lastUsedAt: at };
  let isDone = false;
  await changeSessions(deps, old.personId, (before) => {
    const isCurrent = before.sessions.some(({ hash }) => hash === old.hash);
    isDone = isCurrent;
    return isCurrent ? store.personSessions.renew(before, old, session, iso(now() + OVERLAP_MS)) : null;
  });
  return isDone ? { session, token } : null;
};

/** A device keeps its token: programs that run at the same time share it in a file. */
export const isDueForRenewal = ({ now }: Deps, { kind, issuedAt }: SessionRecord): boolean =>
  kind !== "device" && now() - Date.parse(issuedAt) >= RENEW_AFTER_MS;

const endWhere = (
  deps: Deps,
  personId: string,
  isMeant: (session: ListedSession) => boolean,
): Promise<void> =>
  changeSessions(deps, personId, (before) => {
    const meant = before.sessions.filter(isMeant);
    return meant.length === 0 ? null : deps.store.personSessions.end(before, meant);
  });

/** Which sessions of a person another one of theirs knows: what an account's provider has vouched for sees nothing else. */
const isKnownTo =
  ({ ssoAccountId }: Pick<SessionRecord, "ssoAccountId">) =>
  (each: ListedSession): boolean =>
    ssoAccountId === undefined || each.ssoAccountId === ssoAccountId;

/** Ends one session of a person. @throws DomainError `not-found` */
export const endSession = async (
  deps: Deps,
  by: Pick<SessionRecord, "personId" | "ssoAccountId">,
  id: string,
) => {
  const { personId } = by;
  const { sessions } = await deps.store.personSessions.list(personId);
  if (!sessions.filter(isKnownTo(by)).some((each) => each.id === id)) throw notFound("session", id);
  await endWhere(deps, personId, (each) => each.id === id);
  return { id, endedAt: iso(deps.now()) };
};

/** Ends the sessions of a person that are about an account. */
export const endSessionsIn = async (deps: Deps, personId: string, accountId: string): Promise<void> => {
  const { store } = deps;
  const { sessions } = await store.personSessions.list(personId);
  const found = await Promise.all(sessions.map(({ hash }) => store.personSessions.findByHash(hash)));
  const ids = new Set(found.filter((each) => each?.accountId === accountId).map((each) => each?.id));
  await endWhere(deps, personId, ({ id }) => ids.has(id));
};

/** Ends the sessions of a person that an account's identity provider has vouched for. */
export const endSsoSessions = (deps: Deps, personId: string, accountId: string): Promise<void> =>
  endWhere(deps, personId, ({ ssoAccountId }) => ssoAccountId === accountId);

/** The person's sessions, newest first. */
export const listSessions = async (
  { store, now }: Deps,
  current: SessionRecord,
): Promise<{ items: SessionEntry[]; total: number }> => {
  const { sessions } = await store.personSessions.list(current.personId);
  const entries = await Promise.all(
    sessions
      .filter(isKnownTo(current))
      .map(async ({ id, kind = "browser", hash, userAgent, address, createdAt, expiresAt }) => {
        const found = await store.personSessions.findByHash(hash);
        const isOver = found === null || Date.parse(expiresAt) <= now();
        const { lastUsedAt = createdAt } = found ?? {};
        const entry = {
          id,
          kind,
          isCurrent: id === current.id,
          userAgent,
          address,
          createdAt,
          lastUsedAt,
          expiresAt,
        };
        return isOver ? [] : [entry];
      }),
  );
  const items = entries.flat().toReversed();
  return { items, total: items.length };
};
