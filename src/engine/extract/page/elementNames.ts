/** Finds elements by name: `in_stock` matches `class="product-in-stock"`, `itemprop="inStock"` … */
import { type AnyNode, type Element, isTag } from "domhandler";
import vocabulary from "../vocabulary/attributes.json" with { type: "json" };
import { splitWords } from "../vocabulary/words.ts";

/** Attributes whose value names the content of an element. */
const NAMING_ATTRIBUTES = vocabulary.names.split(" ");

/** Rank of each kind of name, most trusted first. */
const TRUST = { itemprop: 0, dataValue: 1, dataName: 2, class: 3, id: 4, meta: 5 } as const;

/** Class names for a shade of the site's own, as in Tailwind CSS and Bootstrap: `text-brand-500`, `badge-brand`. */
const COLOURS =
  /^(?:badge|btn|alert)-[a-z]+$|(?:^|:)(?:text|bg|border|fill|stroke|ring|outline|shadow|from|via|to|accent|decoration|divide)-[\w-]+-\d{2,3}(?:\/\d+)?$/;

/** The end that CSS modules give each name: `price--OX_YW`, `Card_price__3kF9a`. */
const HASH = /(?:__|--|[-_])([\w-]{5})$/;
const WORDED = /^(?:[A-Z]?[a-z]{2,})+$|^[A-Z]+$|^[a-z]+\d?$|^\d+$/;
/** The words of an element's name, without what a build adds to it. */
export const wordsOfName = (name: string): string[] => {
  const found = HASH.exec(name);
  const own = name.slice(0, found?.index);
  const isHashed = found !== null && !WORDED.test(found[1] ?? "") && /[A-Za-z]{3}/.test(own);
  return splitWords(isHashed ? own : name);
};

/** One name of an element. */
interface NamedElement {
  readonly element: Element;
  /** The attribute that contains the value, if the name is an attribute's name. */
  readonly attribute: string | null;
  readonly words: readonly string[];
  readonly trust: number;
  /** Nesting depth of `itemscope`: a product's name comes before its brand's name. */
  readonly scopeDepth: number;
}

export interface NameMatch {
  readonly element: Element;
  readonly attribute: string | null;
  /** Whether the name continues after the requested words, or abbreviates them: `model-disclaimer`, `prio`. */
  readonly isPart?: boolean;
}

/** All names of a record's elements. Built once per record, queried once per field. */
export const listNames = (
  scope: AnyNode,
  splitCached: (name: string) => readonly string[],
): NamedElement[] => {
  const named: NamedElement[] = [];
  const visit = (element: Element, scopeDepth: number): void => {
    const { attribs } = element;
    const add = (trust: number, names: string | undefined, attribute: string | null = null): void => {
      for (const name of names?.split(/\s+/) ?? [])
        if (name !== "" && !COLOURS.test(name))
          named.push({ element, attribute, words: splitCached(name), trust, scopeDepth });
    };
    add(TRUST.itemprop, attribs.itemprop);
    for (const attribute of Object.keys(attribs)) {
      if (!attribute.startsWith("data-")) continue;
      if (NAMING_ATTRIBUTES.includes(attribute)) add(TRUST.dataName, attribs[attribute]);
      else add(TRUST.dataValue, attribute.slice("data-".length), attribute);
    }
    add(TRUST.class, attribs.class);
    add(TRUST.id, attribs.id);
    if (element.name === "meta") add(TRUST.meta, attribs.name ?? attribs.property);
    const inner = scopeDepth + (attribs.itemscope === undefined ? 0 : 1);
    for (const child of element.children) if (isTag(child)) visit(child, inner);
  };
  if (isTag(scope)) visit(scope, 0);
  else if ("children" in scope) for (const child of scope.children) if (isTag(child)) visit(child, 0);
  return named;
};

/** Whether the words joined together are `whole`. */
const isWhole = (words: readonly string[], whole: string): boolean => {
  let at = 0;
  for (const word of words) {
    if (!whole.startsWith(word, at)) return false;
    at += word.length;
  }
  return at === whole.length;
};

const PART = 2;
const CUT = 3;
const MIN_CUT = 4;
/** Whether the words end with the start of the name: `job-prio` for `priority`. */
const endsCut = (words: readonly string[], whole: string): boolean => {
  const last = words.at(-1) ?? "";
  return last.length >= MIN_CUT && whole.length - last.length >= 2 && whole.startsWith(last);
};
/** 0: the same words; 1: the words end with the name; `PART`: they contain it; `CUT`: they abbreviate it; null: no match. */
const rankWords = (words: readonly string[], wanted: readonly string[], whole: string): number | null => {
  if (isWhole(words, whole)) return 0;
  if (wanted.length === 1 && endsCut(words, whole)) return CUT;
  for (let at = words.length - wanted.length; at >= 0; at--)
    if (wanted.every((word, index) => words[at + index] === word))
      return at + wanted.length === words.length ? 1 : PART;
  return null;
};

/**
 * Elements named `name`, grouped by rank, best group first.
 *
 * @param mayBeCut whether a name may be abbreviated: in records, which have few names
 */
export const matchName = (named: readonly NamedElement[], name: string, mayBeCut = false): NameMatch[][] => {
  const wanted = splitWords(name);
  const whole = wanted.join("");
  const found = named.flatMap(({ element, attribute, words, trust, scopeDepth }) => {
    const rank = rankWords(words, wanted, whole);
    // An attribute that contains a value must match exactly: `data-price-currency` is not a price.
    if (rank === null || (rank === CUT && !mayBeCut) || (attribute !== null && rank > 0)) return [];
    const standing = trust * 10_000 + rank * 1_000 + Math.min(scopeDepth, 999);
    return [{ standing, element, attribute, isPart: rank >= PART }];
  });
  const groups = Map.groupBy(found, ({ standing }) => standing);
  return [...groups].sort(([left], [right]) => left - right).map(([, matches]) => matches);
};
