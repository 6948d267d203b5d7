import type { PageCounts, PageOutcome } from "../../client/index.ts";
import { OutcomesCard, outcomeColumns } from "./outcomesCard.tsx";
import { RetryFailed } from "./runActions.tsx";

const COLUMNS = [
  ...outcomeColumns<PageOutcome>("URL"),
  {
    title: "Reserves",
    isExtra: true,
    cell: ({ permissions }: PageOutcome) => permissions?.reserved.join(", ") ?? "",
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
export const RunPages = ({ runId, pages, isLive, mayRetry }: RunPagesProps) => (
  <OutcomesCard
    runId={runId}
    what="pages"
    counts={pages}
    columns={COLUMNS}
    read={(client, query) => client.listRunPages(runId, query)}
  >
    {pages.failed > 0 && !isLive && mayRetry && <RetryFailed runId={runId} />}
  </OutcomesCard>
);
