/** Writes a field of the grammar that reads given values off the records they belong to. */

import { type AnyNode, type Element, isTag } from "domhandler";
import { findAll } from "domutils";
import { type Field, MAX_FIELD_LENGTH, printField } from "../../../../contract/fields.ts";
import type { OutputType } from "../../../../contract/outputSchema.ts";
import type { CoerceContext } from "../../values/coerce.ts";
import { normaliseSpace } from "../../values/text.ts";
import { isEmpty, isListType } from "../../values/types.ts";
import { normalForm } from "../../vocabulary/normalForm.ts";
import { compileSelector, createReader } from "../read.ts";
import { type Candidate, listCandidates } from "./candidates.ts";

/** A field of records, by example: what it is called, its type, and its value in each record. */
export interface FieldExample {
  readonly name: string;
  readonly type: OutputType;
  /** One for each record, in order; null where the record has none. */
  readonly values: readonly unknown[];
}

export interface WrittenField {
  readonly field: Field;
  /** The field as the grammar writes it. */
  readonly text: string;
  /** Share of the records in which it reads the very value. */
  readonly fit: number;
}

export interface FieldOptions {
  /** Elements that may hold the value; absent: all. */
  readonly accepts?: (element: Element) => boolean;
  /** The least share of records that must come out right (default 0.9). */
  readonly minFit?: number;
}

/** Attributes that hold values, besides an element's text. */
const VALUE_ATTRIBUTES = ["content", "datetime", "title", "alt", "aria-label", "value", "href", "src"];
const ATTRIBUTE_COST = 1.5;
/** An address, a picture and a date are read off their own element, rather than off what is around it. */
const AROUND_COST = 3;
const OWN_TAGS: Readonly<Record<string, RegExp>> = {
  url: /^a$/,
  image: /^(?:img|source|meta|link)$/,
  date: /^(?:time|meta)$/,
  datetime: /^(?:time|meta)$/,
};
const AMBIGUITY_COST = 2.5;
/** The record itself is read where nothing in it says what it is. */
const SELF_COST = 4;
const MAX_ELEMENTS = 3_000;
const MAX_HOLDERS = 6;
const MAX_TRIED = 160;
const PROBE = 8;
const SAMPLE = 4;
const MIN_FIT = 0.9;

/** The same value, however its blanks are written. */
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

/** Reads one field off a record, as runs do. */
export const readerOf = (field: Field, type: OutputType, context: CoerceContext) => {
  const read = createReader([field], { [field.name]: type }, context, () => {});
  return (scope: AnyNode): unknown => read(scope)[field.name];
};

/** An element that holds a value, and where in it: null for its text. */
export interface Holder {
  readonly element: Element;
  readonly attribute: string | null;
}

/** Where an element may hold a value: its text, and the attributes that it has. */
export const attributesOf = (element: Element): (string | null)[] => [
  null,
  ...VALUE_ATTRIBUTES.filter((name) => element.attribs[name] !== undefined),
  ...Object.keys(element.attribs).filter((name) => name.startsWith("data-") && name.length < 40),
];

export interface HolderOptions {
  /** Whether what is read is the value (default: to the letter). */
  readonly isSame?: (found: unknown, wanted: unknown) => boolean;
  /** Elements that are looked at. */
  readonly most?: number;
}

const isEqual = (found: unknown, wanted: unknown): boolean => plain(found) === plain(wanted);

/** Elements of a record that hold a value, and where in them; those nearest to the text first. */
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
  // Text before attributes; within each, the innermost element, which holds the value and nothing else.
  return holders
    .reverse()
    .sort((left, right) => Number(left.attribute !== null) - Number(right.attribute !== null));
};

export interface Tried extends Candidate {
  readonly attribute: string | null;
}

/** The ways to name a holder within its record, the most lasting first. */
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
  return listCandidates(element, { scope: outer, withId: isOnly && outer === null }).map(({ css, cost }) => ({
    css,
    cost: cost + extra,
    attribute,
  }));
};

/** Selectors that many samples have in common stand before those of one. */
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

/** Right where the value is; a value where none is known counts half: it may be one that was missed. */
const fitOn = (
  scopes: readonly AnyNode[],
  values: readonly unknown[],
  read: (scope: AnyNode) => unknown,
): number => {
  let right = 0;
  for (const [index, scope] of scopes.entries()) {
    const found = read(scope);
    const wanted = values[index];
    if (isEmpty(wanted)) right += isEmpty(found) ? 1 : 0.5;
    else if (!isEmpty(found) && plain(found) === plain(wanted)) right += 1;
  }
  return right / Math.max(1, scopes.length);
};

/**
 * Finds the field that reads these values, with the reader that runs use: what comes back has been
 * checked on every record. Null where no selector reads enough of them.
 */
export const writeField = (
  scopes: readonly AnyNode[],
  example: FieldExample,
  context: CoerceContext,
  { accepts = () => true, minFit = MIN_FIT }: FieldOptions = {},
): WrittenField | null => {
  const list = isListType(example.type);
  const known = scopes.map((_, index) => index).filter((index) => !isEmpty(example.values[index]));
  const probe = known.slice(0, PROBE);
  const probeScopes = probe.map((index) => scopes[index] as AnyNode);
  const probeValues = probe.map((index) => example.values[index]);
  let best: (WrittenField & { readonly cost: number }) | null = null;
  for (const { css, attribute, cost } of gather(scopes, example, context, accepts)) {
    if (best && (best.fit === 1 ? cost >= best.cost : cost > best.cost + 20)) break;
    const field = makeField(example.name, list, css, attribute);
    const text = printField(field);
    if (text.length > MAX_FIELD_LENGTH) continue;
    const read = readerOf(field, example.type, context);
    if (fitOn(probeScopes, probeValues, read) < minFit) continue;
    const fit = fitOn(scopes, example.values, read);
    // One that matches several elements holds as long as the right one stays first.
    const isAmbiguous =
      !list && css !== "" && probeScopes.some((scope) => compileSelector(css)(scope).length > 1);
    const total = cost + (isAmbiguous ? AMBIGUITY_COST : 0);
    const isBetter = !best || fit > best.fit + 0.02 || (fit >= best.fit - 0.02 && total < best.cost);
    if (fit >= minFit && isBetter) best = { field, text, fit, cost: total };
  }
  return best && { field: best.field, text: best.text, fit: best.fit };
};
