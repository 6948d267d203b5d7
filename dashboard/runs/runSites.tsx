import type { PageCounts, SiteOutcome } from "../../client/index.ts";
import { showCount } from "../ui/format.ts";
import { OutcomesCard, outcomeColumns } from "./outcomesCard.tsx";
import { RetryFailed } from "./runActions.tsx";

const COLUMNS = outcomeColumns<SiteOutcome>("Site", [
  { title: "Pages", isNumber: true, cell: ({ pages }) => showCount(pages) },
  { title: "Failed pages", isNumber: true, isExtra: true, cell: ({ failedPages }) => showCount(failedPages) },
]);

interface RunSitesProps {
  readonly runId: string;
  readonly sites: PageCounts;
  readonly isLive: boolean;
}

/** The result of each site of a list of sites. */
export const RunSites = ({ runId, sites, isLive }: RunSitesProps) => (
  <OutcomesCard
    runId={runId}
    what="sites"
    counts={sites}
    columns={COLUMNS}
    read={(client, query) => client.listRunSites(runId, query)}
  >
    {sites.failed + sites.skipped > 0 && !isLive && <RetryFailed runId={runId} />}
  </OutcomesCard>
);
