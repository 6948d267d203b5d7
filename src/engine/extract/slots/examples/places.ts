/** Where a value that a person reads on a page stands in it. */
import { type AnyNode, type Element, isTag, isText } from "domhandler";
import { findAll } from "domutils";
import type { ValueType } from "../../../../contract/outputSchema.ts";
import { textOf } from "../../page/text.ts";
import { type CoerceContext, coerceValue } from "../../values/coerce.ts";
import { normaliseSpace } from "../../values/text.ts";
import { findHolders, type Holder } from "../selectors/fields.ts";

/** A value within a longer text, with the words that lead to it and those that end it. */
export interface Part {
  readonly before: string;
  readonly after: string;
}

export interface Place extends Holder {
  /** Null where the whole text or attribute is the value. */
  readonly part: Part | null;
}

export interface Found {
  readonly type: ValueType;
  /** The example as that type. */
  readonly value: unknown;
  /** All places that hold it; the innermost element of each. */
  readonly places: readonly Place[];
}

const UNSEEN: ReadonlySet<string> = new Set([
  "html",
  "head",
  "script",
  "style",
  "noscript",
  "template",
  "option",
]);
const isSeen = (element: Element): boolean => !UNSEEN.has(element.name);
/** Longer texts are paragraphs: a value within one has no place of its own. */
const MAX_PART_TEXT = 400;
const MAX_LABEL = 40;

const MAX_LABEL_DIGITS = 2;
const MIN_LABEL_LETTERS = 3;
const countOf = (text: string, pattern: RegExp): number => text.match(pattern)?.length ?? 0;

/** A short text of words says what stands beside it: "Price:", "ISBN-13". */
export const isLabelText = (text: string): boolean => {
  const digits = countOf(text, /\d/g);
  const letters = countOf(text, /\p{L}/gu);
  return (
    text.length <= MAX_LABEL &&
    (digits === 0 ? letters > 0 : digits <= MAX_LABEL_DIGITS && letters >= MIN_LABEL_LETTERS)
  );
};

const innermost = (holders: readonly Holder[]): Holder[] => {
  const around = new Set<AnyNode>();
  for (const { element, attribute } of holders)
    if (attribute === null)
      for (let at: AnyNode | null = element.parent; at && !around.has(at); at = at.parent) around.add(at);
  return holders.filter(({ element, attribute }) => attribute !== null || !around.has(element));
};

const sameText = (left: string, right: string): boolean =>
  normaliseSpace(left).toLowerCase() === right.toLowerCase();

/** Where the text itself stands, a figure or date in another form elsewhere is not what was read. */
const asShown = (holders: readonly Holder[], text: string): readonly Holder[] => {
  const shown = holders.filter(({ element, attribute }) =>
    sameText(attribute === null ? textOf(element) : (element.attribs[attribute] ?? ""), text),
  );
  return shown.length > 0 ? shown : holders;
};

const textNodes = (element: Element): string[] => {
  const texts: string[] = [];
  const visit = (nodes: readonly AnyNode[]): void => {
    for (const node of nodes) {
      if (isText(node)) {
        const text = normaliseSpace(node.data);
        if (text !== "") texts.push(text);
      } else if (isTag(node) && isSeen(node)) visit(node.children);
    }
  };
  visit(element.children);
  return texts;
};

const WORD = /[\p{L}\p{N}]/u;
/** Where the value stands as words of its own; -1 where it does not. */
const indexOfWords = (text: string, wanted: string): number => {
  const at = text.indexOf(wanted);
  const isCut = WORD.test(text.charAt(at - 1)) || WORD.test(text.charAt(at + wanted.length));
  return at < 0 || isCut ? -1 : at;
};

/** Words in front without one of these may belong to the value of another page. */
const ENDS_LABEL = /[:：.#]$/;
const LABEL_END = /(?:^|[,;|·–—])\s*([^,;|·–—]{1,40})$/u;

/** What tells where the value begins and ends within an element's text; null where nothing does. */
const partOf = (element: Element, wanted: string): Part | null => {
  const texts = textNodes(element);
  const index = texts.findIndex((text) => indexOfWords(text, wanted) >= 0);
  const text = texts[index];
  if (text === undefined) return null;
  const at = indexOfWords(text, wanted);
  const inFront = text.slice(0, at).trim();
  const behind = text.slice(at + wanted.length).trim();
  // "<b>Publisher</b>: Putnam": the colon stands with the value.
  const previous = texts[index - 1] ?? "";
  const before = /\p{L}/u.test(inFront)
    ? (LABEL_END.exec(inFront)?.[1] ?? inFront).trim()
    : `${previous} ${inFront}`.trim();
  const after =
    behind === "" ? (texts[index + 1] ?? "") : (/^[^\p{L}\p{N}]*[\p{L}]*/u.exec(behind)?.[0] ?? "");
  if (!isLabelText(before) || !ENDS_LABEL.test(before)) return null;
  // A text that ends with the value, or goes on with a label of its own.
  return behind === "" && !isLabelText(after) && index < texts.length - 1
    ? null
    : { before, after: isLabelText(after) || behind !== "" ? after : "" };
};

const findParts = (scope: AnyNode, text: string): Place[] => {
  const elements = "children" in scope ? findAll(isSeen, scope.children) : [];
  const holders = elements
    .filter((element) => {
      const own = element.children.some(
        (child) => isText(child) && indexOfWords(normaliseSpace(child.data), text) >= 0,
      );
      return own && textOf(element).length <= MAX_PART_TEXT;
    })
    .map((element): Holder => ({ element, attribute: null }));
  return innermost(holders).flatMap((holder) => {
    const part = partOf(holder.element, text);
    return part ? [{ ...holder, part }] : [];
  });
};

const isThereAs = (value: unknown): boolean => value !== null && value !== "";

/**
 * Finds a value by how it reads: as shown, in an attribute, as a number or date in another form, across
 * inline tags, or as a part of a text whose words tell where it begins.
 *
 * @param types how the value may be meant, the likeliest first
 * @returns null where the scope does not hold it
 */
export const findPlaces = (
  scope: AnyNode,
  { name, text, types }: { name: string; text: string; types: readonly ValueType[] },
  context: CoerceContext,
): Found | null => {
  for (const type of types) {
    const value = coerceValue(text, type, context);
    if (!isThereAs(value)) continue;
    const holders = findHolders(scope, value, { name, type, values: [] }, context, isSeen);
    const places = innermost(asShown(holders, text)).map((holder): Place => ({ ...holder, part: null }));
    if (places.length > 0) return { type, value, places };
  }
  const parts = findParts(scope, text);
  const type = types.find((each) => isThereAs(coerceValue(text, each, context))) ?? "string";
  const value = coerceValue(text, type, context);
  return parts.length > 0 && isThereAs(value) ? { type, value, places: parts } : null;
};
