/** Pages about an event: its day and its place. */
import type { OutputSchema } from "../../../../contract/fields/outputSchema.ts";
import { type Fact, makeFact } from "../../sources/facts.ts";
import { introducesDay } from "../../values/phrases.ts";
import { type Concept, conceptOf } from "../../vocabulary/concepts.ts";
import { splitWords } from "../../vocabulary/words.ts";
import { bestOf, type Claim, type Looked } from "./claims.ts";
import { claimDates } from "./dates.ts";
import { EVENT_PLACE } from "./eventWeights.ts";
import { claimPlaces } from "./places.ts";

/** Fields that events have beside their day, and articles lack. */
const OF_EVENT: ReadonlySet<Concept | null> = new Set<Concept | null>([
  "location",
  "venue",
  "address",
  "startTime",
  "endDate",
]);
/** Fields of jobs, which have a place too, and a day on which they were posted. */
const OF_JOB: ReadonlySet<Concept | null> = new Set<Concept | null>([
  "employmentType",
  "salary",
  "organization",
  "deadline",
]);
export const OF_DAY: ReadonlySet<Concept | null> = new Set<Concept | null>(["date", "startDate"]);
/** Whether a field's name says that its day is one of writing: `published_date`, `dateUpdated`. */
const saysWritten = (name: string): boolean => splitWords(name).some(introducesDay);

/** Whether a request is about an event, so that its date is when it takes place, not when somebody wrote about it. */
export const asksOfEvent = (schema: OutputSchema): boolean => {
  const names = Object.keys(schema);
  const asked = names.map(conceptOf);
  const isDated = names.some((name, at) => OF_DAY.has(asked[at] ?? null) && !saysWritten(name));
  return (
    isDated && asked.some((concept) => OF_EVENT.has(concept)) && !asked.some((concept) => OF_JOB.has(concept))
  );
};

const DAYS: ReadonlySet<Concept | null> = new Set<Concept | null>(["date", "modified", "startDate"]);
/** All claims to be the day of an event. */
export const claimEventDays = (view: Looked, facts: readonly Fact[]): readonly Claim[] =>
  claimDates(
    view,
    facts.filter(({ concept }) => DAYS.has(concept)),
    true,
  );

/** Lines below this likelihood are no place: in left-out regions, 2 of 11 between .1 and .2 were right, and 26 of 33 above. */
const UNLIKELY_PLACE = 0.2;
/** Confidence in the likeliest line, by its likelihood. With .4 and .7, places of left-out regions were .04 worse. */
const LEAST = 0.55;
const MOST = 0.85;

/** The likeliest place of the page's event among its lines; empty if none is likely. */
export const readEventPlace = (view: Looked): Fact[] => {
  const best = bestOf(claimPlaces(view), EVENT_PLACE);
  if (best === null || best.likelihood < UNLIKELY_PLACE) return [];
  const { text, origin } = best.claim;
  const place = makeFact("content", "location", [text], { concept: "location", origin });
  return [{ ...place, confidence: LEAST + (MOST - LEAST) * best.likelihood }];
};
