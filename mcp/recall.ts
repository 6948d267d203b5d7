import type { Client } from "../client/index.ts";

const MAX_RESULTS = 20;
const MAX_AGE_MS = 10 * 60_000;

interface Kept {
  readonly atMs: number;
  readonly result: unknown;
}

const keptOf = new WeakMap<Client, Map<string, Kept>>();

/**
 * Reads a page once for all parts of a long answer: the first part always reads it, and later ones continue what was read
 * within ten minutes.
 *
 * @param asked what the result depends on
 */
export const readOnce = async <T>(
  client: Client,
  asked: unknown,
  offset: number,
  read: () => Promise<T>,
  nowMs = Date.now(),
): Promise<T> => {
  const kept = keptOf.get(client) ?? new Map<string, Kept>();
  keptOf.set(client, kept);
  const key = JSON.stringify(asked);
  const earlier = kept.get(key);
  if (offset > 0 && earlier && nowMs - earlier.atMs < MAX_AGE_MS) return earlier.result as T;
  const result = await read();
  kept.delete(key);
  kept.set(key, { atMs: nowMs, result });
  const [oldest] = kept.keys();
  if (kept.size > MAX_RESULTS && oldest !== undefined) kept.delete(oldest);
  return result;
};
