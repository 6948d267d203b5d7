/** Lists selectors that could identify an element, the most durable first. */
import { type AnyNode, type Element, isTag } from "domhandler";
import { findOne } from "domutils";
import { classesOf, outward } from "../../page/tree.ts";
import words from "../../vocabulary/attributes.json" with { type: "json" };
import { isStableName, isUtility, stablePrefix } from "./stable.ts";

export interface Candidate {
  readonly css: string;
  /** Lower is more durable and easier to read. */
  readonly cost: number;
}

/** Ids and semantic attributes come before classes, classes before tags, positions last. */
const COST = {
  marked: 1,
  id: 1.5,
  class: 2,
  relation: 2,
  semanticTag: 3,
  prefix: 4,
  tag: 5,
  utility: 8,
  odd: 10,
  position: 12,
  step: 1,
} as const;

/** Attributes that say what an element means. */
export const MARKS = words.marks.split(" ");
export const RELATIONS = words.relations.split(" ");
const SEMANTIC_TAGS: ReadonlySet<string> = new Set(
  "article main time address figure figcaption blockquote h1 h2 h3 h4 h5 h6 table tbody tr th td dl dt dd del s ins nav section".split(
    " ",
  ),
);
const VALUE = /^[\p{L}\p{N}][\p{L}\p{N} _:./-]{0,59}$/u;
const MAX_CLASSES = 4;
const MAX_ANCESTORS = 8;
const MAX_COMPOUNDS = 6;

const quote = (value: string): string => JSON.stringify(value);

const attributeTokens = ({ attribs }: Element): Candidate[] => {
  const tokens: Candidate[] = [];
  for (const [names, cost] of [
    [MARKS, COST.marked],
    [RELATIONS, COST.relation],
  ] as const)
    for (const name of names) {
      const value = attribs[name];
      if (value !== undefined && VALUE.test(value) && !/\d{3,}/.test(value))
        tokens.push({ css: `[${name}=${quote(value)}]`, cost });
    }
  if (attribs.itemscope !== undefined && attribs.itemprop === undefined)
    tokens.push({ css: "[itemscope]", cost: COST.semanticTag });
  return tokens;
};

const classTokens = (element: Element): Candidate[] => {
  const names = [...new Set(classesOf(element))];
  const stable = names.filter(isStableName);
  const named = stable
    .filter((name) => !isUtility(name))
    .map((name) => ({ css: `.${name}`, cost: COST.class }));
  const prefixed = names
    .map(stablePrefix)
    .filter((prefix) => prefix !== null)
    .map((prefix) => ({ css: `[class*=${quote(prefix)}]`, cost: COST.prefix }));
  const utility = stable.filter(isUtility).map((name) => ({ css: `.${name}`, cost: COST.utility }));
  return [...named.slice(0, MAX_CLASSES), ...prefixed.slice(0, 2), ...utility.slice(0, 2)];
};

/** Data attributes whose value differs per element: matched by presence. */
const presenceTokens = ({ attribs }: Element): Candidate[] =>
  Object.keys(attribs)
    .filter((name) => /^data-[a-z][a-z-]{2,30}$/.test(name) && !MARKS.includes(name))
    .slice(0, 3)
    .map((name) => ({ css: `[${name}]`, cost: COST.prefix }));

const tokensOf = (element: Element, withId: boolean): Candidate[] => {
  const { id } = element.attribs;
  const own = withId && id !== undefined && isStableName(id) ? [{ css: `#${id}`, cost: COST.id }] : [];
  const tag = {
    css: element.name,
    cost: SEMANTIC_TAGS.has(element.name) ? COST.semanticTag : COST.tag,
  };
  const marks = [...attributeTokens(element), ...classTokens(element)];
  return [...own, ...marks, tag, ...presenceTokens(element)];
};

/** Single tokens and pairs of tokens of one element, cheapest first. */
const compoundsOf = (element: Element, withId: boolean): Candidate[] => {
  const tokens = tokensOf(element, withId);
  const tag = tokens.find(({ css }) => css === element.name);
  const classes = tokens.filter(({ css }) => /^[.[]/.test(css));
  const pairs: Candidate[] = [];
  for (const token of classes)
    if (tag) pairs.push({ css: `${tag.css}${token.css}`, cost: token.cost + COST.step });
  for (const [index, left] of classes.entries())
    for (const right of classes.slice(index + 1))
      pairs.push({ css: `${left.css}${right.css}`, cost: left.cost + right.cost });
  return [...tokens, ...pairs].sort((left, right) => left.cost - right.cost);
};

const ancestorsOf = (element: Element, scope: AnyNode | null): Element[] =>
  outward(element, scope)
    .slice(1)
    .filter(({ name }) => name !== "html" && name !== "body")
    .slice(0, MAX_ANCESTORS);

const positionOf = (element: Element): number => {
  const siblings = (element.parent?.children ?? []).filter(
    (child) => isTag(child) && child.name === element.name,
  );
  return siblings.indexOf(element) + 1;
};

const hasLink = (element: Element): boolean => findOne(({ name }) => name === "a", [element]) !== null;

/** The one without a link among others of its name, whose place depends on how many of those there are. */
const unlinked = (element: Element): Candidate[] => {
  const beside = (element.parent?.children ?? []).filter(
    (child): child is Element => isTag(child) && child !== element && child.name === element.name,
  );
  const isOdd = beside.length > 0 && beside.length < MAX_BESIDE && !hasLink(element) && beside.every(hasLink);
  return isOdd ? [{ css: `${element.name}:not(:has(a))`, cost: COST.odd }] : [];
};
const MAX_BESIDE = 8;

const positions = (element: Element): Candidate[] => [
  ...unlinked(element),
  { css: `${element.name}:nth-of-type(${positionOf(element)})`, cost: COST.position },
];

/** The way from the record to one of its elements, child by child: the last resort where names and places repeat. */
const pathFrom = (element: Element, scope: Element): Candidate[] => {
  const way = outward(element, scope).slice(0, MAX_ANCESTORS);
  if (way.at(-1)?.parent !== scope) return [];
  const steps = way.map((at) => `${at.name}:nth-of-type(${positionOf(at)})`).reverse();
  return [{ css: `:scope > ${steps.join(" > ")}`, cost: COST.position + way.length * COST.step }];
};

export interface CandidateOptions {
  /** Selectors are matched within this node and name nothing above it. Null: the whole page. */
  readonly scope: AnyNode | null;
  /** Whether to use the element's own id. Only for unique elements, since ids differ between records. */
  readonly withId: boolean;
}

/** Lists selectors of an element, alone and combined with its ancestors, cheapest first. */
export const listCandidates = (element: Element, { scope, withId }: CandidateOptions): Candidate[] => {
  const own = compoundsOf(element, withId);
  const placed = positions(element);
  const candidates = [...own, ...placed];
  const around = ancestorsOf(element, scope);
  around.forEach((ancestor, distance) => {
    // Within a record, ids differ from record to record, so they are not used.
    const outer = compoundsOf(ancestor, scope === null).slice(0, MAX_COMPOUNDS);
    for (const { css, cost } of outer) {
      const total = cost + COST.step + distance * 0.25;
      for (const inner of [...own.slice(0, MAX_COMPOUNDS), ...placed]) {
        candidates.push({ css: `${css} ${inner.css}`, cost: total + inner.cost });
        if (distance === 0) candidates.push({ css: `${css} > ${inner.css}`, cost: total + inner.cost + 0.5 });
      }
    }
    const place = positions(ancestor).at(-1);
    for (const inner of own.slice(0, 3))
      if (place)
        candidates.push({ css: `${place.css} ${inner.css}`, cost: place.cost + inner.cost + distance });
  });
  if (scope && isTag(scope)) candidates.push(...pathFrom(element, scope));
  const seen = new Set<string>();
  return candidates
    .sort((left, right) => left.cost - right.cost)
    .filter(({ css }) => !seen.has(css) && seen.add(css));
};
