/** Recognises the place of a field's values, and finds it again where the page was rebuilt. */
import type { AnyNode, Element } from "domhandler";
import { type Field, MAX_FIELD_LENGTH, parseField, printField } from "../../../contract/fields.ts";
import type { OutputSchema, OutputType, ValueType } from "../../../contract/outputSchema.ts";
import type { CoerceContext } from "../coerce.ts";
import { readAttribute, readElement } from "../elements.ts";
import { splitWords } from "../names.ts";
import { compileSelector, createReader } from "../read.ts";
import { writeField } from "../selectors/index.ts";
import { normaliseSpace } from "../text.ts";
import { hashText } from "./hash.ts";
import {
  type CommonTraits,
  compareTraits,
  type Evidence,
  isStranger,
  shareTraits,
  weigh,
} from "./likeness.ts";
import { fitShape, isOdd, type Look, lookAt, type Shape, shapeOf } from "./shape.ts";
import { mean, spread } from "./spread.ts";
import {
  ancestorsOf,
  listSpots,
  type Spot,
  selectByClass,
  signatureOf,
  type Traits,
  traitsOf,
} from "./traits.ts";

/** One place from which a field was read. Plain JSON. */
export interface FieldSample {
  readonly traits: Traits;
  /** The text as the page has it, and the value as it was handed out. */
  readonly raw: Look;
  readonly value: Look;
  readonly hash: string;
  /** How many values a list had. */
  readonly size: number;
}

/** What is kept of a field between runs. Plain JSON. */
export interface FieldPrint {
  /** Share of the records that held it. */
  readonly share: number;
  readonly traits: CommonTraits;
  readonly raw: Shape;
  readonly value: Shape;
  /** Values of most lists. */
  readonly size: number;
  /** Of some of its values; none where they do not tell one record from another. */
  readonly hashes: readonly string[];
}

/** A field with the type of its values. */
export interface TypedField {
  readonly field: Field;
  readonly type: OutputType | undefined;
}

/** A field to be found again. */
export interface LostField {
  readonly typed: TypedField;
  readonly print: FieldPrint;
  /** What the page's elements used to be called. */
  readonly known: ReadonlySet<string>;
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
/** The least score, alone and with its lead over the next best; with so few records that chance has a say, more. */
const SURE = { score: 0.6, certainty: 0.66 };
const SURE_OF_ONE = { score: 0.62, certainty: 0.75 };
const MIN_LEAD = 0.07;
/** How much a lead over all others makes up for looks that have changed. */
const LEAD_WEIGHT = 0.3;
const FEW_RECORDS = 3;
/** Of the records that used to have a value, so many must have one again. */
const MIN_COVERAGE = 0.6;
const MIN_FIT = 0.85;
/** Lists may be shorter than they used to be, but not much shorter. */
const MIN_LIST_SHARE = 0.6;
/** In a single record the place may look a bit less like the field's than it does on the whole. */
const LEAST_SHARE = 0.85;

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

/** Where a record's values were read, by the names of their fields. */
export const sampleFields = (
  record: AnyNode,
  fields: readonly TypedField[],
  values: Readonly<Record<string, unknown>>,
): (readonly [name: string, sample: FieldSample])[] => {
  const spots = new Map(listSpots(record).map((spot) => [spot.element, spot]));
  return fields.flatMap((typed) => {
    const { name, source } = typed.field;
    const [element] = source ? compileSelector(source.selector, true)(record) : [];
    const spot = element && spots.get(element);
    const text = textOfValue(values[name]);
    const raw = element && readRaw(element, typed);
    if (!spot || !raw || text === null) return [];
    const traits = traitsOf(spot, record);
    return [
      [
        name,
        { traits, raw: lookAt(raw), value: lookAt(text), hash: hashText(raw), size: sizeOf(values[name]) },
      ] as const,
    ];
  });
};

const sizeOf = (value: unknown): number => (Array.isArray(value) ? value.length : 1);

export const printOfField = (samples: readonly FieldSample[], share: number): FieldPrint => {
  const hashes = [...new Set(samples.map(({ hash }) => hash))];
  const raw = shapeOf(samples.map((sample) => sample.raw));
  const isTelling = hashes.length >= samples.length * TELLING_SHARE && raw.chars >= MIN_TELLING_CHARS;
  return {
    share: Number(share.toFixed(3)),
    traits: shareTraits(samples.map(({ traits }) => traits)),
    raw,
    value: shapeOf(samples.map(({ value }) => value)),
    size: samples.map(({ size }) => size).sort((left, right) => left - right)[samples.length >> 1] ?? 1,
    hashes: isTelling ? hashes : [],
  };
};

interface Found {
  readonly element: Element;
  readonly raw: string;
  readonly score: number;
}

const scoreSpot = (
  spot: Spot,
  record: AnyNode,
  raw: string,
  name: readonly string[],
  print: FieldPrint,
): number => {
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
const rankSpots = (record: AnyNode, { typed, print, known }: LostField): Found[] => {
  const name = splitWords(typed.field.name);
  const read = createReader(
    [
      {
        ...typed.field,
        list: false,
        source: { selector: "", attribute: typed.field.source?.attribute ?? null },
      },
    ],
    { [typed.field.name]: plainType(typed.type) ?? "string" },
    NO_CONTEXT,
    () => {},
  );
  return listSpots(record)
    .flatMap((spot): Found[] => {
      const raw = readRaw(spot.element, typed);
      if (raw === null || isOdd(print.raw, raw)) return [];
      if (isStranger(print.traits, known, signatureOf(spot.element))) return [];
      return [{ element: spot.element, raw, score: scoreSpot(spot, record, raw, name, print) }];
    })
    .sort((left, right) => right.score - left.score)
    .slice(0, MAX_LOOKED_AT)
    .filter(({ element }) => textOfValue(read(element)[typed.field.name]) !== null);
};

/** Values are only asked whether they are there: any address and day will do. */
const NO_CONTEXT: CoerceContext = { baseUrl: "http://localhost/", language: "", now: 0 };

const isListField = ({ field, type }: TypedField): boolean =>
  field.list || Array.isArray(type) || (typeof type === "string" && type.endsWith("[]"));

/** Where an element stands, whatever stands beside it. */
const placeOf = (element: Element, record: AnyNode): string =>
  [element, ...ancestorsOf(element, record)]
    .map(({ name, attribs }) => `${name}.${attribs.class ?? ""}`)
    .join(" ");

/** The place in a record that looks most like the field's, with all that is like it where it holds a list. */
const pickBest = (record: AnyNode, lost: LostField) => {
  const ranked = rankSpots(record, lost);
  const [best] = ranked;
  if (!best) return null;
  if (!isListField(lost.typed)) {
    const rival = ranked.find(({ raw }) => raw !== best.raw);
    return { elements: [best.element], score: best.score, lead: best.score - (rival?.score ?? 0) };
  }
  const place = placeOf(best.element, record);
  const elements = listSpots(record)
    .map(({ element }) => element)
    .filter(
      (element) =>
        element.name === best.element.name &&
        (element.parent === best.element.parent || placeOf(element, record) === place),
    );
  if (elements.length < lost.print.size * MIN_LIST_SHARE) return null;
  const isOther = ({ element }: Found): boolean =>
    !elements.some((own) => own === element || isAround(own, element) || isAround(element, own));
  return { elements, score: best.score, lead: best.score - (ranked.find(isOther)?.score ?? 0) };
};

const isAround = (outer: AnyNode, inner: Element): boolean => {
  for (let at: AnyNode | null = inner.parent; at; at = at.parent) if (at === outer) return true;
  return false;
};

/** How sure one can be that the best places in these records are the field's. */
export const rateField = (
  records: readonly AnyNode[],
  lost: LostField,
): { readonly score: number; readonly lead: number } => {
  const sampled = spread(records, SAMPLED_RECORDS);
  const picked = sampled.map((record) => pickBest(record, lost)).filter((best) => best !== null);
  if (picked.length < sampled.length * lost.print.share * MIN_COVERAGE) return { score: 0, lead: 0 };
  return { score: mean(picked.map(({ score }) => score)), lead: mean(picked.map(({ lead }) => lead)) };
};

/** Finds the field's place within records; null where that is not sure enough. */
export const relocateField = (
  records: readonly AnyNode[],
  lost: LostField,
  context: CoerceContext,
): Relocated | null => {
  const sure = records.length < FEW_RECORDS ? SURE_OF_ONE : SURE;
  const { score, lead } = rateField(records, lost);
  const isSure = score >= sure.score && lead >= MIN_LEAD && score + lead * LEAD_WEIGHT >= sure.certainty;
  if (!isSure) return null;
  const examples = spread(records, MAX_RECORDS);
  const places = examples.map((record) => {
    const best = pickBest(record, lost);
    return best && best.score >= sure.score * LEAST_SHARE ? best.elements : [];
  });
  const text = writePlaces(examples, places, lost.typed, context);
  return text === null ? null : { text, confidence: Number(score.toFixed(2)) };
};

/** Writes the field so that it reads these places of the records. */
const writePlaces = (
  records: readonly AnyNode[],
  places: readonly (readonly Element[])[],
  typed: TypedField,
  context: CoerceContext,
): string | null => {
  const { field } = typed;
  const isList = isListField(typed);
  const isRaw = field.transforms.length > 0 || typed.type === undefined;
  const single = isRaw ? "string" : (plainType(typed.type) ?? "string");
  const attribute = field.source?.attribute ?? null;
  const bare: Field = { name: field.name, list: false, source: { selector: "", attribute }, transforms: [] };
  const read = createReader([bare], { [field.name]: single }, context, () => {});
  const values = places.map((elements) => {
    const all = elements.map((element) => read(element)[field.name]).filter((value) => value !== null);
    return isList ? all : (all[0] ?? null);
  });
  const known = new Set(places.flat());
  const type = isList ? (`${single}[]` as OutputType) : single;
  const written = writeField(records, { name: field.name, type, values }, context, {
    accepts: (element) => known.has(element),
    minFit: MIN_FIT,
  });
  const source = written?.field.source ?? byClass(records, places, attribute, isList);
  if (!source) return null;
  const text = printField({ ...field, source });
  return text.length <= MAX_FIELD_LENGTH && isReadable(text) ? text : null;
};

/** Names that a build makes last until the next one: better than none. */
const byClass = (
  records: readonly AnyNode[],
  places: readonly (readonly Element[])[],
  attribute: string | null,
  isList: boolean,
): Field["source"] => {
  const isRight = (selector: string): boolean => {
    const find = compileSelector(selector, !isList);
    const right = records.filter((record, index) => {
      const found = find(record);
      const wanted = places[index] ?? [];
      return found.length === wanted.length && found.every((element) => wanted.includes(element));
    });
    return right.length >= records.length * MIN_FIT;
  };
  const selector = selectByClass(places.flat()).find(isRight);
  return selector === undefined ? null : { selector, attribute };
};

const isReadable = (text: string): boolean => {
  try {
    return parseField(text).name !== "";
  } catch {
    return false;
  }
};
