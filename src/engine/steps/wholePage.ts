/** Reads a page as a whole: its content, HTML, links, pictures and metadata, and the data of the schema. */

import { BROWSER_REASONS, NeedsBrowser } from "../../contract/flows/rendering.ts";
import type {
  AttributeQuery,
  PageMetadata,
  PageOutput,
  PageSelection,
} from "../../contract/steps/pageOutputs.ts";
import type { NestedStep } from "../../contract/steps/steps.ts";
import { extractData, type Format, readWholePage } from "../extract/extract.ts";
import type { Page } from "../page/index.ts";
import { DEFAULT_ACTION_TIMEOUT_MS } from "./actions/action.ts";
import { type Item, nameStep, type PageScope, type WantedOfPage } from "./scope.ts";

type PageStep = Extract<NestedStep, { type: "extract" }>;

const DEFAULT_OUTPUTS: readonly PageOutput[] = ["markdown", "metadata"];

/** The media type of a page whose response named none, or that a browser rendered. */
const TYPES: Readonly<Record<Format, string>> = {
  html: "text/html",
  xml: "application/xml",
  json: "application/json",
  csv: "text/csv",
  text: "text/plain",
  document: "application/octet-stream",
};

const readMetadata = (
  { status, contentType, format = "html", permissions }: Page,
  head: ReturnType<ReturnType<typeof readWholePage>["head"]>,
): PageMetadata => ({
  title: head.title,
  description: head.description,
  language: head.language,
  statusCode: status,
  contentType: contentType ?? TYPES[format],
  canonicalUrl: head.canonicalUrl,
  favicon: head.favicon,
  publishedAt: head.publishedAt,
  meta: { ...head.meta },
  ...(permissions && { permissions }),
});

const isFree = ({ asked }: PageScope): boolean => Object.keys(asked).length === 0;

/** What to look for on a page. */
export const wantedOf = ({ instructions }: PageStep, scope: PageScope): WantedOfPage => ({
  schema: scope.asked,
  instructions,
  // The answer is one object, in which the schema's lists are.
  ...(!isFree(scope) && { records: "one" }),
  now: scope.now(),
});

/** The page's data as one object: lists that the schema asks for are inside it. */
export const toJson = (items: readonly Item[], scope: PageScope): Item | null =>
  isFree(scope) && items.length > 1 ? { items } : (items[0] ?? null);

/** The items that `toJson` made an object of. */
export const itemsIn = (json: Item | null, scope: PageScope): readonly Item[] => {
  if (json === null) return [];
  return isFree(scope) && Array.isArray(json.items) ? json.items : [json];
};

const readJson = (step: PageStep, scope: PageScope): Item | null => {
  const { results } = extractData(scope.page.document, wantedOf(step, scope));
  return toJson(
    results.map(({ item }) => ({ ...item })),
    scope,
  );
};

/** Waits and takes a screenshot before the page is read, if the step asks for it. @throws NeedsBrowser */
export const showPage = async (
  { as, outputs = [], waitMs, fullPage = false, timeoutMs = DEFAULT_ACTION_TIMEOUT_MS, label }: PageStep,
  scope: PageScope,
  path: readonly number[],
): Promise<void> => {
  const isShot = outputs.includes("screenshot");
  if (as !== "page" || (!isShot && waitMs === undefined)) return;
  const { live, log } = scope;
  const name = nameStep({ label }, path);
  if (!live) throw new NeedsBrowser(isShot ? BROWSER_REASONS.screenshot : BROWSER_REASONS.action(name));
  if (waitMs !== undefined) {
    await live.pause(waitMs);
    scope.isStale = true;
  }
  if (!isShot) return;
  const shot = await live.capture({ fullPage, selector: null }, timeoutMs);
  const outcome = await scope.saveShot(shot, { step: name, url: live.url() });
  log("info", `${name}: took a screenshot of ${shot.width} × ${shot.height} pixels, ${outcome}`);
};

/** The forms of a page that need nothing but the page. */
export const contentOf = (
  page: Page,
  selection: PageSelection & { readonly attributes?: readonly AttributeQuery[] | undefined },
  now: number,
) => {
  const whole = readWholePage(page.document, selection, now);
  return {
    missing: whole.missing,
    readers: {
      markdown: whole.markdown,
      html: whole.html,
      rawHtml: () => page.html,
      links: whole.links,
      images: whole.images,
      metadata: () => readMetadata(page, whole.head()),
      attributes: () =>
        (selection.attributes ?? []).map((query) => ({ ...query, values: whole.attributes(query) })),
    },
  };
};

/** Selectors that were to choose parts of a page, and match nothing. */
export const tellMissing = (url: string, missing: readonly string[]): string[] =>
  missing.length === 0 ? [] : [`${url}: nothing matches ${missing.join(", ")}`];

/** One record: the page's URL and what `outputs` names. */
export const readOutputs = (step: PageStep, scope: PageScope) => {
  const { page, now } = scope;
  const { outputs = DEFAULT_OUTPUTS } = step;
  const { readers, missing } = contentOf(page, step, now());
  const record: Item = { url: page.url };
  for (const output of new Set(outputs)) {
    // A screenshot is listed among the run's screenshots.
    if (output === "screenshot") continue;
    record[output] = output === "json" ? readJson(step, scope) : readers[output]();
  }
  return { records: [record], elements: [], warnings: tellMissing(page.url, missing) };
};
