/** Guards of the service that can be taken away, to see that the stories miss them. */
import type { Condition, Key, Table, Update, Write } from "../../../src/store/table.ts";

type ChangeWrite = (write: Write) => Write | null;

/** A table whose writes are changed on their way; null drops a write. */
const rewriting =
  (change: ChangeWrite) =>
  (table: Table): Table => ({
    ...table,
    update: (update) =>
      table.update((change({ kind: "update", ...update }) ?? update) as Omit<Update, "kind">),
    transact: (writes) => table.transact(writes.flatMap((write) => change(write) ?? [])),
  });

const keyOf = (write: Write): Key => (write.kind === "put" ? write.item : write.key);

const without = (when: Condition | undefined, names: readonly string[]): Condition => {
  const left = Object.entries(when ?? {}).filter(([name]) => !names.includes(name));
  return left.length > 0 ? Object.fromEntries(left) : { sk: { ne: "" } };
};

const dropTestsWhere = (isMeant: (key: Key) => boolean, names: readonly string[]) =>
  rewriting((write) => {
    if (!isMeant(keyOf(write)) || !write.when) return write;
    return { ...write, when: without(write.when, names) } as Write;
  });

/** Drops tests of a condition wherever records of this kind are written. */
const dropTests = (kind: string, ...names: readonly string[]) =>
  dropTestsWhere(({ pk }) => pk.startsWith(`${kind}#`), names);

const dropWrites = (isDropped: (write: Write) => boolean) =>
  rewriting((write) => (isDropped(write) ? null : write));

export const BREAKS: Readonly<Record<string, (table: Table) => Table>> = {
  "the fence of runs": dropTests("RUNS", "fence", "status", "checkpointKey"),
  "the fence of shards": dropTestsWhere(
    ({ sk }) => sk.startsWith("WORK#"),
    ["fence", "isDone", "checkpointKey", "leaseUntil"],
  ),
  "the turn of shards": dropTestsWhere(({ sk }) => sk === "WORK", ["turn"]),
  "the turn at origins": dropTests("ORIGIN", "version"),
  "the turn of deliveries": dropTests("DELIVERIES", "turn"),
  "the once of deliveries": dropTests("DELIVERIES", "pk"),
  "the limit of slots": dropTests("SLOTS", "used"),
  "the count of sign-ins": rewriting((write) =>
    write.kind === "put" && write.item.pk.startsWith("FLOWSESSIONS#")
      ? { ...write, item: { ...write.item, attempts: 0 } }
      : write,
  ),
  "the failures in a row": dropTests("COUNTS", "failuresInRow"),
  "the release of slots": dropWrites(
    (write) => write.kind === "update" && write.key.pk.startsWith("SLOTS#") && write.add?.used === -1,
  ),
  "the outbox": dropWrites((write) => write.kind === "put" && write.item.dueKind === "event"),
  "one counter": dropWrites(
    (write) => write.kind === "update" && write.key.pk.startsWith("DAYS#") && write.add?.failed === 1,
  ),
  "output parts": dropWrites((write) => write.kind === "put" && write.item.pk.startsWith("RUNPARTS#")),
  "the outcomes of sites": dropWrites(
    (write) => write.kind === "put" && write.item.pk.startsWith("RUNSITES#"),
  ),
  "the audit log": dropWrites((write) => write.kind === "put" && write.item.pk.startsWith("AUDIT#")),
};

/** The same for exports, which have stories of their own. */
export const EXPORT_BREAKS: Readonly<Record<string, (table: Table) => Table>> = {
  "the turn of exports": dropTests("EXPORTS", "turn"),
  "the run that must exist": dropWrites(
    (write) => write.kind === "check" && write.key.pk.startsWith("RUNS#"),
  ),
  "the list of parts": dropWrites((write) => write.kind === "put" && write.item.pk.startsWith("RUNEXPORTS#")),
  "the release of the limit": dropWrites(
    (write) => write.kind === "update" && write.key.sk === "tally-EXPORTS" && write.add?.used === -1,
  ),
};
