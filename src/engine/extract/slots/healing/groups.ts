/** Groups of a page's elements that are alike: what records are looked for among. */
import { type AnyNode, type Element, isTag } from "domhandler";
import type { PageDocument } from "../../page/document.ts";
import { isWithin } from "../../regions/regions.ts";
import { listSpots, MAX_SIZE } from "./spots.ts";

const UNLIKELY: ReadonlySet<string> = new Set(["html", "body", "head", "br", "img", "input", "option"]);
const SAME_FAMILY = 0.5;

/** Elements of the page that are alike by tag and place, or by class. */
export const listGroups = (page: PageDocument, least: number): Element[][] => {
  const groups = new Map<string, Element[]>();
  const add = (key: string, element: Element): void => {
    const known = groups.get(key);
    if (known) known.push(element);
    else groups.set(key, [element]);
  };
  const ids = new Map<AnyNode, number>();
  for (const { element, traits, size } of listSpots(page.root)) {
    if (UNLIKELY.has(element.name) || size > MAX_SIZE) continue;
    const path = traits.path.join(" ");
    const classes = [...traits.classes].sort().join(".");
    const parent = element.parent as AnyNode;
    if (!ids.has(parent)) ids.set(parent, ids.size);
    add(`path ${element.name} ${path}`, element);
    add(`parent ${element.name} ${ids.get(parent)}`, element);
    add(`path ${element.name}.${classes} ${path}`, element);
    if (classes !== "") add(`class ${element.name}.${classes}`, element);
    for (const mark of traits.marks) add(`mark ${mark}`, element);
  }
  const seen = new Set<string>();
  const order = new Map<Element, number>();
  return [...groups.values()].filter((elements) => {
    if (elements.length < least || isNested(elements)) return false;
    for (const element of elements) if (!order.has(element)) order.set(element, order.size);
    const key = elements.map((element) => order.get(element)).join();
    return !seen.has(key) && seen.add(key);
  });
};

/** Records do not hold each other. */
const isNested = (elements: readonly Element[]): boolean => {
  const all = new Set(elements);
  return elements.some(({ parent }) => parent !== null && isTag(parent) && isWithin(parent, all));
};

/** Whether two groups hold the same records, with more or less around them. */
export const isFamily = (left: readonly Element[], right: readonly Element[]): boolean => {
  const [a, b] = [new Set(left), new Set(right)];
  const inB = left.filter((element) => isWithin(element, b)).length;
  const inA = right.filter((element) => isWithin(element, a)).length;
  return Math.max(inB / left.length, inA / right.length) >= SAME_FAMILY;
};
