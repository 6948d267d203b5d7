/** Groups of fields, and their types. */
import type { ValueType } from "../../../contract/fields/outputSchema.ts";
import type { Concept } from "./concepts.ts";
import vocabulary from "./fields.json" with { type: "json" };

export type Fields = Readonly<Record<string, ValueType | `${ValueType}[]`>>;
/** Types by concept; all others are text. */
export const TYPES = vocabulary.types as Fields;

const typed = (names: string): Fields =>
  Object.fromEntries(names.split(" ").map((name) => [name, TYPES[name] ?? "string"]));

/** Fields returned for a kind of page, or for a record, if the caller asks for none. */
export const fieldsOf = (kind: keyof typeof vocabulary.told): Fields => typed(vocabulary.told[kind]);

/** Concepts that belong to a group. */
export const conceptsOf = (group: keyof typeof vocabulary.groups): ReadonlySet<Concept | null> =>
  new Set(vocabulary.groups[group].split(" ") as Concept[]);
