import type { OutputSchema } from "../../src/contract/outputSchema.ts";
import { extractData, type MatchedItem, parseDocument } from "../../src/engine/extract/extract.ts";

const NOW = Date.UTC(2026, 10, 23);

/** A page of an application, with the header and the menu that all of its pages share. */
export const appPage = (main: string, head = ""): string =>
  `<!doctype html><html lang="en"><head><title>Workbench</title>${head}</head><body>
    <header><a href="/">Workbench</a> <nav><a href="/tickets">Tickets</a> <a href="/wiki">Wiki</a> <a href="/log-in">Log in</a></nav></header>
    <main>${main}</main>
    <footer><p>Powered by Workbench 3.2</p></footer></body></html>`;

export const resultsOf = (html: string, schema: OutputSchema, instructions = ""): readonly MatchedItem[] =>
  extractData(parseDocument(html, { url: "https://app.example/things/7" }), {
    schema,
    instructions,
    now: NOW,
  }).results;

/** The fields of a page about one thing. */
export const itemOf = (html: string, schema: OutputSchema): MatchedItem["item"] | undefined =>
  resultsOf(html, schema)[0]?.item;
