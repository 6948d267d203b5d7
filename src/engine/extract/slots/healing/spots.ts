/** The elements of a record or page, each with where it stands: what fields are looked for among. */
import { type AnyNode, type Element, isTag, isText } from "domhandler";
import { normaliseSpace } from "../../values/text.ts";
import { type Traits, traitsOf, UNSEEN } from "./traits.ts";

/** An element within the record or page in which it is looked for. */
export interface Spot {
  readonly element: Element;
  readonly traits: Traits;
  /** How many elements stand within it. */
  readonly size: number;
}

const MAX_LABEL_CHARS = 40;
const MAX_SPOTS = 6_000;

/** A short text is a label, unless it is a value itself. */
const labelOf = (text: string | null | undefined): string =>
  text && text.length <= MAX_LABEL_CHARS && !/\d/.test(text) ? text.toLowerCase() : "";

interface Visited {
  readonly element: Element;
  /** Its place among its siblings, after those of what is around it. */
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

/** Of an address, the levels that are kept. */
const MAX_LEVELS = 8;

/** What holds more than this is a part of the page, and no value or record of it. */
export const MAX_SIZE = 3_000;

/** Pages are not changed while they are read. */
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

/** One element within a scope, as `listSpots` has it: where others are not asked for, their traits are not read. */
export const spotOf = (scope: AnyNode, element: Element): Spot | undefined => {
  const all = visit(scope);
  const visited = all.found.find((each) => each.element === element);
  return visited && toSpot(visited, all, scope);
};

/** All elements within a scope, in document order; the same ones for the same scope. */
export const listSpots = (scope: AnyNode): readonly Spot[] => {
  const listed = known.get(scope);
  if (listed) return listed;
  const all = visit(scope);
  const spots = all.found.map((visited) => toSpot(visited, all, scope));
  known.set(scope, spots);
  return spots;
};
