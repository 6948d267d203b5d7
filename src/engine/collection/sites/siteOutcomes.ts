/** How sites end: their outcomes, and those that a limit of the run leaves open or unread. */
import type { SiteOutcome } from "../../../contract/runs/runPages.ts";
import { haveAllFailed, NO_PAGES } from "../outcomes.ts";
import type { CollectionPlan } from "../plan.ts";
import type { CollectionState, OpenSite, SitesState } from "../state.ts";

/** The limit of the run that is reached. */
export const tellLimit = ({ shard, limits }: CollectionPlan, isOfPages: boolean): string => {
  const { maxPages, maxItems } = shard?.limits ?? limits;
  return isOfPages ? `${maxPages} pages` : `${maxItems} items`;
};

const cutShort = (plan: CollectionPlan, isOfPages: boolean): NonNullable<SiteOutcome["error"]> => ({
  code: "limit-reached",
  message:
    `The run's limit of ${tellLimit(plan, isOfPages)} was reached before all of the site was read. ` +
    "Raise the limit, or retry the failed sites.",
  step: null,
  httpStatus: null,
  retryable: true,
});

/** How a site ends that has nothing more to open, or may open no more. */
export const endOf = (
  { pageTallies = NO_PAGES }: CollectionState,
  plan: CollectionPlan,
  isLast: boolean,
): NonNullable<OpenSite["end"]> => {
  if (isLast) return { status: "skipped", error: cutShort(plan, true) };
  if (haveAllFailed(pageTallies)) return { status: "failed", error: pageTallies.first?.error ?? null };
  return { status: "completed", error: null };
};

export const outcomeOf = (
  { place, state, given }: OpenSite,
  { status, error }: NonNullable<OpenSite["end"]>,
  { urls = [] }: CollectionPlan,
): SiteOutcome => ({
  url: urls[place] ?? "",
  status,
  pages: state.pages,
  failedPages: state.pageTallies?.failed ?? 0,
  items: given,
  error,
});

/** Whether no site could be read. */
export const haveSitesFailed = (tallies: SitesState["tallies"]): boolean =>
  haveAllFailed(tallies) && tallies.skipped === 0;

/** The outcomes of the sites that a limit of the run leaves open or unread. */
export const cutSites = (
  { begun, open }: SitesState,
  plan: CollectionPlan,
  isOfPages: boolean,
): SiteOutcome[] => {
  const { urls = [] } = plan;
  const end = { status: "skipped", error: cutShort(plan, isOfPages) } as const;
  return [
    ...open.map((site) => outcomeOf(site, site.end?.status === "failed" ? site.end : end, plan)),
    ...urls.slice(begun).map((url): SiteOutcome => ({ url, ...end, pages: 0, failedPages: 0, items: 0 })),
  ];
};
