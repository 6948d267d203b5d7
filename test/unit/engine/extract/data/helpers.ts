import type { OutputSchema } from "../../../../../src/contract/fields/outputSchema.ts";
import { type ExtractedData, extractData, parseDocument } from "../../../../../src/engine/extract/extract.ts";

const NOW = Date.UTC(2026, 10, 21, 6);

export const pageOf = (body: string, head = "", lang = "en"): string =>
  `<!doctype html><html lang="${lang}"><head>${head}</head><body>${body}</body></html>`;

export const jsonLd = (value: unknown): string =>
  `<script type="application/ld+json">${typeof value === "string" ? value : JSON.stringify(value)}</script>`;

export const extractFrom = (
  html: string,
  query: { schema?: OutputSchema; instructions?: string } = {},
  url = "https://shop.example/a/page",
): ExtractedData => extractData(parseDocument(html, { url }), { ...query, now: NOW });

/** The one item of a page. */
export const itemFrom = (html: string, schema: OutputSchema): Readonly<Record<string, unknown>> | undefined =>
  extractFrom(html, { schema }).results[0]?.item;

export const sourcesFrom = (html: string, schema: OutputSchema): Readonly<Record<string, string>> =>
  Object.fromEntries(
    Object.entries(extractFrom(html, { schema }).results[0]?.provenance ?? {}).map(([name, { source }]) => [
      name,
      source,
    ]),
  );
