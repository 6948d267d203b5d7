/** Shortens what was read so that it fits an answer, and says what was left out. */
import type { PageData } from "./pages.ts";

type Results = PageData["results"];
type Result = Results[number];

/** How much of an answer one page may fill; several pages share it. */
interface Room {
  /** Of all items, in bytes of JSON; the gateway passes 6 MB, and an explanation is about as long as its item. */
  readonly bytes: number;
  /** Of one item: a longer one has its first fields only, its texts cut, then its largest fields left out. */
  readonly itemBytes: number;
  readonly textChars: number;
}

const ROOM: Room = { bytes: 2_000_000, itemBytes: 1_500_000, textChars: 250_000 };

const roomFor = (pages: number): Room => ({
  bytes: Math.floor(ROOM.bytes / pages),
  itemBytes: Math.floor(ROOM.itemBytes / pages),
  textChars: Math.floor(ROOM.textChars / pages),
});

/** Fields that are kept of an item that is too long: measuring 500,000 of them took 4 s, more than a request has left. */
const MAX_FIELDS = 10_000;

const bytesOf = (value: unknown): number => Buffer.byteLength(JSON.stringify(value) ?? "");

const without = <T>(entries: Readonly<Record<string, T>>, names: ReadonlySet<string>) =>
  Object.fromEntries(Object.entries(entries).filter(([name]) => !names.has(name)));

interface Fitted {
  readonly results: Results;
  /** One sentence for each thing that was left out. */
  readonly warnings: readonly string[];
}

const pick = <T>(entries: Readonly<Record<string, T>>, names: readonly string[]): Record<string, T> =>
  Object.fromEntries(
    names.filter((name) => Object.hasOwn(entries, name)).map((name) => [name, entries[name] as T]),
  );

const fitOne = (
  { item, provenance }: Result,
  { itemBytes, textChars }: Room,
): { result: Result; cut: string[]; dropped: string[] } => {
  const names = Object.keys(item).slice(0, MAX_FIELDS);
  const cut = names.filter((name) => {
    const value = item[name];
    return typeof value === "string" && value.length > textChars;
  });
  const shortened: Record<string, unknown> = pick(item, names);
  for (const name of cut) shortened[name] = String(item[name]).slice(0, textChars);
  const sizes = Object.entries(shortened)
    .map(([name, value]) => ({ name, bytes: bytesOf(value) }))
    .sort((left, right) => right.bytes - left.bytes);
  let bytes = bytesOf(shortened);
  const dropped = new Set<string>();
  for (const size of sizes) {
    if (bytes <= itemBytes) break;
    bytes -= size.bytes;
    dropped.add(size.name);
    shortened[size.name] = null;
  }
  return {
    result: { item: shortened, provenance: without(pick(provenance, names), dropped) },
    cut: cut.filter((name) => !dropped.has(name)),
    dropped: [...dropped],
  };
};

/**
 * As many results as an answer may hold, in their order.
 *
 * @param pages how many share the answer
 */
export const fitAnswer = (all: Results, pages = 1): Fitted => {
  const room = roomFor(pages);
  const results: Result[] = [];
  const cut = new Set<string>();
  const dropped = new Set<string>();
  let bytes = 0;
  let hasFirstFields = false;
  for (const result of all) {
    const size = bytesOf(result.item);
    const fitted = size > room.itemBytes ? fitOne(result, room) : { result, cut: [], dropped: [] };
    bytes += size > room.itemBytes ? bytesOf(fitted.result.item) : size;
    if (bytes > room.bytes) break;
    results.push(fitted.result);
    if (size > room.itemBytes && Object.keys(result.item).length > MAX_FIELDS) hasFirstFields = true;
    for (const name of fitted.cut) cut.add(name);
    for (const name of fitted.dropped) dropped.add(name);
  }
  const how = "A flow without steps collects all of it.";
  return {
    results,
    warnings: [
      ...(results.length < all.length
        ? [
            `The answer holds the first ${results.length} of ${all.length} items, for it may not be larger. ${how}`,
          ]
        : []),
      ...(hasFirstFields
        ? [`Of an item that is too large, only the first ${MAX_FIELDS.toLocaleString("en")} fields. ${how}`]
        : []),
      ...(cut.size > 0
        ? [`Cut to ${room.textChars.toLocaleString("en")} characters: ${[...cut].join(", ")}. ${how}`]
        : []),
      ...(dropped.size > 0
        ? [`Left out, for they are too large for one answer: ${[...dropped].join(", ")}. ${how}`]
        : []),
    ],
  };
};
