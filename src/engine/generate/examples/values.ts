/** Infers the types of an example's values from their names and their format. */

import type { ValueType } from "../../../contract/fields/outputSchema.ts";
import { SIGN } from "../../extract/values/currency.ts";
import { DIGITS, plainNumbers, SPACED } from "../../extract/values/digits.ts";
import { fieldFor } from "../sentence/wanted.ts";

const CURRENCY = new RegExp(SIGN, "u");
const NUMBER = new RegExp(`^[-+]?${DIGITS}$`, "u");
/** Next to a currency, blanks can separate thousands, and a dash can replace cents. */
const PRICE = new RegExp(`^\\.?\\s?[-+]?(?:${SPACED}|${DIGITS})(?:[.,][-–—]*)?$`, "u");

/** The kind of an amount; null for other text, such as the code `SKU-12`. */
const amountOf = (text: string): "money" | "number" | null => {
  const folded = plainNumbers(text);
  const bare = folded.replace(CURRENCY, "").trim();
  if (bare !== folded.trim()) return PRICE.test(bare) ? "money" : null;
  return NUMBER.test(bare) ? "number" : null;
};

/** Codes and article numbers, which are not amounts: a leading 0, many digits, or letters and a hyphen. */
const CODE = /^0\d|^\d{8,}$|^\p{L}+-\d{3,}$/u;
const ADDRESS = /^(?:https?:)?\/\/\S+$/i;
const PICTURE = /\.(?:png|jpe?g|gif|webp|avif|svg)(?:[?#]|$)/i;
const DATE = /^(?=.*\d)(?=.*[\p{L}./-]).{6,40}$/u;

/** The types that a value can have, likeliest first. */
export const typesOf = (name: string, text: string): ValueType[] => {
  const { type, concept } = fieldFor(name);
  if (ADDRESS.test(text) || type === "url" || type === "image")
    return type === "image" || PICTURE.test(text) ? ["image", "url", "string"] : ["url", "string"];
  const amount = amountOf(text);
  if (amount !== null && !CODE.test(text)) {
    if (type === "price" || amount === "money") return ["price", "string"];
    if (type === "number" || type === "integer" || concept === null) return ["number", "string"];
    return ["string"];
  }
  if ((type === "date" || type === "datetime") && DATE.test(text)) return ["date", "string"];
  if (/^\d{4}-\d\d-\d\d$/.test(text)) return ["date", "string"];
  return type === "email" ? ["email", "string"] : ["string"];
};
