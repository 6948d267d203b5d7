/** Regions that can be the list, with what some of their records have of the requested fields. */
import type { Element } from "domhandler";
import type { OutputSchema } from "../../../../contract/fields/outputSchema.ts";
import { createCrowd, findDayRegions } from "../../regions/days.ts";
import { byWorth, type Candidate, rateRegions } from "../../regions/rate.ts";
import { isAround, type Region, rateBeside } from "../../regions/regions.ts";
import { evenly } from "../../values/evenly.ts";
import { isEmpty } from "../../values/types.ts";
import { type Concept, conceptOf, meaningOf } from "../../vocabulary/concepts.ts";
import { remembered } from "../../vocabulary/remember.ts";
import { asksOfEvent } from "../claims/events.ts";
import { type MatchedItem, matchFields } from "../match.ts";
import type { PageView } from "../pageFacts.ts";
import { createFocus } from "../patience.ts";
import { fillGroupHeads } from "./groupHeads.ts";
import { factsOf, indexEntities } from "./rows.ts";

const SAMPLE = 6;
const MAX_CANDIDATES = 12;

/** The share of an item's fields that have a value. */
export const filledShare = ({ item }: MatchedItem, names = Object.keys(item)): number =>
  names.filter((name) => !isEmpty(item[name])).length / Math.max(1, names.length);

/** What every list of links has: menus, archives and members fill these fields too. */
export const COMMON: ReadonlySet<Concept | null> = new Set<Concept | null>([
  "title",
  "url",
  "image",
  "content",
]);

/** Some of a list's records, spread over it. */
const sampleOf = ({ records }: Region): Element[] => evenly(records, SAMPLE);

/** A candidate with what some of its records, spread over it, have of the requested fields. */
export interface FilledCandidate extends Candidate {
  /** Empty if no fields are requested. */
  readonly sample: readonly MatchedItem[];
}

const asksDay = (schema: OutputSchema): boolean =>
  Object.keys(schema).some((name) => conceptOf(name) === "date");

/** Regions that can be the list, the likeliest first. With a schema, only those that fill some of it. */
export const findCandidates = (
  view: PageView,
  regions: readonly Region[],
  schema: OutputSchema | null,
): FilledCandidate[] => {
  if (schema === null)
    return byWorth(rateRegions(regions)).map((candidate) => ({ ...candidate, sample: [] }));
  const days = asksDay(schema) ? findDayRegions(view.content, view.context, asksOfEvent(schema)) : [];
  const rated = [...rateRegions(regions), ...rateRegions(rateBeside(days, regions))];
  const known = indexEntities(view.entities);
  const focus = createFocus(schema);
  // Candidates share records: a list and its wrapper, or groups merged into one list.
  const read = remembered((record: Element) =>
    matchFields(factsOf(record, view, schema, known, focus), schema, view.context),
  );
  const telling = Object.keys(schema).filter((name) => !COMMON.has(meaningOf(name)));
  const shareCrowded = createCrowd(days, view.context);
  const rate = (candidate: Candidate): FilledCandidate => {
    const records = sampleOf(candidate.region);
    const sample = fillGroupHeads(candidate.region.records, records.map(read), schema, view.context, {
      mayGuess: false,
      sample: records,
    });
    const meanOf = (names?: string[]): number =>
      sample.reduce((sum, item) => sum + filledShare(item, names), 0) / sample.length;
    return {
      ...candidate,
      filled: meanOf(),
      filledTelling: telling.length === 0 ? null : meanOf(telling),
      crowded: days.some((own) => isAround(candidate.region, own))
        ? 1
        : shareCrowded(candidate.region.records),
      sample,
    };
  };
  return byWorth(byWorth(rated).slice(0, MAX_CANDIDATES).map(rate)).filter(({ filled }) => (filled ?? 0) > 0);
};
