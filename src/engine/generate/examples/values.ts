/** What an example's values may be: their types follow from their names and from how they are written. */

import type { ValueType } from "../../../contract/outputSchema.ts";
import type { ExampleRecord } from "../../../contract/recordExamples.ts";
import { findCurrency } from "../../extract/values/currency.ts";
import { fieldFor } from "../sentence/wanted.ts";

const AMOUNT = /^(?:[A-Z]{3}|\p{Sc})?\s?[-+]?\d[\d.,'’]*\s?(?:\p{Sc}|[A-Z]{3})?$/u;
/** Whether an amount has a currency; letters that name none make it a code, such as `SKU-12`. */
const currencyOf = (text: string): boolean | null =>
  /\p{Sc}/u.test(text) || findCurrency(text, { language: "", baseUrl: "" }) !== null
    ? true
    : /[A-Z]{3}/.test(text)
      ? null
      : false;

/** Codes and numbers of articles are no amounts: 0 in front counts, and so many digits count nothing. */
const CODE = /^0\d|^\d{8,}$/;
const ADDRESS = /^(?:https?:)?\/\/\S+$/i;
const PICTURE = /\.(?:png|jpe?g|gif|webp|avif|svg)(?:[?#]|$)/i;
const DATE = /^(?=.*\d)(?=.*[\p{L}./-]).{6,40}$/u;

/** How a value may be meant, the likeliest first. */
export const typesOf = (name: string, text: string): ValueType[] => {
  const { type, concept } = fieldFor(name);
  if (ADDRESS.test(text) || type === "url" || type === "image")
    return type === "image" || PICTURE.test(text) ? ["image", "url", "string"] : ["url", "string"];
  const hasCurrency = currencyOf(text);
  if (AMOUNT.test(text) && !CODE.test(text) && hasCurrency !== null) {
    if (type === "price" || hasCurrency) return ["price", "string"];
    if (type === "number" || type === "integer" || concept === null) return ["number", "string"];
    return ["string"];
  }
  if ((type === "date" || type === "datetime") && DATE.test(text)) return ["date", "string"];
  if (/^\d{4}-\d\d-\d\d$/.test(text)) return ["date", "string"];
  return type === "email" ? ["email", "string"] : ["string"];
};

/** The names of all examples, in the order in which they were given. */
export const namesOf = (examples: readonly ExampleRecord[]): string[] => [
  ...new Set(examples.flatMap((example) => Object.keys(example))),
];
