/** Training data for the decision between one item and many: pages, with the features known before the decision. */

import { type OutputSchema, parseDocument } from "../../../src/engine/extract/extract.ts";
import { findRegions } from "../../../src/engine/extract/regions/regions.ts";
import { describeKind } from "../../../src/engine/extract/scorer/kindFeatures.ts";
import { findCandidates } from "../../../src/engine/extract/scorer/list.ts";
import { viewPage } from "../../../src/engine/extract/scorer/pageFacts.ts";
import { askedOf, isMany } from "../score/kind.ts";
import { type Entry, loadSet, type Split } from "../sets.ts";

const NOW = Date.UTC(2026, 10, 21);

export interface KindSample {
  readonly entry: Entry<unknown>;
  /** Whether fields are requested. */
  readonly isAsked: boolean;
  readonly features: Readonly<Record<string, number>>;
  readonly isMany: boolean;
}

/** Typical requests. Each page is used with two of them, and with none. */
const QUESTIONS: readonly OutputSchema[] = [
  { title: "string", price: "price" },
  { name: "string", url: "url", image: "image" },
  { title: "string", author: "string", date: "date" },
  { name: "string", brand: "string", price: "price", rating: "number" },
  { title: "string", description: "string" },
];
const ASKED = 2;

const SETS = ["content", "pages", "fields", "lists", "articles", "recipes", "events"] as const;

const describeEntry = (entry: Entry<unknown>, at: number): KindSample[] => {
  const many = isMany(entry);
  if (many === null) return [];
  const view = viewPage(parseDocument(entry.read(), entry), NOW);
  const regions = findRegions(view.content);
  const own = askedOf(entry);
  const asked = own
    ? [own]
    : Array.from({ length: ASKED }, (_, step) => QUESTIONS[(at + step * 2) % QUESTIONS.length] ?? null);
  return [null, ...asked].map((schema) => ({
    entry,
    isAsked: schema !== null,
    features: describeKind(view, findCandidates(view, regions, schema), schema),
    isMany: many,
  }));
};

/** The samples of a split; `isTaken` selects the pages, to save time. */
export const loadKindSamples = (
  split: Split,
  isTaken: (entry: Entry<unknown>, at: number) => boolean = () => true,
): KindSample[] =>
  SETS.flatMap((set) => loadSet<unknown>(set, split))
    .filter(isTaken)
    .flatMap(describeEntry);
