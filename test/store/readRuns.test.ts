import { describe, expect, it } from "@jest/globals";
import { onlyKey } from "../../src/adapters/keyring.ts";
import { createFileLinks } from "../../src/domain/files/links.ts";
import { getRun } from "../../src/domain/runs/read/readRuns.ts";
import { countingEngine, createPipeline } from "../helpers/pipeline.ts";

describe("a run that ends while it is being read", () => {
  it("is never returned as ended without the end of its log", async () => {
    const { deps, queue, execute, store, caller } = await createPipeline();
    const { id } = await queue();
    const read = Promise.withResolvers<void>();
    const racing: typeof store = {
      ...store,
      runs: {
        ...store.runs,
        get: async (...args) => {
          await read.promise;
          await execute(countingEngine(1), id);
          return store.runs.get(...args);
        },
        getDetail: async (...args) => {
          const detail = await store.runs.getDetail(...args);
          read.resolve();
          return detail;
        },
      },
    };
    const fileLinks = createFileLinks(async () => onlyKey(Buffer.alloc(32)), deps.now);
    const run = await getRun({ ...deps, store: racing, fileLinks }, caller, id, "https://api.example");
    expect(run.status).toBe("completed");
    expect(run.outputPreview).toHaveLength(2);
    expect(run.logs.length).toBeGreaterThan(0);
  });
});
