import { useState } from "react";
import type { PageCounts, PageOutcome } from "../../client/index.ts";
import { usePagedList } from "../api/queries.ts";
import { Badge, Empty } from "../ui/basics.tsx";
import { SelectField } from "../ui/form.tsx";
import { showCount } from "../ui/format.ts";
import { type Column, PagedTable } from "../ui/table.tsx";

const PAGE_SIZE = 25;

type Status = PageOutcome["status"] | "";

const COLUMNS: readonly Column<PageOutcome>[] = [
  { title: "URL", isName: true, cell: ({ url }) => url },
  { title: "Status", cell: ({ status }) => <Badge of={status} /> },
  { title: "Items", isNumber: true, cell: ({ items }) => showCount(items) },
  { title: "Why", isExtra: true, cell: ({ error }) => error?.message ?? "" },
];

/** What became of each page of a list or a crawl. */
export const RunPages = ({ runId, pages }: { readonly runId: string; readonly pages: PageCounts }) => {
  const [status, setStatus] = useState<Status>(pages.failed > 0 ? "failed" : "");
  const list = usePagedList(
    ["runs", runId, "pages", status, pages.completed + pages.failed + pages.skipped],
    (client, page) => client.listRunPages(runId, { ...page, ...(status !== "" && { status }) }),
    { pageSize: PAGE_SIZE },
  );
  return (
    <>
      <SelectField<Status>
        label="Show"
        value={status}
        onValue={setStatus}
        options={[
          ["", "All pages"],
          ["completed", `Completed (${showCount(pages.completed)})`],
          ["failed", `Failed (${showCount(pages.failed)})`],
          ["skipped", `Skipped (${showCount(pages.skipped)})`],
        ]}
      />
      <PagedTable
        caption="Pages"
        list={list}
        columns={COLUMNS}
        keyOf={({ url }) => url}
        empty={<Empty title="No pages">Choose another status.</Empty>}
      />
    </>
  );
};
