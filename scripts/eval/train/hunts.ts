/** Training data for healing: what is looked for on pages that are rebuilt in ways whose right answers are known. */
import type { AnyNode, Element } from "domhandler";
import { findAll } from "domutils";
import type { Forest } from "../../../src/engine/extract/content/forest.ts";
import { type PageDocument, parseDocument } from "../../../src/engine/extract/extract.ts";
import {
  type LostField,
  listCandidates,
  rateCandidates,
} from "../../../src/engine/extract/slots/healing/candidates.ts";
import { listGroups, rateGroups } from "../../../src/engine/extract/slots/healing/regions.ts";
import {
  isListField,
  readerAt,
  type TypedField,
  typeOf,
} from "../../../src/engine/extract/slots/healing/samples.ts";
import { isMendable, spread } from "../../../src/engine/extract/slots/healing/size.ts";
import { newTrack, type StepPrint } from "../../../src/engine/extract/slots/healing/track.ts";
import { namesOf, rateFields } from "../../../src/engine/extract/slots/healing/watch.ts";
import type { Watched } from "../../../src/engine/extract/slots/healing/watched.ts";
import { extractRecords } from "../../../src/engine/extract/slots/records.ts";
import { type PROMPTS, rebuild, type StepQuery, stepOf, type Way, waysOf } from "../healing.ts";
import { type EvalPage, loadPages, seededRandom } from "../pages.ts";
import { type Entry, loadSet, siteOf } from "../sets.ts";

/** One thing that was looked for on one page, with all that may be it. */
export interface Hunt {
  readonly entry: Pick<Entry<unknown>, "site">;
  readonly what: string;
  readonly rows: readonly (readonly number[])[];
  readonly isRight: readonly boolean[];
}

const SEED = 7;
/** Each page is rebuilt in one way of so many, and not in ways that hardly break anything. */
const STEP = 2;
const HARMLESS = /^(?:ids removed|wrappers added|siblings inserted|order changed)$/;
const RECIPES_STEP = 5;
const MAX_RECORDS = 20;
const SAMPLED_RECORDS = 5;
/** Of the values that a place or a list must give back. */
const RIGHT = 0.9;
const BROKEN = 0.5;
const MARK = "gleaner-truth";

const KINDS: Readonly<Record<string, keyof typeof PROMPTS>> = {
  listing: "listing",
  forum: "listing",
  documentation: "listing",
  list: "listing",
  collection: "collection",
  product: "product",
  recipe: "recipe",
};

/** Pages of `train`, in an order of their own, without the sites that healing is scored on. */
export const loadHealingPages = (): (EvalPage & { readonly site: string })[] => {
  const scored = new Set(loadPages().map(({ url }) => siteOf(url)));
  const random = seededRandom(SEED);
  return ["content", "products", "recipes", "lists"]
    .flatMap((set) =>
      loadSet<unknown>(set, "train").filter((_, at) => set !== "recipes" || at % RECIPES_STEP === 0),
    )
    .filter(({ kind, site }) => Object.hasOwn(KINDS, kind) && !scored.has(site))
    .map((entry) => ({ entry, rank: random() }))
    .sort((left, right) => left.rank - right.rank)
    .map(({ entry: { id, kind, url, site, read } }) => ({
      id,
      kind: KINDS[kind] ?? kind,
      url,
      site,
      truth: {},
      get html() {
        return read();
      },
    }));
};

const marked = (root: AnyNode, mark: string): Element[] =>
  findAll(({ attribs }) => attribs[MARK]?.includes(mark) ?? false, "children" in root ? root.children : []);

const textOf = (value: unknown): string =>
  value === null || value === undefined || value === "" ? "" : JSON.stringify(value).replace(/\s+/g, " ");

/** F1 of values that are compared record by record. */
const agree = (found: readonly string[], wanted: readonly string[]): number => {
  const same = found.filter((text, at) => text !== "" && text === wanted[at]).length;
  const all = found.filter(Boolean).length + wanted.filter(Boolean).length;
  return all === 0 ? 0 : (2 * same) / all;
};

export type SitePage = EvalPage & { readonly site: string };

interface Site {
  readonly page: SitePage;
  readonly document: PageDocument;
  readonly query: StepQuery;
  readonly print: StepPrint;
  readonly truth: readonly Readonly<Record<string, unknown>>[];
  readonly records: readonly AnyNode[];
  readonly places: ReadonlySet<Element>;
  readonly watched: Watched;
}

const siteFor = (page: SitePage, query: StepQuery, way: Way): Site | null => {
  const made = rebuild(page, query, way, (records, places) => {
    for (const element of places) element.attribs[MARK] = "place";
    for (const element of records) element.attribs[MARK] = `${element.attribs[MARK] ?? ""} record`;
  });
  if (!made?.print) return null;
  const document = parseDocument(made.html, { url: page.url });
  const { root } = document;
  const records = query.selector === undefined ? [root] : marked(root, "record");
  const places = new Set(marked(root, "place"));
  for (const element of findAll(({ attribs }) => attribs[MARK] !== undefined, root.children))
    delete element.attribs[MARK];
  if (records.length !== made.truth.length || !isMendable(root)) return null;
  const { print, truth } = made;
  const watched: Watched = { document, url: page.url, query, track: newTrack(), print };
  return { page, document, query, print, truth, records, places, watched };
};

/** The fields that the step no longer reads, each with what it should read. */
const lostFields = ({ query, print, truth, records, document, watched }: Site) => {
  const names = namesOf(watched);
  const { records: read } = extractRecords(document, { ...query, selector: undefined }, records);
  return query.fields.flatMap((field): { lost: LostField; wanted: string[] }[] => {
    const known = print.fields[field.name];
    const wanted = truth.map((record) => textOf(record[field.name]));
    const isBroken =
      agree(
        read.map((record) => textOf(record[field.name])),
        wanted,
      ) < BROKEN;
    if (!known || !isBroken || wanted.every((text) => text === "" || text === "[]")) return [];
    const typed: TypedField = { field, type: typeOf(query.schema, field) };
    return [{ lost: { typed, print: known, ...names }, wanted }];
  });
};

interface Hunted {
  readonly likeness: Hunt[];
  readonly places: Hunt[];
  readonly groups: Hunt[];
  readonly regions: Hunt[];
}

const huntFields = (site: Site, likeness: Forest | null, hunted: Hunted): void => {
  const { page, records, document, query } = site;
  const { baseUrl, language } = document;
  const examples = spread(records, MAX_RECORDS);
  const step = Math.max(1, Math.ceil(records.length / MAX_RECORDS));
  for (const { lost, wanted } of lostFields(site)) {
    const read = readerAt(lost.typed, { baseUrl, language, now: query.now });
    const isList = isListField(lost.typed);
    const targets = wanted.filter((_, at) => at % step === 0);
    const isRight = ({
      places,
    }: {
      places: ReturnType<typeof listCandidates>[number]["places"];
    }): boolean => {
      const said = places.map((own) => {
        const values = own.map(({ element }) => read(element)).filter((value) => value !== null);
        return isList ? (values.length === 0 ? "" : textOf(values)) : textOf(values[0]);
      });
      return agree(said, targets) >= RIGHT;
    };
    const what = `${page.id} ${lost.typed.field.name}`;
    const entry = { site: page.site };
    if (likeness) {
      const rated = rateCandidates(examples, lost, likeness);
      hunted.places.push({
        entry,
        what,
        rows: rated.map(({ features }) => features),
        isRight: rated.map(isRight),
      });
    } else {
      const all = listCandidates(examples, lost);
      // Of what is not the field, a part will do.
      const told = all.map((candidate) => ({ candidate, right: isRight(candidate) }));
      const every = Math.max(1, Math.ceil(told.length / 60));
      const kept = told.filter(({ right }, at) => right || at % every === 0);
      hunted.likeness.push({
        entry,
        what,
        rows: kept.map(({ candidate }) => candidate.likeness),
        isRight: kept.map(({ right }) => right),
      });
    }
  }
};

const isIn = (inner: AnyNode, outer: AnyNode): boolean => {
  for (let at: AnyNode | null = inner; at; at = at.parent) if (at === outer) return true;
  return false;
};

/** Tells whether elements hold the records one by one, with more or less around what is read of them. */
const recordsJudge = ({ records, places }: Site): ((elements: readonly Element[]) => boolean) => {
  const ownerOf = new Map<AnyNode, AnyNode>();
  const own = records.map((record) => {
    const held = [...places].filter((place) => isIn(place, record));
    // What is around a record, or within it and around all that is read of it, stands for the record.
    for (let at: AnyNode | null = record; at; at = at.parent) ownerOf.set(at, ownerOf.has(at) ? at : record);
    return held;
  });
  for (const [index, record] of records.entries())
    for (let at: AnyNode | null = own[index]?.[0] ?? null; at && at !== record; at = at.parent) {
      const around = at;
      if (own[index]?.every((place) => isIn(place, around))) ownerOf.set(at, record);
    }
  return (elements) => {
    const owners = elements
      .map((element) => ownerOf.get(element))
      .filter((record) => records.includes(record as AnyNode));
    const once = [...Map.groupBy(owners, (record) => record).values()].filter(({ length }) => length === 1);
    return (2 * once.length) / (records.length + elements.length) >= RIGHT;
  };
};

const huntRecords = (site: Site, forests: Forests | null, hunted: Hunted): void => {
  const { page, query, print, watched, document, records } = site;
  if (query.selector === undefined || !print.region) return;
  const now = extractRecords(document, query).elements;
  if (now.filter((element) => records.includes(element)).length >= records.length * BROKEN) return;
  const names = namesOf(watched);
  const areRecords = recordsJudge(site);
  const all = listGroups(document, print.region, names);
  const groups = forests
    ? rateGroups(all, forests.group, (found) =>
        rateFields(watched, names, spread(found, SAMPLED_RECORDS), forests),
      )
    : all;
  hunted[forests ? "regions" : "groups"].push({
    entry: { site: page.site },
    what: page.id,
    rows: groups.map(({ features }) => features),
    isRight: groups.map(({ elements }) => areRecords(elements)),
  });
};

export interface Forests {
  readonly likeness: Forest;
  readonly place: Forest;
  readonly group: Forest;
}

/** What is looked for on some of the pages; with nothing learnt yet, it is looked for by looks alone. */
export const hunt = (
  pages: readonly SitePage[],
  likeness: Forest | null,
  forests: Forests | null,
): Hunted => {
  const hunted: Hunted = { likeness: [], places: [], groups: [], regions: [] };
  for (const [index, page] of pages.entries()) {
    const query = stepOf(page);
    if (!query) continue;
    const ways = waysOf(index).filter(({ names }) => names.length !== 1 || !HARMLESS.test(names[0] ?? ""));
    for (const [at, way] of ways.entries()) {
      const isList = query.selector !== undefined && way.goneField === undefined;
      const isTurn = (at + index) % STEP === 0;
      const site = isTurn || (isList && forests) ? siteFor(page, query, way) : null;
      if (!site) continue;
      if (isTurn) huntFields(site, likeness, hunted);
      if ((forests || !likeness) && way.goneField === undefined) huntRecords(site, forests, hunted);
    }
  }
  return hunted;
};
