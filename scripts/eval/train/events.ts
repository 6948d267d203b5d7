/** Trains the choice of an event's day among the dates of its page. */
import type { Forest } from "../../../src/engine/extract/content/forest.ts";
import { claimEventDays } from "../../../src/engine/extract/scorer/claims/settle.ts";
import { collectFacts, viewPage } from "../../../src/engine/extract/scorer/pageFacts.ts";
import { EVENT_FIELDS, type EventTruth, visitOf } from "../score/events.ts";
import { type Entry, loadSet, parseEntry, type Split } from "../sets.ts";
import { type ClaimSample, growOnClaims } from "./claims.ts";

export const EVENT_SETS: ReadonlySet<string> = new Set(["events"]);

/** Fewer leaves than for other claims: there are 79 pages, of some 15 templates. */
const GROWTH = { trees: 40, leaves: 4, rate: 0.08, rows: 0.7, features: 0.4, least: 20, ridge: 5, seed: 5 };

const sampleOf = (entry: Entry<EventTruth>): ClaimSample[] => {
  const day = entry.truth.records[0]?.day ?? null;
  if (entry.kind === "list" || day === null) return [];
  const view = viewPage(parseEntry(entry), visitOf(entry.truth));
  const claims = claimEventDays(view, collectFacts(view, EVENT_FIELDS, new Set()));
  return claims.length === 0
    ? []
    : [
        {
          entry: { ...entry, truth: {} },
          isStripped: false,
          claims,
          isRight: claims.map(({ key }) => key === day),
        },
      ];
};

/** The pages of single meetings, with the dates that they name. */
export const loadEventDays = (split: Split): ClaimSample[] =>
  loadSet<EventTruth>("events", split).flatMap(sampleOf);

/** Words are left out: they are English, and of few sites. Pages of one host together weigh the root of their number. */
export const learnEventDays = (samples: readonly ClaimSample[]): Forest => {
  const hostOf = ({ entry }: ClaimSample): string => URL.parse(entry.url)?.hostname ?? entry.id;
  const hosts = Map.groupBy(samples, hostOf);
  return growOnClaims(
    samples,
    GROWTH,
    (sample) => 1 / Math.sqrt(hosts.get(hostOf(sample))?.length ?? 1),
    (name) => !name.includes("="),
  );
};
