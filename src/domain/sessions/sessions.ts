/** A flow's session, as its owner sees, imports and clears it. */
import { DomainError } from "../../contract/errors.ts";
import {
  type FlowSession,
  MAX_SESSION_BYTES,
  MAX_SIGN_INS,
  type PutFlowSession,
} from "../../contract/flows/sessions.ts";
import { siteOf } from "../../contract/site.ts";
import type { FlowSessionRecord, KeptSession } from "../../store/flows/flowSessions.ts";
import type { FlowRecord } from "../../store/flows/flows.ts";
import { notFound } from "../errors.ts";
import { changeBesideFlow } from "../journal/changeBesideFlow.ts";
import type { Caller, Deps, WithSeals } from "../ports.ts";
import { readCookieFile } from "./cookieFile.ts";
import { fingerprintOf } from "./fingerprint.ts";
import { fitSession, isCookieOf, isOver, type Session } from "./kept.ts";
import { boundTo, endSession, expiresAtMs, seenBy, writeRecord } from "./record.ts";

const show = (
  { id, accountId, ...flow }: FlowRecord,
  record: FlowSessionRecord | null,
  nowMs: number,
): FlowSession => {
  const print = fingerprintOf(flow);
  const seen = print === null ? null : seenBy({ accountId, flowId: id }, print, record, nowMs);
  const session = seen?.session ?? null;
  const attempts = seen?.attempts ?? 0;
  // The one in progress has not failed yet.
  const isSigningIn = seen?.lease != null && seen.lease.untilMs > nowMs;
  return {
    flowId: id,
    kept: session !== null,
    site: siteOf(flow.url),
    cookies: session?.cookies ?? 0,
    storage: session?.storage ?? 0,
    bytes: session?.bytes ?? 0,
    source: session?.source ?? null,
    signedInAt: session?.signedInAt ?? null,
    savedAt: session?.savedAt ?? null,
    expiresAt: session && new Date(expiresAtMs(session)).toISOString(),
    failedSignIns: isSigningIn ? attempts - 1 : attempts,
    signInStopped: attempts >= MAX_SIGN_INS && !isSigningIn,
  };
};

/** @throws DomainError `not-found` */
export const getFlowSession = async (
  { store, now }: Deps,
  { accountId }: Caller,
  id: string,
): Promise<FlowSession> => {
  const [flow, record] = await Promise.all([
    store.flows.get(accountId, id),
    store.flowSessions.get(accountId, id),
  ]);
  if (!flow) throw notFound("flow", id);
  return show(flow, record, now());
};

const refuse = (message: string): DomainError =>
  new DomainError("invalid-request", "These cookies can't be imported.", {
    details: [{ path: "cookies", message }],
  });

/** Some of the domains of a file, for an error. */
const domainsOf = ({ cookies }: Session): string => {
  const domains = [...new Set(cookies.map(({ domain }) => domain.replace(/^\./, "")))];
  return domains.length > 3 ? `${domains.slice(0, 3).join(", ")} and others` : domains.join(", ");
};

/** The cookies of a file that belong to the flow's site. @throws DomainError `invalid-request` if there are none */
const takeOwn = (file: Session, site: string, nowMs: number) => {
  const own = file.cookies.filter((cookie) => isCookieOf(site, cookie));
  if (own.length === 0) throw refuse(`are of ${domainsOf(file)}; this flow's session is for ${site} only`);
  const valid = own.filter((cookie) => !isOver(cookie, nowMs));
  if (valid.length === 0)
    throw refuse(`of ${site} have all expired: sign in again in your browser, and export the cookies again`);
  const fitted = fitSession({ ...file, cookies: valid }, site, nowMs);
  if (fitted.dropped !== null)
    throw refuse(`have ${fitted.bytes} bytes with their storage; a session may have ${MAX_SESSION_BYTES}`);
  return { fitted, skipped: file.cookies.length - fitted.cookies };
};

/**
 * Imports cookies in place of the flow's session.
 *
 * @throws DomainError `not-found`; `conflict` if the flow keeps no session; `invalid-request` for a file that has no
 *   cookie of the flow's site, or is too large
 */
export const putFlowSession = async (
  deps: Deps & WithSeals,
  caller: Caller,
  id: string,
  request: PutFlowSession,
): Promise<FlowSession> => {
  const { store, now, seals } = deps;
  const owner = { accountId: caller.accountId, flowId: id };
  const file = readCookieFile(request);
  const current = await store.flows.get(caller.accountId, id);
  if (!current) throw notFound("flow", id);
  const nowMs = now();
  const savedAt = new Date(nowMs).toISOString();
  const { fitted, skipped } = takeOwn(file, siteOf(current.url), nowMs);
  const session: KeptSession = {
    sealed: await seals.seal(fitted.json, boundTo(owner)),
    source: "import",
    cookies: fitted.cookies,
    storage: fitted.storage,
    bytes: fitted.bytes,
    signedInAt: savedAt,
    savedAt,
  };
  let shown: FlowSession | undefined;
  await changeBesideFlow(deps, caller, id, {
    what: "session",
    read: () => store.flowSessions.get(caller.accountId, id),
    decide: (flow, before) => {
      const print = fingerprintOf(flow);
      if (print === null)
        throw new DomainError(
          "conflict",
          'The flow keeps no session. Set "session": {"keep": true} first, then import its cookies.',
        );
      if (siteOf(flow.url) !== siteOf(current.url))
        throw new DomainError("conflict", "The flow's site was changed meanwhile. Import the cookies again.");
      const { login, ...seen } = seenBy(owner, print, before, nowMs);
      const after = { ...seen, login: login + 1, session, attempts: 0, lease: null };
      shown = { ...show(flow, { ...after, turn: 0 }, nowMs), skipped };
      return {
        action: "flow.session-imported",
        metadata: { cookies: session.cookies, storage: session.storage },
        writes: writeRecord(deps, before, after),
      };
    },
  });
  if (!shown) throw new Error("a session was imported without being read");
  return shown;
};

/** Ends the flow's session, and lets its runs sign in again. @throws DomainError `not-found` */
export const deleteFlowSession = async (
  deps: Deps,
  caller: Caller,
  id: string,
): Promise<{ flowId: string; deletedAt: string }> => {
  await changeBesideFlow(deps, caller, id, {
    what: "session",
    read: () => deps.store.flowSessions.get(caller.accountId, id),
    decide: (flow, before) => ({
      action: "flow.session-cleared",
      metadata: {},
      writes: endSession(deps, before, fingerprintOf(flow)),
    }),
  });
  return { flowId: id, deletedAt: new Date(deps.now()).toISOString() };
};
