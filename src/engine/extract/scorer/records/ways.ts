/** The places of the short texts in a list's records: the same in all records that have the text. */
import { type Element, isTag } from "domhandler";
import { type Bit, listBits } from "../../page/bits.ts";
import { textOf } from "../../page/text.ts";
import { outward } from "../../page/tree.ts";
import { signatureOf } from "../../regions/markers.ts";

/** A short text of a record, with the way to its element, the same in all records of the list. */
interface Cell {
  readonly text: string;
  readonly way: string;
}

const MAX_TEXT = 80;

const wayOf = ({ element, place, text }: Bit, record: Element, isPart: boolean): string => {
  const steps = outward(element, record).map((at) => signatureOf(at) + columnOf(at));
  const isOwn = textOf(element) === text;
  return `${steps.join(" ")}${isPart ? `|${place}` : isOwn ? "" : "|own"}`;
};

/** The place of a table's cell in its row. */
const columnOf = (element: Element): number | "" =>
  CELLS.has(element.name) ? (element.parent?.children.filter(isTag).indexOf(element) ?? "") : "";
const CELLS: ReadonlySet<string> = new Set(["td", "th"]);

const cellsOf = (record: Element): Cell[] => {
  const bits = listBits([record]);
  const parts = Map.groupBy(bits, ({ line }) => line);
  const isParted = ({ line }: Bit): boolean =>
    (parts.get(line) ?? []).filter(({ place }) => place !== null).length > 1;
  return bits
    .filter(
      ({ text, place, line }) =>
        text.length <= MAX_TEXT && (place !== null || !isWholeLine(parts.get(line) ?? [], text)),
    )
    .map((bit) => ({ text: bit.text, way: wayOf(bit, record, isParted(bit) && bit.place !== null) }));
};
const isWholeLine = (line: readonly Bit[], text: string): boolean =>
  line.some((bit) => bit.place !== null && bit.text !== text && text.includes(bit.text));

/** For each way, the texts of each record there. */
export type Ways = ReadonlyMap<string, Column>;
/** The texts of each record in one place. */
export type Column = readonly (readonly string[])[];

/** The short texts of a list's records by their ways. */
export const waysOf = (records: readonly Element[]): Ways => {
  const ways = new Map<string, string[][]>();
  records.forEach((record, at) => {
    for (const { way, text } of cellsOf(record)) {
      const texts = ways.get(way) ?? records.map(() => []);
      texts[at]?.push(text);
      ways.set(way, texts);
    }
  });
  return new Map([...ways].flatMap(splitWay));
};

const MAX_SPLIT = 4;
/** A way to as many texts in each record, such as badges side by side, is as many ways. */
const splitWay = ([way, column]: readonly [string, string[][]]): [string, string[][]][] => {
  const counts = new Set(column.map(({ length }) => length));
  const [count = 0] = counts;
  return counts.size === 1 && count > 1 && count <= MAX_SPLIT
    ? Array.from({ length: count }, (_, place) => [
        `${way} ${place}`,
        column.map((texts) => texts.slice(place, place + 1)),
      ])
    : [[way, column]];
};
