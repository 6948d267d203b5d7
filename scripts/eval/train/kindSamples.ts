/** Training data for the decision between one item and many: pages, with the features known before the decision. */

import { parseDocument } from "../../../src/engine/extract/extract.ts";
import { findRegions } from "../../../src/engine/extract/regions/regions.ts";
import { describeAsked, isOneAsked } from "../../../src/engine/extract/scorer/kind/kind.ts";
import { describeKind } from "../../../src/engine/extract/scorer/kind/kindFeatures.ts";
import { extractOne } from "../../../src/engine/extract/scorer/one.ts";
import { viewPage } from "../../../src/engine/extract/scorer/pageFacts.ts";
import { findCandidates } from "../../../src/engine/extract/scorer/records/candidates.ts";
import { requestsFor } from "../requests.ts";
import { type EventTruth, visitOf } from "../score/events.ts";
import { isMany } from "../score/kind.ts";
import { type Entry, loadSet, NOW, type Split } from "../sets.ts";
import { schemaOf, type WrittenPage } from "../written/pages.ts";
import { loadPagerPages } from "./pagerPages.ts";

/** What the set of the pages is called that were written for this. */
export const WRITTEN = "written";

export interface KindSample {
  readonly entry: Entry<unknown>;
  /** Whether fields are requested: only then both readings are compared. */
  readonly isAsked: boolean;
  readonly features: Readonly<Record<string, number>>;
  readonly isMany: boolean;
}

const SETS = ["content", "pages", "fields", "lists", "articles", "recipes", "events"] as const;

const describeEntry = (entry: Entry<unknown>, at: number): KindSample[] => {
  const many = isMany(entry);
  if (many === null) return [];
  const now = entry.set === "events" ? visitOf(entry.truth as EventTruth) : NOW;
  const view = viewPage(parseDocument(entry.read(), entry), now);
  const regions = findRegions(view.content);
  // By looks alone, pages with a pager teach nothing: over left-out sources and two seeds, lists and singles change by .007 at most.
  const requests = entry.set === "pagers" ? requestsFor(entry, at) : [null, ...requestsFor(entry, at)];
  return requests.flatMap((schema) => {
    const candidates = findCandidates(view, regions, schema);
    // The request or the page decides without a forest.
    const [first] = candidates;
    if (first === undefined || isOneAsked(view, schema, null)) return [];
    const looks = describeKind(view, candidates, schema);
    const features = schema
      ? describeAsked(looks, first, extractOne(view, regions, candidates, schema), schema)
      : looks;
    return [{ entry, isAsked: schema !== null, features, isMany: many }];
  });
};

/** A sample to learn from: of a set, or of a page that was written for this. */
export interface KindLesson extends Omit<KindSample, "entry"> {
  readonly entry: { readonly set: string };
}

/** The samples of pages that were written for this: short ones, too, of which the sets have few. */
export const writtenKindSamples = (pages: readonly WrittenPage[]): KindLesson[] =>
  pages.flatMap((page) => {
    const schema = schemaOf(page);
    const view = viewPage(parseDocument(page.html, { url: page.url }), NOW);
    const regions = findRegions(view.content);
    const candidates = findCandidates(view, regions, schema);
    const [first] = candidates;
    if (first === undefined || isOneAsked(view, schema, null)) return [];
    const looks = describeKind(view, candidates, schema);
    const features = describeAsked(looks, first, extractOne(view, regions, candidates, schema), schema);
    return [{ entry: { set: WRITTEN }, isAsked: true, features, isMany: page.kind === "list" }];
  });

/** The samples of a split; `isTaken` selects the pages, to save time. */
export const loadKindSamples = (
  split: Split,
  isTaken: (entry: Entry<unknown>, at: number) => boolean = () => true,
): KindSample[] =>
  [...SETS.flatMap((set) => loadSet<unknown>(set, split)), ...loadPagerPages(split)]
    .filter(isTaken)
    .flatMap(describeEntry);
