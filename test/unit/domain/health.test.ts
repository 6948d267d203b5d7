import { describe, expect, it } from "@jest/globals";
import { getHealth } from "../../../src/domain/health/health.ts";
import { createStore } from "../../../src/store/index.ts";
import { createMemoryTable } from "../../helpers/memoryTable.ts";

const NOW = Date.UTC(2026, 10, 22, 12);
const MINUTE_MS = 60_000;

const createWorld = (startedAtMs: number) => {
  const store = createStore(createMemoryTable());
  const deps = {
    store,
    now: () => NOW,
    log: { info: () => {}, warn: () => {}, error: () => {} },
    runQueue: { ping: async () => {} },
    pingModel: null,
    deployment: { version: "1.0.0", build: "b", startedAtMs },
  } as never as Parameters<typeof getHealth>[0];
  return { store, deps };
};

describe("the clock's state in /health", () => {
  it("is up while ticks complete, and down after five minutes without one", async () => {
    const { store, deps } = createWorld(NOW - 60 * MINUTE_MS);
    await store.clock.noteRound(new Date(NOW - 4 * MINUTE_MS).toISOString());
    expect(await getHealth(deps)).toMatchObject({ status: "healthy", services: { clock: "up" } });
    await store.clock.noteRound(new Date(NOW - 5 * MINUTE_MS).toISOString());
    expect(await getHealth(deps)).toMatchObject({
      status: "degraded",
      services: { clock: "down", database: "up", scraping_engine: "up" },
    });
  });

  it("is up during the first five minutes of a new deployment, and no longer", async () => {
    expect(await getHealth(createWorld(NOW - MINUTE_MS).deps)).toMatchObject({ services: { clock: "up" } });
    expect(await getHealth(createWorld(NOW - 6 * MINUTE_MS).deps)).toMatchObject({
      status: "degraded",
      services: { clock: "down" },
    });
  });
});
