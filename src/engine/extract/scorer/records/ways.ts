/** The places of the short texts in a list's records: the same in all records that have the text. */
import { type Element, isTag } from "domhandler";
import { type Bit, listBits } from "../../page/bits.ts";
import { textOf } from "../../page/text.ts";
import { outward } from "../../page/tree.ts";
import { signatureOf } from "../../regions/markers.ts";
import { rememberedFor } from "../../vocabulary/remember.ts";

/** A short text of a record, with the way to its element, the same in all records of the list. */
interface Cell {
  readonly text: string;
  readonly way: string;
  readonly element: Element;
  /** Its place among the record's short texts, from 0 to 1. */
  readonly at: number;
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

/** The short texts of a record by their ways. */
const cellsOf = rememberedFor((record: Element): ReadonlyMap<string, readonly Cell[]> => {
  const bits = listBits([record]);
  const parts = Map.groupBy(bits, ({ line }) => line);
  const isParted = ({ line }: Bit): boolean =>
    (parts.get(line) ?? []).filter(({ place }) => place !== null).length > 1;
  const cells = bits.flatMap((bit, at): Cell[] => {
    const { text, place, line, element } = bit;
    const isShort = text.length <= MAX_TEXT && (place !== null || !isWholeLine(parts.get(line) ?? [], text));
    const way = isShort ? wayOf(bit, record, isParted(bit) && place !== null) : "";
    return isShort ? [{ text, way, element, at: at / bits.length }] : [];
  });
  return Map.groupBy(cells, ({ way }) => way);
});
const isWholeLine = (line: readonly Bit[], text: string): boolean =>
  line.some((bit) => bit.place !== null && bit.text !== text && text.includes(bit.text));

/** For each way, the texts of each record there. */
export type Ways = ReadonlyMap<string, Column>;
/** The texts of each record in one place. */
export type Column = readonly (readonly string[])[];

const listWays = (records: readonly Element[]): string[] => [
  ...new Set(records.flatMap((record) => [...cellsOf(record).keys()])),
];
const cellsAt = (record: Element, way: string): readonly Cell[] => cellsOf(record).get(way) ?? [];

/** The short texts of a list's records by their ways. */
export const waysOf = (records: readonly Element[]): Ways =>
  new Map(
    listWays(records)
      .map((way) => [way, records.map((record) => cellsAt(record, way).map(({ text }) => text))] as const)
      .flatMap(splitWay),
  );

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

/** One place in the records of a list, or, if records have several texts there, one of them or all. */
export interface Spot {
  readonly way: string;
  /** Which of the texts; null for all. */
  readonly place: number | null;
}

const MAX_TOGETHER = 30;

/** The places of texts in the records of a list: where a record has several texts, each of them, and all together. */
export const spotsOf = (records: readonly Element[]): readonly Spot[] =>
  listWays(records).flatMap((way): Spot[] => {
    const most = Math.max(...records.map((record) => cellsAt(record, way).length));
    const single = Array.from({ length: most > MAX_SPLIT ? 0 : most }, (_, place) => ({ way, place }));
    return most > 1 && most <= MAX_TOGETHER ? [...single, { way, place: null }] : single;
  });

/** The short texts of a record in one place. */
export const cellsIn = (record: Element, { way, place }: Spot): readonly Cell[] => {
  const cells = cellsAt(record, way);
  return place === null ? cells : cells.slice(place, place + 1);
};
