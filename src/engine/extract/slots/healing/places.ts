/** Finds a field's place again in the records of a page that was rebuilt. */
import type { AnyNode } from "domhandler";
import { type Forest, judge } from "../../content/forest.ts";
import type { CoerceContext } from "../../values/coerce.ts";
import { type LostField, rateCandidates } from "./candidates.ts";
import { rewriteField } from "./rewrite.ts";
import { isListField } from "./samples.ts";
import { spread } from "./size.ts";
import type { Mend } from "./track.ts";
import { LIKENESS, PLACE } from "./weights.ts";

const MAX_RECORDS = 20;
const SAMPLED_RECORDS = 5;
/** What is less likely is not taken: swept on held-out sites, see `docs/quality.md`. */
const SURE = Number(process.env.SURE ?? 0.7);

export interface PlaceForests {
  readonly likeness: Forest;
  readonly place: Forest;
}

const LEARNT: PlaceForests = { likeness: LIKENESS, place: PLACE };

const rankPlaces = (records: readonly AnyNode[], lost: LostField, { likeness, place } = LEARNT) =>
  rateCandidates(records, lost, likeness)
    .map((candidate) => ({ ...candidate, score: judge(place, candidate.features) }))
    .sort((left, right) => right.score - left.score);

/** How likely it is that these records hold the field. */
export const rateField = (records: readonly AnyNode[], lost: LostField, forests = LEARNT): number =>
  rankPlaces(spread(records, SAMPLED_RECORDS), lost, forests)[0]?.score ?? 0;

/** Finds the field's place within records; null where that is not sure enough. */
export const relocateField = (
  records: readonly AnyNode[],
  lost: LostField,
  context: CoerceContext,
): Omit<Mend, "url"> | null => {
  const examples = spread(records, MAX_RECORDS);
  for (const { places, score } of rankPlaces(examples, lost)) {
    if (score < SURE) return null;
    const elements = places.map((own) => own.map(({ element }) => element));
    const text = rewriteField(examples, elements, lost.typed, isListField(lost.typed), context);
    if (text !== null) return { text, confidence: Number(score.toFixed(2)) };
  }
  return null;
};
