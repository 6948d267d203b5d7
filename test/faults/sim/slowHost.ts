/** A host of several sites that wants a pause between the pages of all runs: its robots.txt says how long. */
import type { CollectionBatch } from "../../../src/domain/engine.ts";
import { createManners, type Manners, type Origins, TooEarly } from "../../../src/engine/manners/index.ts";
import type { Machine } from "./machines.ts";

const HOST = "https://slow.example";
/** Between two pages of any run. */
export const SLOW_DELAY_MS = 3_000;

const openManners = (machine: Machine, origins: Origins | undefined): Manners =>
  createManners({
    origins,
    fetchFile: async (url) => ({
      url,
      status: 200,
      html: `User-agent: *\nCrawl-delay: ${SLOW_DELAY_MS / 1_000}`,
      fetchedAt: new Date(machine.now()).toISOString(),
    }),
    obeys: true,
    now: machine.now,
    sleep: (delayMs) =>
      new Promise((resolve) => {
        machine.after(delayMs, () => resolve(undefined));
      }),
  });

/** The visits of one worker there, with the manners of any worker. */
export const createSlowHost = (machine: Machine) => {
  let manners: Manners | undefined;
  return {
    /**
     * Opens a page when it is the run's turn.
     * @param state of the run, with what the last worker learned
     * @returns for how long it is too early; 0 where the page was opened
     */
    async visit(
      work: () => Promise<void>,
      state: { readonly manners?: unknown },
      origins: Origins | undefined,
      signal: AbortSignal,
    ): Promise<number> {
      if (!manners) {
        manners = openManners(machine, origins);
        manners.resume(state.manners);
      }
      try {
        await manners.visit(`${HOST}/`, work, { signal, log: () => {} });
        return 0;
      } catch (error) {
        if (error instanceof TooEarly) return error.waitMs;
        throw error;
      }
    },

    /** The batch, with what the next worker has to know. */
    carry: (batch: CollectionBatch): CollectionBatch =>
      manners ? { ...batch, state: { ...(batch.state as object), manners: manners.suspend() } } : batch,
  };
};
