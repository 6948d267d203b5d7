import type { WithSiteMaps } from "../../domain/map/mapSite.ts";
import { mapSite } from "../../engine/map/index.ts";
import { createPageFetcher } from "../../engine/page/index.ts";
import { toDomainError, toTargetError } from "./pageErrors.ts";
import { createSites } from "./sites.ts";

/** Reads a site's sitemaps and links once, without storing them. */
export const withSiteMaps = (): WithSiteMaps => {
  const { egress, userAgent, fetchFile, mannersFor } = createSites();
  const fetchPage = createPageFetcher({ egress, userAgent });
  return {
    readSiteMap: async (query, robots, { signal }) => {
      try {
        return await mapSite({ fetchPage, fetchFile, manners: mannersFor(robots), signal }, query);
      } catch (error) {
        throw toDomainError(toTargetError(error, query.url), signal);
      }
    },
  };
};
