import { describe, expect, it } from "@jest/globals";
import type { Engine, PageArchive } from "../../src/domain/engine.ts";
import { LARGE_PAGE_CHARS } from "../../src/domain/runs/timing.ts";
import { countingEngine, createPipeline } from "../helpers/pipeline.ts";

const DEADLY = "https://shop.example/deadly";

type Live = Extract<PageArchive, { keep: unknown }>;

/** An engine whose worker does `before` with each page's archive. A promise that never settles is a crashed worker. */
const engineThat = (before: (archive: Live, page: number) => Promise<void>, pages = 3): Engine => {
  const engine = countingEngine(pages);
  return {
    ...engine,
    next: async (plan, state, signal, archive) => {
      if (!("keep" in archive)) throw new Error("a live run has its pages kept");
      await before(archive, (state as number) + 1);
      return engine.next(plan, state, signal, archive);
    },
  };
};

const forever = (): Promise<never> => new Promise(() => {});

const openPipeline = async () => {
  const pipeline = await createPipeline();
  // Crashed workers send no heartbeat.
  pipeline.deps.after = () => () => {};
  const { id } = await pipeline.queue();
  /** Lets a worker run until it crashes at a page, counted from the run's progress. */
  const dieWith = async (before: (archive: Live) => Promise<void>, atPage = 1): Promise<void> => {
    let reached = () => {};
    const dead = new Promise<void>((resolve) => {
      reached = resolve;
    });
    const dying = async (archive: Live, page: number) => {
      if (page < atPage) return;
      await before(archive);
      reached();
      await forever();
    };
    void pipeline.execute(engineThat(dying), id);
    await dead;
    pipeline.pass(60_000);
  };
  return { ...pipeline, id, dieWith };
};

describe("a page that crashes workers", () => {
  it("ends the run after the second crash, and is named", async () => {
    const { execute, read, id, dieWith } = await openPipeline();
    const readDeadly = (archive: Live) => archive.reading?.(DEADLY, LARGE_PAGE_CHARS) ?? forever();
    await dieWith(readDeadly);
    expect(await read(id)).toMatchObject({ status: "running", reading: DEADLY });
    await dieWith(readDeadly);
    await execute(countingEngine(3), id);
    expect(await read(id)).toMatchObject({
      status: "failed",
      itemsExtracted: 0,
      error: {
        code: "target-failed",
        url: DEADLY,
        retryable: false,
        message: expect.stringContaining(`Every worker that tried to read ${DEADLY} crashed`),
      },
    });
  });

  it("is found even if it is small: after a crash, pages are noted and opened one by one", async () => {
    const { execute, read, id, dieWith } = await openPipeline();
    const readSmall = (archive: Live) => archive.reading?.(DEADLY) ?? forever();
    await dieWith(async (archive) => {
      expect(archive.isCareful?.()).toBe(false);
      await readSmall(archive);
    });
    expect((await read(id)).reading ?? null).toBeNull();
    for (let death = 1; death <= 2; death += 1)
      await dieWith(async (archive) => {
        expect(archive.isCareful?.()).toBe(true);
        await readSmall(archive);
      });
    await execute(countingEngine(3), id);
    expect(await read(id)).toMatchObject({ status: "failed", error: { url: DEADLY } });
  });

  it("is not blamed if workers crash at different pages, or made progress in between", async () => {
    const { execute, read, output, id, dieWith } = await openPipeline();
    for (const name of ["a", "b", "c"])
      await dieWith((archive) => archive.reading?.(`${DEADLY}/${name}`, LARGE_PAGE_CHARS) ?? forever());
    expect(await read(id)).toMatchObject({ suspect: { url: `${DEADLY}/b`, deaths: 1 } });
    const readC = (archive: Live) => archive.reading?.(`${DEADLY}/c`, LARGE_PAGE_CHARS) ?? forever();
    await dieWith(readC, 2);
    expect(await read(id)).toMatchObject({ itemsExtracted: 2, stalls: 0, suspect: null });
    await execute(countingEngine(3), id);
    expect(await read(id)).toMatchObject({ status: "completed", stalls: 0 });
    expect(await output(id)).toEqual([1, 2, 3, 4, 5, 6]);
  });
});
