/** A run's items as stored: lines of NDJSON, none too long for a response. */
import type { Item } from "../../../contract/runs/runs.ts";
import { fitItem, type ItemRoom } from "../../fitItem.ts";

/** A response is limited to 6 MB, and a page of items must fit at least one. */
const ROOM: ItemRoom = { itemBytes: 5_000_000, textChars: 1_000_000 };
/** The most bytes that one character takes. */
const MAX_BYTES_PER_CHAR = 3;

const isTooLong = (line: string): boolean =>
  line.length * MAX_BYTES_PER_CHAR > ROOM.itemBytes && Buffer.byteLength(line) > ROOM.itemBytes;

interface OutputLines {
  readonly items: Item[];
  readonly lines: string;
  /** One sentence for each item that was too large. */
  readonly notes: readonly string[];
}

/** @param first number of the first item within the run, from 0 */
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
