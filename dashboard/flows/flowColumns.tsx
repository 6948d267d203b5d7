/** Columns that the lists of flows share. */
import type { FlowSummary } from "../../client/index.ts";
import { Time } from "../ui/basics.tsx";
import { showCount, showPercent } from "../ui/format.ts";
import type { Column } from "../ui/table.tsx";

export const LAST_RUN: Column<FlowSummary> = {
  title: "Last run",
  isMinor: true,
  cell: ({ lastRunAt }) => <Time at={lastRunAt} />,
};

export const LAST_ITEMS: Column<FlowSummary> = {
  title: "Items",
  isNumber: true,
  cell: ({ lastItemCount }) => (lastItemCount === null ? "–" : showCount(lastItemCount)),
};

export const SUCCESS: Column<FlowSummary> = {
  title: "Success",
  isMinor: true,
  isNumber: true,
  cell: ({ successRate, totalRuns }) => (totalRuns === 0 ? "–" : showPercent(successRate)),
};
