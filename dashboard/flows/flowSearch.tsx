import { useDeferredValue } from "react";
import type { Client, FlowMode, FlowStatus, FlowSummary } from "../../client/index.ts";
import { useRecord } from "../api/queries.ts";
import { Empty, Loading } from "../ui/basics.tsx";
import { showPlural } from "../ui/format.ts";
import { Problem } from "../ui/problem.tsx";
import { type Column, Table } from "../ui/table.tsx";

/** The API lists flows by state and mode: a search by name reads the newest of them, no more than this. */
const MAX_PAGES = 10;
const PAGE_SIZE = 200;
const MAX_FOUND = 50;

interface FlowQuery {
  readonly status?: FlowStatus;
  readonly mode?: FlowMode;
}

interface Found {
  readonly flows: readonly FlowSummary[];
  readonly searched: number;
  readonly total: number;
}

/** All flows that a search looks at, read once for all searches of a visit. */
const readNewest = async (client: Client, query: FlowQuery) => {
  const flows: FlowSummary[] = [];
  let cursor: string | undefined;
  for (let pages = 0; pages < MAX_PAGES; pages += 1) {
    const page = await client.listFlows({ ...query, limit: PAGE_SIZE, ...(cursor && { cursor }) });
    flows.push(...page.data);
    cursor = page.nextCursor;
    if (cursor === undefined) return { flows, total: page.total };
  }
  return { flows, total: Number.POSITIVE_INFINITY };
};

const find = (flows: readonly FlowSummary[], text: string): Found => {
  const wanted = text.trim().toLowerCase();
  const found = flows.filter(({ id, name, url }) => `${id} ${name} ${url}`.toLowerCase().includes(wanted));
  return { flows: found.slice(0, MAX_FOUND), searched: flows.length, total: found.length };
};

interface FlowSearchProps {
  readonly text: string;
  readonly query: FlowQuery;
  readonly columns: readonly Column<FlowSummary>[];
}

export const FlowSearch = ({ text, query, columns }: FlowSearchProps) => {
  const { data, error, refetch } = useRecord(["flows", "search", query], (client) =>
    readNewest(client, query),
  );
  const wanted = useDeferredValue(text);
  if (data === undefined)
    return error === null ? <Loading /> : <Problem error={error} retry={() => void refetch()} />;
  const { flows, searched, total } = find(data.flows, wanted);
  const isPart = data.total > searched;
  return (
    <>
      {flows.length === 0 ? (
        <Empty title="No matching flows" />
      ) : (
        <Table caption="Search results" columns={columns} rows={flows} keyOf={({ id }) => id} />
      )}
      <p className="pager" role="status">
        {showPlural(total, "flow")} found{isPart && ` among the newest ${showPlural(searched, "flow")}`}
        {total > flows.length && `, the first ${flows.length} shown`}.
      </p>
    </>
  );
};
