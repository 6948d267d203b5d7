/** Decides between one item and many on small pages, by rules. */
import { findAll, findOne } from "domutils";
import { textOf } from "../../page/text.ts";
import { type Candidate, findOthers } from "../../regions/rate.ts";
import { coveredBy, isCovered } from "../../regions/regions.ts";
import { isArticle, isProduct, isRecipe, listAlike } from "../../sources/subject.ts";
import { conceptOf } from "../../vocabulary/concepts.ts";
import words from "../../vocabulary/pages.json" with { type: "json" };
import type { PageView } from "../pageFacts.ts";
import { isNamed, lookBeside, sells } from "./kindFeatures.ts";

/** Points in favour of many. Policy as data; the records' own points are in `rate.ts`. */
const POINTS = {
  listPage: 2,
  counted: 1,
  paged: 0.5,
  article: -1,
  product: -2.5,
  sells: -4,
  priced: -2,
  someProse: -1,
  muchProse: -4.5,
  recipe: -4,
  said: -5,
  entities: 3,
} as const;
const ENOUGH = 2.5;

const COUNTED = new RegExp(
  String.raw`(?<![\p{L}\d.,])\d[\d.,  ]*\+?\s*(?:${words.results.join("|")})(?!\p{L})`,
  "iu",
);
const PAGED = /(?:^|[\s_-])(?:pagination|pager|paging|page-numbers|load-?more)(?:[\s_-]|$)/i;
const MAX_COUNT_WORDS = 10;
/** Whether a short text outside the records counts results. */
const isCounted = ({ content }: PageView, covered: ReadonlySet<unknown>): boolean =>
  content.blocks.some(
    (block) => block.words <= MAX_COUNT_WORDS && !isCovered(block, covered) && COUNTED.test(block.text),
  );

/** A heading for the ingredients and one for the instructions make a recipe, regardless of cards below it. */
const hasRecipe = ({ content }: PageView): boolean => {
  if (!content.top) return false;
  const concepts = findAll(({ name }) => /^h[2-5]$/.test(name), content.top.children)
    .slice(0, 80)
    .map((heading) => conceptOf(textOf(heading)));
  return concepts.includes("ingredients") && concepts.includes("instructions");
};

const isPaged = ({ content: { top } }: PageView): boolean =>
  top !== null &&
  findOne(({ attribs }) => PAGED.test(`${attribs.class ?? ""} ${attribs.id ?? ""}`), top.children, true) !==
    null;

const CARD_WORDS = 8;
const FEW_WORDS = 40;
const MANY_CARDS = 6;

/** Linked cards are either the list, or related items beside the page's subject. */
const areCards = ({ region, shape }: Candidate): boolean =>
  region.leads &&
  region.records.length >= MANY_CARDS &&
  Math.max(shape.priced, shape.pictured, shape.dated) >= 0.5 &&
  !shape.isAside &&
  !shape.isSaid;

/**
 * Running text suggests a single item. Shops put text for search engines below their products, so if the records are
 * cards, only text above them counts, and each card adds a fixed number of words.
 */
const rateProse = (
  candidate: Candidate,
  { before, prose, inside }: ReturnType<typeof lookBeside>,
): number => {
  const cards = areCards(candidate);
  const words = cards ? before : prose;
  const wordsInside = inside + (cards ? candidate.region.records.length * CARD_WORDS : 0);
  const share = words / Math.max(1, words + wordsInside);
  if (share > 0.6 && words > 80) return POINTS.muchProse;
  return share > 0.35 && words > FEW_WORDS ? POINTS.someProse : 0;
};

/** Points for the page outside its records. */
const ratePage = (view: PageView, candidate: Candidate, others: ReadonlySet<unknown>): number => {
  const { kind } = view.content.traits;
  const covered = coveredBy(candidate.region.records);
  const beside = lookBeside(view, covered);
  return (
    (kind === "list" ? POINTS.listPage : 0) +
    (isCounted(view, covered) ? POINTS.counted : 0) +
    (isPaged(view) ? POINTS.paged : 0) +
    (kind === "article" ? POINTS.article : 0) +
    (kind === "product" ? POINTS.product : 0) +
    (sells(view, new Set([...covered, ...others])) ? POINTS.sells : 0) +
    (beside.priced > 0 && candidate.shape.priced > 0 ? POINTS.priced : 0) +
    (hasRecipe(view) ? POINTS.recipe : 0) +
    (candidate.shape.isSaid ? POINTS.said : 0) +
    rateProse(candidate, beside)
  );
};

/** A site's front page is not an article, even if its markup says so. */
const isFront = ({ page, subject }: PageView): boolean =>
  subject !== null && isArticle(subject) && URL.parse(page.baseUrl)?.pathname === "/";

/** Whether the markup describes a recipe, a product, or something the page is named after. */
const isAboutOne = (view: PageView): boolean => {
  const { subject, titles } = view;
  return (
    subject !== null &&
    !isFront(view) &&
    (isRecipe(subject) || isNamed(subject.properties, titles) || isProduct(subject))
  );
};

/** What speaks for a page being a list, by rules: -Infinity if it is about one thing, Infinity if it is a thread. */
export const countPoints = (view: PageView, candidates: readonly Candidate[]): number => {
  const isListed = listAlike(view.entities, view.titles).length > 0;
  const [best] = candidates;
  if (isAboutOne(view) || (!best && !isListed)) return Number.NEGATIVE_INFINITY;
  if (!best || view.content.traits.kind === "thread") return Number.POSITIVE_INFINITY;
  return best.points + (isListed ? POINTS.entities : 0) + ratePage(view, best, findOthers(candidates));
};

/** Whether a page is a list, by rules: for pages too small for the forest that judges by looks. */
export const decideByPoints = (view: PageView, candidates: readonly Candidate[]): boolean =>
  countPoints(view, candidates) >= ENOUGH;
