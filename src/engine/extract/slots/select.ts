/** Matches a CSS selector on one page, and stops if that takes too long. */
import { compile, is, selectAll, selectOne } from "css-select";
import { type AnyNode, type Element, isTag, type ParentNode } from "domhandler";
import {
  existsOne,
  findAll,
  findOne,
  getAttributeValue,
  getChildren,
  getName,
  getParent,
  getSiblings,
  getText,
  hasAttrib,
  removeSubsets,
} from "domutils";
import nthCheck from "nth-check";
import { SelectorLimitError } from "../page/documentError.ts";

/**
 * How often a selector may look at an element, over all records of a page. Simple selectors look two to eight times at each
 * element, and a page has at most 500,000 nodes; nested `:has` looks without end. It takes 1 to 3 s (November 2026).
 */
const MAX_LOOKS = 20_000_000;
/** What counts as one look, because it takes as long: characters of text, and siblings that are only listed. */
const CHARS_PER_LOOK = 64;
const SIBLINGS_PER_LOOK = 8;

/** Counts the looks of one selector. */
const createCounter = (selector: string) => {
  let left = MAX_LOOKS;
  return (looks = 1): void => {
    left -= looks;
    if (left < 0) throw new SelectorLimitError(selector);
  };
};
type Count = ReturnType<typeof createCounter>;

/** The tree as css-select reads it, each look counted. */
const countedTree = (count: Count) => ({
  isTag: (node: AnyNode): node is Element => {
    count();
    return isTag(node);
  },
  getParent: (element: Element): ParentNode | null => {
    count();
    return getParent(element);
  },
  getText: (node: AnyNode): string => {
    const text = getText(node);
    count(text.length / CHARS_PER_LOOK);
    return text;
  },
  getAttributeValue: (element: Element, name: string): string | undefined => {
    const value = getAttributeValue(element, name);
    count(1 + (value?.length ?? 0) / CHARS_PER_LOOK);
    return value;
  },
  getSiblings: (node: AnyNode): AnyNode[] => {
    const siblings = getSiblings(node);
    count(siblings.length / SIBLINGS_PER_LOOK);
    return siblings;
  },
  existsOne: (test: (element: Element) => boolean, nodes: AnyNode[]): boolean =>
    existsOne((element) => {
      count();
      return test(element);
    }, nodes),
  findAll,
  findOne,
  getChildren,
  getName,
  hasAttrib,
  removeSubsets,
});

/** The places of elements among their siblings, from 0: each family is counted once, where css-select counts for each child. */
const createPlaces = (isOfType: boolean, isFromEnd: boolean) => {
  const families = new WeakMap<AnyNode, ReadonlyMap<Element, number>>();
  const countFamily = (element: Element): ReadonlyMap<Element, number> => {
    const places = new Map<Element, number>();
    const seen = new Map<string, number>();
    const siblings = getSiblings(element).filter(isTag);
    for (const sibling of isFromEnd ? siblings.toReversed() : siblings) {
      const kind = isOfType ? sibling.name : "";
      const place = seen.get(kind) ?? 0;
      places.set(sibling, place);
      seen.set(kind, place + 1);
    }
    return places;
  };
  return (element: Element): number => {
    const family = element.parent ?? element;
    const known = families.get(family) ?? countFamily(element);
    families.set(family, known);
    return known.get(element) ?? 0;
  };
};

const nth = (isOfType: boolean, isFromEnd: boolean) => {
  const placeOf = createPlaces(isOfType, isFromEnd);
  const formulas = new Map<string, (place: number) => boolean>();
  return (element: Element, formula?: string | null): boolean => {
    const text = formula ?? "";
    const fits = formulas.get(text) ?? nthCheck(text);
    formulas.set(text, fits);
    return fits(placeOf(element));
  };
};

export type Query = (element: AnyNode) => Element[];

const createQuery = (selector: string, onlyFirst: boolean, count: Count): Query => {
  // css-select searches descendants only, so it never returns the element itself.
  if (selector.trim() === ":scope") return (element) => (isTag(element) ? [element] : []);
  const options = {
    adapter: countedTree(count),
    pseudos: {
      "nth-child": nth(false, false),
      "nth-last-child": nth(false, true),
      "nth-of-type": nth(true, false),
      "nth-last-of-type": nth(true, true),
    },
  };
  // A selector relative to the record must be compiled for each record.
  const isRelative = /:scope|^\s*[>+~]/.test(selector);
  const query = isRelative ? selector : compile<AnyNode, Element>(selector, options);
  return (element) => {
    const first = onlyFirst ? selectOne<AnyNode, Element>(query, element, options) : null;
    const found = onlyFirst ? (first ? [first] : []) : selectAll<AnyNode, Element>(query, element, options);
    // Users who select records by `a.item` also write `url: a.item@href`.
    return found.length === 0 && isTag(element) && is<AnyNode, Element>(element, query, options)
      ? [element]
      : found;
  };
};

/**
 * Compiles a selector for use on one page.
 *
 * @throws SelectorLimitError in the query, once it has taken too long on this page
 */
export const compileSelector = (selector: string, onlyFirst = false): Query =>
  createQuery(selector, onlyFirst, createCounter(selector));

/** Compiles a simple selector of our own, for use on any number of pages. */
export const compileOwn = (selector: string, onlyFirst = false): Query =>
  createQuery(selector, onlyFirst, () => undefined);
