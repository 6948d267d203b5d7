import { useQueryClient } from "@tanstack/react-query";
import { useEffect, useMemo } from "react";
import { usePagedList, useRecord } from "../api/queries.ts";
import { Empty } from "../ui/basics.tsx";
import { type Currencies, columnsOf, type Schema } from "../ui/items.tsx";
import { PagedTable } from "../ui/table.tsx";

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

/** The items of a run, a page at a time. */
export const RunItems = ({ runId, itemsExtracted, isLive, flowId, currencies }: RunItemsProps) => {
  const list = usePagedList(["runs", runId, "items"], (client, page) => client.listRunItems(runId, page), {
    pageSize: PAGE_SIZE,
    refetchMs: (rows) => (rows?.length ?? 0) < Math.min(itemsExtracted, PAGE_SIZE) && FILL_EVERY_MS,
  });
  const queries = useQueryClient();
  useEffect(() => {
    // Pages read while the run was in progress have neither all items nor the final count.
    if (!isLive) void queries.invalidateQueries({ queryKey: ["runs", runId, "items"] });
  }, [isLive, queries, runId]);
  const schema = useSchema(flowId);
  const columns = useMemo(
    () => columnsOf(list.rows ?? [], (item) => item, schema, currencies),
    [list.rows, schema, currencies],
  );
  return (
    <PagedTable
      caption="Items"
      list={list}
      columns={columns}
      hasTools
      keyOf={(_, index) => String(list.first + index)}
      empty={
        <Empty title={isLive ? "No items yet" : "No items collected"}>
          {isLive ? "Items appear here as they are collected." : "Check the log for details."}
        </Empty>
      }
    />
  );
};
