/** Attempts at a write that conflicts with another. */
const WRITE_ATTEMPTS = 12;
const FIRST_DELAY_MS = 25;
const MAX_DELAY_MS = 800;

/**
 * Makes a write until it no longer conflicts with another, with full jitter between attempts, so that those
 * that met do not meet again.
 *
 * @throws what the last attempt threw, or the first that is no conflict
 */
export const retryConflicts = async <T>(
  attempt: () => Promise<T>,
  isConflict: (error: unknown) => boolean,
  sleep: (ms: number) => Promise<unknown>,
): Promise<T> => {
  for (let attempts = 1; ; attempts += 1) {
    try {
      return await attempt();
    } catch (error) {
      if (!isConflict(error) || attempts === WRITE_ATTEMPTS) throw error;
      await sleep(Math.random() * Math.min(MAX_DELAY_MS, FIRST_DELAY_MS * 2 ** attempts));
    }
  }
};
