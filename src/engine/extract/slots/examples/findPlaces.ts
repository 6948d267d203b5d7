/** Finds where a page holds a value that a person sees on it. */
import { type AnyNode, type Element, isTag, isText } from "domhandler";
import { findAll } from "domutils";
import type { ValueType } from "../../../../contract/fields/outputSchema.ts";
import { textOf } from "../../page/text.ts";
import { outward, withAncestors } from "../../page/tree.ts";
import { isWholeOf } from "../../page/wholeText.ts";
import { type CoerceContext, coerceValue } from "../../values/coerce.ts";
import { normaliseSpace } from "../../values/text.ts";
import { attributesOf, findHolders, type Holder, plain } from "../selectors/fields.ts";
import { fold, indexOfWords, type Part, partsOfAttribute, partsOfText, WHOLE } from "./parts.ts";

export interface Place extends Holder {
  /** The innermost element that holds the value. Ancestors with no other text are the same place. */
  readonly core: Element;
  /** The ways to cut the value out of the text or attribute, the most durable first. */
  readonly parts: readonly Part[];
}

export interface Found {
  readonly type: ValueType;
  /** The example converted to that type. */
  readonly value: unknown;
  /** Places that hold exactly the value. */
  readonly places: readonly Place[];
  /** Places where the value is part of a longer text or attribute. */
  readonly within: readonly Place[];
}

const UNSEEN: ReadonlySet<string> = new Set("html head script style noscript template option".split(" "));
const isSeen = (element: Element): boolean => !UNSEEN.has(element.name);
/** Longer texts are paragraphs, from which no value is cut. */
const MAX_PART_TEXT = 600;
const MAX_WITHIN = 400;

/** Whether a value reads as one that is looked for, ignoring case; in full, if that is cut off where it is shown. */
export const isSame = (read: unknown, wanted: unknown): boolean => {
  const [own, shown] = [fold(plain(read)), fold(plain(wanted))];
  return own === shown || isWholeOf(own, shown);
};

const innermost = <T extends Holder>(holders: readonly T[]): T[] => {
  const around = withAncestors(
    holders.flatMap(({ element, attribute }) => (attribute === null ? (element.parent ?? []) : [])),
  );
  return holders.filter(({ element, attribute }) => attribute !== null || !around.has(element));
};

const sameText = (left: string, right: string): boolean => fold(normaliseSpace(left)) === fold(right);

/** Max ancestors with the same text that are listed beside each innermost element. */
const MAX_AROUND = 2;
const withAround = (holders: readonly Holder[]): Place[] => {
  const inText = new Set(holders.filter(({ attribute }) => attribute === null).map(({ element }) => element));
  return innermost(holders).flatMap(({ element: core, attribute }) => {
    const chain = attribute === null ? outward(core).slice(0, 1 + MAX_AROUND) : [core];
    const end = chain.findIndex((element, at) => at > 0 && !inText.has(element));
    return chain
      .slice(0, end < 0 ? chain.length : end)
      .map((element): Place => ({ element, attribute, core, parts: [WHOLE] }));
  });
};

/** Keeps only holders that show the text as given, if there are any: others hold it in another format. */
const asShown = (holders: readonly Holder[], text: string): readonly Holder[] => {
  const shown = holders.filter(({ element, attribute }) =>
    sameText(attribute === null ? textOf(element) : (element.attribs[attribute] ?? ""), text),
  );
  return shown.length > 0 ? shown : holders;
};

/** Lists the visible elements whose text has at most `most` characters, including white space. */
const shortElements = (scope: AnyNode, most: number): ReadonlySet<Element> => {
  const short = new Set<Element>();
  const measure = (node: AnyNode): number => {
    if (isText(node)) return node.data.length;
    if (!("children" in node)) return 0;
    let length = 0;
    for (const child of node.children) length += measure(child);
    if (isTag(node) && length <= most && isSeen(node)) short.add(node);
    return length;
  };
  measure(scope);
  return short;
};
/** Max characters of indentation around a short text. */
const ROOM = 2_000;
/** About as many as a page of 2 MB has. */
const MAX_ELEMENTS = 50_000;

const findWithin = (elements: readonly Element[], text: string): Place[] => {
  const inText = elements
    .filter((element) => {
      const whole = textOf(element);
      return whole.length <= MAX_PART_TEXT && indexOfWords(whole, text) >= 0;
    })
    .map((element): Holder => ({ element, attribute: null }));
  const inAttributes = elements.flatMap((element) =>
    attributesOf(element)
      .filter((attribute) => attribute !== null)
      .filter((attribute) => fold(element.attribs[attribute] ?? "").includes(fold(text)))
      .map((attribute): Holder => ({ element, attribute })),
  );
  return [...innermost(inText), ...inAttributes].slice(0, MAX_WITHIN).flatMap((holder): Place[] => {
    const { element, attribute } = holder;
    const parts =
      attribute === null
        ? partsOfText(element, text)
        : partsOfAttribute(element.attribs[attribute] ?? "", text);
    return parts.length > 0 ? [{ ...holder, core: element, parts }] : [];
  });
};

const isThereAs = (value: unknown): boolean => value !== null && value !== "";

/**
 * Finds a value by its visible text: as shown, in an attribute, as a number or date in another format, across
 * inline tags, or as part of a text or URL.
 *
 * @param types possible types of the value, the likeliest first
 * @returns null if the scope does not contain it
 */
export const findPlaces = (
  scope: AnyNode,
  { name, text, types }: { name: string; text: string; types: readonly ValueType[] },
  context: CoerceContext,
): Found | null => {
  const short = shortElements(scope, ROOM + 4 * text.length);
  const all = "children" in scope ? findAll((element) => short.has(element), scope.children) : [];
  const within = findWithin(all, text);
  for (const type of types) {
    const value = coerceValue(text, type, context);
    if (!isThereAs(value)) continue;
    const example = { name, type, values: [] };
    const holders = findHolders(scope, value, example, context, (element) => short.has(element), {
      isSame,
      most: MAX_ELEMENTS,
    });
    const places = withAround(asShown(holders, text));
    if (places.length > 0) return { type, value, places, within };
  }
  const type = types.find((each) => isThereAs(coerceValue(text, each, context))) ?? "string";
  const value = coerceValue(text, type, context);
  return within.length > 0 && isThereAs(value) ? { type, value, places: [], within } : null;
};
