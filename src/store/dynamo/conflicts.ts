/** Attempts at a write that conflicts with another. */
const WRITE_ATTEMPTS = 12;
const FIRST_DELAY_MS = 25;
const MAX_DELAY_MS = 800;

/**
 * Retries a write that conflicts with another, with full jitter between attempts so that the same writers do not
 * collide again.
 *
 * @throws the first error that is not a conflict, or the error of the last attempt
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
