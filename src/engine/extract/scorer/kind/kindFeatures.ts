/** Features for deciding between one item and many: numbers by name, for a forest. */
import { findAll } from "domutils";
import type { OutputSchema } from "../../../../contract/fields/outputSchema.ts";
import { isAction } from "../../page/references.ts";
import { elementsNamed } from "../../page/tags.ts";
import { textOf } from "../../page/text.ts";
import { holds, isWithin } from "../../page/tree.ts";
import { type Candidate, LIKELY } from "../../regions/rate.ts";
import { coveredBy, isCovered } from "../../regions/regions.ts";
import { isArticle, isProduct, isRecipe, listAlike } from "../../sources/subject.ts";
import { PRICED } from "../../values/prices.ts";
import { BUYS } from "../../values/stock.ts";
import { lettersOf } from "../../values/text.ts";
import { conceptOf } from "../../vocabulary/concepts.ts";
import type { PageView } from "../pageFacts.ts";

export type Features = Readonly<Record<string, number>>;

/** Whether an entity's name matches one of the page's titles. */
export const isNamed = (
  properties: Readonly<Record<string, unknown>>,
  titles: readonly string[],
): boolean => {
  const name = lettersOf(properties.name ?? properties.headline);
  return (
    name.length > 2 &&
    titles.map(lettersOf).some((title) => title !== "" && (title.includes(name) || name.includes(title)))
  );
};

const MAX_PRICE_WORDS = 10;
const PROSE_WORDS = 25;

/** Counts words of running text outside the records, and prices there. */
export const lookBeside = ({ content }: PageView, covered: ReadonlySet<unknown>) => {
  let before = 0;
  let prose = 0;
  let paragraphs = 0;
  let inside = 0;
  let kept = 0;
  let keptInside = 0;
  let priced = 0;
  content.blocks.forEach((block) => {
    const { text, words: size, linkWords } = block;
    const isKept = content.kept.has(block);
    kept += isKept ? size : 0;
    if (isCovered(block, covered)) {
      inside += size;
      keptInside += isKept ? size : 0;
    } else if (isKept && size >= PROSE_WORDS && linkWords < size * 0.3) {
      prose += size;
      paragraphs++;
      if (inside === 0) before += size;
    } else if (size <= MAX_PRICE_WORDS) priced += isKept && PRICED.test(text) ? 1 : 0;
  });
  return { before, prose, paragraphs, inside, kept, keptInside, priced };
};

/** A link "Shop now" leads to more of the shop. */
const LEADS_ON = /^(?:shop|order) now/i;

/** Whether the page itself can be bought, rather than a record on it (`covered`). */
export const sells = ({ content }: PageView, covered: ReadonlySet<unknown>): boolean =>
  content.top !== null &&
  findAll(isAction, content.top.children).some((button) => {
    const text = (textOf(button) || (button.attribs.value ?? button.attribs["aria-label"] ?? "")).trim();
    return BUYS.test(text) && !(button.name === "a" && LEADS_ON.test(text)) && !isWithin(button, covered);
  });

const log = (value: number): number => Math.log1p(Math.max(0, value));
const NONE = -1;

/** Features of the URL: lists are near the root of a site, single items have long names and numbers. */
const describeAddress = ({ page }: PageView): Features => {
  const url = URL.parse(page.baseUrl);
  const parts = (url?.pathname ?? "").split("/").filter((part) => part !== "");
  const last = parts.at(-1) ?? "";
  return {
    depth: parts.length,
    lastWords: last.split(/[^\p{L}\p{N}]+/u).filter((word) => /\p{L}{2}/u.test(word)).length,
    lastDigits: (last.match(/\d/g) ?? []).length,
    isPlural: Number(/s\/?$/.test(last.replace(/\.\w+$/, ""))),
    query: url?.search ? url.searchParams.size : 0,
  };
};

const describeMarkup = ({ entities, subject, titles }: PageView): Features => ({
  entities: entities.length,
  listed: listAlike(entities, titles).length,
  hasSubject: Number(subject !== null),
  isNamed: Number(subject !== null && isNamed(subject.properties, titles)),
  saysArticle: Number(subject !== null && isArticle(subject)),
  saysProduct: Number(subject !== null && isProduct(subject)),
  saysRecipe: Number(subject !== null && isRecipe(subject)),
});

const describeContent = (view: PageView): Features => {
  const { traits, blocks, kept, top } = view.content;
  const own = blocks.filter((block) => kept.has(block));
  const words = own.reduce((sum, block) => sum + block.words, 0);
  const linkWords = own.reduce((sum, block) => sum + block.linkWords, 0);
  const count = (name: string): number =>
    elementsNamed(view.page.root, name).filter((element) => top !== null && holds(top, element)).length;
  return {
    isArticle: Number(traits.kind === "article"),
    isProduct: Number(traits.kind === "product"),
    isList: Number(traits.kind === "list"),
    isThread: Number(traits.kind === "thread"),
    hasMain: Number(traits.hasMain),
    hasArticle: Number(traits.hasArticle),
    hasProduct: Number(traits.saysProduct),
    alikeBoxes: log(traits.records),
    keptWords: log(words),
    keptLinks: words === 0 ? 0 : linkWords / words,
    keptLength: own.length === 0 ? 0 : words / own.length,
    firstHeadings: count("h1"),
    secondHeadings: log(count("h2")),
    articles: log(count("article")),
  };
};

/** Features of a region's records. */
const describeRegion = (candidate: Candidate | undefined): Features => {
  const { region, shape } = candidate ?? {};
  const of = (value: number | boolean | undefined): number => (value === undefined ? NONE : Number(value));
  return {
    points: of(candidate?.points),
    count: region ? log(region.records.length) : NONE,
    share: of(region?.share),
    leads: of(region?.leads),
    holds: of(region?.holds),
    alike: of(shape?.alike),
    even: of(shape?.even),
    fields: of(shape?.fields),
    words: shape ? log(shape.words) : NONE,
    priced: of(shape?.priced),
    pictured: of(shape?.pictured),
    dated: of(shape?.dated),
    isPairs: of(shape?.isPairs),
    isAside: of(shape?.isAside),
    isSaid: of(shape?.isSaid),
    isFeatured: of(shape?.isFeatured),
    isHeadless: of(shape?.isHeadless),
    isInTurns: of(shape?.isInTurns),
    isRanked: of(shape?.isRanked),
  };
};

const describeBeside = (view: PageView, candidates: readonly Candidate[]): Features => {
  const records = candidates[0]?.region.records ?? [];
  const covered = coveredBy(records);
  const beside = lookBeside(view, covered);
  const share = (words: number, rest: number): number => words / Math.max(1, words + rest);
  return {
    proseBefore: log(beside.before),
    prose: log(beside.prose),
    paragraphs: log(beside.paragraphs),
    beforeShare: share(beside.before, beside.inside),
    proseShare: share(beside.prose, beside.inside),
    keptInside: beside.kept === 0 ? 0 : beside.keptInside / beside.kept,
    pricesBeside: log(beside.priced),
  };
};

/** All features of a page that are known before it is read as one item or many. */
export const describeKind = (
  view: PageView,
  candidates: readonly Candidate[],
  schema: OutputSchema | null,
): Features => {
  const names = Object.keys(schema ?? {});
  const [first] = candidates;
  return {
    ...describeAddress(view),
    ...describeMarkup(view),
    ...describeContent(view),
    ...describeRegion(first),
    likely: candidates.filter(({ points }) => points >= LIKELY).length,
    ...describeBeside(view, candidates),
    asked: names.length,
    known: names.length === 0 ? NONE : names.filter((name) => conceptOf(name) !== null).length / names.length,
    filled: first?.filled ?? NONE,
  };
};
