/**
 * A collection can be suspended after any page and resumed by another worker: `collectNext` takes a state and returns
 * the next one, without modifying the one it was given.
 */
import { BROWSER_REASONS, chooseEngine, rendersScripts } from "../../contract/flows/rendering.ts";
import { firstHealedAction, type Healing, reportHealing } from "../extract/slots/healing/index.ts";
import { learnFromExamples } from "../generate/index.ts";
import type { Item } from "../steps/index.ts";
import { createArrivals } from "./arrivals.ts";
import { chooseTasks } from "./choose.ts";
import { storeCrawl } from "./crawl.ts";
import type { CollectionDeps } from "./deps.ts";
import { feed, mayRefill } from "./feed.ts";
import { handToBrowser, interrupt } from "./interrupt.ts";
import type { CollectionLog } from "./log.ts";
import { createOpener } from "./open.ts";
import { meetFailure, openAll } from "./openAll.ts";
import { countPages, everyPageFailed, haveAllFailed, NO_PAGES } from "./outcomes.ts";
import { type CollectionPlan, listSegments, readsJson, type Segment } from "./plan.ts";
import { lacksByLimit, nextState, type Round, settle, tellSettled, waitOf } from "./settle.ts";
import { isClientRendered } from "./shell.ts";
import type { CollectionBatch, CollectionState, PageTallies } from "./state.ts";

/** Orders fields: the schema's first, null if not found, then any others. */
const toItem = (record: Item, { outputSchema, steps }: CollectionPlan): Item => {
  const names = Object.keys(outputSchema ?? {});
  // A page that is read as a whole has the fields of the schema in its `json`.
  const isInside = Object.hasOwn(record, "json") && !names.includes("json") && readsJson(steps);
  return isInside ? record : { ...Object.fromEntries(names.map((name) => [name, null])), ...record };
};

/** What another worker needs besides the remaining tasks. */
const suspend = async ({ browser, session = browser, manners }: CollectionDeps) => ({
  ...(session && { session: await session.suspend() }),
  ...(manners && { manners: manners.suspend() }),
});

/** What is known about the selectors; the given state is not modified. */
const startHealing = (
  { browser, now }: CollectionDeps,
  plan: CollectionPlan,
  { tracks = {} }: CollectionState,
): Healing | null => {
  const { prints, steps, examples, url } = plan;
  const isShell: Healing["isShell"] = (document) =>
    rendersScripts(plan, browser ? "browser" : "http") && isClientRendered(document);
  const actsFrom = firstHealedAction(steps);
  const learn: Healing["learn"] =
    examples && ((document) => learnFromExamples(document, url, examples, now()));
  return prints ? { prints, tracks: structuredClone(tracks), isShell, actsFrom, learn } : null;
};

/** The state of the selectors at the end of the collection. */
const endHealing = ({ steps }: CollectionPlan, healing: Healing | null) =>
  healing && { healing: reportHealing(steps, healing.prints, healing.tracks) };

/** Whether the collection fails once it is done: no page of its list could be read. The run judges its shards itself. */
const endsBadly = ({ shard }: CollectionPlan, pages: PageTallies): boolean =>
  shard === undefined && haveAllFailed(pages);

/** The last batch of a collection that has nothing left to open. */
const finish = (plan: CollectionPlan, state: CollectionState, healing: Healing | null): CollectionBatch => {
  const { pageTallies = NO_PAGES, lacksRecords = false, lacksValues = false } = state;
  if (endsBadly(plan, pageTallies)) throw everyPageFailed(pageTallies);
  const nothing = { items: [], logs: [], pages: 0 };
  return { ...nothing, state, done: true, lacksRecords, lacksValues, ...endHealing(plan, healing) };
};

/** Opens the next tasks of a segment. @throws as `openAll` */
const openRound = async (
  deps: CollectionDeps,
  round: Omit<Round, "tasks" | "opened">,
  healing: Healing | null,
) => {
  const { plan, segment, current, room } = round;
  const { tasks, width, mayLeave } = chooseTasks(deps, plan, current.frontier, room);
  const arrivals = createArrivals(deps);
  const opener = createOpener({ deps, plan, segment, arrivals, itemsLeft: room.items, healing });
  const visited = new Set(current.visited);
  meetFailure(deps);
  const opened = await openAll(tasks, (task) => opener.openTask(task, visited), arrivals, deps.flights, {
    width,
    mayLeave,
    itemsWanted: room.items,
    hasMore: current.frontier.length > tasks.length || mayRefill(current, segment, plan),
    now: deps.now,
  });
  return {
    round: { ...round, tasks, opened },
    lacks: opener.lacks,
    currencies: opener.currencies(),
    documents: opener.documents(),
  };
};

/** What a round has collected, and the state after it. */
const closeRound = async (
  deps: CollectionDeps,
  { round, lacks, currencies, documents }: Awaited<ReturnType<typeof openRound>>,
  segments: readonly Segment[],
  healing: Healing | null,
): Promise<CollectionBatch> => {
  const { plan, current, opened } = round;
  const settled = settle(round);
  const { pages, ready, outcomes, isEnd } = settled;
  const logs: CollectionLog[] = opened.flatMap((result) => result.logs);
  for (const message of tellSettled(round, settled))
    logs.push({ level: "warn", message, timestamp: new Date(deps.now()).toISOString() });
  const pageTallies = countPages(current.pageTallies ?? NO_PAGES, outcomes);
  const hasPages = pageTallies.completed + pageTallies.failed + pageTallies.skipped > 0;
  // If every page failed, their outcomes are stored before the run fails.
  const done = isEnd && !endsBadly(plan, pageTallies);
  const byLimit = lacksByLimit(round, settled);
  const lacksRecords = current.lacksRecords || lacks("records") || byLimit.records;
  const lacksValues = current.lacksValues || lacks("values") || byLimit.values;
  const resumeAfterMs = waitOf(round, settled);
  const next = nextState(round, settled, segments.length);
  const state: CollectionState = {
    ...next,
    ...(await storeCrawl(deps, next)),
    ...(hasPages && { pageTallies }),
    ...(lacksRecords && { lacksRecords }),
    ...(lacksValues && { lacksValues }),
    ...(healing && { tracks: healing.tracks }),
    postponed: resumeAfterMs === undefined ? 0 : current.postponed,
    ...(!done && (await suspend(deps))),
  };
  return {
    items: ready.map(({ record }) => toItem(record, plan)),
    logs,
    pages,
    state,
    done,
    lacksRecords,
    lacksValues,
    ...(outcomes.length > 0 && { outcomes, pagesOfItems: ready.map(({ of }) => of) }),
    ...(Object.keys(currencies).length > 0 && { currencies }),
    ...(documents.read > 0 && { documents }),
    ...(resumeAfterMs !== undefined && { resumeAfterMs }),
    ...(done && endHealing(plan, healing)),
  };
};

/**
 * Collects from the next pages, for about a second.
 * @throws CollectionError if the collection cannot continue · the reason of the aborted `signal`
 */
export const collectNext = async (
  deps: CollectionDeps,
  plan: CollectionPlan,
  state: CollectionState,
): Promise<CollectionBatch> => {
  const { mode, render, limits } = plan;
  if (!deps.browser && chooseEngine({ mode, render }).engine === "browser")
    return handToBrowser(BROWSER_REASONS.flow, state, deps.now());
  await (deps.browser ?? deps.session)?.resume(state.session);
  deps.manners?.resume(state.manners);
  const segments = listSegments(plan);
  const healing = startHealing(deps, plan, state);
  const current = await feed(deps, state, segments, plan);
  const segment = segments[current.segment - 1];
  if (!segment || current.frontier.length === 0) return finish(plan, current, healing);
  const room = { pages: limits.maxPages - current.pages, items: limits.maxItems - current.items };
  const isLastSegment = current.segment >= segments.length;
  let opened: Awaited<ReturnType<typeof openRound>>;
  try {
    opened = await openRound(deps, { plan, segment, isLastSegment, current, room }, healing);
  } catch (error) {
    return interrupt(error, deps, state);
  }
  return closeRound(deps, opened, segments, healing);
};
