/** Matches a CSS selector on one page, and stops if that takes too long. */
import { compile, is, selectAll, selectOne } from "css-select";
import { isTraversal, parse, type Selector, SelectorType } from "css-what";
import { type AnyNode, type Document, type Element, isDocument, isTag, type ParentNode } from "domhandler";
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
  prevElementSibling,
  removeSubsets,
} from "domutils";
import nthCheck from "nth-check";
import { SelectorLimitError } from "../page/documentError.ts";
import { elementsBy, type Key } from "../page/tags.ts";
import { remembered } from "../vocabulary/remember.ts";

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
  // Without it, css-select lists all siblings for each `+`.
  prevElementSibling: (node: AnyNode): Element | null => {
    count();
    return prevElementSibling(node);
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
  return (element: Element, formula?: string | null): boolean => checkerOf(formula ?? "")(placeOf(element));
};
const MAX_FORMULAS = 200;
const checkerOf = remembered(nthCheck, MAX_FORMULAS);

const PSEUDOS = {
  "nth-child": nth(false, false),
  "nth-last-child": nth(false, true),
  "nth-of-type": nth(true, false),
  "nth-last-of-type": nth(true, true),
};

export type Query = (element: AnyNode) => Element[];

/** What an element needs to match one part of a selector; null if that is not indexed. */
const keyOf = (part: Selector): readonly [Key, string] | null => {
  if (part.type === SelectorType.Tag) return ["tag", part.name.toLowerCase()];
  if (part.type !== SelectorType.Attribute || part.action === "not") return null;
  const name = part.name.toLowerCase();
  const isExact = part.ignoreCase === false || part.ignoreCase === "quirks";
  if (isExact && name === "class" && part.action === "element") return ["class", part.value];
  return isExact && name === "id" && part.action === "equals" ? ["id", part.value] : ["attribute", name];
};

/**
 * Lists the elements of a page that a selector can match: those with the rarest tag name, class, id or attribute of its last
 * compound. Null if it names none.
 */
const createNarrowing = ([selector = [], ...others]: readonly (readonly Selector[])[]) => {
  if (others.length > 0) return null;
  const last = selector.slice(selector.findLastIndex(isTraversal) + 1);
  const keys = last.map(keyOf).filter((key) => key !== null);
  return keys.length === 0
    ? null
    : (root: Document): readonly Element[] =>
        keys
          .map(([key, value]) => elementsBy(root, key, value))
          .reduce((rarest, found) => (found.length < rarest.length ? found : rarest));
};

const createQuery = (selector: string, onlyFirst: boolean, count: Count | null): Query => {
  // css-select searches descendants only, so it never returns the element itself.
  if (selector.trim() === ":scope") return (element) => (isTag(element) ? [element] : []);
  const options = { ...(count && { adapter: countedTree(count) }), pseudos: PSEUDOS };
  // A selector relative to the record must be compiled for each record.
  const isRelative = /:scope|^\s*[>+~]/.test(selector);
  const parts = isRelative ? [] : parse(selector);
  const narrow = createNarrowing(parts);
  const query = isRelative ? selector : compile<AnyNode, Element>(parts, options);
  return (element) => {
    if (narrow && typeof query === "function" && isDocument(element)) {
      const among = narrow(element);
      if (!onlyFirst) return among.filter(query);
      const match = among.find(query);
      return match ? [match] : [];
    }
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
  createQuery(selector, onlyFirst, null);

/** Compiles a simple selector of our own into a test of one element. */
export const compileTest = (selector: string): ((element: Element) => boolean) =>
  compile<AnyNode, Element>(selector, { pseudos: PSEUDOS });
