/** What values look like, whatever they say. */
const KINDS = ["price", "number", "address", "words", "mixed"] as const;
type Kind = (typeof KINDS)[number];

/** What the values of a field have in common. */
export interface Shape {
  readonly kind: Kind;
  /** Length of the longest. */
  readonly maxChars: number;
  /** Length of most. */
  readonly chars: number;
}

const ADDRESS =
  /^(?:[a-z][a-z0-9+.-]*:)?\/\/\S+$|^(?:\/|\.{1,2}\/|\?)\S*$|^(?:mailto|tel):\S+$|^\S+@\S+\.\w+$/i;
const CURRENCY = /\p{Sc}|(?<!\p{L})(?:[A-Z]{3}|kr|zł|Kč|Ft|lei|лв|руб)(?!\p{L})/u;
const MAX_PRICE_CHARS = 30;
/** Values are of one kind where so many of them are. */
const SAME_SHARE = 0.9;
/** What is this many times as long as the longest before is something else. */
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

const middleOf = (numbers: readonly number[]): number =>
  [...numbers].sort((left, right) => left - right)[Math.floor(numbers.length / 2)] ?? 0;

export const shapeOf = (looks: readonly Look[]): Shape => {
  const isMost = (kind: Kind): boolean =>
    looks.filter((look) => look.kind === kind).length >= looks.length * SAME_SHARE;
  const lengths = looks.map(({ chars }) => chars);
  return {
    kind: KINDS.find(isMost) ?? "mixed",
    maxChars: Math.max(0, ...lengths),
    chars: middleOf(lengths),
  };
};

/** Kinds that a value cannot have where all others before it had another. */
const ODD: Readonly<Record<Kind, readonly Kind[]>> = {
  price: ["words", "address"],
  number: ["words", "address"],
  address: ["price", "number", "words", "mixed"],
  words: ["price", "number", "address"],
  mixed: ["address"],
};

/** Whether a text cannot be a value of the field: words for a price, a paragraph for a name. */
export const isOdd = ({ kind, maxChars }: Shape, text: string): boolean =>
  ODD[kind].includes(kindOf(text)) || text.length > maxChars * LONGER + LONGER_CHARS;

/** Kinds that the values of a field may have after its page was rebuilt. */
const KIN: Readonly<Record<Kind, readonly Kind[]>> = {
  price: ["price", "number"],
  number: ["number", "mixed"],
  address: ["address"],
  words: ["words", "mixed"],
  mixed: ["mixed", "words", "number", "price"],
};

/** Whether a text found elsewhere may be a value of the field: more is asked of it than where it used to stand. */
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
