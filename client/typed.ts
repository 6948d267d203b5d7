/** Items typed by an output schema, if the schema is a literal. */
type Scalar<T> = T extends "number" | "integer" | "price" ? number : T extends "boolean" ? boolean : string;

/**
 * `{ type: "price", description: "without tax" }`; if both are types, the field is a record with these two
 * fields.
 */
type Described<Type> = { readonly type: Type; readonly description: string };

type Value<T> = T extends `${infer Each}[]`
  ? Scalar<Each>[]
  : T extends string
    ? Scalar<T>
    : T extends Described<infer Type>
      ? Value<Type>
      : T extends readonly [infer Each]
        ? ItemOf<Each>[]
        : ItemOf<T>;

/**
 * An item of an output schema: `{ title: "string", price: "price" }` gives `{ title: string | null; price:
 * number | null }`. Null means that the page has no such value.
 */
export type ItemOf<S> = string extends keyof S
  ? Record<string, unknown>
  : { -readonly [Field in keyof S]: Value<S[Field]> | null };
