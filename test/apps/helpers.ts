import type { GeneratedFlow } from "../../src/contract/extraction/generate.ts";
import type { ExampleRecord } from "../../src/contract/fields/recordExamples.ts";
import {
  type DescribedSchema,
  extractData,
  type MatchedItem,
  parseDocument,
} from "../../src/engine/extract/extract.ts";
import { generateFlow, generateFromExamples, withPreview } from "../../src/engine/generate/index.ts";

const NOW = Date.UTC(2026, 10, 23);
const URL_OF_PAGE = "https://app.example/things/7";

/** Who meets on pages of events. */
export const BODIES = [
  "Harbour Board",
  "Tree Council",
  "Youth Forum",
  "Bridge Committee",
  "Zoning Appeals",
  "Library Trust",
];

/** A page of an application, with the header and the menu that all of its pages share. */
export const appPage = (main: string, head = ""): string =>
  `<!doctype html><html lang="en"><head><title>Workbench</title>${head}</head><body>
    <header><a href="/">Workbench</a> <nav><a href="/tickets">Tickets</a> <a href="/wiki">Wiki</a> <a href="/log-in">Log in</a></nav></header>
    <main>${main}</main>
    <footer><p>Powered by Workbench 3.2</p></footer></body></html>`;

export const resultsOf = (html: string, schema: DescribedSchema, instructions = ""): readonly MatchedItem[] =>
  extractData(parseDocument(html, { url: URL_OF_PAGE }), { schema, instructions, now: NOW }).results;

/** The fields of a page about one thing. */
export const itemOf = (html: string, schema: DescribedSchema): MatchedItem["item"] | undefined =>
  resultsOf(html, schema)[0]?.item;

/** The flow for a sentence, with the records that it collects from the page. */
export const flowOf = (
  html: string,
  prompt: string,
): { readonly flow: GeneratedFlow; readonly records: readonly Readonly<Record<string, unknown>>[] } => {
  const page = { url: URL_OF_PAGE, document: parseDocument(html, { url: URL_OF_PAGE }), isRendered: false };
  const flow = generateFlow(page, prompt, NOW);
  if (!flow) throw new Error(`no flow for "${prompt}"`);
  return { flow, records: withPreview(page, flow, NOW).preview?.records ?? [] };
};

/** The records that a flow from one example collects from the page. */
export const recordsLike = (
  html: string,
  example: ExampleRecord,
): readonly Readonly<Record<string, unknown>>[] => {
  const page = { url: URL_OF_PAGE, document: parseDocument(html, { url: URL_OF_PAGE }), isRendered: false };
  const { flow, problems } = generateFromExamples(page, [example], undefined, NOW);
  if (!flow) throw new Error(`no flow: ${JSON.stringify(problems)}`);
  return withPreview(page, flow, NOW).preview?.records ?? [];
};
