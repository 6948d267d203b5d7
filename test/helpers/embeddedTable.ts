/** Embedded tables that behave like DynamoDB on AWS, each in its own file. */
import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import {
  createEmbeddedTable,
  type EmbeddedTable,
  type EmbeddedTableOptions,
} from "../../src/store/embedded/table.ts";
import type { TableSettings, WorldTable } from "../faults/sim/world.ts";

/** Share of writes that conflict, as they may on AWS. */
const CONFLICTS = 0.05;

type Settings = Partial<TableSettings> & Pick<EmbeddedTableOptions, "onConsumed">;

export const openEmbeddedTables = () => {
  const folder = mkdtempSync(join(tmpdir(), "gleaner-table-"));
  const opened: EmbeddedTable[] = [];
  return {
    open: ({ indexLagMs = () => 0, ...settings }: Settings = {}): WorldTable => {
      const path = join(folder, `table-${opened.length}.db`);
      const table = createEmbeddedTable({ ...settings, path, aws: { indexLagMs, conflicts: CONFLICTS } });
      opened.push(table);
      return { table, all: async () => [...table.all()] };
    },
    close: (): void => {
      for (const table of opened) table.close();
      rmSync(folder, { recursive: true });
    },
  };
};
