import { usePagedList } from "../api/queries.ts";
import { Empty } from "../ui/basics.tsx";
import { columnsOf } from "../ui/items.tsx";
import { PagedTable } from "../ui/table.tsx";

const PAGE_SIZE = 25;
/** While a run goes on, until its first page is full. */
const FILL_EVERY_MS = 1_000;

interface RunItemsProps {
  readonly runId: string;
  /** Rises as the run goes on. */
  readonly itemsExtracted: number;
  readonly isLive: boolean;
}

/** What a run has collected, a page at a time. */
export const RunItems = ({ runId, itemsExtracted, isLive }: RunItemsProps) => {
  const list = usePagedList(["runs", runId, "items"], (client, page) => client.listRunItems(runId, page), {
    pageSize: PAGE_SIZE,
    refetchMs: (rows) => (rows?.length ?? 0) < Math.min(itemsExtracted, PAGE_SIZE) && FILL_EVERY_MS,
  });
  return (
    <PagedTable
      caption="Items"
      list={list}
      columns={columnsOf(list.rows ?? [], (item) => item)}
      keyOf={(_, index) => String(list.first + index)}
      empty={
        <Empty title={isLive ? "No items yet" : "No items collected"}>
          {isLive ? "Items appear here as they are collected." : "Check the log for details."}
        </Empty>
      }
    />
  );
};
