/** Trains the choice of an event's day among the dates of its page, and of its place among its lines. */
import type { Forest } from "../../../src/engine/extract/content/forest.ts";
import type { Claim } from "../../../src/engine/extract/scorer/claims/claims.ts";
import { claimEventDays } from "../../../src/engine/extract/scorer/claims/events.ts";
import { claimPlaces } from "../../../src/engine/extract/scorer/claims/places.ts";
import { collectFacts, viewPage } from "../../../src/engine/extract/scorer/pageFacts.ts";
import { dayOf, isSameDay } from "../compare.ts";
import { EVENT_FIELDS, type EventTruth, isPlaceOf, visitOf } from "../score/events.ts";
import { type Entry, loadSet, NOW, parseEntry, type Split } from "../sets.ts";
import { type ClaimSample, growOnClaims } from "./claims.ts";
import type { Growth } from "./forest.ts";

export const EVENT_SETS: ReadonlySet<string> = new Set(["events", "content", "articles"]);

/** Fewer leaves than for other claims: there are 79 pages, of some 15 templates. */
const DAY = { trees: 40, leaves: 4, rate: 0.08, rows: 0.7, features: 0.4, least: 20, ridge: 5, seed: 5 };
const PLACE = { ...DAY, trees: 100, leaves: 8, features: 0.3, least: 5 };

/** How much all articles weigh beside all meetings. */
const ARTICLES = 1;

type Judge = readonly [claims: readonly Claim[], isRight: (claim: Claim) => boolean];

const sampleOf = (entry: Entry<EventTruth>, look: () => Judge | null): ClaimSample[] => {
  const [claims, isRight] = (entry.kind === "list" ? null : look()) ?? [[], () => false];
  return claims.length === 0
    ? []
    : [{ entry: { ...entry, truth: {} }, isStripped: false, claims, isRight: claims.map(isRight) }];
};

const viewOf = (entry: Entry<EventTruth>) => viewPage(parseEntry(entry), visitOf(entry.truth));

interface ArticleTruth {
  readonly date?: string;
  readonly publish_date?: string;
}

/** One article in this many: who asks one for its place still wants the day on which it was published. */
const STEP = 6;
const sampleOfArticle = (entry: Entry<ArticleTruth>): ClaimSample[] => {
  const day = entry.truth.date ?? entry.truth.publish_date ?? "";
  if (dayOf(day) === null) return [];
  const view = viewPage(parseEntry(entry), NOW);
  const claims = claimEventDays(view, collectFacts(view, EVENT_FIELDS, new Set()));
  return claims.length === 0
    ? []
    : [{ entry, isStripped: false, claims, isRight: claims.map(({ key }) => isSameDay(key, day)) }];
};

const loadArticles = (split: Split): Entry<ArticleTruth>[] =>
  ["content", "articles"].flatMap((set) =>
    loadSet<ArticleTruth>(set, split).filter((_, at) => at % STEP === 0),
  );

/** The pages of single meetings, and some articles, with the dates that they name. */
export const loadEventDays = (split: Split): ClaimSample[] => [
  ...loadMeetingDays(split),
  ...loadArticles(split).flatMap(sampleOfArticle),
];

const loadMeetingDays = (split: Split): ClaimSample[] =>
  loadSet<EventTruth>("events", split).flatMap((entry) =>
    sampleOf(entry, () => {
      const day = entry.truth.records[0]?.day ?? null;
      if (day === null) return null;
      const view = viewOf(entry);
      return [claimEventDays(view, collectFacts(view, EVENT_FIELDS, new Set())), ({ key }) => key === day];
    }),
  );

/** Longer lines say more than the place. */
const MAX_PLACE = 120;

/** The same pages with their lines: those of meetings whose place is known, and articles, which have none. */
export const loadEventPlaces = (split: Split): ClaimSample[] => [
  ...loadMeetingPlaces(split),
  ...loadArticles(split).flatMap((entry) => {
    const claims = claimPlaces(viewPage(parseEntry(entry), NOW));
    return [{ entry, isStripped: false, claims, isRight: claims.map(() => false) }];
  }),
];

const loadMeetingPlaces = (split: Split): ClaimSample[] =>
  loadSet<EventTruth>("events", split).flatMap((entry) =>
    sampleOf(entry, () => {
      const [meeting] = entry.truth.records;
      if (!meeting || meeting.place === "") return null;
      return [
        claimPlaces(viewOf(entry)),
        ({ text }) => text.length <= MAX_PLACE && isPlaceOf({ location: text }, meeting),
      ];
    }),
  );

/** Words are left out: they are English, and of few sites. Pages of one host together weigh the root of their number. */
const learn = (samples: readonly ClaimSample[], growth: Growth): Forest => {
  const hostOf = ({ entry }: ClaimSample): string => URL.parse(entry.url)?.hostname ?? entry.id;
  const hosts = Map.groupBy(samples, hostOf);
  const [meetings, articles] = [true, false].map(
    (is) => samples.filter(({ entry }) => (entry.set === "events") === is).length,
  ) as [number, number];
  const share = Math.min(1, (meetings * ARTICLES) / Math.max(1, articles));
  return growOnClaims(
    samples,
    growth,
    (sample) =>
      (sample.entry.set === "events" ? 1 : share) / Math.sqrt(hosts.get(hostOf(sample))?.length ?? 1),
    (name) => !name.includes("=") || name.startsWith("page="),
  );
};

/** The forests of `claims/eventWeights.ts`. */
export const learnEvents = (days: readonly ClaimSample[], places: readonly ClaimSample[]) => ({
  EVENT_DAY: learn(days, DAY),
  EVENT_PLACE: learn(places, PLACE),
});
