/** Where the values of an example stand. */
import type { AnyNode } from "domhandler";
import type { ExampleRecord } from "../../../contract/recordExamples.ts";
import { type Found, findPlaces } from "../../extract/slots/examples/places.ts";
import type { CoerceContext } from "../../extract/values/coerce.ts";
import { typesOf } from "./values.ts";

export type FoundFields = ReadonlyMap<string, Found>;

/** Finds the values of an example: by how they read, unless told where they stand. */
export type FindAllPlaces = typeof findAllPlaces;

/** All places of each of an example's values; fields that the page does not hold are left out. */
export const findAllPlaces = (scope: AnyNode, example: ExampleRecord, context: CoerceContext): FoundFields =>
  new Map(
    Object.entries(example).flatMap(([name, text]) => {
      const found = findPlaces(scope, { name, text, types: typesOf(name, text) }, context);
      return found ? [[name, found] as const] : [];
    }),
  );
