/** Describes what values look like, regardless of their content. */
import { middle } from "../../values/averages.ts";

const KINDS = ["price", "number", "address", "words", "mixed"] as const;
type Kind = (typeof KINDS)[number];

/** What the values of a field have in common. */
export interface Shape {
  readonly kind: Kind;
  /** Length of the longest value. */
  readonly maxChars: number;
  /** Median length. */
  readonly chars: number;
}

const ADDRESS =
  /^(?:[a-z][a-z0-9+.-]*:)?\/\/\S+$|^(?:\/|\.{1,2}\/|\?)\S*$|^(?:mailto|tel):\S+$|^\S+@\S+\.\w+$/i;
const CURRENCY = /\p{Sc}|(?<!\p{L})(?:[A-Z]{3}|kr|zł|Kč|Ft|lei|лв|руб)(?!\p{L})/u;
const MAX_PRICE_CHARS = 30;
/** A shape has a kind if at least this share of its values do, else it is mixed. */
const SAME_SHARE = 0.9;
/** Texts longer than this factor times the longest value (plus `LONGER_CHARS`) are something else. */
const LONGER = 6;
const LONGER_CHARS = 60;

const kindOf = (text: string): Kind => {
  if (ADDRESS.test(text)) return "address";
  if (!/\d/.test(text)) return "words";
  if (text.length <= MAX_PRICE_CHARS && CURRENCY.test(text)) return "price";
  return /\p{L}/u.test(text) ? "mixed" : "number";
};

/** What one text looks like. */
export interface Look {
  readonly kind: Kind;
  readonly chars: number;
}

export const lookAt = (text: string): Look => ({ kind: kindOf(text), chars: text.length });

export const shapeOf = (looks: readonly Look[]): Shape => {
  const isMost = (kind: Kind): boolean =>
    looks.filter((look) => look.kind === kind).length >= looks.length * SAME_SHARE;
  const lengths = looks.map(({ chars }) => chars);
  return {
    kind: KINDS.find(isMost) ?? "mixed",
    maxChars: Math.max(0, ...lengths),
    chars: middle(lengths),
  };
};

/** Kinds that a value cannot have, by the kind of all values before it. */
const ODD: Readonly<Record<Kind, readonly Kind[]>> = {
  price: ["words", "address"],
  number: ["words", "address"],
  address: ["price", "number", "words", "mixed"],
  words: ["price", "number", "address"],
  mixed: ["address"],
};

/** Whether a text cannot be a value of the field: words instead of a price, a paragraph instead of a name. */
export const isOdd = ({ kind, maxChars }: Shape, text: string): boolean =>
  ODD[kind].includes(kindOf(text)) || text.length > maxChars * LONGER + LONGER_CHARS;

/** Kinds that a field's values can have after its page was rebuilt. */
const KIN: Readonly<Record<Kind, readonly Kind[]>> = {
  price: ["price", "number"],
  number: ["number", "mixed"],
  address: ["address"],
  words: ["words", "mixed"],
  mixed: ["mixed", "words", "number", "price"],
};

/** Whether a text at another place can be a value of the field; stricter than `isOdd`, for the known place. */
export const isKin = (shape: Shape, text: string): boolean =>
  KIN[shape.kind].includes(kindOf(text)) && !isOdd(shape, text);

/** How well a look fits, from 0 to 1. */
export const fitLook = ({ kind, chars }: Shape, look: Look): number => {
  const sameKind = look.kind === kind ? 1 : 0.3;
  const lengths = [chars + 4, look.chars + 4].sort((left, right) => left - right);
  return sameKind * 0.6 + ((lengths[0] ?? 0) / (lengths[1] ?? 1)) * 0.4;
};

/** How well a text fits, from 0 to 1. */
export const fitShape = (shape: Shape, text: string): number => fitLook(shape, lookAt(text));
