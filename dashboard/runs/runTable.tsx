import type { ReactNode } from "react";
import { Link } from "wouter";
import { isOver, type RunStatus, type RunSummary } from "../../client/index.ts";
import { usePagedList } from "../api/queries.ts";
import { Badge, Time } from "../ui/basics.tsx";
import { showCount, showDateTime, showDuration, showMoney, showOrigin } from "../ui/format.ts";
import { type Column, PagedTable } from "../ui/table.tsx";

const LIVE_EVERY_MS = 3_000;
const IDLE_EVERY_MS = 30_000;

export const isLive = (run: { readonly status: RunStatus }): boolean => !isOver(run);

const FLOW: Column<RunSummary> = {
  title: "Flow",
  isName: true,
  cell: ({ id, flowName }) => (
    <Link href={`/runs/${id}`} className="truncate">
      {flowName}
    </Link>
  ),
};

const STARTED: Column<RunSummary> = { title: "Started", cell: ({ startedAt }) => <Time at={startedAt} /> };

/** Runs of one flow are distinguished by their start time. */
const RUN: Column<RunSummary> = {
  title: "Run",
  isName: true,
  cell: ({ id, startedAt }) => (
    <Link href={`/runs/${id}`} className="nowrap">
      {showDateTime(startedAt)}
    </Link>
  ),
};

const STATUS: Column<RunSummary> = {
  title: "Status",
  cell: ({ status, warnings }) => (
    <>
      <Badge of={status} />
      {warnings.length > 0 && <Badge of="warning" />}
    </>
  ),
};

const FIGURES: readonly Column<RunSummary>[] = [
  { title: "Why", isExtra: true, cell: showOrigin },
  { title: "Duration", isNumber: true, isExtra: true, cell: ({ duration }) => showDuration(duration) },
  { title: "Pages", isNumber: true, isExtra: true, cell: ({ pagesFetched }) => showCount(pagesFetched) },
  { title: "Items", isNumber: true, cell: ({ itemsExtracted }) => showCount(itemsExtracted) },
  { title: "Cost", isNumber: true, isExtra: true, cell: ({ cost }) => showMoney(cost) },
];

interface RunTableProps {
  readonly query: {
    readonly flowId?: string;
    readonly status?: RunStatus;
    readonly from?: string;
    readonly to?: string;
  };
  readonly empty: ReactNode;
  readonly pageSize?: number;
}

export const RunTable = ({ query, empty, pageSize = 50 }: RunTableProps) => {
  const list = usePagedList(
    ["runs", "list", query, pageSize],
    (client, page) => client.listRuns({ ...query, ...page }),
    { pageSize, refetchMs: (rows) => (rows?.some(isLive) ? LIVE_EVERY_MS : IDLE_EVERY_MS) },
  );
  const columns =
    query.flowId === undefined
      ? [FLOW, STATUS, STARTED, ...FIGURES.map((figure) => ({ ...figure, isMinor: true }))]
      : [RUN, STATUS, ...FIGURES];
  return <PagedTable caption="Runs" columns={columns} list={list} keyOf={({ id }) => id} empty={empty} />;
};
