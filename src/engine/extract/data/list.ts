/** The items of a list page. */
import type { Element } from "domhandler";
import type { OutputSchema } from "../../../contract/outputSchema.ts";
import { describeRecords } from "./describe.ts";
import type { Entity } from "./entities.ts";
import { type Fact, makeFact } from "./facts.ts";
import { flattenEntity } from "./flatten.ts";
import { lineText } from "./lines.ts";
import { readMarkup } from "./markup.ts";
import { type MatchedItem, matchFields } from "./match.ts";
import { readNamed } from "./named.ts";
import type { PageView } from "./page.ts";
import { findPassages, type Passage } from "./passages.ts";
import { type Candidate, rateRegions } from "./rate.ts";
import { isHeaderRow, readColumns, readRecord } from "./record.ts";
import type { Region } from "./regions.ts";
import { listAlike } from "./subject.ts";

const SAMPLE = 6;
const MAX_CANDIDATES = 8;

const letters = (text: unknown): string =>
  typeof text === "string" ? text.toLowerCase().replace(/[^\p{L}\p{N}]+/gu, "") : "";

/** Entities of list pages by name: what machines are told about a record that the page shows. */
const indexEntities = (entities: readonly Entity[]): ReadonlyMap<string, Entity> =>
  new Map(
    entities
      .map((entity) => [letters(entity.properties.name ?? entity.properties.headline), entity] as const)
      .filter(([name]) => name !== ""),
  );

const factsOf = (
  record: Element,
  view: PageView,
  schema: OutputSchema,
  known: ReadonlyMap<string, Entity>,
): Fact[] => {
  const labels = record.name === "tr" ? readColumns(record) : [];
  const facts = readRecord(record, view.context, labels);
  const title = facts.find(({ concept }) => concept === "title")?.values[0];
  const entity = known.get(letters(title));
  const isMarked = entity === undefined && view.entities.some(({ source }) => source !== "json-ld");
  const [own] = isMarked ? readMarkup({ ...view.page, root: wrapRecord(view, record) }) : [];
  return [
    ...facts,
    ...(entity ? flattenEntity(entity) : own ? flattenEntity(own) : []),
    ...readNamed(record, schema),
    makeFact("record", "content", [lineText(record)], { concept: "content", factor: 0.7, path: "text" }),
  ];
};

/** A document that holds one record only; the record itself is left where it is. */
const wrapRecord = ({ page }: PageView, record: Element): PageView["page"]["root"] => {
  const root = Object.create(page.root) as PageView["page"]["root"];
  Object.defineProperty(root, "children", { value: [record] });
  return root;
};

const filledShare = ({ item }: MatchedItem): number => {
  const values = Object.values(item);
  return (
    values.filter((value) => value !== null && !(Array.isArray(value) && value.length === 0)).length /
    Math.max(1, values.length)
  );
};

const overlaps = (left: Region, right: Region): boolean => {
  const elements = new Set<unknown>(left.records);
  const isInside = (records: readonly Element[], outer: ReadonlySet<unknown>): boolean =>
    records.some((record) => {
      for (let at: unknown = record; at; at = (at as { parent?: unknown }).parent)
        if (outer.has(at)) return true;
      return false;
    });
  return (
    isInside(right.records, elements) ||
    isInside(left.records, new Set(right.records)) ||
    right.records.some((record) => record.parent === null) ||
    left.records.some((record) => record.parent === null)
  );
};

const SECOND_SHARE = 0.08;

/** Regions that may be the list, the likeliest first: with a schema those that fill it, without those with most content. */
export const findCandidates = (
  view: PageView,
  regions: readonly Region[],
  schema: OutputSchema | null,
): Candidate[] => {
  const rated = rateRegions(regions);
  if (schema === null) return rated;
  const known = indexEntities(view.entities);
  const rate = (candidate: Candidate): Candidate => {
    const { records } = candidate.region;
    const sample = records
      .slice(0, SAMPLE)
      .map((record) => filledShare(matchFields(factsOf(record, view, schema, known), schema, view.context)));
    return { ...candidate, filled: sample.reduce((sum, share) => sum + share, 0) / sample.length };
  };
  const worth = ({ region, points, filled }: Candidate): number =>
    (filled ?? 0) ** 2 * Math.sqrt(region.score) * (points >= LIKELY ? 1 : UNLIKELY_WORTH);
  return rated
    .slice(0, MAX_CANDIDATES)
    .map(rate)
    .filter((candidate) => worth(candidate) > 0)
    .sort((left, right) => worth(right) - worth(left));
};

/** Points from which a region is rather a list than not. */
const LIKELY = 1.5;
const UNLIKELY_WORTH = 0.3;

/** With a schema the list that fills it best; without, the one with most content and all that stand beside it. */
const chooseRegions = (candidates: readonly Candidate[], schema: OutputSchema | null): Region[] => {
  if (schema !== null) return candidates.slice(0, 1).map(({ region }) => region);
  const likely = candidates.filter(({ points }) => points >= LIKELY);
  const regions = (likely.length > 0 ? likely : candidates).map(({ region }) => region);
  const chosen: Region[] = [];
  for (const region of regions)
    if (
      region.score >= (regions[0]?.score ?? 0) * SECOND_SHARE &&
      !chosen.some((other) => overlaps(other, region))
    )
      chosen.push(region);
  return chosen;
};

const describePassage = ({ title, text }: Passage): MatchedItem => ({
  item: { ...(title !== null && { title }), content: text },
  provenance: {
    ...(title !== null && { title: { source: "content", confidence: 0.6, path: "heading" } }),
    content: { source: "content", confidence: 0.6, path: "beside the records" },
  },
});

/** Items of the page's records; empty where it has none that fit. */
export const extractList = (
  view: PageView,
  candidates: readonly Candidate[],
  schema: OutputSchema | null,
): MatchedItem[] => {
  const known = indexEntities(view.entities);
  const chosen = chooseRegions(candidates, schema);
  const items = chosen.flatMap(({ records }) => {
    const facts = records
      .filter((record) => !isHeaderRow(record))
      .map((record) => factsOf(record, view, schema ?? {}, known));
    const wanted = schema ?? describeRecords(facts);
    return facts.map((own) => matchFields(own, wanted, view.context));
  });
  if (schema === null && items.length > 0)
    items.push(
      ...findPassages(
        view.content,
        chosen.flatMap(({ records }) => records),
      ).map(describePassage),
    );
  const shown = items.filter((item) => filledShare(item) > 0);
  if (shown.length > 0) return shown;
  const entities = listAlike(view.entities, view.titles);
  const facts = entities.map(flattenEntity);
  return facts.map((own) => matchFields(own, schema ?? describeRecords(facts), view.context));
};
