/**
 * Scores the generated flows: for each of 30 real pages a flow is generated from a sentence, then run on
 * that page by the engine. What counts as good is written down in docs/quality.md.
 */
import { type AnyNode, type Element, isTag } from "domhandler";
import { findOne } from "domutils";
import { FlowDefinition } from "../../src/contract/flows.ts";
import type { GeneratedFlow } from "../../src/contract/generate.ts";
import {
  type CollectionDeps,
  type CollectionPlan,
  collectNext,
  startCollection,
} from "../../src/engine/collection/index.ts";
import { type PageDocument, parseDocument, textOf } from "../../src/engine/extract/index.ts";
import { generateFlow } from "../../src/engine/generate/index.ts";
import { mean, wordF1, wordsOf } from "./measures.ts";
import { type EvalPage, seededRandom } from "./pages.ts";
import { compareRecipe } from "./scores.ts";

const SEED = 30;
const NOW = Date.UTC(2026, 10, 21);
/** A flow that gives this share of the page's records is good. */
const GOOD_SHARE = 0.9;
const TITLE_F1 = 0.8;
const MIN_ALIKE = 3;
const MAX_ENTRY_WORDS = 200;
const LEADING_SHARE = 0.6;

/** Pages of each kind, and what is asked of them. */
const SAMPLE = [
  ["listing", 10, "All entries of this list with title, link and the whole text"],
  ["collection", 10, "All products with name, price, link and the whole text"],
  ["product", 5, "This product's title, price and the whole content"],
  ["recipe", 5, "The recipe on this page: title, author, ingredients, instructions, total time and image"],
] as const;

interface Outcome {
  readonly page: EvalPage;
  readonly flow: GeneratedFlow | null;
  readonly items: number;
  readonly share: number;
}

/** Words with a blank before each. A good part of the passages is cut off in the middle of a word. */
const plain = (text: unknown): string =>
  wordsOf(String(text ?? "").normalize("NFKC"))
    .map((word) => ` ${word}`)
    .join("");

const firstClass = ({ attribs }: Element): string => (attribs.class ?? "").split(/\s+/)[0] ?? "";
const leadOf = (element: Element): string | undefined =>
  findOne(({ name, attribs }) => name === "a" && (attribs.href ?? "#") !== "#", [element], true)?.attribs
    .href;

/** An entry of a list: one of three or more neighbours alike, most of which link to places of their own. */
const isEntry = (element: Element): boolean => {
  // What is longer is a section of the page.
  if (wordsOf(textOf(element)).length > MAX_ENTRY_WORDS) return false;
  const alike = (element.parent?.children ?? []).filter(
    (other): other is Element =>
      isTag(other) && other.name === element.name && firstClass(other) === firstClass(element),
  );
  const leads = new Set(alike.map(leadOf).filter((lead) => lead !== undefined));
  return alike.length >= MIN_ALIKE && leads.size >= alike.length * LEADING_SHARE;
};

const UNSEEN = /^(?:script|style|head|noscript|template)$/;

/** The smallest element around a passage. */
const findPassage = (element: Element, passage: string): Element | null => {
  if (UNSEEN.test(element.name) || !plain(textOf(element)).includes(passage)) return null;
  for (const child of element.children) {
    const inner = isTag(child) ? findPassage(child, passage) : null;
    if (inner) return inner;
  }
  return element;
};

/** Whether a passage is part of a record, and not of the prose around the list. */
const isInRecord = (root: PageDocument["root"], passage: string): boolean => {
  const found = root.children
    .filter(isTag)
    .map((element) => findPassage(element, passage))
    .find((element) => element !== null);
  for (let at: AnyNode | null = found ?? null; at && isTag(at); at = at.parent) if (isEntry(at)) return true;
  return false;
};

const shareOfList = ({ html, url, truth }: EvalPage, items: readonly object[]): number | null => {
  const { root } = parseDocument(html, { url });
  const passages = (truth.with ?? [])
    .map(plain)
    .filter((passage) => passage.trim() !== "" && isInRecord(root, passage));
  if (passages.length === 0) return null;
  const texts = items.map((item) => Object.values(item).map(plain).join(""));
  return mean(passages.map((passage) => Number(texts.some((text) => text.includes(passage)))));
};

const shareOfProduct = ({ truth }: EvalPage, item: Readonly<Record<string, unknown>> | undefined): number => {
  const isTitle = Number(wordF1(plain(item?.title), plain(truth.title)) >= TITLE_F1);
  const text = plain(item?.content);
  const passages = (truth.with ?? []).map(plain).filter((passage) => passage.trim() !== "");
  return mean([isTitle, ...passages.map((passage) => Number(text.includes(passage)))]);
};

/** Runs the flow's steps on the page as it lies: what leads to other pages is left out. */
const run = async ({ html, url }: EvalPage, flow: GeneratedFlow): Promise<Record<string, unknown>[]> => {
  const { steps, outputSchema, limits } = FlowDefinition.parse(flow);
  const plan: CollectionPlan = {
    url,
    mode: "extract",
    render: "static",
    steps: steps.filter(({ type }) => type === "navigate" || type === "extract"),
    outputSchema,
    limits: { maxPages: 1, maxItems: limits.maxItems ?? 10_000 },
  };
  const fetchPage: CollectionDeps["fetchPage"] = async () => ({
    url,
    status: 200,
    html,
    document: parseDocument(html, { url }),
    fetchedAt: new Date(NOW).toISOString(),
  });
  const fetchFile: CollectionDeps["fetchFile"] = () =>
    Promise.reject(new Error("these flows open pages only"));
  const deps: CollectionDeps = { fetchPage, fetchFile, now: () => NOW, signal: new AbortController().signal };
  const { items } = await collectNext(deps, plan, startCollection(plan));
  return items;
};

const scorePage = async (given: EvalPage, prompt: string): Promise<Outcome | null> => {
  // Some addresses of the folder lack their scheme.
  const page = URL.canParse(given.url) ? given : { ...given, url: `https://${given.url}` };
  const { html, url, kind, truth } = page;
  const flow = generateFlow({ url, document: parseDocument(html, { url }), isRendered: false }, prompt, NOW);
  const items = flow ? await run(page, flow) : [];
  const share =
    kind === "recipe"
      ? compareRecipe(items[0], truth)
      : kind === "product"
        ? shareOfProduct(page, items[0])
        : shareOfList(page, items);
  return share === null ? null : { page, flow, items: items.length, share };
};

/** The pages of a kind in an order that is the same at each run and has nothing to do with what they hold. */
const shuffle = (pages: readonly EvalPage[]): EvalPage[] => {
  const random = seededRandom(SEED);
  return pages
    .map((page) => ({ page, rank: random() }))
    .sort((left, right) => left.rank - right.rank)
    .map(({ page }) => page);
};

/** Flows of the sample, in the order of `SAMPLE`; a page whose truth names no record is passed over. */
const scoreFlows = async (pages: readonly EvalPage[]): Promise<Outcome[]> => {
  const outcomes: Outcome[] = [];
  for (const [kind, count, prompt] of SAMPLE) {
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

export const printFlows = async (pages: readonly EvalPage[], asJson: boolean): Promise<void> => {
  const outcomes = await scoreFlows(pages);
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
};
