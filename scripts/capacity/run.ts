/** What a run reads and writes, from its request until it is forgotten: on the embedded table, which counts units as DynamoDB does. */
import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import type { EventMessage } from "../../src/contract/deliveries/events.ts";
import { FlowDefinition } from "../../src/contract/flows/flowDefinition.ts";
import { DAY_MS } from "../../src/contract/units.ts";
import { handOverDue } from "../../src/domain/clock/handOverDue.ts";
import type { Engine } from "../../src/domain/engine.ts";
import type { Caller } from "../../src/domain/ports.ts";
import { FIRST_LOOK_MS, LONGEST_RETENTION_MS } from "../../src/domain/retentionTimes.ts";
import { createRun } from "../../src/domain/runs/begin/createRun.ts";
import { executeRun } from "../../src/domain/runs/executeRun.ts";
import { fanOutEvent } from "../../src/domain/webhooks/fanOut.ts";
import { compareCollections } from "../../src/engine/change/index.ts";
import type { DueKind } from "../../src/store/due.ts";
import { createEmbeddedTable } from "../../src/store/embedded/table.ts";
import { createMemoryObjects } from "../../test/helpers/memoryObjects.ts";
import { createRunDeps, makeOwner } from "../../test/helpers/runDeps.ts";
import type { Units } from "./measure.ts";

const START_MS = Date.parse("2026-11-20T00:00:00.000Z");

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

/** What each part of a run's life consumes. */
export interface RunLife {
  /** The transaction that queues it, its audit entry included; not the authentication of the request. */
  readonly request: Units;
  /** From the worker's claim to the end, progress and output included. */
  readonly execution: Units;
  /** Its event handed out, to nobody. */
  readonly event: Units;
  /** What is due afterwards, until nothing of the run is left but its totals. */
  readonly expiry: Units;
}

/** What comes due because of a run that ended; not the account's own mail and reports. */
const OF_A_RUN: ReadonlySet<string> = new Set<DueKind>(["event", "activity", "pastRun", "forgottenRun"]);
const TICK_MS = 55_000;

/**
 * Follows one run on a table of its own from its request until it is forgotten.
 *
 * @param pageMs how long each page takes
 * @param addresses how many URLs the flow lists
 * @param given replaces the made pages, and what the flow does with them
 */
export const measureLife = async (
  pages: number,
  pageMs: number,
  addresses = 1,
  given: { readonly engine?: Engine; readonly flow?: object } = {},
): Promise<RunLife> => {
  const folder = mkdtempSync(join(tmpdir(), "gleaner-capacity-"));
  let units = { read: 0, write: 0 };
  const table = createEmbeddedTable({
    path: join(folder, "table.db"),
    isDurable: false,
    onConsumed: ({ read, write }) => {
      units = { read: units.read + read, write: units.write + write };
    },
  });
  const taking = async (work: () => Promise<unknown>): Promise<Units> => {
    units = { read: 0, write: 0 };
    await work();
    return units;
  };
  try {
    let nowMs = START_MS;
    const announced: EventMessage[] = [];
    const deps = {
      ...createRunDeps(table, createMemoryObjects(), () => nowMs),
      // The clock is the measurement's own: nothing happens by itself.
      after: () => () => {},
      eventQueue: {
        send: async (message: EventMessage) => void announced.push(message),
        ping: async () => {},
      },
    };
    const { store } = deps;
    const urls = Array.from(
      { length: addresses > 1 ? addresses : 0 },
      (_, n) => `https://shop.example/book/${n}`,
    );
    const definition = FlowDefinition.parse({
      name: "Books",
      mode: "extract",
      url: "https://shop.example/catalogue",
      urls,
      ...given.flow,
    });
    const { accountId, userId, account, flow } = await makeOwner(deps, definition);
    const caller: Caller = {
      accountId,
      userId,
      keyId: deps.newId("key"),
      scopes: [],
      request: { id: crypto.randomUUID(), address: "192.0.2.1" },
      account: Promise.resolve(account),
    };
    let runId = "";
    const request = await taking(async () => {
      ({ id: runId } = await createRun(deps, caller, flow.id, { origin: "api" }));
    });
    const made = pagesEngine(pages, () => {
      nowMs += pageMs;
    });
    const { engine = made } = given;
    const execution = await taking(() =>
      executeRun({ ...deps, engine }, { type: "run", accountId, runId }, nowMs + 900_000),
    );
    const run = await store.runs.get(accountId, runId);
    if (run?.status !== "completed") throw new Error(`the run is ${run?.status}: ${run?.error?.message}`);
    const event = await taking(async () => {
      for (const message of announced) await fanOutEvent(deps, message);
    });
    /** The clock asks what is due in every minute, run or no run, so that is not counted here. */
    const listDue: typeof store.listDue = async (...asked) => {
      const before = units;
      const due = await store.listDue(...asked);
      units = before;
      return due.filter((item) => OF_A_RUN.has(String(item.dueKind)));
    };
    const expiry = await taking(async () => {
      for (const afterMs of [FIRST_LOOK_MS, LONGEST_RETENTION_MS, LONGEST_RETENTION_MS + DAY_MS]) {
        nowMs = START_MS + pages * pageMs + afterMs;
        await handOverDue({ ...deps, store: { ...store, listDue } }, nowMs + TICK_MS);
      }
    });
    if (await store.runs.get(accountId, runId)) throw new Error("the run was not forgotten");
    return { request, execution, event, expiry };
  } finally {
    table.close();
    rmSync(folder, { recursive: true });
  }
};

/** What a run consumes from its request to its end. */
export const measureRun = async (pages: number, pageMs: number): Promise<Units> => {
  const { request, execution } = await measureLife(pages, pageMs);
  return { read: request.read + execution.read, write: request.write + execution.write };
};
