import type { DescribedSchema } from "../../../contract/outputSchema.ts";
import type { PageDocument } from "../page/document.ts";
import { findRegions } from "../regions/regions.ts";
import { flattenEntity } from "../sources/markup/flatten.ts";
import { readState } from "../sources/markup/state.ts";
import { findStatedDate } from "./claims/settle.ts";
import { readWords } from "./describe.ts";
import { completeEvents, saysOneDay } from "./eventList.ts";
import { isMany, isOneAsked, readNumber } from "./kind.ts";
import { readPageLabels } from "./labels.ts";
import { findLanguage } from "./language.ts";
import { extractList, findCandidates } from "./list.ts";
import type { MatchedItem } from "./match.ts";
import { readNamed } from "./named.ts";
import { extractOne } from "./one.ts";
import type { Asked } from "./otherNames.ts";
import { viewPage } from "./pageFacts.ts";
import { createReadOne } from "./readings.ts";

export interface DataQuery {
  /** Field → type of the items, optionally with descriptions. If absent or empty, the page decides. */
  readonly schema?: DescribedSchema | undefined;
  /** What to extract, in words: names fields, explains those of the schema, or asks for one item or all. */
  readonly instructions?: string | undefined;
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
}

/** Extracts structured data from a page of markup; see `extract.ts`. */
export const extractData = (
  page: PageDocument,
  { schema, otherNames, instructions = "", now }: AskedQuery,
): ExtractedData => {
  const view = viewPage(page, now, otherNames);
  const wanted =
    schema && Object.keys(schema).length > 0
      ? schema
      : readWords(instructions, () => readPageLabels(page.root.children));
  const regions = findRegions(view.content);
  const isOne = isOneAsked(view, wanted, instructions);
  const candidates = findCandidates(view, regions, isOne ? null : wanted);
  const readOne = createReadOne(view, regions, candidates, wanted);
  const isAll = readNumber(instructions) === "all";
  const isList = !isOne && (isAll || isMany(view, candidates, wanted, readOne));
  const list = isList ? extractList(view, candidates, wanted) : [];
  const isSole =
    isAll &&
    saysOneDay(list, candidates[0]?.region.records ?? [], wanted) &&
    !isMany(view, candidates, wanted, readOne);
  const one = list.length === 0 || isSole ? readOne() : null;
  if (list.length === 0) return { kind: "detail", results: one ? [one] : [] };
  return { kind: "list", results: completeEvents(one ? [one] : list, readOne, wanted, view) };
};

/** Whether a page of markup is one item or a list, if nobody asks for anything: as `extractData` says, without reading the item. */
export const findKind = (page: PageDocument, now: number): ExtractedData["kind"] => {
  const view = viewPage(page, now);
  if (isOneAsked(view, null, "")) return "detail";
  const regions = findRegions(view.content);
  const candidates = findCandidates(view, regions, null);
  const isList = isMany(view, candidates, null, createReadOne(view, regions, candidates, null));
  return isList && extractList(view, candidates, null).length > 0 ? "list" : "detail";
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
