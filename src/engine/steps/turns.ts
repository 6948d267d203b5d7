import { setTimeout as sleep } from "node:timers/promises";
import { READ_LIMIT_MS, withTimeLimit } from "../extract/extract.ts";

/** After holding the worker this long, work yields to timers, so that the run's lease can be renewed. */
const HOLD_MS = 1_000;

let turn: Promise<void> | null = null;

/**
 * Runs one step's work on a page under a time limit. If another page's work was long, timers run first.
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
