/** Shares one session, and one sign-in at a time, between the runs and shards of a flow. */
import { MAX_SIGN_INS } from "../../contract/flows/sessions.ts";
import { siteOf } from "../../contract/site.ts";
import { counted } from "../../contract/wording.ts";
import type { SignIns, SignInTurn } from "../../engine/collection/index.ts";
import type { FlowSessionRecord, KeptSession } from "../../store/flows/flowSessions.ts";
import type { FlowVersion } from "../../store/flows/flows.ts";
import type { RunRecord } from "../../store/runs/runs.ts";
import { ConditionFailed } from "../../store/table.ts";
import type { Deps, WithSeals } from "../ports.ts";
import { fingerprintOf } from "./fingerprint.ts";
import { fitSession, readSession, type Session } from "./kept.ts";
import { boundTo, openSession, seenBy, writeRecord } from "./record.ts";

/** Longer than a sign-in takes: its run may die, and another signs in after that. */
const LEASE_MS = 120_000;
/** How often a run asks whether another has signed in. */
const ASK_MS = 1_000;
/** Attempts while other runs change the record. */
const ATTEMPTS = 20;

type SessionDeps = Pick<Deps, "store" | "now"> & WithSeals;
type Seen = Omit<FlowSessionRecord, "turn">;

/** What a run did with its session, for its log. */
interface Saved {
  readonly level: "info" | "warn" | "debug";
  readonly message: string;
}

const nothing: Saved = { level: "debug", message: "" };

const tell = ({ cookies, storage }: KeptSession): string =>
  `${counted(cookies, "cookie")}${storage > 0 ? ` and ${counted(storage, "storage entry", "storage entries")}` : ""}`;

export interface RunSession extends SignIns {
  /** The session that the flow's earlier runs have left. */
  load(): Promise<Session | null>;
  /** Keeps a run's session for the next. @returns what happened, for the run's log */
  save(session: unknown): Promise<Saved>;
}

/**
 * The session of a flow as one of its runs sees it.
 *
 * @param onSession called with each session that the run uses, before it does
 * @returns null if the run has none: its flow keeps none, or it reads saved pages
 */
export const openRunSession = (
  deps: SessionDeps,
  run: Pick<RunRecord, "accountId" | "flowId" | "id" | "shard" | "snapshotsOf">,
  flow: FlowVersion,
  onSession: (session: Session) => void,
): RunSession | null => {
  const print = fingerprintOf(flow);
  if (print === null || run.snapshotsOf !== undefined) return null;
  const { store, now, seals } = deps;
  const owner = { accountId: run.accountId, flowId: run.flowId };
  const me = run.shard === undefined ? run.id : `${run.id}/${run.shard}`;
  const site = siteOf(flow.url);

  const holds = ({ lease }: Seen): boolean => lease?.by === me && lease.untilMs > now();

  /** Changes the record, unless the flow has been changed in a way that ends its sessions, or deleted. */
  const change = async <T>(
    decide: (seen: Seen) => Promise<{ readonly next: Seen | null; readonly result: T }>,
    otherwise: T,
  ): Promise<T> => {
    for (let attempt = 1; ; attempt += 1) {
      const [current, record] = await Promise.all([
        store.flows.get(owner.accountId, owner.flowId),
        store.flowSessions.get(owner.accountId, owner.flowId),
      ]);
      if (!current || fingerprintOf(current) !== print) return otherwise;
      const { next, result } = await decide(seenBy(owner, print, record, now()));
      if (!next) return result;
      try {
        await store.commit(writeRecord(deps, record, next), store.flows.checkVersion(current));
        return result;
      } catch (error) {
        if (!(error instanceof ConditionFailed) || attempt === ATTEMPTS) throw error;
      }
    }
  };
  const open = async (seen: Seen): Promise<Session | null> => {
    const session = await openSession(deps, seen);
    if (session) onSession(session);
    return session;
  };

  const pack = async (session: Session, source: KeptSession["source"], signedInAt?: string) => {
    const fitted = fitSession(session, site, now());
    const savedAt = new Date(now()).toISOString();
    const { json, cookies, storage, bytes, dropped } = fitted;
    if (dropped === "everything") return { kept: null, dropped, bytes };
    const sealed = await seals.seal(json, boundTo(owner));
    const kept: KeptSession = {
      sealed,
      source,
      cookies,
      storage,
      bytes,
      signedInAt: signedInAt ?? savedAt,
      savedAt,
    };
    return { kept, dropped, bytes };
  };

  return {
    load: async () => {
      const record = await store.flowSessions.get(owner.accountId, owner.flowId);
      return open({ ...seenBy(owner, print, record, now()) });
    },

    begin: (session) =>
      change<SignInTurn>(
        async (seen) => {
          const { login, lease, attempts } = seen;
          const known = readSession(session)?.login ?? 0;
          const isLeased = lease !== null && lease.by !== me && lease.untilMs > now();
          if (isLeased) return { next: null, result: { kind: "wait", ms: ASK_MS } };
          const newer = login > known ? await open(seen) : null;
          if (newer) return { next: null, result: { kind: "shared", session: newer } };
          if (attempts >= MAX_SIGN_INS)
            return { next: null, result: { kind: "stopped", failures: attempts } };
          // Counted before it begins: a worker that dies may have signed in, or failed to.
          const next = { ...seen, attempts: attempts + 1, lease: { by: me, untilMs: now() + LEASE_MS } };
          return { next, result: { kind: "mine", login: login + 1 } };
        },
        { kind: "alone" },
      ),

    succeed: async (given) => {
      const session = readSession(given);
      if (!session) return;
      onSession(session);
      await change(async (seen) => {
        if (!holds(seen)) return { next: null, result: undefined };
        const { kept } = await pack(session, "sign-in");
        const next = { ...seen, session: kept, login: seen.login + 1, attempts: 0, lease: null };
        return { next, result: undefined };
      }, undefined);
    },

    fail: (hasActed) =>
      change<number>(async (seen) => {
        if (!holds(seen)) return { next: null, result: Math.max(0, MAX_SIGN_INS - seen.attempts) };
        const attempts = hasActed ? seen.attempts : seen.attempts - 1;
        return { next: { ...seen, attempts, lease: null }, result: Math.max(0, MAX_SIGN_INS - attempts) };
      }, MAX_SIGN_INS),

    save: async (given) => {
      const session = readSession(given);
      if (!session) return nothing;
      const known = session.login ?? 0;
      return change<Saved>(async (seen) => {
        // A sign-in whose success was not written yet, because its worker had to wait for the site.
        const isOwn = holds(seen) && known === seen.login + 1;
        if (known !== seen.login && !isOwn) return { next: null, result: nothing };
        const before = seen.session;
        const source = isOwn ? "sign-in" : (before?.source ?? "visit");
        const { kept, dropped, bytes } = await pack(session, source, isOwn ? undefined : before?.signedInAt);
        const tooLarge = `The session is too large to keep whole (${bytes} bytes of JSON)`;
        if (!kept) {
          const message = `${tooLarge}: its cookies alone exceed the limit, so nothing was kept.`;
          return { next: null, result: { level: "warn", message } };
        }
        if (kept.cookies + kept.storage === 0 && !before) return { next: null, result: nothing };
        const next = { ...seen, session: kept, ...(isOwn && { login: known, attempts: 0, lease: null }) };
        const message =
          dropped === null
            ? `Kept the session for the next run: ${tell(kept)}.`
            : `${tooLarge}: only ${tell(kept)} could be kept.`;
        return { next, result: { level: dropped === null ? "info" : "warn", message } };
      }, nothing);
    },
  };
};

/** The line of a run's log about the session that it starts with. */
export const tellLoaded = ({ cookies }: Session): string =>
  `Using the flow's session: ${counted(cookies.length, "cookie")}.`;
