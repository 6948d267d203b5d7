import type { Alert, AlertSeverity, AlertType } from "../../contract/account/alerts.ts";
import type { Deleted, Page } from "../../contract/common.ts";
import type { AlertRecord } from "../../store/account/alerts.ts";
import { ConditionFailed, type Write } from "../../store/table.ts";
import { notFound } from "../errors.ts";
import { audit } from "../journal/journal.ts";
import { listPage } from "../lists/listPage.ts";
import { emit } from "../outbox/events.ts";
import type { Caller, Deps, WithCursors } from "../ports.ts";
import { FIRST_LOOK_MS } from "../retentionTimes.ts";

/** How many alerts are marked at once. */
const READ_BATCH = 25;

interface NewAlert {
  /** Set if the caller stores the id elsewhere too. */
  readonly id?: string;
  readonly type: AlertType;
  readonly severity: AlertSeverity;
  readonly flowId: string | null;
  /** What happened, short enough for an email subject. */
  readonly title: string;
  readonly message: string;
  /** Identifies the problem: while it lasts, no second alert is raised. Null for one-time events. */
  readonly cause: string | null;
  /** What the event tells besides the alert. */
  readonly news?: object;
  /** The object of a picture for those who are mailed about it. */
  readonly pictureKey?: string | undefined;
}

/**
 * Writes that raise an alert. They fail on `store.alerts.causeKey` if an alert with this cause is already open; leave
 * them out in that case.
 */
export const raiseAlert = (deps: Deps, accountId: string, alert: NewAlert): Write[] => {
  const { store, newId, now } = deps;
  const { cause, news, pictureKey, id = newId("alert"), ...shown } = alert;
  const createdAt = new Date(now()).toISOString();
  const record: AlertRecord = { ...shown, id, accountId, read: false, createdAt };
  const raised = store.alerts.raise(record, cause, now() + FIRST_LOOK_MS);
  const besides = pictureKey === undefined ? {} : { pictureKey };
  return [...raised, ...emit(deps, accountId, "alert.created", { ...show(record), ...news }, besides)];
};

/** Writes that raise an alert; none if an alert with this cause is already open. */
export const raiseOnce = async (
  deps: Deps,
  accountId: string,
  alert: NewAlert & { readonly cause: string },
): Promise<Write[]> =>
  (await deps.store.alerts.hasCause(accountId, alert.cause)) ? [] : raiseAlert(deps, accountId, alert);

const show = ({ accountId, ...alert }: AlertRecord): Alert => alert;

interface AlertListQuery {
  readonly severity?: AlertSeverity | undefined;
  readonly read?: boolean | undefined;
  readonly limit: number;
  readonly cursor?: string | undefined;
}

export const listAlerts = (
  deps: Deps & WithCursors,
  caller: Caller,
  { severity, read, ...page }: AlertListQuery,
): Promise<Page<Alert>> =>
  listPage(deps, caller, {
    operation: "listAlerts",
    filters: { severity, read },
    page,
    read: (wanted) => deps.store.alerts.list(caller.accountId, { severity, read }, wanted),
    show,
  });

const findAlert = async ({ store }: Deps, { accountId }: Caller, id: string): Promise<AlertRecord> => {
  const alert = await store.alerts.get(accountId, id);
  if (!alert) throw notFound("alert", id);
  return alert;
};

export const getAlert = async (deps: Deps, caller: Caller, id: string): Promise<Alert> =>
  show(await findAlert(deps, caller, id));

/** Deletes an alert, read or unread. Its cause stays open, so the same problem raises no second alert. */
export const deleteAlert = async (deps: Deps, caller: Caller, id: string): Promise<Deleted> => {
  const { store, now } = deps;
  for (;;) {
    const alert = await findAlert(deps, caller, id);
    const change = audit(deps, caller, {
      action: "alert.deleted",
      resource: id,
      metadata: { type: alert.type, flowId: alert.flowId },
    });
    try {
      await store.commit(store.alerts.remove(alert), change);
      return { id, deletedAt: new Date(now()).toISOString() };
    } catch (error) {
      // Another request changed or deleted it; the next attempt reads its current state.
      if (!(error instanceof ConditionFailed)) throw error;
    }
  }
};

/** Marks an alert read or unread. @returns whether that changed anything */
const mark = async (deps: Deps, caller: Caller, alert: AlertRecord, read: boolean): Promise<boolean> => {
  const { store } = deps;
  if (alert.read === read) return false;
  const change = audit(deps, caller, { action: "alert.updated", resource: alert.id, metadata: { read } });
  try {
    await store.commit(store.alerts.setRead(alert, read), change);
    return true;
  } catch (error) {
    // Another request marked it the same way, or it was deleted.
    if (error instanceof ConditionFailed) return false;
    throw error;
  }
};

/** Marks an alert read or unread. Does nothing if it already is. */
export const updateAlert = async (deps: Deps, caller: Caller, id: string, read: boolean): Promise<Alert> => {
  const alert = await findAlert(deps, caller, id);
  await mark(deps, caller, alert, read);
  return show({ ...alert, read });
};

/** Marks every unread alert read. */
export const readAllAlerts = async (deps: Deps, caller: Caller): Promise<{ updated: number }> => {
  const { store } = deps;
  let updated = 0;
  let afterId: string | undefined;
  do {
    const page = await store.alerts.list(caller.accountId, { read: false }, { limit: READ_BATCH, afterId });
    // The index may still list alerts that were just marked read; count only those changed here.
    const marks = await Promise.all(page.records.map((alert) => mark(deps, caller, alert, true)));
    updated += marks.filter(Boolean).length;
    afterId = page.lastId;
  } while (afterId !== undefined);
  return { updated };
};
