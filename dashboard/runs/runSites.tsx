import { useState } from "react";
import type { PageCounts, SiteOutcome } from "../../client/index.ts";
import { usePagedList } from "../api/queries.ts";
import { Badge, Card, Empty } from "../ui/basics.tsx";
import { showCount } from "../ui/format.ts";
import { type Column, PagedTable } from "../ui/table.tsx";
import { RetryFailed } from "./runActions.tsx";

const PAGE_SIZE = 25;

type Status = SiteOutcome["status"] | "";

const COLUMNS: readonly Column<SiteOutcome>[] = [
  {
    title: "Site",
    isName: true,
    cell: ({ url }) => (
      <a className="truncate" href={url} target="_blank" rel="noreferrer noopener" title={url}>
        {url}
      </a>
    ),
  },
  { title: "Status", cell: ({ status }) => <Badge of={status} /> },
  { title: "Items", isNumber: true, cell: ({ items }) => showCount(items) },
  { title: "Pages", isNumber: true, cell: ({ pages }) => showCount(pages) },
  { title: "Failed pages", isNumber: true, isExtra: true, cell: ({ failedPages }) => showCount(failedPages) },
  { title: "Reason", isExtra: true, cell: ({ error }) => error?.message ?? "" },
];

interface RunSitesProps {
  readonly runId: string;
  readonly sites: PageCounts;
  readonly isLive: boolean;
}

/** The result of each site of a list of sites. */
export const RunSites = ({ runId, sites, isLive }: RunSitesProps) => {
  const { completed, failed, skipped } = sites;
  const [chosen, setChosen] = useState<Status | null>(null);
  const status = chosen ?? (failed > 0 ? "failed" : "");
  const list = usePagedList(
    ["runs", runId, "sites", status, completed + failed + skipped],
    (client, page) => client.listRunSites(runId, { ...page, ...(status !== "" && { status }) }),
    { pageSize: PAGE_SIZE },
  );
  const options: readonly (readonly [Status, string])[] = [
    ["", "All sites"],
    ["completed", `Completed (${showCount(completed)})`],
    ["failed", `Failed (${showCount(failed)})`],
    ["skipped", `Skipped (${showCount(skipped)})`],
  ];
  return (
    <Card
      title="Sites"
      isFlush
      actions={
        <>
          <select
            aria-label="Sites to show"
            value={status}
            onChange={(event) => setChosen(event.target.value as Status)}
          >
            {options.map(([value, label]) => (
              <option key={value} value={value}>
                {label}
              </option>
            ))}
          </select>
          {failed + skipped > 0 && !isLive && <RetryFailed runId={runId} />}
        </>
      }
    >
      <PagedTable
        caption="Sites"
        list={list}
        columns={COLUMNS}
        keyOf={({ url }) => url}
        empty={<Empty title="No sites">Choose another status.</Empty>}
      />
    </Card>
  );
};
