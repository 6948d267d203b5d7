import { DAY_MS, MINUTE_MS, NANOS, WEEK_MS } from "../../contract/units.ts";
import { shardOf } from "../../store/due.ts";
import { ATTEMPT_TIMING } from "../outbox/attempts.ts";
import type { Deps, WithDashboard, WithMailQueue } from "../ports.ts";
import { successRate } from "../shared/successRate.ts";
import { readDays } from "../usage/analytics.ts";
import { readChangesDigest } from "./changesDigest.ts";
import { announceMails, type Letter, linkTo, newMail, subjectOf } from "./newMail.ts";
import { recipientsOf } from "./recipients.ts";

const DAYS = 7;
/** A Monday. */
const FIRST_WEEK_MS = Date.UTC(1970, 0, 5);

/** Reports are sent from 5:00 UTC, each account's at its own minute within four hours. */
const SENT_AFTER_MS = 5 * 60 * MINUTE_MS;
const SPREAD_MINUTES = 240;

const PERIOD = new Intl.DateTimeFormat("en-GB", { dateStyle: "long", timeZone: "UTC" });

const startOfDay = (ms: number): number => Math.floor(ms / DAY_MS) * DAY_MS;

const startOfWeek = (ms: number): number =>
  FIRST_WEEK_MS + Math.floor((ms - FIRST_WEEK_MS) / WEEK_MS) * WEEK_MS;

/** The time of day at which an account's reports are sent. */
const offsetMs = (accountId: string): number =>
  SENT_AFTER_MS + shardOf(accountId, SPREAD_MINUTES) * MINUTE_MS;

/** When an account's next reports are due: daily ones every day, weekly ones on Mondays. */
export const nextDigestMs = (accountId: string, nowMs: number): number => {
  const atMs = startOfDay(nowMs) + offsetMs(accountId);
  return atMs > nowMs ? atMs : atMs + DAY_MS;
};

/** Whether a Monday's report was due between the last date and now. */
const isWeekDue = (accountId: string, dueMs: number, nowMs: number): boolean =>
  startOfWeek(nowMs) + offsetMs(accountId) >= dueMs && startOfWeek(nowMs) + offsetMs(accountId) <= nowMs;

const weekBefore = (nowMs: number) => {
  const endMs = startOfWeek(nowMs);
  return { beginMs: endMs - WEEK_MS, endMs };
};

const nameOfWeek = ({ beginMs }: { readonly beginMs: number }): string =>
  PERIOD.formatRange(beginMs, beginMs + (DAYS - 1) * DAY_MS);

/** The report of the UTC week before `nowMs`; null if nothing ran. */
const reportOf = async (
  deps: Deps & WithDashboard,
  accountId: string,
  nowMs: number,
): Promise<Letter | null> => {
  const week = weekBefore(nowMs);
  const { totals } = await readDays(deps, accountId, week.beginMs, DAYS);
  if (totals.runs === 0) return null;
  const period = nameOfWeek(week);
  return {
    template: "report",
    subject: subjectOf(`Your report, ${period}`),
    data: {
      period,
      runs: totals.runs,
      successRate: successRate(totals.success, totals.failed),
      changes: totals.changes,
      cost: totals.costNanos / NANOS,
      ...linkTo(deps.dashboardUrl),
    },
  };
};

/** The changes of the UTC day or week before `nowMs`; null if there are none. */
const changesOf = async (
  deps: Deps & WithDashboard,
  accountId: string,
  every: "daily" | "weekly",
  nowMs: number,
): Promise<Letter | null> => {
  const today = startOfDay(nowMs);
  const range = every === "weekly" ? weekBefore(nowMs) : { beginMs: today - DAY_MS, endMs: today };
  const changes = await readChangesDigest(deps, accountId, every, range);
  if (changes === null) return null;
  const period = every === "weekly" ? nameOfWeek(range) : PERIOD.format(range.beginMs);
  return {
    template: "digest",
    subject: subjectOf(`What changed, ${period}`),
    data: { period, ...changes, ...linkTo(deps.dashboardUrl) },
  };
};

/**
 * Mails an account's reports and sets the next date in one transaction, so that two ticks send them once. After an
 * outage only the last day and week are reported.
 */
export const sendDigest = async (
  deps: Deps & WithMailQueue & WithDashboard,
  accountId: string,
  dueAt: string,
): Promise<void> => {
  const { store, now, newId } = deps;
  const nowMs = now();
  const isWeekly = isWeekDue(accountId, Date.parse(dueAt), nowMs);
  const [account, ...letters] = await Promise.all([
    store.accounts.get(accountId),
    changesOf(deps, accountId, "daily", nowMs),
    isWeekly ? changesOf(deps, accountId, "weekly", nowMs) : null,
    isWeekly ? reportOf(deps, accountId, nowMs) : null,
  ]);
  const mails =
    account && !account.suspended
      ? letters
          .filter((letter) => letter !== null)
          .flatMap((letter) =>
            recipientsOf(account, "report").map((to) =>
              newMail(deps, { id: newId("message"), accountId, to }, letter),
            ),
          )
      : [];
  await store.commit(
    store.digests.moveOn(accountId, dueAt, nextDigestMs(accountId, nowMs)),
    ...mails.map((mail) => store.mails.insert(mail, nowMs + ATTEMPT_TIMING.announceAgainMs)),
  );
  await announceMails(deps, mails);
};
