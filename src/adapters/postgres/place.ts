/**
 * Deliveries to a table of PostgreSQL. Each is one transaction, which also names its run in a second table
 * (`<table>_runs`): readers see a run whole or not at all, and a delivery that is repeated writes the same rows.
 */
import type { DestinationContent } from "../../contract/deliveries/destinations.ts";
import type { TableDelivery, TableRow } from "../../contract/deliveries/tableDelivery.ts";
import { quote } from "./columns.ts";
import { type Database, inTransaction, type Run } from "./connect.ts";
import type { Line } from "./line.ts";
import { openTable, type TableShape } from "./table.ts";

interface PostgresTarget extends Database {
  readonly schema: string;
  readonly table: string;
  readonly removed: "flag" | "delete";
}

/** Columns besides the fields, the key first; and the key. */
const SHAPES: Readonly<Record<DestinationContent, Pick<TableShape, "meta" | "key">>> = {
  items: { meta: ["_run", "_row", "_flow", "_collected_at"], key: ["_run", "_row"] },
  latest: { meta: ["_flow", "_key", "_run", "_collected_at", "_removed_at"], key: ["_flow", "_key"] },
  changes: {
    meta: ["_run", "_key", "_flow", "_collected_at", "_change", "_previous"],
    key: ["_run", "_key"],
  },
};

const createRuns = (name: string): string => `create table if not exists ${name} (
  destination text not null, flow text not null, run text not null, collected_at timestamptz,
  delivered_at timestamptz not null default now(), row_count bigint not null, primary key (destination, flow, run))`;

const rowOf = ({ content, flowId, runId, collectedAt }: TableDelivery, { key, record }: TableRow) => {
  const common = { _flow: flowId, _run: runId, _collected_at: collectedAt };
  if (content === "items") return { meta: { ...common, _row: Number(key) }, fields: record };
  if (content === "latest") return { meta: { ...common, _key: key, _removed_at: null }, fields: record };
  const { _change, _key, _previous, ...fields } = record;
  return { meta: { ...common, _key: key, _change, _previous: _previous ?? null }, fields };
};

/** Opens both tables, for this transaction only: another delivery to the same table waits. */
const openBoth = async (run: Run, { schema, table }: PostgresTarget, content: DestinationContent) => {
  const runs = `${quote(schema)}.${quote(`${table}_runs`)}`;
  await run("select pg_advisory_xact_lock(hashtextextended($1, 0))", [`gleaner ${schema}.${table}`]);
  await run(createRuns(runs));
  return { runs, rows: await openTable(run, { schema, table, ...SHAPES[content] }) };
};

export const createPostgresPlace = (target: PostgresTarget, line: Line) => ({
  /**
   * Writes a run's rows.
   *
   * @param renew called between the parts; what it throws undoes the delivery
   * @returns null if a newer run was delivered before
   * @throws PlaceError
   */
  deliver: (delivery: TableDelivery, renew: () => Promise<void>): Promise<number | null> =>
    inTransaction(target, line, async (run) => {
      const { destinationId, flowId, runId, collectedAt, content, hasKeys } = delivery;
      const { runs, rows } = await openBoth(run, target, content);
      if (content === "latest") {
        // Ids of runs sort by time.
        const newer = await run(
          `select 1 from ${runs} where destination = $1 and flow = $2 and run collate "C" > $3 limit 1`,
          [destinationId, flowId, runId],
        );
        if (newer.length > 0) return null;
      }
      let count = 0;
      for await (const part of delivery.parts) {
        await rows.upsert(part.map((row) => rowOf(delivery, row)));
        count += part.length;
        await renew();
      }
      if (content === "latest") {
        const gone = `${rows.name} set _removed_at = $3 where _flow = $1 and _run <> $2 and _removed_at is null`;
        // Without keys nothing tells which record is gone: the rows are replaced.
        if (hasKeys && target.removed === "flag") await run(`update ${gone}`, [flowId, runId, collectedAt]);
        else await run(`delete from ${rows.name} where _flow = $1 and _run <> $2`, [flowId, runId]);
      }
      await run(
        `insert into ${runs} (destination, flow, run, collected_at, row_count) values ($1, $2, $3, $4, $5)
         on conflict (destination, flow, run) do update set row_count = excluded.row_count, delivered_at = now()`,
        [destinationId, flowId, runId, collectedAt, count],
      );
      return count;
    }),

  /** Makes the tables as a delivery does, and undoes it. @throws PlaceError */
  test: (content: DestinationContent): Promise<void> =>
    inTransaction(target, line, async (run) => void (await openBoth(run, target, content)), true),
});
