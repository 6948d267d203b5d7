/** Prints of fields: where their values were, what they looked like, and what else in the record looked like them. */
import type { AnyNode, Element } from "domhandler";
import type { Field } from "../../../../contract/fields/fields.ts";
import type { OutputSchema, OutputType } from "../../../../contract/fields/outputSchema.ts";
import { readAttribute, readElement } from "../../page/elements.ts";
import { holds } from "../../page/tree.ts";
import type { CoerceContext } from "../../values/coerce.ts";
import { normaliseSpace } from "../../values/text.ts";
import { elementType, isListType, nestedSchema, plainType } from "../../values/types.ts";
import { createReader } from "../read.ts";
import { compileSelector } from "../select.ts";
import { type CommonTraits, compareTraits, shareTraits, weigh } from "./likeness.ts";
import { fitLook, type Look, lookAt, type Shape, shapeOf } from "./shape.ts";
import { listSpots, MAX_SIZE, type Spot } from "./spots.ts";
import { hashText, type Traits } from "./traits.ts";

/** Another place in the record whose text looks like the field's value. Plain JSON. */
interface Double {
  readonly traits: Traits;
  readonly raw: Look;
  readonly hash: string;
}

/** One place where a field was read. Plain JSON. */
export interface FieldSample {
  readonly traits: Traits;
  /** The text on the page, and the value it was converted to. */
  readonly raw: Look;
  readonly value: Look;
  /** Hashes of the text; for a list, of its first values. */
  readonly hashes: readonly string[];
  /** Number of values of a list, else 1. */
  readonly size: number;
  readonly doubles: readonly Double[];
}

/** Doubles of several samples at one kind of place: they look like the field but are not. Plain JSON. */
interface Decoy {
  readonly traits: CommonTraits;
  readonly raw: Shape;
}

/** What is stored of a field between runs. Plain JSON. */
export interface FieldPrint {
  /** Share of the records that had it. */
  readonly share: number;
  readonly traits: CommonTraits;
  readonly raw: Shape;
  readonly value: Shape;
  /** Median number of values of a list. */
  readonly size: number;
  /** Hashes of some of its values; empty if they do not identify records. */
  readonly hashes: readonly string[];
  /** Whether its values identify records: nearly all samples differ. */
  readonly isTelling: boolean;
  readonly decoys: readonly Decoy[];
}

/** A field with the type of its values. */
export interface TypedField {
  readonly field: Field;
  readonly type: OutputType | undefined;
}

/** An identifying value differs in most records, and is too long to match by chance. */
const TELLING_SHARE = 0.8;
const MIN_TELLING_CHARS = 4;
export const MIN_TELLING_SAMPLES = 4;
/** Doubles are stored for this many samples of a field, at most `MAX_DOUBLES` each. */
export const DOUBLED_SAMPLES = 3;
const MAX_DOUBLES = 4;
const MAX_DECOYS = 4;
const MAX_COMPARED = 1_500;
const MAX_LISTED = 200;
const MAX_LIST_HASHES = 16;
const MAX_HASHES = 32;
/** Texts whose lengths differ by more than this factor (plus `SIMILAR_CHARS`) are not alike. */
const SIMILAR_LENGTH = 4;
const SIMILAR_CHARS = 12;
const SHAPE_WEIGHT = 2.5;
const MAX_RAW = 2_000;

export const isListField = ({ field, type }: TypedField): boolean => field.list || isListType(type);

export const isNested = ({ type }: TypedField): boolean => nestedSchema(type) !== null;

/** Whether a field has its own place on the page. Fields found by name, or reading the record itself, do not. */
export const hasPlace = ({ field: { source } }: TypedField): boolean =>
  source !== null && !["", ":scope"].includes(source.selector);

export const typeOf = (schema: OutputSchema, { name }: Field): OutputType | undefined =>
  Object.hasOwn(schema, name) ? (schema[name] as OutputType) : undefined;

/** Reads the element's text or attribute as the field does, before converting it to a value. */
export const readRaw = (element: Element, typed: TypedField): string | null => {
  const { source, transforms } = typed.field;
  const attribute = source?.attribute ?? null;
  const isText = transforms.length > 0 || isNested(typed);
  const raw =
    attribute === null
      ? readElement(element, isText ? undefined : plainType(typed.type))
      : readAttribute(element, attribute);
  return raw === null ? null : normaliseSpace(raw).slice(0, MAX_RAW) || null;
};

/** Returns the text of a value: of a list, of its first one; of a nested record, of all its fields. Null if empty. */
export const textOfValue = (value: unknown): string | null => {
  const first = Array.isArray(value) ? value[0] : value;
  if (first === null || first === undefined || first === "") return null;
  if (typeof first !== "object") return String(first);
  const parts = Object.values(first).map(textOfValue);
  return parts.filter((part) => part !== null).join(" ") || null;
};

/** Used when only the presence of a value matters, so any URL and date will do. */
const NO_CONTEXT: CoerceContext = { baseUrl: "http://localhost/", language: "", now: 0 };

/** Creates a reader of single values of the field from candidate elements. */
export const readerAt = (
  { field, type }: TypedField,
  context: CoerceContext = NO_CONTEXT,
): ((element: Element) => unknown) => {
  const attribute = field.source?.attribute ?? null;
  const here: Field = { ...field, list: false, source: { selector: "", attribute } };
  const single = elementType(type) ?? "string";
  const read = createReader([here], { [field.name]: single }, context, () => {});
  return (element) => read(element)[field.name];
};

export const isRelated = (left: Element, right: Element): boolean => holds(left, right) || holds(right, left);

/** Whether two texts are of the same kind and of similar length. */
const isLikeLook = (look: Look, other: Look): boolean => {
  const [less, more] = [Math.min(look.chars, other.chars), Math.max(look.chars, other.chars)];
  return look.kind === other.kind && more <= less * SIMILAR_LENGTH + SIMILAR_CHARS;
};

/** Lists the places in a record with another text that looks like the field's value. */
const doublesOf = (own: readonly Element[], raw: string, record: AnyNode, typed: TypedField): Double[] => {
  const look = lookAt(raw);
  return listSpots(record)
    .slice(0, MAX_COMPARED)
    .flatMap(({ element, traits, size }) => {
      if (size > MAX_SIZE || own.some((each) => isRelated(element, each))) return [];
      const other = readRaw(element, typed);
      if (other === null || other === raw || !isLikeLook(look, lookAt(other))) return [];
      return [{ traits, raw: lookAt(other), hash: hashText(other) }];
    });
};

/** Returns the doubles most similar to the field's own place. */
const nearestTo = (own: Spot, raw: string, doubles: readonly Double[]): Double[] => {
  const common = shareTraits([own.traits]);
  const shape = shapeOf([lookAt(raw)]);
  const scoreOf = (double: Double): number =>
    weigh([...compareTraits(common, double.traits), [fitLook(shape, double.raw), SHAPE_WEIGHT]]);
  return doubles
    .map((double) => ({ double, score: scoreOf(double) }))
    .sort((left, right) => right.score - left.score)
    .slice(0, MAX_DOUBLES)
    .map(({ double }) => double);
};

const sizeOf = (value: unknown): number => (Array.isArray(value) ? value.length : 1);

/** Samples the places where a record's values were read, by field name. */
export const sampleFields = (
  record: AnyNode,
  fields: readonly TypedField[],
  values: Readonly<Record<string, unknown>>,
  withDoubles: boolean,
): (readonly [name: string, sample: FieldSample])[] => {
  const spots = new Map(listSpots(record).map((spot) => [spot.element, spot]));
  return fields.flatMap((typed) => {
    const { name, source } = typed.field;
    const text = textOfValue(values[name]);
    if (text === null || !source) return [];
    const elements = compileSelector(source.selector, !isListField(typed))(record).slice(0, MAX_LISTED);
    const [element] = elements;
    const spot = element && spots.get(element);
    const raw = element && readRaw(element, typed);
    if (!spot || !raw) return [];
    const doubles = withDoubles ? doublesOf(elements, raw, record, typed) : [];
    const raws = elements.slice(0, MAX_LIST_HASHES).flatMap((each) => readRaw(each, typed) ?? []);
    const sample: FieldSample = {
      traits: spot.traits,
      raw: lookAt(raw),
      value: lookAt(text),
      hashes: raws.map(hashText),
      size: sizeOf(values[name]),
      doubles: nearestTo(spot, raw, doubles),
    };
    return [[name, sample] as const];
  });
};

const kindOfPlace = ({ traits: { tag, signature, path, attributes } }: Double): string =>
  JSON.stringify([tag, signature, path, attributes]);

const unique = (tokens: readonly string[]): string[] => [...new Set(tokens)];

const decoysOf = (samples: readonly FieldSample[]): Decoy[] =>
  [
    ...Map.groupBy(
      samples.flatMap(({ doubles }) => doubles),
      kindOfPlace,
    ).values(),
  ]
    .sort((left, right) => right.length - left.length)
    .slice(0, MAX_DECOYS)
    .map((alike) => ({
      traits: shareTraits(alike.map(({ traits }) => traits)),
      raw: shapeOf(alike.map(({ raw }) => raw)),
    }));

export const printOfField = (samples: readonly FieldSample[], share: number): FieldPrint => {
  const firsts = new Set(samples.map(({ hashes: [first] }) => first));
  const raw = shapeOf(samples.map((sample) => sample.raw));
  const isTelling = firsts.size >= samples.length * TELLING_SHARE;
  // A text that is also found elsewhere in a record does not identify the field's place.
  const elsewhere = new Set(samples.flatMap(({ doubles }) => doubles.map(({ hash }) => hash)));
  const hashes = unique(samples.flatMap((sample) => sample.hashes)).filter((hash) => !elsewhere.has(hash));
  return {
    share: Number(share.toFixed(3)),
    traits: shareTraits(samples.map(({ traits }) => traits)),
    raw,
    value: shapeOf(samples.map(({ value }) => value)),
    size: samples.map(({ size }) => size).sort((left, right) => left - right)[samples.length >> 1] ?? 1,
    hashes: isTelling && raw.chars >= MIN_TELLING_CHARS ? hashes.slice(0, MAX_HASHES) : [],
    isTelling: isTelling && samples.length >= MIN_TELLING_SAMPLES,
    decoys: decoysOf(samples),
  };
};
