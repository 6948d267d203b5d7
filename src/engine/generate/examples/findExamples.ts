/** The places of example values, and the records or pages that contain them. */
import type { AnyNode, Element } from "domhandler";
import type { ExampleRecord } from "../../../contract/fields/recordExamples.ts";
import { contextOf, type PageDocument } from "../../extract/extract.ts";
import { type Found, findPlaces, type Place } from "../../extract/slots/examples/findPlaces.ts";
import type { RuledOut } from "./ruledOut.ts";
import { typesOf } from "./values.ts";

export type FoundFields = ReadonlyMap<string, Found>;

/** How to look for examples. */
export interface ShownQuery {
  readonly examples: readonly ExampleRecord[];
  /** Finds the values of an example: by their text, unless their places are known. */
  readonly find: typeof findAllPlaces;
  readonly ruledOut: RuledOut;
  /** Whether a record can be that of the example at this index, by what its fields do not say. */
  readonly isOf?: (record: Element, at: number) => boolean;
  readonly now: number;
}

/** All places of each value of an example; values that are not on the page are left out. */
export const findAllPlaces = (page: PageDocument, example: ExampleRecord, now: number): FoundFields =>
  new Map(
    Object.entries(example).flatMap(([name, text]) => {
      const found = findPlaces(page.root, { name, text, types: typesOf(name, text) }, contextOf(page, now));
      return found ? [[name, found] as const] : [];
    }),
  );

/** The records of a list, or the pages, that contain the examples and that fields are written for. */
export interface Holding {
  /** Selector of the records; null if each page is one. */
  readonly selector: string | null;
  /** Share of the records that the selector matches. */
  readonly fit: number;
  /** For each example, its record or page, and the places of its values. */
  readonly examples: readonly { readonly scope: AnyNode; readonly fields: FoundFields }[];
  readonly scopes: readonly AnyNode[];
  /** The scopes to compare ways to read a field on; a single one allows no comparison. */
  readonly sample: readonly AnyNode[];
  /** Scores a place; `called` is how well it matches the field's name, from 0 to 1. */
  readonly worth: (place: Place, called: number) => number;
}
