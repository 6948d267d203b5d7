/** Writes a field in the field grammar that reads the given values from their records. */

import { type AnyNode, type Element, isTag } from "domhandler";
import { findAll } from "domutils";
import { type Field, formatField, MAX_FIELD_LENGTH } from "../../../../contract/fields/fields.ts";
import type { OutputType } from "../../../../contract/fields/outputSchema.ts";
import type { CoerceContext } from "../../values/coerce.ts";
import { normaliseSpace } from "../../values/text.ts";
import { isEmpty, isListType } from "../../values/types.ts";
import { normalForm } from "../../vocabulary/normalForm.ts";
import { createReader } from "../read.ts";
import { compileSelector } from "../select.ts";
import { type Candidate, listCandidates } from "./candidates.ts";
import { byLinkText, linkText } from "./linkText.ts";

/** A field given by example: its name, its type and its value in each record. */
export interface FieldExample {
  readonly name: string;
  readonly type: OutputType;
  /** One for each record, in order; null if the record has none. */
  readonly values: readonly unknown[];
}

export interface WrittenField {
  readonly field: Field;
  /** The field, written in the field grammar. */
  readonly text: string;
  /** Share of the records for which it reads the exact value. */
  readonly fit: number;
}

export interface FieldOptions {
  /** Elements that can contain the value (default: all). */
  readonly accepts?: (element: Element) => boolean;
  /** The minimum share of records that must be read correctly (default 0.9). */
  readonly minFit?: number;
}

/** Attributes that can hold a value, besides `data-*`. */
const VALUE_ATTRIBUTES = ["content", "datetime", "title", "alt", "aria-label", "value", "href", "src"];
const ATTRIBUTE_COST = 1.5;
/** Cost of reading a URL, image or date from an element other than its usual one, such as a parent. */
const AROUND_COST = 3;
const OWN_TAGS: Readonly<Record<string, RegExp>> = {
  url: /^a$/,
  image: /^(?:img|source|meta|link)$/,
  date: /^(?:time|meta)$/,
  datetime: /^(?:time|meta)$/,
};
/** Cost of finding a link by what it says: less than of its place, more than of a class. */
const LINK_TEXT_COST = 5;
const AMBIGUITY_COST = 2.5;
/** Cost of reading the text of the whole record, a last resort. */
const SELF_COST = 4;
const MAX_ELEMENTS = 3_000;
const MAX_HOLDERS = 6;
const MAX_TRIED = 160;
const PROBE = 8;
const SAMPLE = 4;
const MIN_FIT = 0.9;

/** Returns a value as text for comparison, with white space and Unicode form normalised. */
export const plain = (value: unknown): string =>
  typeof value === "string"
    ? normaliseSpace(normalForm(value, "NFC"))
    : JSON.stringify(value, (_, inner) => (typeof inner === "string" ? normaliseSpace(inner) : inner));

const makeField = (name: string, list: boolean, selector: string, attribute: string | null): Field => ({
  name,
  list,
  source: { selector, attribute },
  transforms: [],
});

/** Creates a reader of one field, the same one that runs use. */
export const readerOf = (field: Field, type: OutputType, context: CoerceContext) => {
  const read = createReader([field], { [field.name]: type }, context, () => {});
  return (scope: AnyNode): unknown => read(scope)[field.name];
};

/** An element that holds a value, and the attribute that holds it: null for its text. */
export interface Holder {
  readonly element: Element;
  readonly attribute: string | null;
}

/** Lists where an element can hold a value: its text (null) and its value and `data-*` attributes. */
export const attributesOf = (element: Element): (string | null)[] => [
  null,
  ...VALUE_ATTRIBUTES.filter((name) => element.attribs[name] !== undefined),
  ...Object.keys(element.attribs).filter((name) => name.startsWith("data-") && name.length < 40),
];

export interface HolderOptions {
  /** Whether a value that was read is the wanted one (default: equal after normalising). */
  readonly isSame?: (found: unknown, wanted: unknown) => boolean;
  /** Max elements to check. */
  readonly most?: number;
}

const isEqual = (found: unknown, wanted: unknown): boolean => plain(found) === plain(wanted);

/** Finds the elements of a record that hold a value: in their text before in attributes, innermost first. */
export const findHolders = (
  scope: AnyNode,
  value: unknown,
  { name, type }: FieldExample,
  context: CoerceContext,
  accepts: (element: Element) => boolean,
  { isSame = isEqual, most = MAX_ELEMENTS }: HolderOptions = {},
): Holder[] => {
  const single = (typeof type === "string" ? type.replace("[]", "") : type) as OutputType;
  const wanted = Array.isArray(value) ? value[0] : value;
  const readers = new Map<string | null, (element: AnyNode) => unknown>();
  const elements = "children" in scope ? findAll(accepts, scope.children).slice(0, most) : [];
  const all = isTag(scope) && accepts(scope) ? [scope, ...elements] : elements;
  const holders: Holder[] = [];
  for (const element of all) {
    for (const attribute of attributesOf(element)) {
      let read = readers.get(attribute);
      if (!read) {
        read = readerOf(makeField(name, false, "", attribute), single, context);
        readers.set(attribute, read);
      }
      const found = read(element);
      if (!isEmpty(found) && isSame(found, wanted)) holders.push({ element, attribute });
    }
  }
  // Text before attributes; within each, the innermost element first, since it holds nothing but the value.
  return holders
    .reverse()
    .sort((left, right) => Number(left.attribute !== null) - Number(right.attribute !== null));
};

export interface Tried extends Candidate {
  readonly attribute: string | null;
}

/** Lists selectors of a holder within its record, the most durable first. */
export const candidatesFor = (
  { element, attribute }: Holder,
  scope: AnyNode,
  isOnly: boolean,
  type: OutputType,
): Tried[] => {
  const own = typeof type === "string" ? OWN_TAGS[type] : undefined;
  const extra =
    (attribute === null ? 0 : ATTRIBUTE_COST) + (own && !own.test(element.name) ? AROUND_COST : 0);
  if (element === scope)
    return [
      {
        css: attribute === null ? ":scope" : "",
        cost: (attribute === null ? SELF_COST : 1) + extra,
        attribute,
      },
    ];
  const outer = isTag(scope) ? scope : null;
  const text = type === "url" && outer !== null ? linkText(element) : null;
  return [
    ...listCandidates(element, { scope: outer, withId: isOnly && outer === null }),
    ...(text === null ? [] : [{ css: byLinkText(text), cost: LINK_TEXT_COST }]),
  ].map(({ css, cost }) => ({ css, cost: cost + extra, attribute }));
};

/** Collects selectors from sample records; those shared by several samples rank higher. */
const gather = (
  scopes: readonly AnyNode[],
  example: FieldExample,
  context: CoerceContext,
  accepts: (element: Element) => boolean,
): Tried[] => {
  const filled = scopes.flatMap((scope, index) =>
    isEmpty(example.values[index]) ? [] : [{ scope, value: example.values[index] }],
  );
  const step = Math.max(1, Math.floor(filled.length / SAMPLE));
  const samples = filled.filter((_, index) => index % step === 0).slice(0, SAMPLE);
  const tried = new Map<string, Tried & { readonly count: number }>();
  for (const { scope, value } of samples)
    for (const holder of findHolders(scope, value, example, context, accepts).filter(
      ({ element }, index) => index < MAX_HOLDERS || element === scope,
    ))
      for (const candidate of candidatesFor(holder, scope, scopes.length === 1, example.type)) {
        const key = `${candidate.css}@${candidate.attribute ?? ""}`;
        const known = tried.get(key);
        tried.set(key, { ...candidate, count: (known?.count ?? 0) + 1 });
      }
  return [...tried.values()]
    .sort((left, right) => left.cost - left.count * 0.5 - (right.cost - right.count * 0.5))
    .slice(0, MAX_TRIED);
};

/** A record, and the value that is to be read from it, as `plain` returns it; null if none is known. */
interface Target {
  readonly scope: AnyNode;
  readonly wanted: string | null;
}

/**
 * The share of records read correctly, or 0 as soon as it cannot reach `least`. A value where none is known counts half: the
 * example may lack it.
 */
const fitOn = (targets: readonly Target[], read: (scope: AnyNode) => unknown, least: number): number => {
  let wrong = 0;
  for (const { scope, wanted } of targets) {
    const found = read(scope);
    if (wanted === null) wrong += isEmpty(found) ? 0 : 0.5;
    else if (isEmpty(found) || plain(found) !== wanted) wrong += 1;
    if (wrong > targets.length * (1 - least) + ROUNDING) return 0;
  }
  return (targets.length - wrong) / Math.max(1, targets.length);
};
const ROUNDING = 1e-6;

const matchesSeveral = (css: string) => {
  const find = compileSelector(css);
  return ({ scope }: Target): boolean => find(scope).length > 1;
};

/**
 * Writes the field that reads these values, checked on every record with the reader that runs use.
 * Returns null if no selector reads enough of them.
 */
export const writeField = (
  scopes: readonly AnyNode[],
  example: FieldExample,
  context: CoerceContext,
  { accepts = () => true, minFit = MIN_FIT }: FieldOptions = {},
): WrittenField | null => {
  const list = isListType(example.type);
  const targets = scopes.map((scope, index): Target => {
    const value = example.values[index];
    return { scope, wanted: isEmpty(value) ? null : plain(value) };
  });
  const probe = targets.filter(({ wanted }) => wanted !== null).slice(0, PROBE);
  let best: (WrittenField & { readonly cost: number }) | null = null;
  for (const { css, attribute, cost } of gather(scopes, example, context, accepts)) {
    if (best && (best.fit === 1 ? cost >= best.cost : cost > best.cost + 20)) break;
    const field = makeField(example.name, list, css, attribute);
    const text = formatField(field);
    if (text.length > MAX_FIELD_LENGTH) continue;
    const read = readerOf(field, example.type, context);
    if (fitOn(probe, read, minFit) < minFit) continue;
    const fit = fitOn(targets, read, minFit);
    // A selector that matches several elements works only while the right one stays first.
    const isAmbiguous = !list && css !== "" && probe.some(matchesSeveral(css));
    const total = cost + (isAmbiguous ? AMBIGUITY_COST : 0);
    const isBetter = !best || fit > best.fit + 0.02 || (fit >= best.fit - 0.02 && total < best.cost);
    if (fit >= minFit && isBetter) best = { field, text, fit, cost: total };
  }
  return best && { field: best.field, text: best.text, fit: best.fit };
};
