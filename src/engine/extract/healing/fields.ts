/** Recognises the place of a field's values, and finds it again where the page was rebuilt. */
import { type AnyNode, type Element, isTag } from "domhandler";
import { type Field, MAX_FIELD_LENGTH, parseField, printField } from "../../../contract/fields.ts";
import type { OutputSchema, OutputType, ValueType } from "../../../contract/outputSchema.ts";
import type { CoerceContext } from "../coerce.ts";
import { readAttribute, readElement } from "../elements.ts";
import { splitWords } from "../names.ts";
import { compileSelector, createReader } from "../read.ts";
import { writeField } from "../selectors/index.ts";
import { normaliseSpace } from "../text.ts";
import { type CommonTraits, compareTraits, type Evidence, hashText, shareTraits, weigh } from "./likeness.ts";
import { fitShape, isOdd, type Look, lookAt, type Shape, shapeOf } from "./shape.ts";
import { listSpots, type Spot, type Traits, traitsOf } from "./traits.ts";

/** One place from which a field was read. Plain JSON. */
export interface FieldSample {
  readonly traits: Traits;
  /** The text as the page has it, and the value as it was handed out. */
  readonly raw: Look;
  readonly value: Look;
  readonly hash: string;
}

/** What is kept of a field between runs. Plain JSON. */
export interface FieldPrint {
  /** Share of the records that held it. */
  readonly share: number;
  readonly traits: CommonTraits;
  readonly raw: Shape;
  readonly value: Shape;
  /** Of some of its values; none where they do not tell one record from another. */
  readonly hashes: readonly string[];
}

/** A field with the type of its values. */
export interface TypedField {
  readonly field: Field;
  readonly type: OutputType | undefined;
}

export interface Relocated {
  /** The field as the grammar writes it. */
  readonly text: string;
  /** From 0 to 1. */
  readonly confidence: number;
}

const SAMPLED_RECORDS = 6;
const MAX_RECORDS = 60;
const MAX_LOOKED_AT = 12;
/** What tells records apart is different in most of them, and long enough not to be there by chance. */
const TELLING_SHARE = 0.8;
const MIN_TELLING_CHARS = 4;
const WEIGHTS = { shape: 2.5, known: 4, name: 1.5 } as const;
/** The least score, and lead over the next best; with so few records that chance has a say, more. */
const SURE = { score: 0.62, lead: 0.07 };
const SURE_OF_ONE = { score: 0.72, lead: 0.1 };
const FEW_RECORDS = 3;
/** Of the records that used to have a value, so many must have one again. */
const MIN_COVERAGE = 0.6;
const MIN_FIT = 0.85;

const plainType = (type: OutputType | undefined): ValueType | undefined => {
  const single = Array.isArray(type) ? type[0] : type;
  return typeof single === "string" ? (single.replace("[]", "") as ValueType) : undefined;
};

/** Fields that have a place on the page: what is found by its name, or is a record of its own, has none. */
export const hasPlace = ({ field: { source }, type }: TypedField): boolean => {
  const single = Array.isArray(type) ? type[0] : type;
  return source !== null && !["", ":scope"].includes(source.selector) && typeof single !== "object";
};

export const typeOf = (schema: OutputSchema, { name }: Field): OutputType | undefined =>
  Object.hasOwn(schema, name) ? (schema[name] as OutputType) : undefined;

const readRaw = (element: Element, { field: { source, transforms }, type }: TypedField): string | null => {
  const attribute = source?.attribute ?? null;
  const raw =
    attribute === null
      ? readElement(element, transforms.length > 0 ? undefined : plainType(type))
      : readAttribute(element, attribute);
  return raw === null ? null : normaliseSpace(raw) || null;
};

/** The text of a value; null where there is none. */
export const textOfValue = (value: unknown): string | null => {
  const first = Array.isArray(value) ? value[0] : value;
  return first === null || first === undefined || first === "" ? null : String(first);
};

/** Where a record's value was read. */
export const sampleField = (record: AnyNode, typed: TypedField, value: unknown): FieldSample | null => {
  const { source } = typed.field;
  const [element] = source ? compileSelector(source.selector, true)(record) : [];
  const text = textOfValue(value);
  const raw = element && readRaw(element, typed);
  if (!element || !raw || text === null) return null;
  const spot = listSpots(record).find((each) => each.element === element);
  if (!spot) return null;
  const traits = traitsOf(spot, record);
  return { traits, raw: lookAt(raw), value: lookAt(text), hash: hashText(raw) };
};

export const printOfField = (samples: readonly FieldSample[], share: number): FieldPrint => {
  const hashes = [...new Set(samples.map(({ hash }) => hash))];
  const raw = shapeOf(samples.map((sample) => sample.raw));
  const isTelling = hashes.length >= samples.length * TELLING_SHARE && raw.chars >= MIN_TELLING_CHARS;
  return {
    share: Number(share.toFixed(3)),
    traits: shareTraits(samples.map(({ traits }) => traits)),
    raw,
    value: shapeOf(samples.map(({ value }) => value)),
    hashes: isTelling ? hashes : [],
  };
};

interface Found {
  readonly element: Element;
  readonly raw: string;
  readonly score: number;
}

const scoreSpot = (spot: Spot, record: AnyNode, raw: string, name: readonly string[], print: FieldPrint): number => {
  const traits = traitsOf(spot, record);
  const called = [...traits.words, ...traits.marks.flatMap(splitWords), ...splitWords(traits.before)];
  const evidence: Evidence[] = [
    ...compareTraits(print.traits, traits),
    [fitShape(print.raw, raw), WEIGHTS.shape],
    [1, print.hashes.includes(hashText(raw)) ? WEIGHTS.known : 0],
    [1, name.every((word) => called.includes(word)) ? WEIGHTS.name : 0],
  ];
  return weigh(evidence);
};

/** The places in a record that look like the field's, best first. */
const rankSpots = (record: AnyNode, typed: TypedField, print: FieldPrint): Found[] => {
  const name = splitWords(typed.field.name);
  const read = createReader([{ ...typed.field, list: false, source: { selector: "", attribute: typed.field.source?.attribute ?? null } }], { [typed.field.name]: plainType(typed.type) ?? "string" }, NO_CONTEXT, () => {});
  return listSpots(record)
    .flatMap((spot): Found[] => {
      const raw = readRaw(spot.element, typed);
      if (raw === null || isOdd(print.raw, raw)) return [];
      return [{ element: spot.element, raw, score: scoreSpot(spot, record, raw, name, print) }];
    })
    .sort((left, right) => right.score - left.score)
    .slice(0, MAX_LOOKED_AT)
    .filter(({ element }) => textOfValue(read(element)[typed.field.name]) !== null);
};

/** Values are only asked whether they are there: any address and day will do. */
const NO_CONTEXT: CoerceContext = { baseUrl: "http://localhost/", language: "", now: 0 };

const spread = <T>(all: readonly T[], count: number): T[] => {
  const step = Math.max(1, Math.floor(all.length / count));
  return all.filter((_, index) => index % step === 0).slice(0, count);
};

const mean = (numbers: readonly number[]): number =>
  numbers.reduce((sum, number) => sum + number, 0) / Math.max(1, numbers.length);

/** How sure one can be that the best places in these records are the field's. */
export const rateField = (
  records: readonly AnyNode[],
  typed: TypedField,
  print: FieldPrint,
): { readonly score: number; readonly lead: number } => {
  const ranked = spread(records, SAMPLED_RECORDS)
    .map((record) => rankSpots(record, typed, print))
    .filter((found) => found.length > 0);
  const coverage = ranked.length / Math.max(1, Math.min(records.length, SAMPLED_RECORDS));
  if (coverage < print.share * MIN_COVERAGE) return { score: 0, lead: 0 };
  const leads = ranked.map(([best, ...others]) => {
    const rival = others.find(({ raw }) => raw !== best?.raw);
    return (best?.score ?? 0) - (rival?.score ?? 0);
  });
  return { score: mean(ranked.map(([best]) => best?.score ?? 0)), lead: mean(leads) };
};

/** The elements of a record that hold the field: one, or of a list all that are like the best. */
const pick = (found: readonly Found[], isList: boolean, least: number): Found[] => {
  const [best] = found;
  if (!best || best.score < least) return [];
  if (!isList) return [best];
  return (best.element.parent?.children ?? [])
    .filter(isTag)
    .filter(({ name }) => name === best.element.name)
    .map((element) => found.find((each) => each.element === element) ?? { ...best, element });
};

/** Finds the field's place within records; null where that is not sure enough. */
export const relocateField = (
  records: readonly AnyNode[],
  typed: TypedField,
  print: FieldPrint,
  context: CoerceContext,
): Relocated | null => {
  const { field } = typed;
  const sure = records.length < FEW_RECORDS ? SURE_OF_ONE : SURE;
  const { score, lead } = rateField(records, typed, print);
  if (score < sure.score || lead < sure.lead) return null;

  const examples = spread(records, MAX_RECORDS);
  const isList = field.list || Array.isArray(typed.type) || (typeof typed.type === "string" && typed.type.endsWith("[]"));
  const picked = examples.map((record) => pick(rankSpots(record, typed, print), isList, sure.score * 0.85));
  const isRaw = field.transforms.length > 0 || typed.type === undefined;
  const single = isRaw ? "string" : (plainType(typed.type) ?? "string");
  const attribute = field.source?.attribute ?? null;
  const bare: Field = { name: field.name, list: false, source: { selector: "", attribute }, transforms: [] };
  const read = createReader([bare], { [field.name]: single }, context, () => {});
  const values = picked.map((found) => {
    const all = found.map(({ element }) => read(element)[field.name]).filter((value) => value !== null);
    return isList ? all : (all[0] ?? null);
  });
  const places = new Set(picked.flat().map(({ element }) => element));
  const type = isList ? (`${single}[]` as OutputType) : single;
  const written = writeField(examples, { name: field.name, type, values }, context, {
    accepts: (element) => places.has(element),
    minFit: MIN_FIT,
  });
  if (!written) return null;
  const text = printField({ ...written.field, list: field.list, transforms: field.transforms });
  return text.length <= MAX_FIELD_LENGTH && isReadable(text)
    ? { text, confidence: Number(score.toFixed(2)) }
    : null;
};

const isReadable = (text: string): boolean => {
  try {
    return parseField(text).name !== "";
  } catch {
    return false;
  }
};
