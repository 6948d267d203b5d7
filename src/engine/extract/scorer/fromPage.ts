import type { DescribedSchema } from "../../../contract/fields/outputSchema.ts";
import type { PageDocument } from "../page/document.ts";
import { listColumns } from "../regions/columns.ts";
import { findOthers } from "../regions/rate.ts";
import { findRegions } from "../regions/regions.ts";
import { flattenEntity } from "../sources/markup/flatten.ts";
import { readState } from "../sources/markup/state.ts";
import { findStatedDate } from "./claims/settle.ts";
import { namedColumns, readWords } from "./describe.ts";
import { completeEvents, saysOneDay } from "./events/eventList.ts";
import { chooseKind, isOneAsked, readNumber } from "./kind/kind.ts";
import { createReadOne } from "./kind/readings.ts";
import { readPageLabels } from "./labels.ts";
import { findLanguage } from "./language.ts";
import type { MatchedItem } from "./match.ts";
import { readNamed } from "./named.ts";
import { extractOne } from "./one.ts";
import type { Asked } from "./otherNames.ts";
import { viewPage } from "./pageFacts.ts";
import { findCandidates } from "./records/candidates.ts";
import { extractList, guessList } from "./records/list.ts";
import { guessTexts } from "./single/guessTexts.ts";

export interface DataQuery {
  /** Field → type of the items, optionally with descriptions. If absent or empty, the page decides. */
  readonly schema?: DescribedSchema | undefined;
  /** What to extract, in words: names fields, explains those of the schema, or asks for one item or all. */
  readonly instructions?: string | undefined;
  /** Whether to read the page as one item or as all of its records. If absent, the instructions or the page decide. */
  readonly records?: "one" | "all" | undefined;
  /** Whether to give the other reading, too, if it is not sure whether the page is one item or a list. */
  readonly withOther?: boolean | undefined;
  /** Milliseconds since the epoch, the base for "3 days ago". */
  readonly now: number;
}

/** A query that includes all alternative names of its fields. */
export interface AskedQuery extends Partial<Asked>, Omit<DataQuery, "schema"> {}

export interface ExtractedData {
  /** `detail`: one item about the page; `list`: one item per record. */
  readonly kind: "detail" | "list";
  /** Items with the source, confidence and path of each value, by field. */
  readonly results: readonly MatchedItem[];
  /** With `withOther`: the reading that was not chosen, and how likely it is, from 0 to 1. Absent if it is unlikely or empty. */
  readonly other?: Omit<ExtractedData, "other"> & { readonly likelihood: number };
}

/**
 * The likelihood from which the reading that was not chosen is given, too. With each source left out, one of the two is then right
 * for .932 instead of .868 of the lists and .978 instead of .918 of the single pages, and 29 % and 20 % have a second one
 * (docs/adr/0061).
 */
const MIN_OTHER = 0.15;
/** The likelihood of a reading if a rule chose the other. */
const EVEN = 0.5;

/** Extracts structured data from a page of markup; see `extract.ts`. */
export const extractData = (
  page: PageDocument,
  { schema, otherNames, instructions = "", records, withOther = false, now }: AskedQuery,
): ExtractedData => {
  const view = viewPage(page, now, otherNames);
  const isGiven = schema !== undefined && Object.keys(schema).length > 0;
  const readLabels = () => readPageLabels(page.root.children);
  const first = isGiven ? schema : readWords(instructions, readLabels);
  const regions = findRegions(view.content);
  const number = records ?? readNumber(instructions);
  const isOne = isOneAsked(view, first, number);
  const found = findCandidates(view, regions, isOne ? null : first);
  // Instructions can name the columns of the list that is meant, too; those of another table are words like any.
  const columns =
    isGiven || isOne || instructions === ""
      ? []
      : namedColumns(instructions, listColumns(found[0]?.region.records ?? []), first);
  const wanted = columns.length === 0 ? first : readWords(instructions, () => [...readLabels(), ...columns]);
  const candidates = columns.length === 0 ? found : findCandidates(view, regions, wanted);
  const readOne = createReadOne(view, regions, candidates, wanted);
  const choose = () => chooseKind(view, candidates, wanted, readOne);
  /** The list of a page that looks like one, but of whose records nothing is named; empty for any other page. */
  const readUnnamed = (): readonly MatchedItem[] => {
    if (wanted === null || isOne) return [];
    const byLooks = findCandidates(view, regions, null);
    return chooseKind(view, byLooks, null, readOne).isMany ? guessList(view, byLooks, wanted) : [];
  };
  const complete = (items: readonly MatchedItem[]): ExtractedData => ({
    kind: "list",
    results: completeEvents(items, readOne, wanted, view),
  });
  const completeOne = (one: MatchedItem): MatchedItem =>
    wanted === null ? one : guessTexts(view, one, wanted, findOthers(candidates, view.titles));
  const readAs = (isMany: boolean): ExtractedData => {
    const list = isMany ? extractList(view, candidates, wanted) : [];
    if (list.length > 0) return complete(list);
    const one = readOne();
    const unnamed = one === null ? readUnnamed() : [];
    if (unnamed.length > 0) return complete(unnamed);
    return { kind: "detail", results: one ? [completeOne(one)] : [] };
  };
  /** All events of a page, or its one event if they can be parts of it. */
  const readEvents = (all: ExtractedData): ExtractedData => {
    if (!saysOneDay(all.results, candidates[0]?.region.records ?? [], readOne, wanted)) return all;
    const { isMany, likelihood } = choose();
    const one = isMany ? null : readOne();
    if (one === null) return all;
    const sole = complete([{ ...one, rows: all.results.length }]);
    return withOther ? { ...sole, other: { ...all, likelihood: likelihood ?? EVEN } } : sole;
  };
  if (isOne || number === "all") {
    const read = readAs(!isOne);
    // A sentence asks for all events of a page that may be about one.
    return read.kind === "list" && records === undefined ? readEvents(read) : read;
  }
  const { isMany, likelihood } = choose();
  const chosen = readAs(isMany);
  const ofOther = likelihood === null ? 0 : isMany ? 1 - likelihood : likelihood;
  if (!withOther || ofOther < MIN_OTHER) return chosen;
  const other = readAs(!isMany);
  const isThere = other.kind !== chosen.kind && other.results.length > 0;
  return isThere ? { ...chosen, other: { ...other, likelihood: ofOther } } : chosen;
};

/** Whether a page of markup is one item or a list, if nobody asks for anything: as `extractData` says, without reading the item. */
export const findKind = (page: PageDocument, now: number): ExtractedData["kind"] => {
  const view = viewPage(page, now);
  if (isOneAsked(view, null, null)) return "detail";
  const regions = findRegions(view.content);
  const candidates = findCandidates(view, regions, null);
  const { isMany } = chooseKind(view, candidates, null, createReadOne(view, regions, candidates, null));
  return isMany && extractList(view, candidates, null).length > 0 ? "list" : "detail";
};

const DOCUMENT = { title: "string", markdown: "string" } as const;

/** A page as one document, whatever it lists. */
export const extractDocument = (page: PageDocument, now: number) => {
  const view = viewPage(page, now);
  const regions = findRegions(view.content);
  const one = extractOne(view, regions, findCandidates(view, regions, null), DOCUMENT);
  const facts = [
    ...view.meta,
    ...(view.subject ? flattenEntity(view.subject) : []),
    ...readState(page, view.titles),
    ...readNamed(page.root, { date: "date" }, new Set()),
  ];
  return {
    title: one?.item.title,
    markdown: one?.item.markdown,
    language: findLanguage(view),
    date: findStatedDate(view, facts),
  };
};
