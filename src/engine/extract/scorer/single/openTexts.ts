/** The texts of a page that may be values of the thing that it is about, with what stands around each. */
import { type AnyNode, type Element, isTag } from "domhandler";
import { findAll } from "domutils";
import { type Bit, listBits } from "../../page/bits.ts";
import { shortText } from "../../page/shortText.ts";
import { isHeading, outward } from "../../page/tree.ts";
import { columnOf } from "../../regions/columns.ts";
import { signatureOf } from "../../regions/markers.ts";
import { ASIDE } from "../topics.ts";

/** A text of a page, or the texts of a list in it. */
export interface OpenText {
  /** One, or the entries of a list. */
  readonly texts: readonly string[];
  readonly element: Element;
  /** What stands before it: the heading of its column, a term, the words in front of it; empty if nothing does. */
  readonly before: string;
  readonly after: string;
  /** The text of the last heading before it. */
  readonly heading: string;
  /** Its place among the texts of the page. */
  readonly at: number;
  /** Whether it is a whole line, not a part of one. */
  readonly isWhole: boolean;
}

/** All that a text says, to tell it from others. */
export const wordingOf = ({ texts }: OpenText): string => texts.join("\n");

const MAX_TEXT = 200;
const MAX_LABEL = 60;
const MAX_ENTRY = 120;
const MAX_ENTRIES = 60;

const LABELLED = /^(\p{L}[^:：]{1,40})[:：]\s*(\S.*)$/u;
/** "Sunset — 16:02", "Catalogue number HDG-042", "with fog-signal engineer Morag Bligh". */
const DASHED = /^(.{2,60}?)\s[–—-]\s(\S.*)$/u;
const CODED = /^(\p{L}[\p{L} .'’]{1,40}) (\S*\d\S*)$/u;
const NAMED = /^((?:.*\s)?\p{Ll}[\p{L}-]*) (\p{Lu}[\p{L}.'’-]*(?: \p{Lu}[\p{L}.'’-]*){1,3})$/u;
const IN_PARENTHESES = /^(.*?)\s*[(（]([^()（）]{2,60})[)）]$/u;
const MAX_PARTS = 5;

/** A part of a text, and what stands before it. */
interface Part {
  readonly text: string;
  readonly before: string;
}
/** The parts of a text that may be values of their own. */
const partsOf = (text: string): readonly Part[] => {
  const led = [LABELLED, DASHED, CODED, NAMED].flatMap((form): Part[] => {
    const [, before, value] = form.exec(text) ?? [];
    return before === undefined || value === undefined ? [] : [{ text: value, before }];
  });
  const [, ahead] = DASHED.exec(text) ?? [];
  const [, outside, inside] = IN_PARENTHESES.exec(text) ?? [];
  const listed = text.split(/[,;、，]\s+|[、，]/u);
  const entries = listed.length > 1 && listed.length <= MAX_PARTS ? listed : [];
  return [
    ...led,
    ...[ahead, outside, inside, ...entries].flatMap((part) => (part ? [{ text: part, before: "" }] : [])),
  ];
};

const MAX_BESIDE = 6;
const MAX_UP = 3;
/** Whether two elements are in one row: one is beside the other, or beside what holds it, and little else is there. */
const areBeside = (one: Element, other: Element): boolean => {
  const around = outward(one).slice(0, MAX_UP);
  return outward(other)
    .slice(0, MAX_UP)
    .some((outer) => around.includes(outer) && outer.name !== "body" && outer.name !== "main");
};
/** What stands beside a text in one direction: the nearest text of its row that is not around it, nor in it. */
const besideOf = (bits: readonly Bit[], at: number, step: 1 | -1): string => {
  const own = bits[at];
  if (!own) return "";
  for (let next = at + step; Math.abs(next - at) <= MAX_BESIDE; next += step) {
    const bit = bits[next];
    if (!bit) return "";
    const { text, element } = bit;
    if (text.includes(own.text) || own.text.includes(text)) continue;
    if (text.length > MAX_LABEL || !areBeside(own.element, element)) return "";
    // A line with its own label says nothing of the next.
    return bit.line !== own.line && LABELLED.test(text) ? "" : text;
  }
  return "";
};

/** The texts of elements of one kind side by side: entries of a list. */
const listEntries = (scope: readonly AnyNode[]): Map<Element, readonly string[]> => {
  const lists = new Map<Element, readonly string[]>();
  for (const parent of findAll((element) => !ASIDE.has(element.name), scope as AnyNode[])) {
    const inner = parent.children.filter(isTag);
    if (inner.length < 2 || inner.length > MAX_ENTRIES * 2) continue;
    const kinds = Map.groupBy(inner, (element) => signatureOf(element));
    const [most = []] = [...kinds.values()].sort((one, other) => other.length - one.length);
    const texts = most.map((element) => shortText(element, MAX_ENTRY)?.replace(/\s+/g, " ").trim() ?? "");
    if (texts.length >= 2 && texts.length <= MAX_ENTRIES && texts.every((text) => text !== ""))
      lists.set(parent, texts);
  }
  return lists;
};

/** All texts of a page but for those of its menus and foot. */
export const listOpenTexts = (scope: readonly AnyNode[]): readonly OpenText[] => {
  const bits = listBits(scope, (element) => ASIDE.has(element.name));
  const lists = listEntries(scope);
  let heading = "";
  const seenLists = new Set<Element>();
  return bits.flatMap((bit, at): OpenText[] => {
    const { element, text, place } = bit;
    const around = { element, heading, at };
    if (outward(element).slice(0, 2).some(isHeading)) heading = text;
    const found: OpenText[] = [];
    for (const outer of outward(element).slice(0, 3)) {
      const entries = lists.get(outer);
      if (!entries || seenLists.has(outer)) continue;
      seenLists.add(outer);
      found.push({
        ...around,
        element: outer,
        texts: entries,
        before: columnOf(outer) ?? besideOf(bits, at, -1),
        after: "",
        isWhole: true,
      });
    }
    if (text.length > MAX_TEXT) return found;
    const before = columnOf(element) ?? besideOf(bits, at, -1);
    found.push({ ...around, texts: [text], before, after: besideOf(bits, at, 1), isWhole: place === 0 });
    for (const part of partsOf(text))
      found.push({ ...around, texts: [part.text], before: part.before || before, after: "", isWhole: false });
    return found;
  });
};

/** The machine's form of a day in an element or around it. */
export const statedDay = (element: Element): string | null =>
  outward(element)
    .slice(0, 2)
    .map(({ attribs }) => attribs.datetime)
    .find((stated) => stated !== undefined) ??
  findAll(({ name, attribs }) => name === "time" && attribs.datetime !== undefined, element.children)[0]
    ?.attribs.datetime ??
  null;
