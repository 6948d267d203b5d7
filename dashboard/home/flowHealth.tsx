import { Link } from "wouter";
import type { FlowSummary } from "../../client/index.ts";
import { useRecord } from "../api/queries.ts";
import { LAST_ITEMS, LAST_RUN, SUCCESS } from "../flows/flowColumns.tsx";
import { Badge, Card, Loading } from "../ui/basics.tsx";
import { Problem } from "../ui/problem.tsx";
import { type Column, Table } from "../ui/table.tsx";

const SHOWN = 8;
const EVERY_MS = 30_000;

const COLUMNS: readonly Column<FlowSummary>[] = [
  {
    title: "Name",
    isName: true,
    cell: ({ id, name }) => (
      <Link href={`/flows/${id}`} className="two-lines" title={name}>
        {name}
      </Link>
    ),
  },
  {
    title: "Status",
    cell: ({ status, needsAttention }) => (
      <Badge of={needsAttention && status !== "error" ? "warning" : status} />
    ),
  },
  LAST_RUN,
  LAST_ITEMS,
  { ...SUCCESS, isExtra: true },
];

/** The flows that ran last: whether they work, and how much they collected. */
export const FlowHealth = () => {
  const { data, error, refetch } = useRecord(
    ["flows", "health"],
    (client) => client.listFlows({ sort: "lastRunAt", limit: SHOWN }),
    { refetchMs: () => EVERY_MS },
  );
  return (
    <Card title="Flows" isFlush actions={<Link href="/flows">All flows</Link>}>
      {error !== null && <Problem error={error} retry={() => void refetch()} />}
      {data === undefined && error === null && <Loading lines={3} />}
      {data !== undefined && (
        <Table caption="Flows that ran last" rows={data.data} columns={COLUMNS} keyOf={({ id }) => id} />
      )}
    </Card>
  );
};
