/** The output of a run, read from the bucket part by part, so that a few of its parts are in memory at a time. */
import type { Item } from "../../contract/runs/runs.ts";
import type { OutputPart } from "../../store/runs/runDetail.ts";
import type { RunRecord } from "../../store/runs/runs.ts";
import type { Deps, WithObjects } from "../ports.ts";
import { workAhead } from "../shared/workAhead.ts";

/** Parts read from the table at a time. */
const PARTS_PER_READ = 100;
/** Parts read ahead of the consumer; a long run has thousands. */
const PARTS_AHEAD = 16;
const MAX_BYTES_AHEAD = 64_000_000;

export type ReadDeps = Deps & WithObjects;
/** The run whose output is read. */
export type RunOutput = Pick<RunRecord, "id" | "accountId">;

/** The output parts that contain items `start` to `end`. */
const partsOf = async function* (
  { store }: Deps,
  { accountId, id }: RunOutput,
  start: number,
  end: number,
): AsyncGenerator<OutputPart> {
  const found = await store.runs.findPart(accountId, id, start);
  let parts = found ? [found] : await store.runs.listParts(accountId, id, start, PARTS_PER_READ);
  while (parts.length > 0) {
    let next = end;
    for (const part of parts) {
      if (part.first >= end) return;
      yield part;
      next = part.first + part.items;
    }
    parts = next < end ? await store.runs.listParts(accountId, id, next, PARTS_PER_READ) : [];
  }
};

/** Lines of NDJSON by part, from the item at place `start` to that at `end`. `first` is the place of the first line. */
export const linesByPart = (
  deps: ReadDeps,
  run: RunOutput,
  start = 0,
  end = Number.POSITIVE_INFINITY,
): AsyncGenerator<{ readonly first: number; readonly lines: string[] }> =>
  workAhead(
    partsOf(deps, run, start, end),
    { width: PARTS_AHEAD, maxWeight: MAX_BYTES_AHEAD, weigh: ({ bytes }) => bytes },
    async ({ objectKey, first }) => ({
      first: Math.max(start, first),
      lines: (await deps.objects.getText(objectKey)).split("\n").slice(Math.max(0, start - first), -1),
    }),
  );

/** All items of a run as lines of NDJSON. */
export const allLines = async function* (deps: ReadDeps, run: RunOutput): AsyncGenerator<string> {
  for await (const { lines } of linesByPart(deps, run)) yield* lines;
};

/** The items of a run from a place on, each with its own place. */
export const linesFrom = async function* (
  deps: ReadDeps,
  run: RunOutput,
  start: number,
): AsyncGenerator<{ readonly line: string; readonly place: number }> {
  for await (const { first, lines } of linesByPart(deps, run, start))
    for (const [index, line] of lines.entries()) yield { line, place: first + index };
};

/** All items of a run, one at a time. */
export const allItems = async function* (deps: ReadDeps, run: RunOutput): AsyncGenerator<Item> {
  for await (const line of allLines(deps, run)) yield JSON.parse(line) as Item;
};

/** All items of a run, in memory. */
export const readAllItems = async (deps: ReadDeps, run: RunOutput): Promise<Item[]> => {
  const items: Item[] = [];
  for await (const item of allItems(deps, run)) items.push(item);
  return items;
};

/** The same; null if the items have more than `maxChars` characters of JSON. */
export const readItemsWithin = async (
  deps: ReadDeps,
  run: RunOutput,
  maxChars: number,
): Promise<Item[] | null> => {
  const items: Item[] = [];
  let chars = 0;
  for await (const line of allLines(deps, run)) {
    chars += line.length;
    if (chars > maxChars) return null;
    items.push(JSON.parse(line) as Item);
  }
  return items;
};
