import { type ReactNode, useState } from "react";
import type { Client, PageCounts, PageOutcome } from "../../client/index.ts";
import type { Page } from "../../client/pages.ts";
import { usePagedList } from "../api/queries.ts";
import { Badge, Card, Empty } from "../ui/basics.tsx";
import { showCount } from "../ui/format.ts";
import { type Column, PagedTable } from "../ui/table.tsx";

const PAGE_SIZE = 25;

type Status = PageOutcome["status"] | "";

/** What pages and sites have in common. */
type Outcome = Pick<PageOutcome, "url" | "status" | "items" | "error">;

/** The columns of every outcome, with `more` in between. */
export const outcomeColumns = <T extends Outcome>(
  title: string,
  more: readonly Column<T>[] = [],
): readonly Column<T>[] => [
  {
    title,
    isName: true,
    cell: ({ url }) => (
      <a className="truncate" href={url} target="_blank" rel="noreferrer noopener" title={url}>
        {url}
      </a>
    ),
  },
  { title: "Status", cell: ({ status }) => <Badge of={status} /> },
  { title: "Items", isNumber: true, cell: ({ items }) => showCount(items) },
  ...more,
  { title: "Reason", isExtra: true, cell: ({ error }) => error?.message ?? "" },
];

interface OutcomesCardProps<T extends Outcome> {
  readonly runId: string;
  readonly what: "pages" | "sites";
  readonly counts: PageCounts;
  readonly columns: readonly Column<T>[];
  readonly read: (
    client: Client,
    query: NonNullable<Parameters<Client["listRunPages"]>[1]>,
  ) => PromiseLike<Page<T>>;
  /** Beside the choice of a status. */
  readonly children: ReactNode;
}

/** The outcomes of a run's pages or sites. Failed ones are shown first, until the user chooses otherwise. */
export const OutcomesCard = <T extends Outcome>({
  runId,
  what,
  counts,
  columns,
  read,
  children,
}: OutcomesCardProps<T>) => {
  const { completed, failed, skipped } = counts;
  const title = what === "pages" ? "Pages" : "Sites";
  const [chosen, setChosen] = useState<Status | null>(null);
  const status = chosen ?? (failed > 0 ? "failed" : "");
  const list = usePagedList(
    ["runs", runId, what, status, completed + failed + skipped],
    (client, page) => read(client, { ...page, ...(status !== "" && { status }) }),
    { pageSize: PAGE_SIZE },
  );
  const options: readonly (readonly [Status, string])[] = [
    ["", `All ${what}`],
    ["completed", `Completed (${showCount(completed)})`],
    ["failed", `Failed (${showCount(failed)})`],
    ["skipped", `Skipped (${showCount(skipped)})`],
  ];
  return (
    <Card
      title={title}
      isFlush
      actions={
        <>
          <select
            aria-label={`${title} to show`}
            value={status}
            onChange={(event) => setChosen(event.target.value as Status)}
          >
            {options.map(([value, label]) => (
              <option key={value} value={value}>
                {label}
              </option>
            ))}
          </select>
          {children}
        </>
      }
    >
      <PagedTable
        caption={title}
        list={list}
        columns={columns}
        keyOf={({ url }) => url}
        empty={<Empty title={`No ${what}`}>Choose another status.</Empty>}
      />
    </Card>
  );
};
