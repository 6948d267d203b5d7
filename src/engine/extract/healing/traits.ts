/** What tells an element from others around it, apart from what its text says. */
import { type AnyNode, type Element, isTag, isText } from "domhandler";
import { splitWords } from "../names.ts";
import { MARKS, RELATIONS } from "../selectors/candidates.ts";
import { isHashed, isUtility } from "../selectors/stable.ts";
import { normaliseSpace, textOf } from "../text.ts";
import { hashText } from "./hash.ts";

/** Plain JSON: traits are kept between runs. */
export interface Traits {
  readonly tag: string;
  /** See `signatureOf`. */
  readonly signature: string | null;
  readonly classes: readonly string[];
  /** Words in its names. */
  readonly words: readonly string[];
  /** What the page says it means: `itemprop=price`. */
  readonly marks: readonly string[];
  /** Names of its attributes. */
  readonly attributes: readonly string[];
  /** The texts beside it, where they are short; empty where not. */
  readonly before: string;
  readonly after: string;
  /** Tags around it, the nearest first, up to what it is looked for in. */
  readonly path: readonly string[];
  /** Words in the names of what is around it. */
  readonly around: readonly string[];
  /** Where it stands, from 0 (first) to 1. */
  readonly order: number;
}

/** An element within the record or page in which it is looked for. */
export interface Spot {
  readonly element: Element;
  readonly before: string;
  readonly after: string;
  readonly order: number;
}

const UNSEEN: ReadonlySet<string> = new Set(["script", "style", "noscript", "template", "svg", "path"]);
const MAX_LABEL_CHARS = 40;
const MAX_PATH = 8;
const MAX_AROUND = 3;
const MAX_TOKENS = 12;
const MAX_SPOTS = 6_000;

const labelOf = (text: string | undefined): string =>
  text !== undefined && text.length <= MAX_LABEL_CHARS ? text.toLowerCase() : "";

/** All elements within a scope, in document order. */
export const listSpots = (scope: AnyNode): Spot[] => {
  const texts: string[] = [];
  const found: { element: Element; start: number; end: number }[] = [];
  const visit = (nodes: readonly AnyNode[]): void => {
    for (const node of nodes) {
      if (isText(node)) {
        const text = normaliseSpace(node.data);
        if (text !== "") texts.push(text);
      } else if (isTag(node) && !UNSEEN.has(node.name) && found.length < MAX_SPOTS) {
        const spot = { element: node, start: texts.length, end: 0 };
        found.push(spot);
        visit(node.children);
        spot.end = texts.length;
      }
    }
  };
  if ("children" in scope) visit(scope.children);
  return found.map(({ element, start, end }) => ({
    element,
    before: headerOf(element) ?? labelOf(texts[start - 1]),
    after: labelOf(texts[end]),
    order: start / Math.max(1, texts.length),
  }));
};

/** The heading of a cell's column. */
const headerOf = (cell: Element): string | null => {
  if (cell.name !== "td" || !cell.parent) return null;
  const at = cell.parent.children.filter(isTag).indexOf(cell);
  let table: AnyNode | null = cell.parent;
  while (table && isTag(table) && table.name !== "table") table = table.parent;
  if (!table || !isTag(table)) return null;
  const rows = table.children
    .filter(isTag)
    .flatMap((part) => (part.name === "tr" ? [part] : part.children.filter(isTag)));
  const heading = rows[0]?.children.filter(isTag)[at];
  return heading?.name === "th" ? labelOf(textOf(heading)) : null;
};

const tokensOf = (value: string | undefined): string[] =>
  (value ?? "").split(/\s+/).filter((token) => token !== "");
const unique = (tokens: readonly string[]): string[] => [...new Set(tokens)].slice(0, MAX_TOKENS);

export const wordsOf = ({ attribs }: Element): string[] =>
  unique(
    [...tokensOf(attribs.class), ...tokensOf(attribs.id)]
      .filter((name) => !isHashed(name) && !isUtility(name))
      .flatMap(splitWords)
      .filter((word) => word.length > 1),
  );

const marksOf = ({ attribs }: Element): string[] =>
  [...MARKS, ...RELATIONS]
    .filter((name) => attribs[name] !== undefined)
    .map((name) => `${name}=${attribs[name]}`.slice(0, 80));

/** What an element is called in full, as a short hash; null where it has no class. */
export const signatureOf = ({ name, attribs }: Element): string | null => {
  const tokens = tokensOf(attribs.class).sort();
  return tokens.length === 0 ? null : hashText(`${name}.${tokens.join(".")}`);
};

/** Names of all elements of a page, up to so many. */
export const listSignatures = (page: AnyNode, most: number): string[] => {
  const signatures = listSpots(page).map(({ element }) => signatureOf(element));
  return [...new Set(signatures.filter((signature) => signature !== null))].slice(0, most);
};

const MAX_ABOVE = 3;

/** Classes that all elements have, those that a build made among them, as selectors. */
const sharedClasses = (elements: readonly Element[]): string[] => {
  const [first, ...others] = elements.map(({ attribs }) => tokensOf(attribs.class));
  return (first ?? [])
    .filter((token) => /^-?[_a-z][\w-]*$/i.test(token) && others.every((tokens) => tokens.includes(token)))
    .map((token) => `.${token}`);
};

/** Selectors by classes that elements, or what is around them, share: for where nothing lasting tells them. */
export const selectByClass = (elements: readonly Element[]): string[] => {
  const [tag, ...otherTags] = new Set(elements.map(({ name }) => name));
  const found = sharedClasses(elements);
  let around = elements;
  for (let depth = 0; depth < MAX_ABOVE && otherTags.length === 0; depth++) {
    around = around.map(({ parent }) => parent).filter((parent) => parent !== null && isTag(parent));
    if (around.length < elements.length) break;
    for (const name of sharedClasses(around)) found.push(depth === 0 ? `${name} > ${tag}` : `${name} ${tag}`);
  }
  return found;
};

export const ancestorsOf = (element: Element, scope: AnyNode | null): Element[] => {
  const found: Element[] = [];
  for (let at: AnyNode | null = element.parent; at && at !== scope && isTag(at); at = at.parent)
    found.push(at);
  return found.slice(0, MAX_PATH);
};

export const traitsOf = ({ element, before, after, order }: Spot, scope: AnyNode | null): Traits => {
  const around = ancestorsOf(element, scope);
  return {
    tag: element.name,
    signature: signatureOf(element),
    classes: unique(tokensOf(element.attribs.class)),
    words: wordsOf(element),
    marks: marksOf(element),
    attributes: unique(Object.keys(element.attribs).filter((name) => name !== "style")),
    before,
    after,
    path: around.map(({ name }) => name),
    around: unique(around.slice(0, MAX_AROUND).flatMap(wordsOf)),
    order: Number(order.toFixed(3)),
  };
};
