/**
 * Scores generated flows: for each of up to 60 real pages of one split, a flow is generated from a sentence and
 * run on that page by the engine. `docs/quality.md` defines what counts as good.
 */
import type { GeneratedFlow } from "../../src/contract/extraction/generate.ts";
import { type PageDocument, parseDocument, textOf } from "../../src/engine/extract/extract.ts";
import { generateFlow } from "../../src/engine/generate/index.ts";
import { sampleOfCommand } from "../sample.ts";
import { collectItems } from "./collect.ts";
import { isInEntry, plain } from "./entries.ts";
import { mean, wordF1 } from "./measures.ts";
import { type PageTruth, seededRandom } from "./pages.ts";
import { compareRecipe } from "./score/recipes.ts";
import { type Entry, loadSet, NOW, type Split } from "./sets.ts";

const SEED = 30;
/** A good flow returns this share of the page's records. */
const GOOD_SHARE = 0.9;
const TITLE_F1 = 0.8;
const TITLE_SHARE = 0.3;

/** Kinds of page, how many of each, and the prompt. */
const SAMPLE = [
  ["listing", 15, "All entries of this list with title, link and the whole text"],
  ["collection", 15, "All products with name, price, link and the whole text"],
  ["product", 15, "This product's title, price and the whole content"],
  ["recipe", 15, "The recipe on this page: title, author, ingredients, instructions, total time and image"],
] as const;

const SETS = ["content", "pages", "recipes"] as const;
const KINDS: ReadonlySet<string> = new Set(SAMPLE.map(([kind]) => kind));

/** The truth of `recipes` has the page's largest image, but the recipe's own markup may name another. */
const withoutPicture = ({ image: _, ...truth }: PageTruth): PageTruth => truth;

/** Pages of a split for which flows are generated. */
const loadFlowPages = (split: Split): Entry<PageTruth>[] =>
  SETS.flatMap((set) => loadSet<PageTruth>(set, split))
    .filter(({ kind }) => KINDS.has(kind))
    .map((entry) => (entry.set === "recipes" ? { ...entry, truth: withoutPicture(entry.truth) } : entry));

interface Outcome {
  readonly page: Entry<PageTruth>;
  readonly flow: GeneratedFlow | null;
  readonly items: number;
  readonly share: number;
}

const shareOfList = (
  { kind, read, url, truth }: Entry<PageTruth>,
  items: readonly object[],
): number | null => {
  const { root } = parseDocument(read(), { url });
  const passages = (truth.with ?? [])
    .map(plain)
    .filter((passage) => passage.trim() !== "" && isInEntry(root, passage, kind === "collection"));
  if (passages.length === 0) return null;
  const texts = items.map((item) => Object.values(item).map(plain).join(""));
  return mean(passages.map((passage) => Number(texts.some((text) => text.includes(passage)))));
};

/** Additions by the page ("… on Steam", "| 2020 Edition") are accepted, and so is a title without them. */
const isProductTitle = (found: string, wanted: string): boolean => {
  const [short = "", long = ""] = [found, wanted].sort((left, right) => left.length - right.length);
  const isWithin = short !== "" && long.includes(short) && short.length >= long.length * TITLE_SHARE;
  return isWithin || wordF1(found, wanted) >= TITLE_F1;
};

const shareOfProduct = (
  { read, url, truth }: Entry<PageTruth>,
  item: Readonly<Record<string, unknown>> | undefined,
): number => {
  const isTitle = Number(isProductTitle(plain(item?.title), plain(truth.title)));
  const text = Object.values(item ?? {})
    .map(plain)
    .join("");
  const shown = plain(textOf(parseDocument(read(), { url }).root));
  const passages = (truth.with ?? [])
    .map(plain)
    .filter((passage) => passage.trim() !== "" && shown.includes(passage));
  return mean([isTitle, ...passages.map((passage) => Number(text.includes(passage)))]);
};

const scorePage = async (page: Entry<PageTruth>, prompt: string): Promise<Outcome | null> => {
  const { url, kind, truth } = page;
  const parse = (): PageDocument => parseDocument(page.read(), { url });
  const flow = generateFlow({ url, document: parse(), isRendered: false }, prompt, NOW);
  const items = flow ? await collectItems(flow, parse, url, NOW) : [];
  const share =
    kind === "recipe"
      ? compareRecipe(items[0], truth)
      : kind === "product"
        ? shareOfProduct(page, items[0])
        : shareOfList(page, items);
  return share === null ? null : { page, flow, items: items.length, share };
};

/** The pages of a kind, in an order that is stable between runs and independent of their content. */
const shuffle = (pages: readonly Entry<PageTruth>[]): Entry<PageTruth>[] => {
  const random = seededRandom(SEED);
  return pages
    .map((page) => ({ page, rank: random() }))
    .sort((left, right) => left.rank - right.rank)
    .map(({ page }) => page);
};

/** Flows of the sample, in the order of `SAMPLE`. Pages without a record in their truth are skipped. */
const scoreFlows = async (split: Split, part: number): Promise<Outcome[]> => {
  const pages = loadFlowPages(split);
  const outcomes: Outcome[] = [];
  for (const [kind, most, prompt] of SAMPLE) {
    const count = Math.min(sampleOfCommand(), Math.ceil(most * part));
    let taken = 0;
    for (const page of shuffle(pages.filter((each) => each.kind === kind))) {
      if (taken === count) break;
      const outcome = await scorePage(page, prompt);
      if (!outcome) continue;
      outcomes.push(outcome);
      taken++;
    }
  }
  return outcomes;
};

const isGood = ({ share }: Outcome): boolean => share >= GOOD_SHARE;

/**
 * @param part share of the sample to use: 1 for all
 * @returns the share of good flows
 */
export const printFlows = async (split: Split, part: number, asJson: boolean): Promise<{ share: number }> => {
  const outcomes = await scoreFlows(split, part);
  console.log("| kind | flows | good | mean share of records |");
  console.log("| --- | --- | --- | --- |");
  for (const [kind] of SAMPLE) {
    const own = outcomes.filter(({ page }) => page.kind === kind);
    console.log(
      `| ${kind} | ${own.length} | ${own.filter(isGood).length} | ${mean(own.map(({ share }) => share)).toFixed(3)} |`,
    );
  }
  if (process.argv.includes("--worst"))
    for (const { page, share, items, flow } of outcomes.filter((each) => !isGood(each)))
      console.log(
        page.kind,
        page.id,
        page.url,
        share.toFixed(2),
        items,
        JSON.stringify(flow?.steps.filter(({ type }) => type === "extract")),
      );
  const good = outcomes.filter(isGood).length;
  const summary = {
    flows: outcomes.length,
    good,
    share: Number((good / Math.max(1, outcomes.length)).toFixed(3)),
  };
  if (asJson) console.log(JSON.stringify(summary));
  else console.log(`${good} of ${outcomes.length} flows are good.`);
  return { share: summary.share };
};
