/** Which groups of records are one list, though their classes differ. */
import { type Element, isTag } from "domhandler";

/** A class of its own makes a list's item no other thing; of `div` and `tr` it may. */
const PLAIN_RECORDS: ReadonlySet<string> = new Set(["li", "article"]);

/** Whether records called so are the same with a word more: `li.book` and `li.book.featured`. */
const isSameKind = (left: readonly Element[], right: readonly Element[]): boolean => {
  const [one, other] = [left[0], right[0]];
  if (!one || !other || one.name !== other.name) return false;
  const [few = [], many = []] = [classesOf(one), classesOf(other)].sort((a, b) => a.length - b.length);
  if (few.length === 0) return PLAIN_RECORDS.has(one.name);
  return (few[0] === many[0] && sketch(one) === sketch(other)) || few.every((name) => many.includes(name));
};
const classesOf = ({ attribs }: Element): string[] => (attribs.class ?? "").split(/\s+/).filter(Boolean);
const sketch = ({ children }: Element): string =>
  children
    .filter(isTag)
    .map(({ name }) => name)
    .join();

/**
 * Neighbours of one kind are one list, though some of them are sold out or featured.
 * `groups` are by the path of three elements; `order` has all elements, neighbours as they stand on the page.
 */
export const mergeAlike = (
  groups: ReadonlyMap<string, readonly Element[]>,
  order: readonly Element[],
): [string, readonly Element[]][] => {
  const places = new Map(order.map((element, place) => [element, place]));
  const placeOf = (element: Element): number => places.get(element) ?? 0;
  const byParent = new Map<string, [string, readonly Element[]][]>();
  for (const [path, records] of [...groups].sort((left, right) => right[1].length - left[1].length)) {
    const parent = path.split(" > ").slice(0, 2).join(" > ");
    const siblings = byParent.get(parent) ?? [];
    byParent.set(parent, siblings);
    const known = siblings.find(([, others]) => isSameKind(others, records));
    if (known) known[1] = [...known[1], ...records].sort((left, right) => placeOf(left) - placeOf(right));
    else siblings.push([path, records]);
  }
  return [...byParent.values()].flat();
};
