/** Runs over many origins, worked on by the real collection. */
import type * as z from "zod";
import { onlyKey } from "../../src/adapters/keyring.ts";
import type { FlowDefinition, FlowLimits } from "../../src/contract/flows/flowDefinition.ts";
import { handOverDue } from "../../src/domain/clock/handOverDue.ts";
import type { Engine } from "../../src/domain/engine.ts";
import { readRunItems } from "../../src/domain/items/items.ts";
import { createCursors } from "../../src/domain/lists/cursors.ts";
import { queueRun } from "../../src/domain/runs/begin/createRun.ts";
import { listRunPages, listRunSites } from "../../src/domain/runs/read/pages.ts";
import { compareCollections } from "../../src/engine/change/index.ts";
import {
  type CollectionState,
  collectNext,
  createFlights,
  reportShards,
  startCollection,
} from "../../src/engine/collection/index.ts";
import { TargetError } from "../../src/engine/egress/index.ts";
import { parseDocument } from "../../src/engine/extract/extract.ts";
import { createPipeline } from "./pipeline.ts";
import { makeFlow } from "./testStore.ts";

export const ORIGINS = 20;
const PAGES = 10;

export const addressOf = (origin: number, page: number) => `https://site-${origin}.test/${page}`;

/** Page by page over all origins: the origins alternate. */
export const LIST = Array.from({ length: PAGES }, (_, page) =>
  Array.from({ length: ORIGINS }, (_, origin) => addressOf(origin, page)),
).flat();

export const isGone = (url: string): boolean => url.endsWith("7");

/** Lists the origins in the order in which they first appear, and of each the pages in the order of the list. */
export const IN_ORDER = Array.from({ length: ORIGINS }, (_, origin) =>
  Array.from({ length: PAGES }, (_, page) => addressOf(origin, page)).filter((url) => !isGone(url)),
).flat();

const pageOf = (url: string): string => `<h1>${url}</h1>`;

/** The real collection over pages in memory that say their own address. */
export const engineOver = (
  beforeCall: (call: number) => Promise<void> | void = () => {},
  htmlOf = pageOf,
): Engine => {
  let calls = 0;
  const flights = createFlights();
  return {
    start: startCollection,
    next: async (plan, state, signal) => {
      calls += 1;
      await beforeCall(calls);
      const deps = {
        fetchPage: async (url: string) => {
          if (isGone(url))
            throw new TargetError("target-failed", "Gone.", { retryable: false, httpStatus: 404 });
          const html = htmlOf(url);
          const document = parseDocument(html, { url });
          return { url, status: 200, html, document, fetchedAt: new Date().toISOString() };
        },
        now: Date.now,
        signal,
        ...(plan.sites && { flights }),
      };
      return collectNext(deps, plan, state as CollectionState);
    },
    readFirst: async () => null,
    session: async () => undefined,
    reportShards: (plan, states) => reportShards(plan, states as readonly CollectionState[]),
    compare: compareCollections,
    release: async () => {},
  };
};

export const openSplitRun = async (
  plan: "free" | "scale" = "scale",
  limits: z.output<typeof FlowLimits> = {},
  urls: readonly string[] = LIST,
  definition: Partial<Pick<FlowDefinition, "steps" | "eachUrl">> = {},
) => {
  const pipeline = await createPipeline(plan);
  const { deps, store, account, caller, sent } = pipeline;
  const flow = {
    ...makeFlow(account.id),
    urls: [...urls],
    steps: [{ type: "extract" as const, fields: ["at: h1"] }],
    outputSchema: {},
    limits,
    ...definition,
  };
  await store.commit(store.flows.insert(flow));
  const { id } = await queueRun(deps, account, flow, { origin: "api" });
  const cursors = createCursors(async () => onlyKey(Buffer.alloc(32, 3)), deps.now);
  return {
    ...pipeline,
    id,
    flow,
    /** Queues another run of the flow. */
    runAgain: () => queueRun(deps, account, flow, { origin: "api" }),
    /** Works on all messages, `width` at a time. */
    work: async (width: number, engine = engineOver) => {
      const one = async (): Promise<void> => {
        for (let message = sent.shift(); message; message = sent.shift()) {
          const { shard, runId } = message;
          if (shard === undefined) await pipeline.execute(engine(), runId);
          else await pipeline.executeShard(engine(), runId, shard);
        }
      };
      while (sent.length > 0) await Promise.all(Array.from({ length: width }, one));
    },
    tick: () => handOverDue(deps, deps.now() + 55_000),
    /** All items, a page after the other. */
    readItems: async (limit = 37) => {
      const items: unknown[] = [];
      for (let cursor: string | undefined; ; ) {
        const page = await readRunItems({ ...deps, cursors }, caller, id, { format: "json", limit, cursor });
        if (!("items" in page)) throw new Error("a page was expected");
        items.push(...page.items.map(({ at }) => at));
        cursor = page.nextCursor;
        if (cursor === undefined) return items;
      }
    },
    readPage: async (cursor: string | undefined, limit: number) => {
      const page = await readRunItems({ ...deps, cursors }, caller, id, { format: "json", limit, cursor });
      if (!("items" in page)) throw new Error("a page was expected");
      return page;
    },
    /** What became of its sites. */
    readSites: async () => (await listRunSites({ ...deps, cursors }, caller, id, { limit: 100 })).items,
    /** What became of its pages: a page of the list. */
    readOutcomes: async (cursor: string | undefined, limit: number, status?: "failed") => {
      const page = await listRunPages({ ...deps, cursors }, caller, id, { limit, cursor, status });
      return { ...page, urls: page.items.map(({ url }) => url) };
    },
  };
};
