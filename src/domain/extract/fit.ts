/** Makes what a page holds fit an answer, and says what was left out. */
import type { PageData } from "./pages.ts";

type Results = PageData["results"];
type Result = Results[number];

/** Of all items, in bytes of JSON; the gateway passes 6 MB, and an explanation is about as long as its item. */
const MAX_BYTES = 2_000_000;
/** Of one item: a longer one has its first fields only, its texts cut, then its largest fields left out. */
const MAX_ITEM_BYTES = 1_500_000;
/** Of an item that is too long: 500,000 of them took longer to weigh (4 s) than a request has left. */
const MAX_FIELDS = 10_000;
const MAX_TEXT_CHARS = 250_000;

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

const fitOne = ({ item, provenance }: Result): { result: Result; cut: string[]; dropped: string[] } => {
  const names = Object.keys(item).slice(0, MAX_FIELDS);
  const cut = names.filter((name) => {
    const value = item[name];
    return typeof value === "string" && value.length > MAX_TEXT_CHARS;
  });
  const shortened: Record<string, unknown> = pick(item, names);
  for (const name of cut) shortened[name] = String(item[name]).slice(0, MAX_TEXT_CHARS);
  const sizes = Object.entries(shortened)
    .map(([name, value]) => ({ name, bytes: bytesOf(value) }))
    .sort((left, right) => right.bytes - left.bytes);
  let bytes = bytesOf(shortened);
  const dropped = new Set<string>();
  for (const size of sizes) {
    if (bytes <= MAX_ITEM_BYTES) break;
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

/** As many results as an answer may hold, in their order. */
export const fitAnswer = (all: Results): Fitted => {
  const results: Result[] = [];
  const cut = new Set<string>();
  const dropped = new Set<string>();
  let bytes = 0;
  let hasFirstFields = false;
  for (const result of all) {
    const size = bytesOf(result.item);
    const fitted = size > MAX_ITEM_BYTES ? fitOne(result) : { result, cut: [], dropped: [] };
    bytes += size > MAX_ITEM_BYTES ? bytesOf(fitted.result.item) : size;
    if (bytes > MAX_BYTES) break;
    results.push(fitted.result);
    if (size > MAX_ITEM_BYTES && Object.keys(result.item).length > MAX_FIELDS) hasFirstFields = true;
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
        ? [`Cut to ${MAX_TEXT_CHARS.toLocaleString("en")} characters: ${[...cut].join(", ")}. ${how}`]
        : []),
      ...(dropped.size > 0
        ? [`Left out, for they are too large for one answer: ${[...dropped].join(", ")}. ${how}`]
        : []),
    ],
  };
};
