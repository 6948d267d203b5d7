/** Scores healing: flows are generated for real pages, the pages are redesigned, and the flows run again. */
import type { Element } from "domhandler";
import { isTag } from "domhandler";
import { getOuterHTML } from "domutils";
import { type Field, parseField } from "../../src/contract/fields/fields.ts";
import type { OutputSchema } from "../../src/contract/fields/outputSchema.ts";
import { type PageDocument, parseDocument } from "../../src/engine/extract/extract.ts";
import {
  basisOf,
  extractWatched,
  newTrack,
  nextPrint,
  type StepPrint,
} from "../../src/engine/extract/slots/healing/index.ts";
import { extractRecords } from "../../src/engine/extract/slots/records.ts";
import { compileSelector } from "../../src/engine/extract/slots/select.ts";
import { generateFlow } from "../../src/engine/generate/index.ts";
import { bagF1, overlap } from "./measures.ts";
import { changeTexts, MUTATIONS, redesign, removeAll } from "./mutations.ts";
import { type EvalPage, seededRandom } from "./pages.ts";
import { NOW } from "./sets.ts";

const SEED = 5;
export const PROMPTS: Readonly<Record<string, string>> = {
  listing: "All entries of this list with title, link, date and summary",
  collection: "All products with name, price, link and image",
  product: "This product's title, price, brand, sku and image",
  recipe: "The recipe on this page: title, author, ingredients, instructions, total time and image",
};
/** The share of values that must be right. */
const RIGHT = 0.9;
const MIN_RECORDS = 3;
const REDESIGNS = 3;

export type Verdict = "untouched" | "right" | "wrong" | "givenUp" | "unseen";

export interface Trial {
  readonly page: string;
  readonly kind: string;
  readonly mutation: string;
  readonly isNewContent: boolean;
  readonly field: string;
  readonly verdict: Verdict;
  readonly detail: string;
}

interface StepQuery {
  readonly selector?: string | undefined;
  readonly fields: readonly Field[];
  readonly schema: OutputSchema;
  readonly now: number;
}

const parse = (html: string, url: string): PageDocument => parseDocument(html, { url });
const valuesOf = (records: readonly Readonly<Record<string, unknown>>[], name: string): string[] =>
  records
    .map((record) => record[name])
    .filter((value) => value !== null && value !== undefined && !(Array.isArray(value) && value.length === 0))
    .map((value) => JSON.stringify(value).replace(/\s+/g, " "));

const verdictOf = (
  truth: readonly string[],
  broken: readonly string[],
  healed: readonly string[],
): Verdict => {
  if (bagF1(healed, truth) >= RIGHT) return bagF1(broken, truth) >= RIGHT ? "untouched" : "right";
  if (healed.length === 0 || overlap(healed, truth) / healed.length >= RIGHT)
    return bagF1(broken, truth) >= RIGHT ? "wrong" : "givenUp";
  return healed.join() === broken.join() ? "unseen" : "wrong";
};

const recordsOf = (page: PageDocument, { selector }: StepQuery): Element[] =>
  selector === undefined ? [] : compileSelector(selector)(page.root);

const placesOf = (page: PageDocument, query: StepQuery): Element[] => {
  const scopes = query.selector === undefined ? [page.root] : recordsOf(page, query);
  return scopes.flatMap((scope) =>
    query.fields.flatMap(({ source, list }) =>
      source && source.selector !== "" && source.selector !== ":scope"
        ? compileSelector(source.selector, !list)(scope)
        : [],
    ),
  );
};

/** The page before and after the redesign, optionally with changed content. */
const twoDays = ({ html, url }: EvalPage, query: StepQuery, isNewContent: boolean): [string, string] => {
  if (!isNewContent) return [html, html];
  const half = (keepFirst: boolean): string => {
    const page = parse(html, url);
    const records = recordsOf(page, query);
    const middle = Math.ceil(records.length / 2);
    removeAll(records.filter((_, index) => index < middle !== keepFirst));
    return getOuterHTML(page.root);
  };
  if (query.selector !== undefined) return [half(true), half(false)];
  const page = parse(html, url);
  changeTexts(
    page.root,
    placesOf(page, query).filter(({ name }) => name !== "meta"),
  );
  return [html, getOuterHTML(page.root)];
};

const learn = (html: string, url: string, query: StepQuery): StepPrint | undefined => {
  const track = newTrack();
  extractWatched({ document: parse(html, url), url, query, track, print: undefined });
  const print = nextPrint(track, undefined, basisOf(query));
  // As between two runs, prints are stored as JSON.
  return print && (JSON.parse(JSON.stringify(print)) as StepPrint);
};

const tryMutation = (
  page: EvalPage,
  query: StepQuery,
  {
    names,
    isNewContent,
    random,
    goneField,
  }: { names: readonly string[]; isNewContent: boolean; random: () => number; goneField?: number },
): Trial[] => {
  const { url } = page;
  const [before, after] = twoDays(page, query, isNewContent);
  const print = learn(before, url, query);
  const truth = extractRecords(parse(after, url), query).records;
  const rebuilt = parse(after, url);
  // A field read from the record itself cannot be removed without the record.
  const removable = query.fields.filter(
    (field) => placesOf(rebuilt, { ...query, fields: [field] }).length > 0,
  );
  const gone = goneField === undefined ? null : removable[goneField % removable.length];
  if (goneField !== undefined && !gone) return [];
  if (gone) removeAll(placesOf(rebuilt, { ...query, fields: [gone] }));
  for (const name of names)
    MUTATIONS[name]?.(
      {
        root: rebuilt.root,
        records: recordsOf(rebuilt, query).filter(isTag),
        places: placesOf(rebuilt, query),
      },
      random,
    );
  const html = getOuterHTML(rebuilt.root);
  const broken = extractRecords(parse(html, url), query).records;
  const track = newTrack();
  const { records } = extractWatched({ document: parse(html, url), url, query, track, print });
  return query.fields
    .filter(
      (field) => field.source !== null && valuesOf(truth, field.name).length > 0 && (!gone || field === gone),
    )
    .map(({ name }) => {
      const [wanted, lost, healed] = [gone ? [] : truth, broken, records].map((each) =>
        valuesOf(each, name),
      ) as [string[], string[], string[]];
      return {
        page: page.id,
        kind: page.kind,
        mutation: gone
          ? names.length > 0
            ? "value gone, classes renamed"
            : "value gone"
          : names.length > 1
            ? "redesign"
            : (names[0] ?? ""),
        isNewContent,
        field: name,
        // A removed value may also appear elsewhere on the page.
        verdict:
          gone && bagF1(healed, valuesOf(truth, name)) >= RIGHT
            ? "untouched"
            : verdictOf(wanted, lost, healed),
        detail: JSON.stringify({
          names,
          from: query.fields.find((field) => field.name === name)?.source?.selector,
          region: track.selector?.text,
          mend: track.fields[name],
          wanted: wanted.slice(0, 2),
          healed: healed.slice(0, 2),
          n: [wanted.length, lost.length, healed.length],
        }),
      };
    });
};

const stepsOf = (page: EvalPage): StepQuery[] => {
  const { html, url, kind } = page;
  const flow = generateFlow({ url, document: parse(html, url), isRendered: false }, PROMPTS[kind] ?? "", NOW);
  return (flow?.steps ?? []).flatMap((step) =>
    step.type === "extract" && step.fields
      ? [
          {
            selector: step.selector,
            fields: step.fields.map(parseField),
            schema: (flow?.outputSchema ?? {}) as OutputSchema,
            now: NOW,
          },
        ]
      : [],
  );
};

/** Tries every redesign on each page, half of them with new content, and removes single values. */
export const tryHealing = (pages: readonly EvalPage[]): Trial[] =>
  pages.flatMap((given, index) => {
    const page = URL.canParse(given.url) ? given : { ...given, url: `https://${given.url}` };
    const random = seededRandom(SEED * 1_000 + index);
    const [query] = stepsOf(page);
    if (!query) return [];
    const count = recordsOf(parse(page.html, page.url), query).length;
    if (query.selector !== undefined && count < MIN_RECORDS * 2) return [];
    const ways = [
      ...Object.keys(MUTATIONS).map((name) => [name]),
      ...Array.from({ length: REDESIGNS }, () => redesign(random)),
    ];
    const tried = ways.map((names, way) => ({ names, isNewContent: (way + index) % 2 === 0, random }));
    const gone = [0, 1, 2, 3].map((goneField) => ({
      names: goneField % 2 === 0 ? [] : ["classes renamed"],
      isNewContent: goneField < 2,
      random,
      goneField,
    }));
    return [...tried, ...gone].flatMap((how) => tryMutation(page, query, how));
  });
