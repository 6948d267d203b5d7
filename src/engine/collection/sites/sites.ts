/**
 * Collects from a list of sites: the steps run on each as if its URL were the plan's. Several sites are read at once,
 * and their items come out in the order of the list.
 */
import type { SiteOutcome } from "../../../contract/runs/runPages.ts";
import { joinTracks, reportHealing } from "../../extract/slots/healing/index.ts";
import { collectNext } from "../collect.ts";
import type { CollectionDeps } from "../deps.ts";
import { CollectionError, endsRun } from "../errors.ts";
import { startCollection } from "../feed.ts";
import { createFlights, type SiteCall, type SiteResult } from "../flights.ts";
import { countPages, everyPageFailed, faultOf, NO_PAGES } from "../outcomes.ts";
import type { CollectionPlan } from "../plan.ts";
import type { CollectionBatch, CollectionState, OpenSite, SitesState } from "../state.ts";
import { joinBatches, type Round, tellSite, tellStop } from "./siteBatch.ts";
import { cutSites, endOf, haveSitesFailed, outcomeOf, tellLimit } from "./siteOutcomes.ts";

/** Each has its own pace, so that one worker can wait for several. A worker opens up to 32 pages at once. */
const SITES_AT_ONCE = 8;
/** While this much waits for earlier sites, only the first is read: it is part of each checkpoint. */
const MAX_HELD_CHARS = 500_000;
/** How long a batch waits for further sites after the first has answered. */
const BATCH_MS = 1_000;

const NO_SITES: SitesState = { begun: 0, open: [], tallies: NO_PAGES };

const heldChars = (open: readonly OpenSite[]): number =>
  open.reduce((sum, { held }) => sum + (held.length === 0 ? 0 : JSON.stringify(held).length), 0);

/** Begins sites until so many are open. */
const beginSites = ({ begun, open, tallies }: SitesState, total: number, width: number): SitesState => {
  const count = Math.max(0, Math.min(width - open.length, total - begun));
  const fresh = Array.from(
    { length: count },
    (_, n): OpenSite => ({
      place: begun + n,
      state: startCollection(),
      held: [],
      given: 0,
    }),
  );
  return { begun: begun + count, open: [...open, ...fresh], tallies };
};

/** Whether a site has reached its own limits, so that what it has is passed on. */
const isFull = ({ state }: OpenSite, { sites }: CollectionPlan): boolean =>
  state.pages >= (sites?.maxPages ?? Number.POSITIVE_INFINITY) ||
  state.items >= (sites?.maxItems ?? Number.POSITIVE_INFINITY);

/** The plan of one site, which may fetch `room` more pages. `isLast`: the run may fetch none at all. */
const planOf = (site: OpenSite, plan: CollectionPlan, room: number, isLast: boolean): CollectionPlan => {
  const { sites = {}, urls = [], limits } = plan;
  const { maxPages = Number.POSITIVE_INFINITY, maxItems = Number.POSITIVE_INFINITY } = sites;
  return {
    ...plan,
    url: urls[site.place] ?? plan.url,
    urls: undefined,
    sites: undefined,
    isSite: true,
    limits: { maxPages: Math.min(maxPages, site.state.pages + room), maxItems },
    shard: { mayGrow: !isLast && !isFull(site, plan), limits },
  };
};

const callSite = (
  { flights, ...deps }: CollectionDeps,
  site: OpenSite,
  plan: CollectionPlan,
  room: number,
): SiteCall => {
  let own = flights?.ofSites.get(site.place);
  if (flights && !own) {
    own = createFlights();
    flights.ofSites.set(site.place, own);
  }
  const result = collectNext({ ...deps, flights: own }, plan, site.state).then(
    (batch): SiteResult => batch,
    (error: unknown): SiteResult => ({ error }),
  );
  const call: SiteCall = {
    room,
    ended: result.then((met) => {
      call.result = met;
    }),
  };
  return call;
};

/** Waits for the first call that ends, and for a moment for the others. */
const waitForSome = async (calls: readonly SiteCall[], mayLeave: boolean): Promise<void> => {
  const all = Promise.all(calls.map(({ ended }) => ended));
  if (!mayLeave) {
    await all;
    return;
  }
  let timer: NodeJS.Timeout | undefined;
  const moment = new Promise<void>((resolve) => {
    timer = setTimeout(resolve, BATCH_MS);
  });
  await Promise.all([Promise.race(calls.map(({ ended }) => ended)), Promise.race([all, moment])]);
  clearTimeout(timer);
};

/** A site after a call. @throws errors that end the run */
const settleSite = (
  site: OpenSite,
  result: SiteResult,
  plan: CollectionPlan,
  isLast: boolean,
  nowMs: number,
) => {
  if ("error" in result) {
    const { error } = result;
    if (!(error instanceof CollectionError) || endsRun(error)) throw error;
    return { ...site, end: { status: "failed" as const, error: faultOf(error, false).error } };
  }
  if (result.needsBrowser) return site;
  // Kept once for all sites.
  const { session: _, manners: __, ...state } = result.state;
  const { notBeforeMs: ___, ...rest } = site;
  return {
    ...rest,
    state,
    held: [...site.held, ...result.items],
    ...(result.resumeAfterMs !== undefined && { notBeforeMs: nowMs + result.resumeAfterMs }),
    ...(result.done && { end: endOf(state, plan, isLast) }),
  };
};

/** Passes on items in the order of the list, and closes the sites that have no more. */
const passOn = (open: readonly OpenSite[], room: number, plan: CollectionPlan) => {
  const items: CollectionBatch["items"][number][] = [];
  const closed: { readonly site: OpenSite; readonly outcome: SiteOutcome }[] = [];
  for (const [index, site] of open.entries()) {
    const taken = site.held.slice(0, room - items.length);
    for (const item of taken) items.push(item);
    const rest: OpenSite = {
      ...site,
      held: site.held.slice(taken.length),
      given: site.given + taken.length,
    };
    if (!rest.end || rest.held.length > 0) return { items, closed, open: [rest, ...open.slice(index + 1)] };
    closed.push({ site: rest, outcome: outcomeOf(rest, rest.end, plan) });
  }
  return { items, closed, open: [] };
};

/** Calls the sites that may be read now, and waits for some of them. @returns those that have ended */
const readSites = async (
  deps: CollectionDeps,
  plan: CollectionPlan,
  state: CollectionState,
  open: readonly OpenSite[],
  { width, mayLeave }: { readonly width: number; readonly mayLeave: boolean },
): Promise<Pick<Round, "ended" | "isLast">> => {
  const calls = (mayLeave && deps.flights?.calls) || new Map<number, SiteCall>();
  const reserved = [...calls.values()].reduce((sum, { room }) => sum + room, 0);
  const left = plan.limits.maxPages - state.pages - reserved;
  const isLast = !(plan.shard?.mayGrow ?? false) && left <= 0 && calls.size === 0;
  const isDue = ({ end, notBeforeMs = 0 }: OpenSite) => !end && notBeforeMs <= deps.now();
  const due = isLast ? open.filter(({ end }) => !end) : open.filter(isDue).slice(0, width);
  let room = left;
  for (const [index, site] of due.entries()) {
    if (calls.has(site.place)) continue;
    // A site that has reached its limits needs no pages to end.
    const share = isLast || isFull(site, plan) ? 0 : Math.ceil(room / (due.length - index));
    if (share <= 0 && !isLast && !isFull(site, plan)) continue;
    calls.set(
      site.place,
      callSite(deps, site, planOf(site, plan, isLast ? 0 : Math.max(1, share), isLast), share),
    );
    room -= share;
  }
  if (calls.size > 0) await waitForSome([...calls.values()], mayLeave);
  const ended = new Map<number, SiteResult>();
  for (const [place, { result }] of calls) {
    if (!result) continue;
    ended.set(place, result);
    calls.delete(place);
  }
  return { ended, isLast };
};

/**
 * Collects from the next pages of several sites, for about a second.
 * @throws CollectionError if no site could be read, or no further one can be · the reason of the aborted `signal`
 */
export const collectSites = async (
  deps: CollectionDeps,
  plan: CollectionPlan,
  before: CollectionState,
): Promise<CollectionBatch> => {
  const { urls = [], shard, limits } = plan;
  await (deps.browser ?? deps.session)?.resume(before.session);
  deps.manners?.resume(before.manners);
  const mayLeave = deps.flights !== undefined && deps.browser === undefined && !deps.isCareful;
  const sites = before.sites ?? NO_SITES;
  if (sites.begun === urls.length && sites.open.length === 0 && haveSitesFailed(sites.tallies))
    throw everyPageFailed(sites.tallies);
  const width = mayLeave && heldChars(sites.open) < MAX_HELD_CHARS ? SITES_AT_ONCE : 1;
  const begun = beginSites(sites, urls.length, width);
  const { ended, isLast } = await readSites(deps, plan, before, begun.open, { width, mayLeave });
  const nowMs = deps.now();
  const read = begun.open.map((site) => {
    const result = ended.get(site.place);
    return result ? settleSite(site, result, plan, isLast, nowMs) : site;
  });
  const passed = passOn(read, limits.maxItems - before.items, plan);
  const isOutOfItems = !shard?.mayGrow && before.items + passed.items.length >= limits.maxItems;
  const isCut = isLast || isOutOfItems;
  const rest = { ...begun, open: passed.open };
  const cut = isCut ? cutSites(rest, plan, isLast) : [];
  const siteOutcomes = [...passed.closed.map(({ outcome }) => outcome), ...cut];
  for (const { site } of passed.closed) deps.flights?.ofSites.delete(site.place);
  const tallies = countPages(begun.tallies, siteOutcomes);
  const isEnd = isCut || (passed.open.length === 0 && begun.begun === urls.length);
  // If every site failed, their outcomes are stored before the run fails.
  const done = isEnd && (shard !== undefined || !haveSitesFailed(tallies));
  const finished = isCut
    ? [...passed.closed.map(({ site }) => site), ...rest.open]
    : passed.closed.map(({ site }) => site);
  const seen = [before.tracks, ...finished.map(({ state }) => state.tracks)].filter(
    (tracks) => tracks !== undefined,
  );
  const tracks = plan.prints && joinTracks(seen);
  const lacksRecords = before.lacksRecords || siteOutcomes.some(({ status }) => status !== "completed");
  const joined = joinBatches([...ended.values()], { lacksRecords, lacksValues: before.lacksValues ?? false });
  const session = deps.session ?? deps.browser;
  const waits = passed.open.flatMap(({ end, notBeforeMs }) => (end ? [] : [(notBeforeMs ?? 0) - nowMs]));
  const isWaiting = !isEnd && joined.pages === 0 && passed.items.length === 0 && siteOutcomes.length === 0;
  const waitMs = isWaiting && !deps.flights?.calls.size && waits.length > 0 ? Math.min(...waits) : 0;
  return {
    ...joined,
    items: passed.items,
    logs: [
      ...joined.logs,
      ...siteOutcomes.flatMap((outcome) => tellSite(outcome, nowMs)),
      ...(siteOutcomes.some(({ status }) => status === "skipped")
        ? [tellStop(tellLimit(plan, isLast), nowMs)]
        : []),
    ],
    done,
    ...(siteOutcomes.length > 0 && { siteOutcomes }),
    ...(waitMs > 0 && { resumeAfterMs: waitMs }),
    ...(done && plan.prints && tracks && { healing: reportHealing(plan.steps, plan.prints, tracks) }),
    state: {
      ...startCollection(),
      pages: before.pages + joined.pages,
      items: before.items + passed.items.length,
      sites: isCut ? { begun: urls.length, open: [], tallies } : { ...rest, tallies },
      lacksRecords: joined.lacksRecords,
      lacksValues: joined.lacksValues,
      ...(tracks && { tracks }),
      ...(!done && session && { session: await session.suspend() }),
      ...(!done && deps.manners && { manners: deps.manners.suspend() }),
    },
  };
};
