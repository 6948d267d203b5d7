/** Opens pages with what their owners permit, and refuses those that reserve a use which the policy obeys. */
import type { RobotsRule } from "../../../contract/common.ts";
import { type PermissionPolicy, RECORD } from "../../../contract/permissions.ts";
import type { Permit } from "../../../engine/browser/index.ts";
import type { CollectionBrowser, CollectionDeps } from "../../../engine/collection/index.ts";
import type { Manners } from "../../../engine/manners/index.ts";
import type { FetchFile, FetchPage } from "../../../engine/page/index.ts";
import { createPermissions, type Permissions } from "../../../engine/permissions/index.ts";
import type { LivePage } from "../../../engine/steps/index.ts";

interface Asked {
  readonly robots: RobotsRule;
  readonly policy: PermissionPolicy | undefined;
}

/** A run that ignores robots.txt reads no files of sites, unless it obeys what they reserve. */
export const permissionsFor = (
  { robots, policy = RECORD }: Asked,
  fetchFile: FetchFile,
  manners: Manners,
): Permissions =>
  createPermissions({
    fetchFile,
    policy,
    sites: robots === "obey" || policy !== RECORD ? manners : null,
  });

/** For what only opens a page in a browser: undefined if nothing is obeyed. */
export const permitFor = (
  {
    robots,
    permissions: policy = RECORD,
  }: { readonly robots: RobotsRule; readonly permissions?: PermissionPolicy | undefined },
  fetchFile: FetchFile,
  manners: Manners,
  signal: AbortSignal,
): Permit | undefined => {
  if (policy === RECORD) return undefined;
  const permissions = permissionsFor({ robots, policy }, fetchFile, manners);
  return (page) => permissions.apply(page, signal);
};

/** Fetches pages as `fetchPage`. @throws UseReserved */
export const permitted =
  (fetchPage: FetchPage, permissions: Permissions): FetchPage =>
  async (url, options) =>
    permissions.apply(await fetchPage(url, options), options?.signal);

/** A live page that shows nothing of pages that must not be used, whatever an action leads to. */
const permittedLive = (live: LivePage, permissions: Permissions, signal: AbortSignal): LivePage => {
  const snapshot = async () => permissions.apply(await live.snapshot(), signal);
  return {
    ...live,
    snapshot,
    picture: async (...asked) => {
      await snapshot();
      return live.picture(...asked);
    },
    capture: async (...asked) => {
      await snapshot();
      return live.capture(...asked);
    },
  };
};

const permittedBrowser = (browser: CollectionBrowser, permissions: Permissions): CollectionBrowser => ({
  ...browser,
  openLive: async (url, options) =>
    permittedLive(await browser.openLive(url, options), permissions, options.signal),
});

/** The means of a run, whose pages have their permissions. */
export const permittedMeans = <
  Means extends Pick<CollectionDeps, "fetchPage" | "fetchFile" | "manners" | "browser">,
>(
  means: Means,
  asked: Asked,
): Means => {
  const { fetchPage, fetchFile, manners, browser } = means;
  if (!fetchFile || !manners) return means;
  const permissions = permissionsFor(asked, fetchFile, manners);
  return {
    ...means,
    fetchPage: permitted(fetchPage, permissions),
    ...(browser && { browser: permittedBrowser(browser, permissions) }),
  };
};
