/** Finds a field's place again in the records of a page that was rebuilt. */
import type { AnyNode } from "domhandler";
import { type Forest, judge } from "../../content/forest.ts";
import type { CoerceContext } from "../../values/coerce.ts";
import { compileSelector } from "../read.ts";
import { isDecoy, type LostField, rateCandidates } from "./candidates.ts";
import { rewriteField } from "./rewrite.ts";
import { isListField, isNested, readRaw } from "./samples.ts";
import { spread } from "./size.ts";
import { spotOf } from "./spots.ts";
import type { Mend } from "./track.ts";
import { hashText } from "./traits.ts";
import { LIKENESS, PLACE } from "./weights.ts";

const MAX_RECORDS = 20;
const SAMPLED_RECORDS = 5;
/** What is less likely is not taken: in lists, prices in lists, which few texts look like, and on single pages. See `docs/quality.md`. */
const SURE = { list: 0.7, price: 0.54, page: 0.85 } as const;

/** The very values of before in so many records are no chance, whatever else has changed. */
const KNOWN_SHARE = 0.8;

export interface PlaceForests {
  readonly likeness: Forest;
  readonly place: Forest;
}

const LEARNT: PlaceForests = { likeness: LIKENESS, place: PLACE };

const rankPlaces = (records: readonly AnyNode[], lost: LostField, { likeness, place } = LEARNT) =>
  rateCandidates(records, lost, likeness)
    .map((candidate) => ({
      ...candidate,
      score: judge(place, candidate.features) + Number(candidate.known >= KNOWN_SHARE),
    }))
    .sort((left, right) => right.score - left.score);

/** How likely it is that these records hold the field. */
export const rateField = (records: readonly AnyNode[], lost: LostField, forests = LEARNT): number =>
  Math.min(1, rankPlaces(spread(records, SAMPLED_RECORDS), lost, forests)[0]?.score ?? 0);

/** Finds the field's place within records; null where that is not sure enough. */
export const relocateField = (
  records: readonly AnyNode[],
  lost: LostField,
  context: CoerceContext,
): Omit<Mend, "url"> | null => {
  const examples = spread(records, MAX_RECORDS);
  const sure = SURE[examples.length === 1 ? "page" : lost.print.raw.kind === "price" ? "price" : "list"];
  for (const { places, score } of rankPlaces(examples, lost)) {
    if (score < sure) return null;
    const elements = places.map((own) => own.map(({ element }) => element));
    const text = rewriteField(examples, elements, lost.typed, isListField(lost.typed), context);
    if (text !== null) return { text, confidence: Math.min(1, Number(score.toFixed(2))) };
  }
  return null;
};

const STRAYED = { sampled: 8, count: 2, share: 0.6 } as const;

/** Whether what a selector matches in most records is what used to stand beside the field. */
export const hasStrayed = (
  records: readonly AnyNode[],
  { typed, print }: Pick<LostField, "typed" | "print">,
): boolean => {
  const { source } = typed.field;
  if (!source || print.decoys.length === 0 || isNested(typed)) return false;
  const find = compileSelector(source.selector, true);
  const sampled = spread(records, STRAYED.sampled);
  const strayed = sampled.filter((record) => {
    const [element] = find(record);
    const raw = element && readRaw(element, typed);
    const spot = element && raw && !print.hashes.includes(hashText(raw)) && spotOf(record, element);
    return spot && isDecoy(print, { ...spot, raw }, LIKENESS);
  });
  return (
    strayed.length >= Math.max(Math.min(STRAYED.count, records.length), sampled.length * STRAYED.share, 1)
  );
};
