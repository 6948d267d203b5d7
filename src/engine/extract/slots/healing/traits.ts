/** Traits of an element that distinguish it from others, except its text. */
import { type AnyNode, type Element, isTag } from "domhandler";
import { find } from "domutils";
import { classesOf, outward } from "../../page/tree.ts";
import { splitWords } from "../../vocabulary/words.ts";
import { MARKS, RELATIONS } from "../selectors/candidates.ts";
import { isHashed, isUtility } from "../selectors/stable.ts";

/** Plain JSON: traits are kept between runs. */
export interface Traits {
  readonly tag: string;
  /** See `signatureOf`. */
  readonly signature: string | null;
  readonly classes: readonly string[];
  /** Words in its class names and id. */
  readonly words: readonly string[];
  /** Attributes that say what it means: `itemprop=price`. */
  readonly marks: readonly string[];
  /** Names of its attributes: standard ones, and the page's own (`data-*` and `aria-*`). */
  readonly attributes: readonly string[];
  readonly ownAttributes: readonly string[];
  /** The adjacent texts if they can be labels, else empty. */
  readonly before: string;
  readonly after: string;
  /** Tags of its ancestors, the nearest first, up to the scope. */
  readonly path: readonly string[];
  /** Words in the class names and ids of its ancestors. */
  readonly around: readonly string[];
  /** Position within the scope, from 0 (first) to 1. */
  readonly order: number;
  /** Index and sibling count of its ancestors and itself: `0/3.1/2`. */
  readonly address: string;
}

/** Traits that depend on an element's place in its scope. */
type Standing = Pick<Traits, "before" | "after" | "order" | "address">;

const MAX_PATH = 8;
const MAX_AROUND = 3;
const MAX_TOKENS = 12;

/** Returns a short, case-insensitive hash of a text (FNV-1a). */
export const hashText = (text: string): string => {
  let hash = 0x811c9dc5;
  for (const char of text.toLowerCase()) hash = Math.imul(hash ^ (char.codePointAt(0) ?? 0), 0x01000193);
  return (hash >>> 0).toString(36);
};

const unique = (tokens: readonly string[]): string[] => [...new Set(tokens)].slice(0, MAX_TOKENS);

export const wordsOf = (element: Element): string[] =>
  unique(
    [...classesOf(element), ...(element.attribs.id?.split(/\s+/) ?? [])]
      .filter((name) => !isHashed(name) && !isUtility(name))
      .flatMap(splitWords)
      .filter((word) => word.length > 1),
  );

export const marksOf = ({ attribs }: Element): string[] =>
  [...MARKS, ...RELATIONS]
    .filter((name) => attribs[name] !== undefined)
    .map((name) => `${name}=${attribs[name]}`.slice(0, 80));

/** Returns a short hash of an element's tag and classes; null if it has no class. */
export const signatureOf = (element: Element): string | null => {
  const tokens = classesOf(element).sort();
  return tokens.length === 0 ? null : hashText(`${element.name}.${tokens.join(".")}`);
};

/** Elements without visible text. */
export const UNSEEN: ReadonlySet<string> = new Set("script style noscript template svg path".split(" "));
const MAX_ELEMENTS = 6_000;

/** Lists the signatures of a page's elements, at most `most`. */
export const listSignatures = (page: AnyNode, most: number): string[] => {
  const isNamed = (node: AnyNode): boolean =>
    isTag(node) && !UNSEEN.has(node.name) && /\S/.test(node.attribs.class ?? "");
  const named = find(isNamed, [page], true, MAX_ELEMENTS) as Element[];
  return [...new Set(named.map(signatureOf))].filter((signature) => signature !== null).slice(0, most);
};

/** Lists an element's ancestors within the scope, the nearest first, at most `MAX_PATH`. */
export const ancestorsOf = (element: Element, scope: AnyNode | null): Element[] =>
  outward(element, scope).slice(1, 1 + MAX_PATH);

/** Whether an attribute is the page's own, not one that frameworks regenerate with each build. */
const isOwn = (name: string): boolean =>
  /^(?:data|aria)-/.test(name) && name.length <= 60 && !/^data-(?:v-|react|astro|svelte)|\d{3}/.test(name);

export const traitsOf = (element: Element, standing: Standing, scope: AnyNode | null): Traits => {
  const around = ancestorsOf(element, scope);
  const names = Object.keys(element.attribs);
  return {
    tag: element.name,
    signature: signatureOf(element),
    classes: unique(classesOf(element)),
    words: wordsOf(element),
    marks: marksOf(element),
    attributes: unique(names.filter((name) => name !== "style" && !isOwn(name))),
    ownAttributes: unique(names.filter(isOwn)),
    path: around.map(({ name }) => name),
    around: unique(around.slice(0, MAX_AROUND).flatMap(wordsOf)),
    ...standing,
    order: Number(standing.order.toFixed(3)),
  };
};
