/** The step that reads the one record of a page, as an example shows it. */
import type { Element } from "domhandler";
import type { ExampleRecord } from "../../../contract/recordExamples.ts";
import type { PageDocument } from "../../extract/extract.ts";
import { isAround } from "../page/detail.ts";
import { type Chosen, decide, optionsOfAll, tellPlace } from "./choose.ts";
import type { ExampleDraft } from "./draft.ts";
import type { FindAllPlaces, FoundFields } from "./find.ts";
import { NOTHING_RULED_OUT, type RuledOut } from "./ruledOut.ts";

/** Added to and taken from a place's score. This and what follows is set by hand. */
const CALLED_BONUS = 3;
const TEXT_BONUS = 3;
const HEADING_BONUS = 4;
const AROUND_COST = 3;
const CONFIDENCE = { label: 0.95, named: 0.9, place: 0.75, position: 0.5 } as const;
/** Of the surety that a place has by its look, what the other pages settle. */
const SETTLED = 0.5;

const isHeading = ({ name, parent }: Element): boolean =>
  name === "h1" || (parent !== null && "name" in parent && parent.name === "h1");

const confidenceOf = ({ option: { written, filled } }: Chosen, pages: number): number => {
  const selector = written.field.source?.selector ?? "";
  const byLook =
    written.label !== null
      ? CONFIDENCE.label
      : /:nth-/.test(selector)
        ? CONFIDENCE.position
        : /^#|\[itemprop|^h1$/.test(selector)
          ? CONFIDENCE.named
          : CONFIDENCE.place;
  return pages < 2 ? byLook : byLook * (1 - SETTLED) + filled * SETTLED;
};

interface ShownPage {
  readonly page: PageDocument;
  readonly found: FoundFields;
}

/** Of each example, the page that holds most of it; a page is that of one example. */
const pagesOf = (
  pages: readonly PageDocument[],
  examples: readonly ExampleRecord[],
  now: number,
  find: FindAllPlaces,
): ShownPage[] => {
  const free = new Set(pages);
  return examples.flatMap((example) => {
    const [best] = [...free]
      .map((page) => {
        const context = { baseUrl: page.baseUrl, language: page.language, now };
        return { page, found: find(page.root, example, context) };
      })
      .sort((left, right) => right.found.size - left.found.size);
    if (!best || best.found.size === 0) return [];
    free.delete(best.page);
    return [best];
  });
};

/** The fields of the pages' own record; null where none of the examples' values is on a page. */
export const draftShownPage = (
  pages: readonly PageDocument[],
  examples: readonly ExampleRecord[],
  now: number,
  find: FindAllPlaces,
  ruledOut: RuledOut = NOTHING_RULED_OUT,
): ExampleDraft | null => {
  const all = pagesOf(pages, examples, now, find);
  const [first] = all;
  if (!first) return null;
  const context = { baseUrl: first.page.baseUrl, language: first.page.language, now };
  const roots = pages.map(({ root }) => root);
  const fields = optionsOfAll({
    examples,
    held: all.map(({ page, found }) => ({ scope: page.root, fields: found })),
    sample: roots,
    scopes: roots,
    isPage: true,
    context,
    ruledOut,
    worth: ({ element, attribute }, called) =>
      (attribute === null ? TEXT_BONUS : 0) +
      (isHeading(element) ? HEADING_BONUS : 0) +
      called * CALLED_BONUS -
      (isAround(element) ? AROUND_COST : 0),
  });
  const { chosen, notes } = decide(fields);
  if (chosen.length === 0 && notes.every(({ code }) => code === "example-not-found")) return null;
  return {
    selector: null,
    chosen,
    notes,
    count: 1,
    filled: 1,
    likeness: 1,
    places: chosen.map((each) => tellPlace(each, false, confidenceOf(each, pages.length))),
  };
};
