/** Rewrites a field for the elements that replace those it used to match. */
import type { AnyNode, Element } from "domhandler";
import { type Field, formatField, MAX_FIELD_LENGTH } from "../../../../contract/fields/fields.ts";
import type { OutputType } from "../../../../contract/fields/outputSchema.ts";
import type { CoerceContext } from "../../values/coerce.ts";
import { plainType } from "../../values/types.ts";
import { isWritable } from "../examples/writes.ts";
import { compileSelector } from "../select.ts";
import { listByClass, writeField } from "../selectors/index.ts";
import { isNested, readerAt, type TypedField } from "./samples.ts";

const MIN_FIT = 0.85;

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
  return places.flat().slice(0, 1).flatMap(listByClass).find(isRight);
};

/** Rewrites the field to read these places of the records; null if no selector does. */
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
  const text = formatField({ ...field, source });
  return text.length <= MAX_FIELD_LENGTH && isWritable(text) ? text : null;
};
