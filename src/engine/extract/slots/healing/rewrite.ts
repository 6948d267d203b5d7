/** Writes a field for the elements that were found in place of those it used to match. */
import type { AnyNode, Element } from "domhandler";
import { printField } from "../../../../contract/fields.ts";
import type { OutputType } from "../../../../contract/outputSchema.ts";
import type { CoerceContext } from "../../values/coerce.ts";
import { plainType } from "../../values/types.ts";
import { isWritable } from "../selectors/fields.ts";
import { writeField } from "../selectors/index.ts";
import { isNested, readerAt, type TypedField } from "./samples.ts";

const MIN_FIT = 0.85;

/** Writes the field so that it reads these places of the records; null where no selector does. */
export const rewriteField = (
  records: readonly AnyNode[],
  places: readonly (readonly Element[])[],
  typed: TypedField,
  isList: boolean,
  context: CoerceContext,
): string | null => {
  const { field } = typed;
  const isText = field.transforms.length > 0 || isNested(typed);
  const single = (isText ? undefined : plainType(typed.type)) ?? "string";
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
  if (!written) return null;
  const text = printField({ ...field, source: written.field.source });
  return isWritable(text) ? text : null;
};
