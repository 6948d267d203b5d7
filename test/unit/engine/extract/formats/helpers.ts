import {
  type DataQuery,
  detectFormat,
  extractData,
  parseDocument,
} from "../../../../../src/engine/extract/extract.ts";

const URL_OF_PAGE = "https://data.example/feeds/all";
const NOW = Date.UTC(2026, 10, 21);

/** What a text holds that is sent as a type, read as the service reads it. */
export const read = (text: string, contentType: string, query: Partial<DataQuery> = {}) => {
  const format = detectFormat({ contentType, text, url: URL_OF_PAGE });
  if (!format) throw new Error(`nothing is read from ${contentType}`);
  return extractData(parseDocument(text, { url: URL_OF_PAGE, format }), { now: NOW, ...query });
};

export const itemsOf = (...args: Parameters<typeof read>) => read(...args).results.map(({ item }) => item);
