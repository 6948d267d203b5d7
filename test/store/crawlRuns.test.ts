import { describe, expect, it } from "@jest/globals";
import type { Engine } from "../../src/domain/engine.ts";
import { queueRun } from "../../src/domain/runs/begin/createRun.ts";
import { allOutcomes, listRunPages } from "../../src/domain/runs/read/pages.ts";
import { compareCollections } from "../../src/engine/change/index.ts";
import { type CollectionState, collectNext, startCollection } from "../../src/engine/collection/index.ts";
import { TargetError } from "../../src/engine/egress/index.ts";
import { parseDocument } from "../../src/engine/extract/extract.ts";
import type { FetchPage } from "../../src/engine/page/index.ts";
import { createPipeline } from "../helpers/pipeline.ts";
import { makeFlow } from "../helpers/testStore.ts";

const BASE = "https://shop.test";
const PAGES = 300;

/** A page leads to the next ones in a tree, and back to the start; every tenth one is gone. */
const htmlOf = (n: number): string =>
  `<h1>${n}</h1><a href="/">0</a>${[1, 2, 3, 4]
    .map((i) => n * 4 + i)
    .filter((next) => next < PAGES)
    .map((next) => `<a href="/p-${"abcdefghij"[next % 10]}-${next}">${next}</a>`)
    .join("")}`;

const fetchPage: FetchPage = async (url) => {
  const n = Number(/(\d+)$/.exec(url)?.[1] ?? 0);
  if (n % 10 === 9) throw new TargetError("target-failed", "Gone.", { retryable: false, httpStatus: 404 });
  const html = htmlOf(n);
  return {
    url,
    status: 200,
    html,
    document: parseDocument(html, { url }),
    fetchedAt: new Date().toISOString(),
  };
};

/** Pages that are led to by pages which are there. */
const reached = (n = 0): number[] =>
  n % 10 === 9
    ? []
    : [
        n,
        ...[1, 2, 3, 4]
          .map((i) => n * 4 + i)
          .filter((next) => next < PAGES)
          .flatMap(reached),
      ];

/** The real collection over a site in memory; a worker crashes when `dies` says so. */
const crawlingEngine = (dies: (call: number) => boolean, afterCall: () => void): Engine => {
  let calls = 0;
  return {
    start: startCollection,
    next: async (plan, state, signal, { segments }) => {
      calls += 1;
      if (dies(calls)) throw new Error("the machine is gone");
      const batch = await collectNext(
        { fetchPage, now: Date.now, signal, segments },
        plan,
        state as CollectionState,
      );
      afterCall();
      return batch;
    },
    readFirst: async () => null,
    session: async () => undefined,
    reportShards: () => undefined,
    compare: compareCollections,
    release: async () => {},
  };
};

describe("a crawl whose workers crash", () => {
  it.each([3, 5, 7])("collects and reports each page once (every %dth call)", async (every) => {
    const pipeline = await createPipeline("scale");
    const { deps, account, caller, store } = pipeline;
    const flow = {
      ...makeFlow(account.id),
      url: `${BASE}/`,
      steps: [
        {
          type: "crawl" as const,
          steps: [{ type: "extract" as const, fields: ["n: h1 | integer"] }],
        },
      ],
      outputSchema: {},
    };
    await store.commit(store.flows.insert(flow));
    const run = await queueRun(deps, account, flow, { origin: "api" });
    // Time enough between two calls for a commit, but not between all of them.
    const engine = crawlingEngine(
      (call) => call % every === 0,
      () => pipeline.pass(1_200),
    );
    for (let workers = 0; workers < 100; workers += 1) {
      await pipeline.execute(engine, run.id).catch(() => {});
      if ((await pipeline.read(run.id)).finishedAt !== null) break;
      pipeline.pass(60_000);
    }
    const ended = await pipeline.read(run.id);
    const expected = reached().sort((a, b) => a - b);
    expect([ended.status, ended.itemsExtracted]).toEqual(["completed", expected.length]);
    expect((await pipeline.output(run.id)).sort((a, b) => a - b)).toEqual(expected);
    const outcomes = await Array.fromAsync(allOutcomes({ ...deps, store }, "pages", ended));
    expect(new Set(outcomes.map(({ url }) => url)).size).toBe(outcomes.length);
    expect(ended.outcomes).toEqual({
      completed: expected.length,
      failed: outcomes.filter(({ status }) => status === "failed").length,
      skipped: 0,
    });
    const cursors = {
      issue: async (_: unknown, after: string) => after,
      read: async (_: unknown, c: string) => c,
    };
    const failed: string[] = [];
    for (let cursor: string | undefined; ; ) {
      const page = await listRunPages({ ...deps, cursors }, caller, run.id, {
        status: "failed",
        limit: 7,
        cursor,
      });
      expect(page.total).toBe(ended.outcomes?.failed);
      failed.push(...page.items.map(({ url }) => url));
      cursor = page.nextCursor;
      if (cursor === undefined) break;
    }
    expect(failed).toEqual(outcomes.filter(({ status }) => status === "failed").map(({ url }) => url));
  });
});
