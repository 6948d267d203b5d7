/** Elements that can be records of a list: by what they are, and where they are. */
import { type AnyNode, type Element, isTag, isText } from "domhandler";
import { bitOf, groupsOf } from "../page/groups.ts";
import { startText } from "../page/shortText.ts";
import { INLINE } from "../page/text.ts";
import { outerOf } from "../page/tree.ts";
import { parseSoleDate } from "../values/dates.ts";
import { joinGridRows } from "./gridRows.ts";
import { MIN_MARKED, signatureOf, splitAtMarkers } from "./markers.ts";
import type { Measure } from "./measure.ts";

const BARRED = bitOf("navigation") | bitOf("footer") | bitOf("overlay");
/** Page wrappers can have any class name: an element with this share of the main content is not a menu. */
const BARRED_SHARE = 0.25;
const isBarred = (element: Element, share: number): boolean =>
  element.name === "nav" ||
  element.name === "footer" ||
  (share < BARRED_SHARE && (groupsOf(element) & BARRED) !== 0);

const LINK_SHARE = 0.5;

const PROSE: ReadonlySet<string> = new Set(
  "p br h1 h2 h3 h4 h5 h6 option source path script style td th dt dd link meta hr".split(" "),
);

const isBlank = (node: AnyNode): boolean =>
  isTag(node) ? startText(node, 1).trim() === "" : !isText(node) || node.data.trim() === "";
/** Whether a paragraph has its text in elements side by side, as a row has: a name, a mark and a price. */
export const isRowLike = ({ children }: Element): boolean => {
  const filled = children.filter((child) => !isBlank(child));
  return filled.length >= 2 && filled.every((child) => isTag(child) && child.name !== "a");
};

/** Paragraphs are records only if they are mostly links or rows, table cells only if they have a picture and a link. */
const mayBeRecord = (element: Element, measure: Measure | undefined): boolean => {
  if (!measure) return false;
  if (element.name === "td") return measure.hasImage && measure.hasLink;
  if (element.name === "p")
    return (measure.hasLink && measure.linkWords >= measure.words * LINK_SHARE) || isRowLike(element);
  return !PROSE.has(element.name) && (!INLINE.has(element.name) || element.name === "a");
};

/** Signatures of an element, its parent and its grandparent. If none has a class name, depth keeps levels apart. */
const pathOf = (child: Element, depth: number): string => {
  const outer = outerOf(child);
  const path = [outer?.parent ?? null, outer, child].map((at) => (at && isTag(at) ? signatureOf(at) : ""));
  return `${path.join(" > ")}${path.every((name) => name.endsWith(".")) ? ` ${depth}` : ""}`;
};

const MAX_DAY = 60;
/** Settings for detecting dates in headings: the actual day does not matter here. */
const ANY_DAY = { language: "", now: 0, dayFirst: true };
/** The entries below headings that are only a date; null for other headings, or if there is text directly below. */
const entriesOfDays = (marked: readonly Element[]): Element[] | null => {
  const entries = marked.flatMap(({ children }) => {
    const [head, ...inner] = children.filter(isTag);
    const [only] = inner.length === 1 ? inner : [];
    const isDay = head !== undefined && parseSoleDate(startText(head, MAX_DAY), ANY_DAY) !== null;
    return isDay ? (only?.children.filter(isTag) ?? inner) : [null];
  });
  const all = entries.filter((entry) => entry !== null).filter(({ name }) => !PROSE.has(name));
  return all.length === entries.length && all.length > marked.length ? all : null;
};

interface Found {
  readonly path: string;
  readonly records: readonly Element[];
}

/** Groups elements by path, and collects runs of siblings that form a record together, across rows and columns. */
export const collect = (
  top: Element,
  measures: ReadonlyMap<Element, Measure>,
): { groups: Map<string, Element[]>; split: Found[]; rows: Found[] } => {
  const total = measures.get(top)?.mass || 1;
  const { joined, parts } = joinGridRows(top);
  const groups = new Map<string, Element[]>();
  const runs = new Map<string, Element[]>();
  /** Paths of elements with several records: one alone says nothing. */
  const several = new Set<string>();
  const note = (map: Map<string, Element[]>, key: string, records: readonly Element[]): void => {
    const known = map.get(key);
    if (known) known.push(...records);
    else map.set(key, [...records]);
  };
  const visit = (element: Element, depth: number): void => {
    if (isBarred(element, (measures.get(element)?.mass ?? 0) / total)) return;
    const marked = splitAtMarkers(element);
    const [marker] = marked[0]?.children.filter(isTag) ?? [];
    if (marker) {
      const isCalled = marker.attribs.class !== undefined && !signatureOf(marker).endsWith(".");
      const records = entriesOfDays(marked) ?? marked;
      const path = isCalled ? signatureOf(marker) : pathOf(marker, depth);
      note(runs, path, records);
      if (marked.length > 1) several.add(path);
    }
    for (const child of element.children) {
      if (!isTag(child)) continue;
      if (!parts.has(child) && mayBeRecord(child, measures.get(child)))
        note(groups, pathOf(child, depth), [child]);
      visit(child, depth + 1);
    }
  };
  visit(top, 0);
  const split = [...runs]
    .filter(([path, records]) => records.length >= MIN_MARKED && several.has(path))
    .map(([path, records]) => ({ path: `${path} > headings`, records }));
  return { groups, split, rows: joined.map((records) => ({ path: "grid > rows", records })) };
};
