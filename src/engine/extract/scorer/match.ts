/** Finds the best value for each requested field. No value is better than a wrong one. */
import type { OutputSchema, OutputType, ValueType } from "../../../contract/fields/outputSchema.ts";
import { type Fact, type FactSource, isCell, pathOf } from "../sources/facts.ts";
import { isRecord } from "../sources/markup/entities.ts";
import { addressOf, flattenRecord, nameOf } from "../sources/markup/flatten.ts";
import { parseAddress } from "../sources/text/address.ts";
import { type CoerceContext, coerceValue } from "../values/coerce.ts";
import { findCurrency } from "../values/currency.ts";
import { mayBeLanguage, namesLanguage } from "../values/languages.ts";
import { withScheme } from "../values/sites.ts";
import { elementType, isEmpty, isListType } from "../values/types.ts";
import type { Concept } from "../vocabulary/concepts.ts";
import { type Found, LESS, readBothOrders } from "./dateOrders.ts";
import { isLabelled, isMachine, rateFit, rateLikeMeaning, toWanted, type Wanted } from "./fit.ts";
import { asksForJobs, BELOW_NAME } from "./jobs.ts";
import { namesWithin, type OtherNames } from "./otherNames.ts";
import { withOwnLines } from "./ownLines.ts";
import { countIn, LONGEST_TEXT } from "./prose.ts";
import { settleRepeated } from "./repeated.ts";
import { type Choice, findRivals, isShort } from "./rivals.ts";
import { checkValue, doubtOf, listValues, polish } from "./values.ts";

/** Where a value came from, and the confidence in it. */
export interface Provenance {
  readonly source: FactSource;
  /** 0 to 1. */
  readonly confidence: number;
  readonly path: string;
  /** ISO 4217 code of a price, if the page gives one. */
  readonly currency?: string;
  /** What speaks against the value, such as a wrong check digit. */
  readonly doubt?: string;
}

/** A value that a field could have, and where it is. */
export interface Reading {
  readonly value: unknown;
  /** 0 to 1. */
  readonly confidence: number;
  readonly where: string;
}

export interface MatchedItem {
  readonly item: Readonly<Record<string, unknown>>;
  /** By field; fields that are null are omitted. */
  readonly provenance: Readonly<Record<string, Provenance>>;
  /** Fields that could have several values, the likeliest first, the given one included. */
  readonly rivals?: Readonly<Record<string, readonly Reading[]>>;
  /** How many rows of the page are joined in it, if several are about its event. */
  readonly rows?: number;
}

/** Context for matching fields. */
export interface MatchContext extends CoerceContext {
  readonly otherNames?: OtherNames | undefined;
}

const THRESHOLD = 0.35;
/** Multiplies the confidence in a value that fails a check. An exact label still outweighs a code from prose. */
const DOUBTED = 0.65;
/** Added to the confidence for each other source with the same value. */
const AGREEMENT = 0.04;

/** Whether a text is one word that may identify: "Not available" does not. */
const isCode = (text: unknown, concept: Concept | null): boolean =>
  /^\S+$/.test(String(text)) && (concept === "author" || /\d/.test(String(text)));
const UNUSUAL = "not of the form that such values have";

/** Fields that ask for a site, which people write without `https://`. */
const SITES = /site|homepage|domain|^web/;
/** Whether a label's text can be a URL: one word with a dot or a slash. */
const mayBeAddress = (value: unknown): boolean => /^\S*[./]\S*$/.test(String(value));

const readPlain = (
  fact: Fact,
  type: ValueType,
  list: boolean,
  wanted: Wanted,
  context: CoerceContext,
): Found | null => {
  const machine = isMachine(fact.source);
  const known = fact.name === wanted.name ? (fact.concept ?? wanted.concept) : wanted.concept;
  const isAddress = type === "image" || type === "url" || known === "image";
  const isText = (isAddress || known === "url") && isLabelled(fact) && !fact.values.some(mayBeAddress);
  // The value of "Gallery: Not on view" is not an image.
  if (isText && (fact.name !== wanted.name || type !== "string")) return null;
  const concept = isText ? null : known;
  const keepsLines = wanted.concept === "content" || wanted.concept === "markdown";
  // The first entry of a list below a heading is not the value of a single field.
  if (!list && fact.source === "list" && fact.values.length > 1) return null;
  const isSite = isLabelled(fact) && type === "url" && SITES.test(wanted.name);
  const unwrap = (raw: unknown): unknown => {
    if (keepsLines) return raw;
    if (isAddress && !isText) return isSite ? withScheme(addressOf(raw)) : addressOf(raw);
    return machine || isRecord(raw) ? nameOf(raw) : raw;
  };
  const values: unknown[] = [];
  if (type === "string" && !list && fact.shown !== undefined) return { value: fact.shown };
  for (const raw of list ? listValues(fact, concept) : fact.values) {
    const value = polish(unwrap(raw), concept, type, machine, context);
    const read =
      value === null ? null : keepsLines && type === "string" ? value : coerceValue(value, type, context);
    if (read === null) {
      const orders = list || value === null ? null : readBothOrders(value, type, context);
      if (orders) return orders;
      continue;
    }
    if (!checkValue(read, concept)) {
      if (list || fact.concept !== concept || !isCell(fact)) continue;
      const doubt = doubtOf(read, concept);
      if (doubt !== null) return { value: read, doubt };
      // Under the very name that is asked for, a value of another form is the page's own: "UPC: UPC-0042", "Creator: admin".
      if (type === "string" && fact.name === wanted.name && isCode(raw, concept))
        return { value: raw, doubt: UNUSUAL };
      continue;
    }
    if (concept === "language" && typeof read === "string") {
      const may = isLabelled(fact) && fact.name === wanted.name ? mayBeLanguage : namesLanguage;
      if (!may(read, context.language)) continue;
    }
    if (!list) return { value: read };
    if (!values.includes(read)) values.push(read);
  }
  // A whole list in one text is not a list.
  const isLump = values.length === 1 && (fact.source === "name" || fact.source === "pair");
  return values.length === 0 ||
    (isLump && (wanted.concept === "ingredients" || wanted.concept === "instructions"))
    ? null
    : { value: values };
};

/** A text as the facts of an object: the parts of an address, or a name. */
const readText = (fact: Fact, value: string, language: string): Fact[] => {
  const parts = fact.concept === "address" ? parseAddress(value, language) : null;
  return parts
    ? flattenRecord({ ...parts }, fact.source, pathOf(fact.origin))
    : [{ ...fact, name: "name", words: ["name"], concept: "title", values: [value] }];
};

const readNested = (fact: Fact, schema: OutputSchema, list: boolean, context: MatchContext): Found | null => {
  const within = { ...context, otherNames: namesWithin(context.otherNames, schema) };
  const items = fact.values
    .map((value) =>
      isRecord(value)
        ? flattenRecord(value, fact.source, pathOf(fact.origin))
        : typeof value === "string"
          ? readText(fact, value, context.language)
          : [],
    )
    .map((facts) => matchFields(facts, schema, within).item)
    .filter((item) => Object.values(item).some((value) => !isEmpty(value)));
  return items.length === 0 ? null : { value: list ? items : items[0] };
};

const matchName = (
  facts: readonly Fact[],
  name: string,
  type: OutputType,
  context: MatchContext,
): Choice | null => {
  const inner = elementType(type) ?? "string";
  const wanted = toWanted(name, typeof inner === "object");
  const list = isListType(type);
  const choices: Choice[] = [];
  for (const given of facts) {
    const fact = given.origin === LONGEST_TEXT && inner !== "string" ? countIn(given, wanted, inner) : given;
    const share = fact ? rateFit(fact, wanted) : 0;
    if (!fact || share * fact.confidence < THRESHOLD) continue;
    const read =
      typeof inner === "object"
        ? readNested(fact, inner, list, context)
        : readPlain(fact, inner, list, wanted, context);
    const confidence = share * fact.confidence;
    if (!read) continue;
    const isLike = share < VAGUE && share === rateLikeMeaning(fact, wanted);
    const doubt = read.doubt ?? (isLike ? `under "${fact.origin.label}", which is only similar` : undefined);
    const choice = {
      ...read,
      ...(doubt !== undefined && { doubt }),
      fact,
      share,
      confidence: read.doubt ? confidence * DOUBTED : confidence,
    };
    choices.push(choice);
    if (read.other !== undefined)
      choices.push({ ...choice, value: read.other, confidence: choice.confidence - LESS });
  }
  // What the name is a kind of is only the second best.
  const own = choices.filter(({ fact }) => wanted.head === null || fact.concept !== wanted.head);
  const best = (own.length > 0 ? own : choices).reduce<Choice | null>(
    (top, choice) => (top && top.confidence >= choice.confidence ? top : choice),
    null,
  );
  if (!best) return null;
  const text = JSON.stringify(best.value);
  const agreeing = choices.filter(({ value }) => JSON.stringify(value) === text);
  const same = new Set(agreeing.map(({ fact }) => fact.source)).size - 1;
  const rivals = list || choices.length < 2 || !isShort(best) ? [] : findRivals(best, choices);
  return { ...best, rivals, confidence: Math.min(0.99, best.confidence + same * AGREEMENT) };
};

/** The best value of a field, by its name or an alternative name. */
const matchField = (
  facts: readonly Fact[],
  name: string,
  type: OutputType,
  context: MatchContext,
): Choice | null => {
  const { narrower = [], equal = [] } = context.otherNames?.of.get(name) ?? {};
  const best = (names: readonly string[]): Choice | null =>
    names
      .map((each) => matchName(facts, each, type, context))
      .reduce((top, choice) => (choice && choice.confidence > (top?.confidence ?? 0) ? choice : top), null);
  return best(narrower) ?? best([name, ...equal]);
};

/** The currency of a price: from its text, else from a separate fact. */
const currencyOf = ({ fact }: Choice, facts: readonly Fact[], context: MatchContext): string | null => {
  const [text] = fact.values;
  const own = typeof text === "string" ? findCurrency(text, context) : null;
  const beside = own ?? matchName(facts, "currency", "string", context)?.value;
  return typeof beside === "string" ? beside : null;
};

/** Facts that fit at most this well are dropped if another field claims them with a better fit. */
const LOOSE = 0.7;
/** Of fields that a fact fits hardly, only the one that it fits best gets it. */
const VAGUE = 0.6;

/** Matches facts to the schema and returns one item, with the provenance of each value. */
export const matchFields = (
  all: readonly Fact[],
  schema: OutputSchema,
  context: MatchContext,
): MatchedItem => {
  const facts = asksForJobs(schema) ? all.filter(({ origin }) => origin !== BELOW_NAME) : all;
  const item: [string, unknown][] = [];
  const provenance: [string, Provenance][] = [];
  const rivals: [string, readonly Reading[]][] = [];
  const matched = Object.entries(schema)
    .filter(([name]) => !context.otherNames?.all.has(name))
    .map(([name, type]) => [name, type, matchField(facts, name, type, context)] as const);
  const found = settleRepeated(matched, facts);
  const bestShare = new Map<Fact, number>();
  for (const [, , choice] of found)
    if (choice) bestShare.set(choice.fact, Math.max(choice.share, bestShare.get(choice.fact) ?? 0));
  /** Whether another field claims the fact with a better fit. */
  const isTaken = ({ fact, share }: Choice): boolean => {
    const best = bestShare.get(fact) ?? 0;
    return share <= LOOSE && (best > LOOSE || (share < VAGUE && best > share));
  };
  for (const [name, type, top] of found) {
    const choice = top && isTaken(top) ? null : withOwnLines(top, found, context);
    item.push([name, choice?.value ?? (isListType(type) ? [] : null)]);
    if (!choice) continue;
    if (choice.rivals?.length) rivals.push([name, [choice, ...choice.rivals].map(toReading)]);
    const doubt = choice.doubt ?? choice.fact.doubt;
    const currency = type === "price" ? currencyOf(choice, facts, context) : null;
    provenance.push([
      name,
      {
        source: choice.fact.source,
        confidence: Number(choice.confidence.toFixed(2)),
        path: pathOf(choice.fact.origin),
        ...(currency !== null && { currency }),
        ...(doubt !== undefined && { doubt }),
      },
    ]);
  }
  return {
    item: Object.fromEntries(item),
    provenance: Object.fromEntries(provenance),
    ...(rivals.length > 0 && { rivals: Object.fromEntries(rivals) }),
  };
};

const toReading = ({ value, confidence, fact }: Choice): Reading => ({
  value,
  confidence: Number(confidence.toFixed(2)),
  where: pathOf(fact.origin),
});
