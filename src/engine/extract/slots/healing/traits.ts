/** What tells an element from others around it, apart from what its text says. */
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
  /** Words in its names. */
  readonly words: readonly string[];
  /** What the page says it means: `itemprop=price`. */
  readonly marks: readonly string[];
  /** Names of its attributes: those that any element may have, and those that the page made up. */
  readonly attributes: readonly string[];
  readonly ownAttributes: readonly string[];
  /** The texts beside it, where they are short; empty where not. */
  readonly before: string;
  readonly after: string;
  /** Tags around it, the nearest first, up to what it is looked for in. */
  readonly path: readonly string[];
  /** Words in the names of what is around it. */
  readonly around: readonly string[];
  /** Where it stands, from 0 (first) to 1. */
  readonly order: number;
  /** Which of how many children it is, and what is around it: `0/3.1/2`. */
  readonly address: string;
}

/** What an element's place says of it. */
type Standing = Pick<Traits, "before" | "after" | "order" | "address">;

const MAX_PATH = 8;
const MAX_AROUND = 3;
const MAX_TOKENS = 12;

/** A short name for a text, to be recognised by. */
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

/** What an element is called in full, as a short hash; null where it has no class. */
export const signatureOf = (element: Element): string | null => {
  const tokens = classesOf(element).sort();
  return tokens.length === 0 ? null : hashText(`${element.name}.${tokens.join(".")}`);
};

/** What holds nothing that a reader sees as text. */
export const UNSEEN: ReadonlySet<string> = new Set("script style noscript template svg path".split(" "));
const MAX_ELEMENTS = 6_000;

/** What the elements of a page are called, up to so many. */
export const listSignatures = (page: AnyNode, most: number): string[] => {
  const isNamed = (node: AnyNode): boolean =>
    isTag(node) && !UNSEEN.has(node.name) && /\S/.test(node.attribs.class ?? "");
  const named = find(isNamed, [page], true, MAX_ELEMENTS) as Element[];
  return [...new Set(named.map(signatureOf))].filter((signature) => signature !== null).slice(0, most);
};

/** What is around an element, the nearest first, up to the scope and so many levels. */
export const ancestorsOf = (element: Element, scope: AnyNode | null): Element[] =>
  outward(element, scope).slice(1, 1 + MAX_PATH);

/** Frameworks write some of them again at each build. */
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
