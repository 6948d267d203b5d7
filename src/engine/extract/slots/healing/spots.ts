/** Lists the elements of a record or page with their traits: the candidates when a field is looked for. */
import { type AnyNode, type Element, isTag, isText } from "domhandler";
import { normaliseSpace } from "../../values/text.ts";
import { type Traits, traitsOf, UNSEEN } from "./traits.ts";

/** An element within a record or page. */
export interface Spot {
  readonly element: Element;
  readonly traits: Traits;
  /** Number of descendant elements. */
  readonly size: number;
}

const MAX_LABEL_CHARS = 40;
const MAX_SPOTS = 6_000;

/** A short text without digits can be a label; others are probably values. */
const labelOf = (text: string | null | undefined): string =>
  text && text.length <= MAX_LABEL_CHARS && !/\d/.test(text) ? text.toLowerCase() : "";

interface Visited {
  readonly element: Element;
  /** Index and sibling count of its ancestors and itself, outermost first. */
  readonly address: readonly string[];
  readonly start: number;
  end: number;
  size: number;
}

interface Visit {
  readonly found: readonly Visited[];
  readonly texts: readonly string[];
}

const visitAll = (scope: AnyNode): Visit => {
  const texts: string[] = [];
  const found: Visited[] = [];
  const enter = (nodes: readonly AnyNode[], above: readonly string[]): void => {
    const siblings = nodes.filter(isTag).length;
    let index = -1;
    for (const node of nodes) {
      if (isTag(node)) index += 1;
      if (found.length >= MAX_SPOTS) return;
      if (isText(node)) {
        const text = normaliseSpace(node.data);
        if (text !== "") texts.push(text);
      } else if (isTag(node) && !UNSEEN.has(node.name)) {
        const address = [...above.slice(-MAX_LEVELS + 1), `${index}/${siblings}`];
        const spot = { element: node, address, start: texts.length, end: 0, size: 0 };
        found.push(spot);
        const before = found.length;
        enter(node.children, address);
        spot.end = texts.length;
        spot.size = found.length - before;
      }
    }
  };
  if ("children" in scope) enter(scope.children, []);
  return { found, texts };
};

/** Max levels of an address. */
const MAX_LEVELS = 8;

/** Larger elements are sections of the page, not values or records. */
export const MAX_SIZE = 3_000;

/** Safe to cache: pages do not change while they are read. */
const visits = new WeakMap<AnyNode, Visit>();
const known = new WeakMap<AnyNode, readonly Spot[]>();

const visit = (scope: AnyNode): Visit => {
  const visited = visits.get(scope) ?? visitAll(scope);
  visits.set(scope, visited);
  return visited;
};

const toSpot = ({ element, address, start, end, size }: Visited, { texts }: Visit, scope: AnyNode): Spot => ({
  element,
  size,
  traits: traitsOf(
    element,
    {
      before: labelOf(texts[start - 1]),
      after: labelOf(texts[end]),
      order: start / Math.max(1, texts.length),
      address: address.join("."),
    },
    scope,
  ),
});

/** Returns one element's spot as `listSpots` would, without computing the traits of the others. */
export const spotOf = (scope: AnyNode, element: Element): Spot | undefined => {
  const all = visit(scope);
  const visited = all.found.find((each) => each.element === element);
  return visited && toSpot(visited, all, scope);
};

/** Lists all elements within a scope, in document order. Cached per scope. */
export const listSpots = (scope: AnyNode): readonly Spot[] => {
  const listed = known.get(scope);
  if (listed) return listed;
  const all = visit(scope);
  const spots = all.found.map((visited) => toSpot(visited, all, scope));
  known.set(scope, spots);
  return spots;
};
