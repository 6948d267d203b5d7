/** The changes of a monitor are those between one collection and the next. */
import { FlowDefinition } from "../../../src/contract/flows/flowDefinition.ts";
import { compareCollections } from "../../../src/engine/change/index.ts";
import type { ChangeRecord } from "../../../src/store/monitors/changes.ts";
import type { RecordSetEntry } from "../../../src/store/monitors/records.ts";
import type { RunRecord } from "../../../src/store/runs/runs.ts";
import { outputOf } from "./runs.ts";
import { type Check, compare, rowsOf } from "./shared.ts";

const { monitor } = FlowDefinition.parse({ name: "any", url: "https://any.example/", mode: "monitor" });

const WHOLE = { lacksRecords: false, lacksValues: false };

export const checkMonitors: Check = (outcome) => {
  const { items } = outcome.atRest;
  const runs = new Map(rowsOf<RunRecord>(items, "RUNS").map((run) => [run.id, run]));
  const changes = Map.groupBy(rowsOf<ChangeRecord>(items, "CHANGES"), ({ runId }) => runId);
  const itemsOfRun = (id: string) => {
    const run = runs.get(id);
    return run ? outputOf(outcome, run) : [];
  };
  const chains = [...outcome.history.versions].filter(([key]) => key.startsWith("RECORDSET#"));
  return chains.flatMap(([, versions]) =>
    versions.flatMap(({ item }, place) => {
      // Forgotten with its flow.
      if (item === null) return [];
      const { runId } = item as unknown as RecordSetEntry;
      const before = versions[place - 1]?.item as unknown as RecordSetEntry | undefined;
      // A run that found the same records only notes what it observed.
      if (before?.runId === runId) return [];
      const found = changes.get(runId) ?? [];
      const faults =
        runs.get(runId)?.status === "completed" ? [] : [`records of run ${runId}, which did not complete`];
      if (!before) return [...faults, ...compare(`changes found by the first run ${runId}`, found.length, 0)];
      const first = compareCollections(null, { items: itemsOfRun(before.runId), ...WHOLE }, monitor);
      if ("broken" in first) return [...faults, first.broken];
      const result = compareCollections(first.set, { items: itemsOfRun(runId), ...WHOLE }, monitor);
      if ("broken" in result) return [...faults, result.broken];
      const expected = result.changes.length === 0 ? [] : [result.changes.length];
      const sizes = found.map(({ added, removed, changed }) => added + removed + changed);
      return [...faults, ...compare(`records that run ${runId} found changed`, sizes, expected)];
    }),
  );
};
