import type { ActivityEntry, AuditEntry } from "../../contract/account/journal.ts";
import type { Page, Range } from "../../contract/common.ts";
import { idAfter } from "../../contract/ids.ts";
import { type ActivityRecord, type AuditRecord, isKept } from "../../store/account/journal.ts";
import type { Write } from "../../store/table.ts";
import { listPage, withinRange } from "../lists/listPage.ts";
import type { Actor, Caller, Deps, WithCursors } from "../ports.ts";
import { FIRST_LOOK_MS } from "../retentionTimes.ts";
import { readNames } from "./names.ts";

interface Change {
  /** Dotted name, such as `flow.created`. */
  readonly action: string;
  /** Identifier of the affected record. */
  readonly resource: string;
  /** Details for readers of the log. Never a secret. */
  readonly metadata?: Readonly<Record<string, unknown>>;
}

const entryOf = ({ newId, now }: Deps, actor: Actor, change: Change): AuditRecord => {
  const { accountId, userId, keyId, sessionId, request } = actor;
  const by = sessionId === undefined ? { keyId } : { sessionId };
  return {
    id: newId("audit"),
    accountId,
    action: change.action,
    userId,
    resource: change.resource,
    timestamp: new Date(now()).toISOString(),
    metadata: { ...by, address: request.address, requestId: request.id, ...change.metadata },
  };
};

/** The audit entry of a change made by a caller. Commit it together with the change. */
export const audit = (deps: Deps, actor: Actor, change: Change): Write[] =>
  deps.store.journal.audit(entryOf(deps, actor, change));

/** The audit entry of a run that a caller has started. Programs start many: theirs are kept for a while, people's for good. */
export const auditRun = (deps: Deps, actor: Actor, change: Change): Write[] =>
  actor.sessionId === undefined
    ? deps.store.journal.auditRun(entryOf(deps, actor, change))
    : audit(deps, actor, change);

/** The audit entry of a change that the service makes by itself. */
export const auditSystem = ({ store, newId, now }: Deps, accountId: string, change: Change): Write[] =>
  store.journal.audit({
    id: newId("audit"),
    accountId,
    action: change.action,
    userId: "system",
    resource: change.resource,
    timestamp: new Date(now()).toISOString(),
    metadata: change.metadata ?? {},
  });

interface News {
  readonly type: string;
  /** One sentence for people. */
  readonly message: string;
  readonly flowId: string | null;
  /** Identifier of the record that the sentence is about. */
  readonly subject: string;
  /** Who did it; absent: the service itself. */
  readonly userId?: string;
}

/** An entry of the activity feed. Commit it together with the change it reports. */
export const addActivity = ({ store, newId, now }: Deps, accountId: string, news: News): Write[] =>
  store.journal.addActivity(
    { ...news, id: newId("activity"), accountId, timestamp: new Date(now()).toISOString() },
    now() + FIRST_LOOK_MS,
  );

/** A run and when it ended. */
export interface EndedRun {
  readonly id: string;
  readonly accountId: string;
  readonly finishedAt: string | null;
}

/** The id of the entry about a run's end is derived from the run, because both are deleted together. */
const endEntryId = ({ id, finishedAt }: EndedRun): string =>
  idAfter("activity", Date.parse(finishedAt ?? ""), id);

/** An entry of the activity feed about a run's end. Commit it in the transaction that ends the run. */
export const addRunActivity = (
  { store }: Deps,
  run: EndedRun & { readonly finishedAt: string },
  news: Pick<News, "type" | "message" | "flowId">,
): Write[] =>
  store.journal.addRunActivity({
    ...news,
    subject: run.id,
    id: endEntryId(run),
    accountId: run.accountId,
    timestamp: run.finishedAt,
  });

/** The entry that is to be deleted with a run, or has to be kept when the run is deleted earlier; null if it comes due by itself. */
export const readEndEntry = async ({ store }: Deps, run: EndedRun): Promise<ActivityRecord | null> =>
  run.finishedAt === null ? null : store.journal.getOfRun(run.accountId, endEntryId(run));

interface ListQuery {
  readonly limit: number;
  readonly cursor?: string | undefined;
}

interface AuditListQuery extends ListQuery, Range {
  readonly action?: string | undefined;
  readonly resource?: string | undefined;
}

export const listAudit = async (
  deps: Deps & WithCursors,
  caller: Caller,
  { action, resource, from, to, ...page }: AuditListQuery,
): Promise<Page<AuditEntry>> => {
  const { journal } = deps.store;
  const filters = { action, resource, from, to };
  const isNarrowed = Object.values(filters).some((value) => value !== undefined);
  const within = withinRange<AuditRecord>(
    "audit",
    { from, to },
    ({ timestamp }) => timestamp,
    (entry) =>
      isKept(entry, deps.now()) &&
      (action === undefined || entry.action === action) &&
      (resource === undefined || entry.resource === resource),
  );
  const [list, names] = await Promise.all([
    listPage(deps, caller, {
      operation: "listAudit",
      filters,
      page,
      read: (wanted) =>
        isNarrowed
          ? journal.listAuditWithin(caller.accountId, within, wanted)
          : journal.listAudit(caller.accountId, wanted, deps.now()),
      show: ({ accountId, expiresAt, ...entry }) => ({ ...entry, metadata: { ...entry.metadata } }),
    }),
    readNames(deps, caller),
  ]);
  return {
    ...list,
    items: list.items.map((entry) => ({ ...entry, email: names.get(entry.userId) ?? null })),
  };
};

export const listActivity = async (
  deps: Deps & WithCursors,
  caller: Caller,
  page: ListQuery,
): Promise<Page<ActivityEntry>> => {
  const [list, names] = await Promise.all([
    listPage(deps, caller, {
      operation: "listActivity",
      filters: {},
      page,
      read: (wanted) => deps.store.journal.listActivity(caller.accountId, wanted),
      show: ({ accountId, subject, ...entry }) => entry,
    }),
    readNames(deps, caller),
  ]);
  const items = list.items.map(({ userId = "", ...entry }) => ({ ...entry, by: names.get(userId) ?? null }));
  return { ...list, items };
};
