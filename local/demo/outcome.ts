import type { Run } from "../../client/index.ts";
import { renderTable, showCost, showCount, showDuration, type Voice } from "./print.ts";

const TABLE_ROWS = 8;
const SAMPLE_ITEMS = 3;

/** Shows a run's first items as a table, and its duration and cost. */
export const sayOutcome = (run: Run, columns: readonly string[], voice: Voice): void => {
  const facts = `${showCount(run.itemsExtracted, "item")} from ${showCount(run.pagesFetched, "page")} in ${showDuration(run.duration)}, cost ${showCost(run.cost)}`;
  voice.say();
  if (run.outputPreview.length > 0) {
    const rows = run.outputPreview.slice(0, TABLE_ROWS);
    for (const line of renderTable(rows, columns)) voice.say(`  ${line}`);
    const rest = run.itemsExtracted - rows.length;
    if (rest > 0) voice.say(voice.dim(`  … and ${rest.toLocaleString("en")} more`));
    voice.say();
  }
  if (run.status === "completed") voice.say(voice.bold(`Completed: ${facts}.`));
  else voice.say(voice.bold(`The run ${run.status === "failed" ? "failed" : "was cancelled"} (${facts}).`));
};

/** The same facts for programs. */
export const reportOf = (run: Run) => ({
  runStatus: run.status,
  itemsExtracted: run.itemsExtracted,
  pages: run.pagesFetched,
  durationMs: run.duration,
  costUsd: run.cost,
  sample: run.outputPreview.slice(0, SAMPLE_ITEMS),
});
