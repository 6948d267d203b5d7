/** Decides which groups of records form one list although their classes differ. */
import { type Element, isTag } from "domhandler";
import { bitOf, groupsOf } from "../page/groups.ts";
import { startText } from "../page/shortText.ts";
import { areNested, classesOf } from "../page/tree.ts";
import { buildOf, likeness } from "./looks.ts";
import { signatureOf } from "./markers.ts";

type Group = [path: string, records: readonly Element[]];

/** An `li` or `article` without classes is still a list item; a bare `div` or `tr` can be anything. */
const PLAIN_RECORDS: ReadonlySet<string> = new Set(["li", "article"]);

/** Whether groups differ by an extra class only (`li.book`, `li.book.featured`) or share class and structure. */
const isSameKind = (left: readonly Element[], right: readonly Element[]): boolean => {
  const [one, other] = [left[0], right[0]];
  if (!one || !other || one.name !== other.name) return false;
  const [few = [], many = []] = [classesOf(one), classesOf(other)].sort((a, b) => a.length - b.length);
  if (few.length === 0) return PLAIN_RECORDS.has(one.name) || areRows(left, right);
  return (
    few.every((name) => many.includes(name)) ||
    (few[0] === many[0] && sketch(one) === sketch(other)) ||
    areTwins(one, other)
  );
};
/** Of a table's rows, this share at most has a class of its own: cancelled, changed, sold out. */
const MARKED_SHARE = 1 / 3;
const countFilled = (row: Element): number =>
  row.children.filter((cell) => isTag(cell) && startText(cell, 1).trim() !== "").length;
/** Whether a few rows with the same cells stand among the others. A first or last one can be a heading or a total. */
const areRows = (some: readonly Element[], others: readonly Element[]): boolean => {
  const [few = [], many = []] = [some, others].sort((a, b) => a.length - b.length);
  const [[one], [other]] = [few, many];
  if (one?.name !== "tr" || one.parent !== other?.parent || few.length > many.length * MARKED_SHARE)
    return false;
  const rows = one.parent?.children.filter(isTag) ?? [];
  const isInner = (row: Element): boolean => row !== rows[0] && row !== rows.at(-1);
  const least = Math.min(...many.map(countFilled));
  return sketch(one) === sketch(other) && few.every((row) => isInner(row) && countFilled(row) >= least);
};
const sketch = ({ children }: Element): string =>
  children
    .filter(isTag)
    .map(({ name }) => name)
    .join();

const ADVERT = bitOf("advert");
const MIN_PARTS = 3;
const TWINS = 0.9;
/**
 * Whether siblings have the same structure under different classes: odd and even rows, large and small tiles. Adverts
 * imitate the records around them, so they never match.
 */
const areTwins = (one: Element, other: Element): boolean =>
  one.parent === other.parent &&
  ((groupsOf(one) | groupsOf(other)) & ADVERT) === 0 &&
  buildOf(one).parts.size >= MIN_PARTS &&
  likeness(one, other) >= TWINS;

/** Sorts elements by the given order, which contains all of them. */
type InOrder = (elements: Element[]) => Element[];
export const sorter = (order: readonly Element[]): InOrder => {
  const places = new Map(order.map((element, place) => [element, place]));
  return (elements) => elements.sort((left, right) => (places.get(left) ?? 0) - (places.get(right) ?? 0));
};

const MIN_GATHERED = 3;
const LIKE = 0.5;

/** Groups with the same tag and classes anywhere on the page: one list split by sections or columns. */
export const gatherKinds = (groups: readonly Group[], inOrder: InOrder): Group[] => {
  const kinds = Map.groupBy(
    groups.filter(([, [first]]) => first !== undefined && !signatureOf(first).endsWith(".")),
    ([, [first]]) => (first ? signatureOf(first) : ""),
  );
  return [...kinds].flatMap(([name, parts]): Group[] => {
    const [main, ...others] = [...parts].sort((left, right) => right[1].length - left[1].length);
    const [first] = main?.[1] ?? [];
    if (!main || !first || others.length === 0) return [];
    const same = others.filter(([, [other]]) => other !== undefined && likeness(first, other) >= LIKE);
    const records = inOrder([main, ...same].flatMap(([, elements]) => [...elements]));
    return same.length > 0 && records.length >= MIN_GATHERED && !areNested(records) ? [[name, records]] : [];
  });
};

/**
 * A group is compared with the largest groups of its parent only, or a page where every element has a class of its own
 * takes time by the square of their number. On 3,235 real pages a parent has 54 groups at most, and none matched
 * beyond the 27th.
 */
const MAX_COMPARED = 100;

/**
 * Merges sibling groups of the same kind into one list, even if some items are sold out or featured. `groups` is
 * keyed by a path of three elements; `inOrder` sorts elements into page order.
 */
export const mergeAlike = (groups: ReadonlyMap<string, readonly Element[]>, inOrder: InOrder): Group[] => {
  const byParent = new Map<string, Group[]>();
  for (const [path, records] of [...groups].sort((left, right) => right[1].length - left[1].length)) {
    const parent = path.split(" > ").slice(0, 2).join(" > ");
    const siblings = byParent.get(parent) ?? [];
    byParent.set(parent, siblings);
    const known = siblings.slice(0, MAX_COMPARED).find(([, others]) => isSameKind(others, records));
    if (known) known[1] = inOrder([...known[1], ...records]);
    else siblings.push([path, records]);
  }
  return [...byParent.values()].flat();
};
