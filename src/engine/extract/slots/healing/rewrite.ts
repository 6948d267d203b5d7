/** Writes a selector, or a field, for the elements that were found in place of those it used to match. */
import { type AnyNode, type Element, isTag } from "domhandler";
import { type Field, MAX_FIELD_LENGTH, parseField, printField } from "../../../../contract/fields.ts";
import type { OutputType } from "../../../../contract/outputSchema.ts";
import type { CoerceContext } from "../../values/coerce.ts";
import { plainType } from "../../values/types.ts";
import { compileSelector } from "../read.ts";
import { writeField, writeSelector } from "../selectors/index.ts";
import { isNested, readerAt, type TypedField } from "./samples.ts";
import { tokensOf } from "./traits.ts";

const MIN_FIT = 0.85;
const MIN_RECORDS_FIT = 0.9;
const MAX_ABOVE = 3;
const MAX_CLASSES = 60;

/** Classes that all elements have, those that a build made among them, as selectors. */
const sharedClasses = (elements: readonly Element[]): string[] => {
  const [first, ...others] = elements.map(({ attribs }) => tokensOf(attribs.class).slice(0, MAX_CLASSES));
  return (first ?? [])
    .filter((token) => /^-?[_a-z][\w-]*$/i.test(token) && others.every((tokens) => tokens.includes(token)))
    .map((token) => `.${token}`);
};

/**
 * Selectors by classes that elements, or what is around them, share, for where nothing lasting tells them: names
 * that a build makes last until the next one, which is better than none.
 */
const selectByClass = (elements: readonly Element[]): string[] => {
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

/** The most lasting selector of these elements of a page, and of next to nothing else; null where there is none. */
export const rewriteSelector = (
  root: AnyNode,
  elements: readonly Element[],
  minFit = MIN_RECORDS_FIT,
): string | null => {
  const written = writeSelector(root, elements);
  if (written && written.fit >= minFit) return written.css;
  const wanted = new Set(elements);
  const isRight = (css: string): boolean => {
    const found = compileSelector(css)(root);
    const hits = found.filter((element) => wanted.has(element)).length;
    return (2 * hits) / (found.length + wanted.size) >= minFit;
  };
  return selectByClass(elements).find(isRight) ?? null;
};

type Places = readonly (readonly Element[])[];

const byClass = (records: readonly AnyNode[], places: Places, isList: boolean): string | undefined => {
  const isRight = (selector: string): boolean => {
    const find = compileSelector(selector, !isList);
    const right = records.filter((record, index) => {
      const found = find(record);
      const wanted = places[index] ?? [];
      return found.length === wanted.length && found.every((element) => wanted.includes(element));
    });
    return right.length >= records.length * MIN_FIT;
  };
  return selectByClass(places.flat()).find(isRight);
};

const isReadable = (text: string): boolean => {
  try {
    return parseField(text).name !== "";
  } catch {
    return false;
  }
};

/** Writes the field so that it reads these places of the records; null where no selector does. */
export const rewriteField = (
  records: readonly AnyNode[],
  places: Places,
  typed: TypedField,
  isList: boolean,
  context: CoerceContext,
): string | null => {
  const { field } = typed;
  const isText = field.transforms.length > 0 || isNested(typed);
  const single = (isText ? undefined : plainType(typed.type)) ?? "string";
  const attribute = field.source?.attribute ?? null;
  const read = readerAt({ field: { ...field, transforms: [] }, type: single }, context);
  const values = places.map((elements) => {
    const all = elements.map(read).filter((value) => value !== null);
    return isList ? all : (all[0] ?? null);
  });
  const known = new Set(places.flat());
  const type: OutputType = isList ? `${single}[]` : single;
  const written = writeField(records, { name: field.name, type, values }, context, {
    accepts: (element) => known.has(element),
    minFit: MIN_FIT,
  });
  const selector = byClass(records, places, isList);
  const source: Field["source"] =
    written?.field.source ?? (selector === undefined ? null : { selector, attribute });
  if (!source) return null;
  const text = printField({ ...field, source });
  return text.length <= MAX_FIELD_LENGTH && isReadable(text) ? text : null;
};
