import { TableBusy } from "../../store/table.ts";

/** Each takes about three seconds, so all of them end before a worker has to. */
const ROUNDS = 4;

/**
 * Repeats a write that found its items busy at each attempt. A worker has the time: if it gave up, the run would wait for the next one
 * until the message comes back.
 */
export const patiently = async <T>(write: () => Promise<T>): Promise<T> => {
  for (let round = 1; ; round += 1) {
    try {
      return await write();
    } catch (error) {
      if (!(error instanceof TableBusy) || round === ROUNDS) throw error;
    }
  }
};
