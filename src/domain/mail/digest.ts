import { DAY_MS, MINUTE_MS, NANOS, WEEK_MS } from "../../contract/units.ts";
import { shardOf } from "../../store/due.ts";
import { readDays } from "../analytics.ts";
import { ATTEMPT_TIMING } from "../attempts.ts";
import { successRate } from "../flows/show.ts";
import type { Deps, WithMailQueue } from "../ports.ts";
import { announceMails, type Letter, newMail, subjectOf } from "./newMail.ts";
import { recipientsOf } from "./recipients.ts";

const DAYS = 7;
/** A Monday. */
const FIRST_WEEK_MS = Date.UTC(1970, 0, 5);

/** Reports are sent on Mondays from 5:00 UTC on, each account's at a minute of its own within four hours. */
const SENT_AFTER_MS = 5 * 60 * MINUTE_MS;
const SPREAD_MINUTES = 240;

const PERIOD = new Intl.DateTimeFormat("en-GB", { dateStyle: "long", timeZone: "UTC" });

const startOfWeek = (ms: number): number =>
  FIRST_WEEK_MS + Math.floor((ms - FIRST_WEEK_MS) / WEEK_MS) * WEEK_MS;

/** When an account's next report is due. */
export const nextDigestMs = (accountId: string, nowMs: number): number => {
  const offsetMs = SENT_AFTER_MS + shardOf(accountId, SPREAD_MINUTES) * MINUTE_MS;
  const atMs = startOfWeek(nowMs) + offsetMs;
  return atMs > nowMs ? atMs : atMs + WEEK_MS;
};

/** The report of the UTC week before `dueMs`; null where nothing ran in it. */
const reportOf = async (deps: Deps, accountId: string, dueMs: number): Promise<Letter | null> => {
  const beginMs = startOfWeek(dueMs) - WEEK_MS;
  const { totals } = await readDays(deps, accountId, beginMs, DAYS);
  if (totals.runs === 0) return null;
  const period = PERIOD.formatRange(beginMs, beginMs + (DAYS - 1) * DAY_MS);
  return {
    template: "report",
    subject: subjectOf(`Your report, ${period}`),
    data: {
      period,
      runs: totals.runs,
      successRate: successRate(totals.success, totals.failed),
      changes: totals.changes,
      cost: totals.costNanos / NANOS,
    },
  };
};

/**
 * Mails an account's weekly report and sets the date of the next: one transaction, so that two ticks do it
 * once. After a long stop only the last week is told.
 */
export const sendDigest = async (
  deps: Deps & WithMailQueue,
  accountId: string,
  dueAt: string,
): Promise<void> => {
  const { store, now, newId } = deps;
  const nowMs = now();
  const [account, report] = await Promise.all([
    store.accounts.get(accountId),
    reportOf(deps, accountId, nowMs),
  ]);
  const mails =
    account && report
      ? recipientsOf(account, "report").map((to) =>
          newMail(deps, { id: newId("message"), accountId, to }, report),
        )
      : [];
  await store.commit(
    store.digests.moveOn(accountId, dueAt, nextDigestMs(accountId, nowMs)),
    ...mails.map((mail) => store.mails.insert(mail, nowMs + ATTEMPT_TIMING.announceAgainMs)),
  );
  await announceMails(deps, mails);
};
