import { asReplay } from "../../../contract/flows/rendering.ts";
import { proxySecretOf } from "../../../contract/flows/secrets.ts";
import type { CollectionFailure, CollectionPlan, Engine } from "../../../domain/engine.ts";
import { createMask } from "../../../domain/shared/mask.ts";
import { runError } from "../../../domain/shared/runError.ts";
import { compareCollections } from "../../../engine/change/index.ts";
import {
  type CollectionDeps,
  CollectionError,
  type CollectionState,
  collectNext,
  createFlights,
  reportShards,
  startCollection,
} from "../../../engine/collection/index.ts";
import { DocumentError, TimeLimitError, withTimeLimit } from "../../../engine/extract/extract.ts";
import type { Origins } from "../../../engine/manners/index.ts";
import { createPresentation, type FetchFile, type ReadFile } from "../../../engine/page/index.ts";
import type { SaveShot } from "../../../engine/steps/index.ts";
import { tracingPages } from "../../tracing.ts";
import { log } from "../base.ts";
import { permittedMeans } from "../network/permitting.ts";
import { askingModel } from "./askModel.ts";
import { collectFirst } from "./firstReads.ts";
import { comparesPictures } from "./pictures.ts";
import { replayPages } from "./replay.ts";

/** How the pages of a run are opened. */
export type Means = Pick<CollectionDeps, "fetchPage" | "fetchFile" | "manners" | "session" | "browser"> & {
  readonly close: () => Promise<void>;
};

const failureOf = (error: unknown, { secrets }: CollectionPlan): CollectionFailure => {
  if (error instanceof CollectionError) {
    const { code, message, step = null, url = null, httpStatus = null, retryable } = error;
    return { failure: { code, message, step, url, httpStatus, retryable } };
  }
  const { text } = createMask(secrets.map(({ value }) => value));
  log.error("the engine failed unexpectedly", { error: text((error as Error)?.stack ?? String(error)) });
  const message = "The engine failed unexpectedly on this page. Open a ticket and include the run id.";
  return { failure: runError("internal", message, { retryable: true }) };
};

/** Less than a lease, which cannot be renewed during a comparison. */
const COMPARE_LIMIT_MS = 15_000;

/** A collection that cannot be compared exceeds a limit of Node or of the service. */
const isTooMuch = (error: unknown): boolean =>
  error instanceof TimeLimitError || error instanceof DocumentError || error instanceof RangeError;

const TOO_MUCH = runError(
  "timeout",
  "There are too many records to compare with those of the last run, or they are too large. Collect fewer, or name the " +
    "fields to compare in monitor.fields.",
);

const compareInTime: Engine["compare"] = (...collections) => {
  try {
    return withTimeLimit(COMPARE_LIMIT_MS, () => compareCollections(...collections));
  } catch (error) {
    if (!isTooMuch(error)) throw error;
    return { failure: TOO_MUCH };
  }
};

/** What a run adds: storage for screenshots, a listener for awaited pages, the pace shared with other runs, uploads. */
interface RunSide {
  readonly keepShot: SaveShot;
  readonly opening?: CollectionDeps["opening"];
  readonly origins?: Origins | undefined;
  readonly readFile?: ReadFile | undefined;
}

/** How a run's requests present themselves: its flow's headers go to the flow's own origin. */
export const presentationOf = ({ request, url, secrets }: CollectionPlan) =>
  createPresentation(request, new URL(url).origin, secrets);

/** The address of the flow's own proxy; undefined if it has none. */
export const proxyOf = ({ proxy, secrets }: CollectionPlan): string | undefined => {
  const name = proxySecretOf(proxy);
  return name === undefined ? undefined : (secrets.find((secret) => secret.name === name)?.value ?? "");
};

/** Fetches files like `fetchFile`, and reports those in progress. */
export const reportingFiles =
  (fetchFile: FetchFile, opening: RunSide["opening"]): FetchFile =>
  (url, options) =>
    fetchFile(url, options).finally(opening?.(url));

/** The engine of a worker, which processes one run at a time. `open` is called for a run's first page. */
export const createEngine = (open: (plan: CollectionPlan, side: RunSide) => Means): Engine => {
  const openPermitted: typeof open = (plan, side) =>
    permittedMeans(open(plan, side), { robots: plan.robots, policy: plan.permissions });
  let means: Means | undefined;
  let underWay = createFlights();
  let ending = new AbortController();
  /** What the first reads learned about the sites, so that the run keeps their pace. */
  let learned: unknown;
  return {
    start: (plan, session) => ({
      ...startCollection(plan),
      ...(session !== undefined && session !== null && { session }),
    }),
    next: async (plan, state, signal, archive) => {
      try {
        const common = { now: Date.now, signal, segments: archive.segments };
        if ("replay" in archive) {
          const kept = replayPages(archive.replay, plan.permissions);
          return await collectNext({ ...common, ...kept }, asReplay(plan), state as CollectionState);
        }
        if (!means) {
          means = openPermitted(plan, archive);
          means.manners?.resume(learned);
        }
        const toEnd = AbortSignal.any([signal, ending.signal]);
        return await collectNext(
          {
            ...common,
            ...means,
            signal: toEnd,
            flights: underWay,
            opening: tracingPages(archive.opening),
            reading: archive.reading,
            isCareful: archive.isCareful?.(),
            keepPage: archive.keep,
            recallPage: archive.recall,
            signIns: archive.signIns,
            askModel: archive.ask && askingModel(archive.ask),
          },
          plan,
          state as CollectionState,
        );
      } catch (error) {
        if (signal.aborted) throw error;
        return failureOf(error, plan);
      }
    },
    readFirst: async (plan, state, signal, archive) => {
      if ("replay" in archive) return null;
      const pictures = new Map<string, Buffer>();
      const keepShot: SaveShot = async ({ bytes }, { digest }) => {
        if (digest !== undefined) pictures.set(digest, bytes);
        return "kept until the page is read again";
      };
      const own = openPermitted(plan, { ...archive, keepShot });
      try {
        const found = await collectFirst(
          { now: Date.now, signal, ...own, opening: tracingPages(archive.opening) },
          plan,
          state as CollectionState,
        );
        return found && { ...found, pictures };
      } finally {
        learned = own.manners?.suspend();
        await own.close();
      }
    },
    session: async () => (means?.browser ?? means?.session)?.suspend(),
    reportShards: (plan, states) => reportShards(plan, states as readonly CollectionState[]),
    compare: compareInTime,
    pictures: comparesPictures,
    release: async () => {
      const ended = means;
      means = undefined;
      learned = undefined;
      // Pages still in flight are dropped.
      ending.abort(new Error("this worker has released the run"));
      ending = new AbortController();
      underWay = createFlights();
      await ended?.close();
    },
  };
};
