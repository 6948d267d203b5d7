import { useQueryClient } from "@tanstack/react-query";
import { useEffect, useMemo, useState } from "react";
import type { Item } from "../../client/index.ts";
import { usePagedList, useRecord } from "../api/queries.ts";
import { Empty } from "../ui/basics.tsx";
import { type Currencies, columnsOf, type Schema } from "../ui/items.tsx";
import { PagedTable } from "../ui/table.tsx";
import { useSearchText } from "../ui/useSearchText.ts";
import { ItemFilters, whereOf } from "./itemFilters.tsx";
import { SelectionExport } from "./runExport.tsx";

const PAGE_SIZE = 50;
/** Refetch interval while the run continues, until its first page is full. */
const FILL_EVERY_MS = 1_000;

interface RunItemsProps {
  readonly runId: string;
  /** Increases as the run continues. */
  readonly itemsExtracted: number;
  readonly isLive: boolean;
  readonly flowId: string;
  readonly currencies: Currencies | undefined;
}

/** The flow's current fields; empty if it was deleted or may not be read. */
const useSchema = (flowId: string): Schema | undefined => {
  const { data } = useRecord(["flows", flowId], (client) => client.getFlow(flowId));
  return data?.outputSchema;
};

/** The columns stay while a search finds nothing. */
const useColumns = (
  rows: readonly Item[],
  schema: Schema | undefined,
  currencies: Currencies | undefined,
) => {
  const [seen, setSeen] = useState(rows);
  if (rows.length > 0 && rows !== seen) setSeen(rows);
  return useMemo(() => columnsOf(seen, (item) => item, schema, currencies), [seen, schema, currencies]);
};

const NO_ITEMS: readonly Item[] = [];

/** The items of a run, a page at a time. The service searches, filters and sorts all of them. */
export const RunItems = ({ runId, itemsExtracted, isLive, flowId, currencies }: RunItemsProps) => {
  const { typed, settled: q, onTyped } = useSearchText();
  const [filters, setFilters] = useState<readonly string[]>([]);
  const [sort, setSort] = useState<string | null>(null);
  const where = whereOf(filters);
  const selection = { ...(q !== "" && { q }), ...(where !== undefined && { where }), ...(sort && { sort }) };
  const isNarrowed = q !== "" || filters.length > 0;
  const list = usePagedList(
    ["runs", runId, "items", selection],
    (client, page) => client.listRunItems(runId, { ...page, ...selection }),
    {
      pageSize: PAGE_SIZE,
      refetchMs: (rows) =>
        !isNarrowed && (rows?.length ?? 0) < Math.min(itemsExtracted, PAGE_SIZE) && FILL_EVERY_MS,
    },
  );
  const queries = useQueryClient();
  useEffect(() => {
    // Pages read while the run was in progress have neither all items nor the final count.
    if (!isLive) void queries.invalidateQueries({ queryKey: ["runs", runId, "items"] });
  }, [isLive, queries, runId]);
  const columns = useColumns(list.rows ?? NO_ITEMS, useSchema(flowId), currencies);
  const fields = columns.flatMap(({ field, title }) =>
    field === undefined ? [] : [[field, title] as const],
  );
  return (
    <PagedTable
      caption="Items"
      list={list}
      columns={columns}
      hasTools
      remote={{
        text: typed,
        onText: onTyped,
        sort,
        onSort: setSort,
        isNarrowed,
        tools: (
          <>
            <ItemFilters fields={fields} filters={filters} onFilters={setFilters} />
            {isNarrowed && <SelectionExport runId={runId} selection={selection} count={list.total} />}
          </>
        ),
      }}
      keyOf={(_, index) => String(list.first + index)}
      empty={
        <Empty title={isLive ? "No items yet" : "No items collected"}>
          {isLive ? "Items appear here as they are collected." : "Check the log for details."}
        </Empty>
      }
    />
  );
};
