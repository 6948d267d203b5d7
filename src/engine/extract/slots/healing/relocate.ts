/** Finds a field's place again in the records of a rebuilt page. */
import type { AnyNode, Element } from "domhandler";
import { mean } from "../../values/averages.ts";
import type { CoerceContext } from "../../values/coerce.ts";
import { evenly } from "../../values/evenly.ts";
import { splitWords } from "../../vocabulary/words.ts";
import { compareTraits, type Evidence, isStranger, weigh } from "./likeness.ts";
import { rewriteField } from "./rewrite.ts";
import {
  type FieldPrint,
  isListField,
  isRelated,
  MIN_TELLING_SAMPLES,
  readerAt,
  readRaw,
  type TypedField,
  textOfValue,
} from "./samples.ts";
import { fitShape, isKin } from "./shape.ts";
import { listSpots, MAX_SIZE, type Spot } from "./spots.ts";
import type { HealedSelector } from "./track.ts";
import { ancestorsOf, hashText } from "./traits.ts";

/** A field to be found again. */
interface LostField {
  readonly typed: TypedField;
  readonly print: FieldPrint;
  /** Signatures of the elements that the page used to have. */
  readonly known: ReadonlySet<string>;
}

const SAMPLED_RECORDS = 8;
const MAX_RECORDS = 60;
const MAX_LOOKED_AT = 12;
const WEIGHTS = { shape: 2.5, known: 4, figure: 2, name: 1.5 } as const;
/** Min score, alone and with its weighted lead over the next best. Stricter for few records, where chance matters. */
const SURE = { score: 0.6, certainty: 0.66 };
const SURE_OF_ONE = { score: 0.62, certainty: 0.75 };
const MIN_LEAD = 0.07;
/** Limits if known values are found again in several records, which cannot be chance. */
const SURE_IF_KNOWN = { score: 0.5, share: 0.6 };
/** How much a lead over all others makes up for changed looks. */
const LEAD_WEIGHT = 0.3;
const FEW_RECORDS = 3;
/** Min share of the records that used to have a value which must have one again. */
const MIN_COVERAGE = 0.6;
/** Lists can be somewhat shorter than before: min share of their usual size. */
const MIN_LIST_SHARE = 0.6;
/** Min score of a place in a single record, as a share of the overall score. */
const LEAST_SHARE = 0.85;
/** A text shared by more than this share of the records cannot be an identifying value. */
const DULL_SHARE = 0.4;
/** Min lead of a decoy's likeness over the field's for an element to be a decoy. Negative: near ties are decoys. */
const DECOY_LEAD = -0.04;

interface Found extends Spot {
  readonly raw: string;
  readonly score: number;
  /** Whether the field had exactly this value before. */
  readonly isKnown: boolean;
}

type Look = Pick<FieldPrint, "traits" | "raw">;

/** Compares an element with what a place looked like; missing names do not count. */
const likeness = (print: Look, { traits }: Spot, raw: string): number =>
  weigh([...compareTraits(print.traits, traits, 0), [fitShape(print.raw, raw), WEIGHTS.shape]]);

const decoyLikeness = (print: FieldPrint, spot: Spot, raw: string): number =>
  Math.max(-1, ...print.decoys.map((decoy) => likeness(decoy, spot, raw)));

/** Returns how much more an element looks like a decoy than like the field. */
export const decoyLead = (print: FieldPrint, spot: Spot, raw: string): number =>
  decoyLikeness(print, spot, raw) - likeness(print, spot, raw);

/** Numbers recur by chance and in other places: today's price is tomorrow's old price. */
const isVolatile = ({ raw }: FieldPrint): boolean => raw.kind === "price" || raw.kind === "number";

const isKnownTo = (print: FieldPrint, raw: string): boolean =>
  !isVolatile(print) && print.hashes.includes(hashText(raw));

const scoreSpot = ({ traits }: Spot, raw: string, name: readonly string[], print: FieldPrint): number => {
  const called = [...traits.words, ...traits.marks.flatMap(splitWords), ...splitWords(traits.before)];
  const evidence: Evidence[] = [
    ...compareTraits(print.traits, traits),
    [fitShape(print.raw, raw), WEIGHTS.shape],
    [1, print.hashes.includes(hashText(raw)) ? (isVolatile(print) ? WEIGHTS.figure : WEIGHTS.known) : 0],
    [1, name.every((word) => called.includes(word)) ? WEIGHTS.name : 0],
  ];
  return weigh(evidence);
};

type Candidate = Omit<Found, "score">;

/** Removes candidates that look more like a decoy than like the field, except known values of the field. */
const withoutDecoys = (candidates: readonly Candidate[], print: FieldPrint, isList: boolean): Candidate[] => {
  const byRaw = Map.groupBy(candidates, ({ raw }) => raw);
  const areDecoys = (same: readonly Candidate[], raw: string): boolean => {
    const own = Math.max(...same.map((spot) => likeness(print, spot, raw)));
    const other = Math.max(...same.map((spot) => decoyLikeness(print, spot, raw)));
    return other > own + DECOY_LEAD;
  };
  const decoys = new Map<string, boolean>();
  const isDecoy = (candidate: Candidate): boolean => {
    if (print.decoys.length === 0) return false;
    const { raw } = candidate;
    if (isList) return areDecoys([candidate], raw);
    const is = decoys.get(raw) ?? areDecoys(byRaw.get(raw) ?? [], raw);
    decoys.set(raw, is);
    return is;
  };
  return candidates.filter((each) => each.isKnown || !isDecoy(each));
};

/** Lists the places in a record that look like the field's, best first. */
const rankSpots = (record: AnyNode, { typed, print, known }: LostField): Found[] => {
  const name = splitWords(typed.field.name);
  const read = readerAt(typed);
  const candidates = listSpots(record).flatMap((spot): Candidate[] => {
    const raw = spot.size > MAX_SIZE ? null : readRaw(spot.element, typed);
    if (raw === null || !isKin(print.raw, raw)) return [];
    return [{ ...spot, raw, isKnown: isKnownTo(print, raw) }];
  });
  return withoutDecoys(candidates, print, isListField(typed))
    .filter(({ isKnown, traits }) => isKnown || !isStranger(print.traits, known, traits.signature))
    .map((each): Found => ({ ...each, score: scoreSpot(each, each.raw, name, print) }))
    .sort((left, right) => right.score - left.score)
    .slice(0, MAX_LOOKED_AT)
    .filter(({ element }) => textOfValue(read(element)) !== null);
};

/** Returns the path of tags and classes to an element, regardless of its siblings. */
const placeOf = (element: Element, record: AnyNode): string =>
  [element, ...ancestorsOf(element, record)]
    .map(({ name, attribs }) => `${name}.${attribs.class ?? ""}`)
    .join(" ");

interface Picked {
  readonly elements: readonly Element[];
  readonly score: number;
  /** Lead over the next best place with another text. */
  readonly lead: number;
  readonly isKnown: boolean;
}

/** Picks all places like the best one, for a list field. */
const pickList = (record: AnyNode, ranked: readonly Found[], { print }: LostField): Picked | null => {
  const [best] = ranked;
  if (!best) return null;
  const alike = ranked.filter(({ element, isKnown }) => isKnown && element.name === best.element.name);
  const places = new Set([best, ...alike].map(({ element }) => placeOf(element, record)));
  const elements = listSpots(record)
    .map(({ element }) => element)
    .filter(
      (element) =>
        element.name === best.element.name &&
        (element.parent === best.element.parent || places.has(placeOf(element, record))),
    );
  if (elements.length < print.size * MIN_LIST_SHARE) return null;
  const rival = ranked.find(({ element }) => !elements.some((own) => isRelated(own, element)));
  return { elements, score: best.score, lead: best.score - (rival?.score ?? 0), isKnown: best.isKnown };
};

/** Picks the place in a record that looks most like the field's. */
const pickBest = (record: AnyNode, ranked: readonly Found[], lost: LostField): Picked | null => {
  if (isListField(lost.typed)) return pickList(record, ranked, lost);
  const [best] = ranked;
  if (!best) return null;
  const rival = ranked.find(({ raw }) => raw !== best.raw);
  return {
    elements: [best.element],
    score: best.score,
    lead: best.score - (rival?.score ?? 0),
    isKnown: best.isKnown,
  };
};

/** Returns texts shared by too many records to be the field's, if its values used to identify records. */
const dullIn = (ranked: readonly (readonly Found[])[], { isTelling }: FieldPrint): ReadonlySet<string> => {
  if (!isTelling || ranked.length < MIN_TELLING_SAMPLES) return new Set();
  const counts = new Map<string, number>();
  for (const found of ranked)
    for (const raw of new Set(found.map((each) => each.raw))) counts.set(raw, (counts.get(raw) ?? 0) + 1);
  const most = ranked.length * DULL_SHARE;
  return new Set([...counts].filter(([, count]) => count > most).map(([raw]) => raw));
};

/** Picks the best place of each record; null if it has none. */
const pickAll = (records: readonly AnyNode[], lost: LostField): (Picked | null)[] => {
  const ranked = records.map((record) => rankSpots(record, lost));
  const dull = dullIn(ranked, lost.print);
  return records.map((record, index) =>
    pickBest(
      record,
      (ranked[index] ?? []).filter(({ raw }) => !dull.has(raw)),
      lost,
    ),
  );
};

/** Average rating of the best places in the records. */
interface Rating {
  readonly score: number;
  readonly lead: number;
  /** Share of them with a value that the field had before. */
  readonly known: number;
}

const rate = (records: readonly AnyNode[], picked: readonly (Picked | null)[], print: FieldPrint): Rating => {
  const found = picked.filter((best) => best !== null);
  if (found.length < records.length * print.share * MIN_COVERAGE) return { score: 0, lead: 0, known: 0 };
  return {
    score: mean(found.map(({ score }) => score)),
    lead: mean(found.map(({ lead }) => lead)),
    known: mean(found.map(({ isKnown }) => Number(isKnown))),
  };
};

/** Rates how likely the best places in these records are the field's. */
export const rateField = (records: readonly AnyNode[], lost: LostField): Rating => {
  const sampled = evenly(records, SAMPLED_RECORDS);
  return rate(sampled, pickAll(sampled, lost), lost.print);
};

/** Finds the field's place within records and rewrites the field; null if not certain enough. */
export const relocateField = (
  records: readonly AnyNode[],
  lost: LostField,
  context: CoerceContext,
): Omit<HealedSelector, "url"> | null => {
  const sure = records.length < FEW_RECORDS ? SURE_OF_ONE : SURE;
  const { score, lead, known } = rateField(records, lost);
  const isClear = score >= sure.score && lead >= MIN_LEAD && score + lead * LEAD_WEIGHT >= sure.certainty;
  const isKnown =
    records.length >= FEW_RECORDS && score >= SURE_IF_KNOWN.score && known >= SURE_IF_KNOWN.share;
  if (!isClear && !isKnown) return null;
  const examples = evenly(records, MAX_RECORDS);
  const places = pickAll(examples, lost).map((best) =>
    best && best.score >= Math.min(score, sure.score) * LEAST_SHARE ? best.elements : [],
  );
  const text = rewriteField(examples, places, lost.typed, isListField(lost.typed), context);
  return text === null ? null : { text, confidence: Number(score.toFixed(2)) };
};
