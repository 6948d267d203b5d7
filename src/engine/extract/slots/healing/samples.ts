/** What is kept of a field: where its values stood, what they looked like, and what else looked like them. */
import type { AnyNode, Element } from "domhandler";
import type { Field } from "../../../../contract/fields.ts";
import type { OutputSchema, OutputType } from "../../../../contract/outputSchema.ts";
import { readAttribute, readElement } from "../../page/elements.ts";
import { holds } from "../../page/tree.ts";
import type { CoerceContext } from "../../values/coerce.ts";
import { normaliseSpace } from "../../values/text.ts";
import { elementType, isListType, plainType } from "../../values/types.ts";
import { compileSelector, createReader } from "../read.ts";
import { type CommonTraits, compareTraits, shareTraits, weigh } from "./likeness.ts";
import { fitLook, type Look, lookAt, type Shape, shapeOf } from "./shape.ts";
import { listSpots, MAX_SIZE, type Spot } from "./spots.ts";
import { hashText, type Traits } from "./traits.ts";

/** Another place of the record, which holds something of the same look. Plain JSON. */
interface Double {
  readonly traits: Traits;
  readonly raw: Look;
  readonly hash: string;
}

/** One place from which a field was read. Plain JSON. */
export interface FieldSample {
  readonly traits: Traits;
  /** The text as the page has it, and the value as it was handed out. */
  readonly raw: Look;
  readonly value: Look;
  /** Of what was read there; of a list, of its first values. */
  readonly hashes: readonly string[];
  /** How many values a list had. */
  readonly size: number;
  readonly doubles: readonly Double[];
}

/** What was not the field, though it looked like it. Plain JSON. */
interface Decoy {
  readonly traits: CommonTraits;
  readonly raw: Shape;
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
  /** Whether no two records had the same value. */
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
/** Of so many samples of a field the doubles are kept, of each so many. */
export const DOUBLED_SAMPLES = 3;
const MAX_DOUBLES = 4;
const MAX_DECOYS = 4;
const MAX_COMPARED = 1_500;
const MAX_LISTED = 200;
const MAX_LIST_HASHES = 16;
const MAX_HASHES = 32;
/** A text this many times as long or as short is not taken for the other. */
const SIMILAR_LENGTH = 4;
const SIMILAR_CHARS = 12;
const SHAPE_WEIGHT = 2.5;
const MAX_RAW = 2_000;

export const isListField = ({ field, type }: TypedField): boolean => field.list || isListType(type);

export const isNested = ({ type }: TypedField): boolean => typeof elementType(type) === "object";

/** Fields that have a place on the page: what is found by its name, or is the record itself, has none. */
export const hasPlace = ({ field: { source } }: TypedField): boolean =>
  source !== null && !["", ":scope"].includes(source.selector);

export const typeOf = (schema: OutputSchema, { name }: Field): OutputType | undefined =>
  Object.hasOwn(schema, name) ? (schema[name] as OutputType) : undefined;

/** What an element says, as the field would read it, before it is made a value. */
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

/** The text of a value, that of a record in full; null where there is none. */
export const textOfValue = (value: unknown): string | null => {
  const first = Array.isArray(value) ? value[0] : value;
  if (first === null || first === undefined || first === "") return null;
  if (typeof first !== "object") return String(first);
  const parts = Object.values(first).map(textOfValue);
  return parts.filter((part) => part !== null).join(" ") || null;
};

/** Values are only asked whether they are there: any address and day will do. */
const NO_CONTEXT: CoerceContext = { baseUrl: "http://localhost/", language: "", now: 0 };

/** Reads single values of the field off elements that may hold one. */
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

/** Whether two texts are of one kind and of about one length. */
const isLikeLook = (look: Look, other: Look): boolean => {
  const [less, more] = [Math.min(look.chars, other.chars), Math.max(look.chars, other.chars)];
  return look.kind === other.kind && more <= less * SIMILAR_LENGTH + SIMILAR_CHARS;
};

/** The places of a record that hold something else which looks like the field's value. */
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

/** Those that look most like it. */
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

/** Where a record's values were read, by the names of their fields. */
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
  // What stood elsewhere in a record too, or in another one, says nothing of where it stands.
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
