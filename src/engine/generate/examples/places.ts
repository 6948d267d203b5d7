/** Where the values of examples stand, and what of a page holds them. */
import type { AnyNode } from "domhandler";
import type { ExampleRecord } from "../../../contract/recordExamples.ts";
import type { PageDocument } from "../../extract/extract.ts";
import { type Found, findPlaces, type Place } from "../../extract/slots/examples/places.ts";
import { contextOf } from "../draft.ts";
import type { RuledOut } from "./ruledOut.ts";
import { typesOf } from "./values.ts";

export type FoundFields = ReadonlyMap<string, Found>;

/** What examples are looked for by. */
export interface ShownQuery {
  readonly examples: readonly ExampleRecord[];
  /** Finds the values of an example: by how they read, unless it was told where they stand. */
  readonly find: typeof findAllPlaces;
  readonly ruledOut: RuledOut;
  readonly now: number;
}

/** All places of each of an example's values; fields that the page does not hold are left out. */
export const findAllPlaces = (page: PageDocument, example: ExampleRecord, now: number): FoundFields =>
  new Map(
    Object.entries(example).flatMap(([name, text]) => {
      const found = findPlaces(page.root, { name, text, types: typesOf(name, text) }, contextOf(page, now));
      return found ? [[name, found] as const] : [];
    }),
  );

/** Records of a list, or pages, that hold an example each: what the fields are written for. */
export interface Holding {
  /** Of the records; null: each page is one. */
  readonly selector: string | null;
  /** Share of the records that the selector finds. */
  readonly fit: number;
  /** Of each example, its record or page, and where its values stand. */
  readonly held: readonly { readonly scope: AnyNode; readonly fields: FoundFields }[];
  readonly scopes: readonly AnyNode[];
  /** Those of them that ways to read a field are compared on; one alone tells nothing of others. */
  readonly sample: readonly AnyNode[];
  /** What speaks for a place besides how much it is called like the field, from 0 to 1. */
  readonly worth: (place: Place, called: number) => number;
}
