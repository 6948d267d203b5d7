/** Moves what a crawl knows to segments, and reads it again. */
import type { Frontier } from "./frontier.ts";
import { openMet, storeMet } from "./met.ts";
import { isUnread, type Lead, openQueue, queueOf, storeQueue } from "./queue.ts";
import { hourOf, type SegmentStore } from "./segments.ts";

/** Until 0.1, a crawl's state held all that it knew. */
interface WholeFrontier extends Omit<Frontier, "queue" | "met" | "known" | "texts" | "copies" | "claims"> {
  readonly waiting: readonly Lead[];
  readonly known: readonly string[];
  readonly texts: readonly string[];
  readonly copies?: { readonly bodies: readonly string[]; readonly queries: Frontier["copies"]["queries"] };
  readonly claims?: Frontier["claims"];
}

const isWhole = (frontier: Frontier | WholeFrontier): frontier is WholeFrontier => "waiting" in frontier;

const fromWhole = ({ waiting, known, texts, copies, claims = {}, ...rest }: WholeFrontier): Frontier => ({
  ...rest,
  queue: queueOf(waiting),
  met: { stored: [], recent: [...known, ...texts, ...(copies?.bodies ?? [])] },
  known: known.length,
  texts: texts.length,
  copies: { bodies: copies?.bodies.length ?? 0, queries: copies?.queries ?? {} },
  claims,
});

/** Whether the crawl has URLs left that have to be read first. */
export const hasUnread = ({ queue }: Frontier): boolean => isUnread(queue);

/**
 * Reads what is needed to continue a crawl. Call before each batch.
 * @param store absent: the frontier holds everything itself
 */
export const openFrontier = async (
  stored: Frontier | WholeFrontier,
  store: SegmentStore | undefined,
): Promise<Frontier> => {
  const frontier = isWhole(stored) ? fromWhole(stored) : stored;
  if (!store) {
    if (frontier.queue.stored.length > 0) throw new Error("a crawl cannot continue without its segments");
    return frontier;
  }
  const [met, queue] = await Promise.all([openMet(frontier.met, store), openQueue(frontier.queue, store)]);
  return { ...frontier, met, queue };
};

/**
 * Moves what is new to the store once it is much, so that the frontier stays small. A frontier that is never committed
 * leaves only segments behind that nobody reads.
 * @param least fewer new records stay in the frontier
 */
export const storeFrontier = async (
  frontier: Frontier,
  store: SegmentStore,
  { now, least }: { readonly now: number; readonly least?: number },
): Promise<Frontier> => {
  const options = { hour: hourOf(now), ...(least !== undefined && { least }) };
  const [met, queue] = await Promise.all([
    storeMet(frontier.met, store, options),
    storeQueue(frontier.queue, store, options),
  ]);
  return { ...frontier, met, queue };
};
