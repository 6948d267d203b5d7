import { useState } from "react";
import type { PageCounts, PageOutcome } from "../../client/index.ts";
import { usePagedList } from "../api/queries.ts";
import { Badge, Card, Empty } from "../ui/basics.tsx";
import { showCount } from "../ui/format.ts";
import { type Column, PagedTable } from "../ui/table.tsx";
import { RetryFailed } from "./runActions.tsx";

const PAGE_SIZE = 25;

type Status = PageOutcome["status"] | "";

const COLUMNS: readonly Column<PageOutcome>[] = [
  {
    title: "URL",
    isName: true,
    cell: ({ url }) => (
      <a className="truncate" href={url} target="_blank" rel="noreferrer noopener" title={url}>
        {url}
      </a>
    ),
  },
  { title: "Status", cell: ({ status }) => <Badge of={status} /> },
  { title: "Items", isNumber: true, cell: ({ items }) => showCount(items) },
  { title: "Reason", isExtra: true, cell: ({ error }) => error?.message ?? "" },
  {
    title: "Reserves",
    isExtra: true,
    cell: ({ permissions }) => permissions?.reserved.join(", ") ?? "",
  },
];

interface RunPagesProps {
  readonly runId: string;
  readonly pages: PageCounts;
  readonly isLive: boolean;
  /** Whether failed pages can be retried by themselves: those of a list of sites cannot. */
  readonly mayRetry: boolean;
}

/** The result of each page of a list or crawl. */
export const RunPages = ({ runId, pages, isLive, mayRetry }: RunPagesProps) => {
  // Failed pages are shown first, until the user chooses otherwise.
  const [chosen, setChosen] = useState<Status | null>(null);
  const status = chosen ?? (pages.failed > 0 ? "failed" : "");
  const list = usePagedList(
    ["runs", runId, "pages", status, pages.completed + pages.failed + pages.skipped],
    (client, page) => client.listRunPages(runId, { ...page, ...(status !== "" && { status }) }),
    { pageSize: PAGE_SIZE },
  );
  const options: readonly (readonly [Status, string])[] = [
    ["", "All pages"],
    ["completed", `Completed (${showCount(pages.completed)})`],
    ["failed", `Failed (${showCount(pages.failed)})`],
    ["skipped", `Skipped (${showCount(pages.skipped)})`],
  ];
  const filter = (
    <select
      aria-label="Pages to show"
      value={status}
      onChange={(event) => setChosen(event.target.value as Status)}
    >
      {options.map(([value, label]) => (
        <option key={value} value={value}>
          {label}
        </option>
      ))}
    </select>
  );
  return (
    <Card
      title="Pages"
      isFlush
      actions={
        <>
          {filter}
          {pages.failed > 0 && !isLive && mayRetry && <RetryFailed runId={runId} />}
        </>
      }
    >
      <PagedTable
        caption="Pages"
        list={list}
        columns={COLUMNS}
        keyOf={({ url }) => url}
        empty={<Empty title="No pages">Choose another status.</Empty>}
      />
    </Card>
  );
};
