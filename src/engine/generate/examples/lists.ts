/** Writes fields that read lists of values, from the first entries of one. */
import { type AnyNode, type Element, isTag } from "domhandler";
import type { OutputType } from "../../../contract/fields/outputSchema.ts";
import { textOf } from "../../extract/extract.ts";
import { holds, outward } from "../../extract/page/tree.ts";
import { findPlaces, type Place } from "../../extract/slots/examples/findPlaces.ts";
import { writeField } from "../../extract/slots/selectors/index.ts";
import { type CoerceContext, coerceValue } from "../../extract/values/coerce.ts";
import { sameKind } from "../page/regions.ts";
import { typesOf } from "./values.ts";

export interface WrittenList {
  readonly text: string;
  readonly type: OutputType;
}

/** Entries can have wrappers, such as `li` around `a`. */
const MAX_CLIMB = 4;

/** The elements of the whole list: siblings of one kind, each shown value in one of its own; null if there are none. */
const entriesAround = ([first = [], ...rest]: readonly (readonly Place[])[]): Element[] | null => {
  for (const entry of first.flatMap(({ element }) => outward(element).slice(0, MAX_CLIMB))) {
    const { parent } = entry;
    if (!parent || !isTag(parent)) continue;
    const alike = parent.children.filter(isTag).filter((sibling) => sameKind(sibling) === sameKind(entry));
    const free = new Set(alike);
    free.delete(entry);
    const hasOwn = (places: readonly Place[]): boolean => {
      const own = [...free].find((sibling) => places.some(({ element }) => holds(sibling, element)));
      return own !== undefined && free.delete(own);
    };
    if (alike.length > 1 && rest.every(hasOwn)) return alike;
  }
  return null;
};

/**
 * The field that reads a whole list of values; null if its entries do not stand side by side.
 *
 * @param scope the record that holds the list, or the page
 */
export const writeList = (
  scope: AnyNode,
  name: string,
  shown: readonly string[],
  context: CoerceContext,
): WrittenList | null => {
  const types = typesOf(name, shown[0] ?? "");
  const found = shown.map((text) => findPlaces(scope, { name, text, types }, context));
  const [first] = found;
  if (!first || found.includes(null)) return null;
  const entries = entriesAround(
    found.map((each) => (each?.places ?? []).filter(({ attribute }) => attribute === null)),
  );
  if (!entries) return null;
  const type = `${first.type}[]` as OutputType;
  const values = entries
    .map((entry) => coerceValue(textOf(entry), first.type, context))
    .filter((value) => value !== null);
  const written = writeField([scope], { name, type, values: [values] }, context, { minFit: 1 });
  return written && { text: written.text, type };
};
