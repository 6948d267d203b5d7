/** Everything that happened is recorded once, with one event each. */
import type { AlertRecord } from "../../../src/store/account/alerts.ts";
import type { ActivityRecord, AuditRecord } from "../../../src/store/account/journal.ts";
import type { EventRecord } from "../../../src/store/deliveries/outbox.ts";
import type { RunRecord } from "../../../src/store/runs/runs.ts";
import type { Item } from "../../../src/store/table.ts";
import { type Check, compare, rowsOf } from "./shared.ts";

interface Told {
  readonly type: string;
  readonly data: { readonly id?: string };
}

const tallyOf = <T>(list: readonly T[], nameOf: (of: T) => string): ReadonlyMap<string, number> =>
  new Map([...Map.groupBy(list, nameOf)].map(([name, all]) => [name, all.length]));

export const checkJournal: Check = ({ atRest: { items }, history }) => {
  const runs = rowsOf<RunRecord>(items, "RUNS");
  const audit = tallyOf(
    rowsOf<AuditRecord>(items, "AUDIT"),
    ({ action, resource }) => `${action} ${resource}`,
  );
  const told = tallyOf(
    rowsOf<ActivityRecord>(items, "ACTIVITY"),
    ({ type, subject }) => `${type} ${subject}`,
  );
  const bodies = rowsOf<EventRecord>(items, "EVENTS").map(({ body }) => JSON.parse(body) as Told);
  const events = tallyOf(bodies, ({ type, data }) => `${type} ${data.id}`);
  const once = (where: string, tally: ReadonlyMap<string, number>, name: string, times = 1) =>
    compare(`${where}: ${name}`, tally.get(name) ?? 0, times);
  const flows = new Set([...history.versions.keys()].filter((id) => id.startsWith("FLOWS#")));
  return [
    ...runs.flatMap(({ id, status, origin }) => [
      ...once("activity", told, `run.${status} ${id}`),
      ...once("events", events, `run.${status} ${id}`),
      ...once("audit", audit, `run.created ${id}`, origin === "schedule" ? 0 : 1),
      ...once("audit", audit, `run.cancelled ${id}`, status === "cancelled" ? 1 : 0),
    ]),
    ...rowsOf<AlertRecord>(items, "ALERTS").flatMap(({ id }) =>
      once("events", events, `alert.created ${id}`),
    ),
    ...[...flows].flatMap((key) => {
      const id = key.slice(key.indexOf(" / ") + 3);
      const isGone = history.versions.get(key)?.at(-1)?.item === null;
      return once("audit", audit, `flow.deleted ${id}`, isGone ? 1 : 0);
    }),
    ...rowsOf<Item>(items, "ALERTCAUSES").flatMap(({ alertId, sk }) =>
      items.some(({ pk, sk: id }) => pk.startsWith("ALERTS#") && id === alertId)
        ? []
        : [`${sk}: no alert ${alertId}`],
    ),
  ];
};
