import { PLANS } from "../../contract/account/plans.ts";
import type { MappedSite, MapRequest } from "../../contract/extraction/map.ts";
import type { MapQuery, SiteMap } from "../../engine/map/index.ts";
import type { Caller, Deps, WithUsage } from "../ports.ts";
import { type Deadline, startDeadline } from "../shared/deadline.ts";
import { refuseFile } from "../uploads/refuseFile.ts";
import { countAnswer } from "../usage/countAnswer.ts";

export interface WithSiteMaps {
  /** @throws DomainError like the reader of one page, if neither the page nor a sitemap can be read */
  readonly readSiteMap: (
    query: MapQuery,
    how: Pick<MapRequest, "robots" | "request">,
    deadline: Deadline,
  ) => Promise<SiteMap>;
}

/** Less than the function's timeout. What has been found by then is returned. */
const TIMEOUT_MS = 22_000;

/** The gateway's limit is 6 MB. */
const MAX_BYTES = 4_500_000;

type Url = MappedSite["urls"][number];

const show = ({ url, source, modifiedAtMs }: SiteMap["pages"][number]): Url => ({
  url,
  source,
  ...(modifiedAtMs !== null && { modifiedAt: new Date(modifiedAtMs).toISOString() }),
});

/** Limited to what fits a response. */
const firstThatFit = (urls: readonly Url[]): Url[] => {
  let bytes = 0;
  const end = urls.findIndex((url) => {
    bytes += JSON.stringify(url).length + 1;
    return bytes > MAX_BYTES;
  });
  return end < 0 ? [...urls] : urls.slice(0, end);
};

/** Lists a site's URLs from its sitemaps; without one, from the links of its pages. */
export const mapSite = async (
  deps: Pick<Deps, "checkTarget" | "now" | "store"> & WithSiteMaps & WithUsage,
  caller: Pick<Caller, "accountId" | "account">,
  { url, q = "", limit, ...how }: MapRequest,
): Promise<MappedSite> => {
  const { checkTarget, now, readSiteMap, usage } = deps;
  usage.start();
  checkTarget(url);
  refuseFile(url);
  const { plan } = await caller.account;
  const words = q.toLowerCase().split(/\s+/).filter(Boolean);
  const query = { url, words, limit: Math.min(limit, PLANS[plan].mapUrls) };
  const deadline = startDeadline(TIMEOUT_MS);
  const { pages, isTruncated, warnings, opened } = await readSiteMap(query, how, deadline);
  const urls = firstThatFit(pages.map(show));
  return {
    url,
    mappedAt: new Date(now()).toISOString(),
    urlCount: urls.length,
    urls,
    truncated: isTruncated || urls.length < pages.length,
    cost: await countAnswer(deps, caller, Math.max(1, opened)),
    ...(warnings.length > 0 && { warnings: [...warnings] }),
  };
};
