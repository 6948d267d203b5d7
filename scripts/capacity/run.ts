/** What a run writes: executes one on the embedded table, which counts units as DynamoDB does. */
import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { onlyKey } from "../../src/adapters/keyring.ts";
import { createSeals } from "../../src/adapters/seal.ts";
import { FlowDefinition } from "../../src/contract/flows.ts";
import { makeId } from "../../src/contract/ids.ts";
import { createAccount } from "../../src/domain/accounts/createAccount.ts";
import type { Engine } from "../../src/domain/engine.ts";
import { queueRun } from "../../src/domain/runs/createRun.ts";
import { executeRun } from "../../src/domain/runs/executeRun.ts";
import { NO_USAGE } from "../../src/domain/usage/cost.ts";
import { compareCollections } from "../../src/engine/change/index.ts";
import { createEmbeddedTable } from "../../src/store/embedded/table.ts";
import { NEW_FLOW } from "../../src/store/flows.ts";
import { createStore } from "../../src/store/index.ts";
import { createMemoryMetrics } from "../../test/helpers/memoryMetrics.ts";
import { createMemoryObjects } from "../../test/helpers/memoryObjects.ts";
import type { Units } from "./measure.ts";

const START_MS = Date.parse("2026-11-20T00:00:00.000Z");
const quiet = (): void => {};
const sent = { send: async () => {}, ping: async () => {} };

/** Twenty items per page, as in a catalogue; each page takes its time and is stored. */
const pagesEngine = (pages: number, pass: () => void): Engine => ({
  start: () => 0,
  next: async (_plan, state, _signal, archive) => {
    const page = (state as number) + 1;
    pass();
    const url = `https://shop.example/catalogue?page=${page}`;
    const at = new Date(START_MS).toISOString();
    if ("keep" in archive)
      archive.keep(url, { url, status: 200, html: `<h1>Page ${page}</h1>`, fetchedAt: at });
    return {
      items: Array.from({ length: 20 }, (_, n) => ({
        title: `Book ${page}-${n}`,
        price: n,
        url: `${url}&n=${n}`,
      })),
      logs: [{ timestamp: at, level: "info", message: `Page ${page}: 20 items from ${url}.` }],
      pages: 1,
      state: page,
      done: page === pages,
    };
  },
  readFirst: async () => null,
  session: async () => undefined,
  reportShards: () => undefined,
  compare: compareCollections,
  release: async () => {},
});

/**
 * Queues and executes one run on a table of its own.
 *
 * @param pageMs how long each page takes
 * @returns what was consumed from the request to the end, the transactions that start and end the run in it
 */
export const measureRun = async (pages: number, pageMs: number): Promise<Units> => {
  const folder = mkdtempSync(join(tmpdir(), "gleaner-capacity-"));
  let units = { read: 0, write: 0 };
  const table = createEmbeddedTable({
    path: join(folder, "table.db"),
    isDurable: false,
    onConsumed: ({ read, write }) => {
      units = { read: units.read + read, write: units.write + write };
    },
  });
  try {
    const store = createStore(table);
    let nowMs = START_MS;
    const deps = {
      store,
      objects: createMemoryObjects(),
      seals: createSeals(async () => onlyKey(Buffer.alloc(32, 7))),
      now: () => nowMs,
      newId: (kind: Parameters<typeof makeId>[0]) => makeId(kind, nowMs, Math.random()),
      log: { info: quiet, warn: quiet, error: quiet },
      metrics: createMemoryMetrics(),
      checkTarget: quiet,
      after: () => quiet,
      usage: { start: quiet, take: () => NO_USAGE },
      eventQueue: sent,
      runQueue: sent,
      mailQueue: sent,
      serves: "runs" as const,
    };
    const { accountId } = await createAccount(deps, { email: "capacity@example.com", plan: "scale" });
    const account = await store.accounts.get(accountId);
    if (!account) throw new Error("no account was made");
    const at = new Date(nowMs).toISOString();
    const flow = {
      ...NEW_FLOW,
      ...FlowDefinition.parse({ name: "Books", mode: "extract", url: "https://shop.example/catalogue" }),
      id: deps.newId("flow"),
      accountId,
      createdAt: at,
      updatedAt: at,
    };
    await store.commit(store.flows.insert(flow));
    units = { read: 0, write: 0 };
    const { id: runId } = await queueRun(deps, account, flow, { origin: "api" });
    const engine = pagesEngine(pages, () => {
      nowMs += pageMs;
    });
    await executeRun({ ...deps, engine }, { type: "run", accountId, runId }, nowMs + 900_000);
    const used = units;
    const run = await store.runs.get(accountId, runId);
    if (run?.status !== "completed") throw new Error(`the run is ${run?.status}: ${run?.error?.message}`);
    return used;
  } finally {
    table.close();
    rmSync(folder, { recursive: true });
  }
};
