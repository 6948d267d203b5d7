import type { WithSiteMaps } from "../../../domain/map/mapSite.ts";
import { mapSite } from "../../../engine/map/index.ts";
import { createPageFetcher, createPresentation } from "../../../engine/page/index.ts";
import { createSites } from "../network/sites.ts";
import { toDomainError, toTargetError } from "./pageErrors.ts";

/** Reads a site's sitemaps and links once, without storing them. */
export const withSiteMaps = (): WithSiteMaps => {
  const { egress, userAgent, filesAs, mannersFor } = createSites();
  return {
    readSiteMap: async (query, { robots, request }, { signal, atMs }) => {
      const presentation = createPresentation(request, new URL(query.url).origin);
      const fetchPage = createPageFetcher({ egress, userAgent, presentation });
      const fetchFile = filesAs(presentation);
      const manners = mannersFor(robots, undefined, { fetchFile });
      try {
        return await mapSite({ fetchPage, fetchFile, manners, signal, until: atMs }, query);
      } catch (error) {
        throw toDomainError(toTargetError(error, query.url), signal);
      }
    },
  };
};
