/** A run's items as they are kept: lines of NDJSON, none longer than can be answered. */
import type { Item } from "../../contract/runs.ts";
import { fitItem, type ItemRoom } from "../fitItem.ts";

/** The gateway passes 6 MB, and a page of items has at least one. */
const ROOM: ItemRoom = { itemBytes: 5_000_000, textChars: 1_000_000 };
/** A character of a text takes no more bytes than this. */
const MAX_BYTES_PER_CHAR = 3;

const isTooLong = (line: string): boolean =>
  line.length * MAX_BYTES_PER_CHAR > ROOM.itemBytes && Buffer.byteLength(line) > ROOM.itemBytes;

interface OutputLines {
  readonly items: Item[];
  readonly lines: string;
  /** One sentence for each item that was too large. */
  readonly notes: readonly string[];
}

/** @param first what number of the run the first item is, from 0 */
export const writeLines = (all: readonly Item[], first: number): OutputLines => {
  const notes: string[] = [];
  const items: Item[] = [];
  let lines = "";
  for (const item of all) {
    let line = JSON.stringify(item);
    let kept = item;
    if (isTooLong(line)) {
      const { item: fitted, cut, dropped } = fitItem(item, ROOM);
      kept = fitted;
      line = JSON.stringify(fitted);
      const number = first + items.length + 1;
      notes.push(
        [
          `Item ${number} is larger than ${ROOM.itemBytes / 1_000_000} MB and was shortened.`,
          ...(cut.length > 0
            ? [`Cut to ${ROOM.textChars.toLocaleString("en")} characters: ${cut.join(", ")}.`]
            : []),
          ...(dropped.length > 0 ? [`Left empty: ${dropped.join(", ")}.`] : []),
        ].join(" "),
      );
    }
    items.push(kept);
    lines += `${line}\n`;
  }
  return { items, lines, notes };
};
