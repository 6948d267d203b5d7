import { setTimeout as sleep } from "node:timers/promises";
import { READ_LIMIT_MS, withTimeLimit } from "../extract/extract.ts";

/** Work that has held the worker for so long lets timers have their turn: the lease of the run has to be renewed. */
const HOLD_MS = 1_000;

let turn: Promise<void> | null = null;

/**
 * Does one step's work on a page, which ends by itself or is ended, and not right after another page's where that
 * was long.
 * @param isBrief see `withTimeLimit`
 * @throws TimeLimitError · whatever `work` throws
 */
export const inTurn = async (work: () => void | Promise<void>, isBrief: boolean): Promise<void> => {
  while (turn) await turn;
  const startedAt = performance.now();
  let rest: void | Promise<void>;
  try {
    rest = withTimeLimit(READ_LIMIT_MS, work, isBrief);
  } finally {
    if (performance.now() - startedAt >= HOLD_MS)
      turn = sleep(0).then(() => {
        turn = null;
      });
  }
  await rest;
};
