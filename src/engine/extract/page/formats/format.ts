/** Detects the format of a response, even if its sender mislabels it. */

/** The format a page is parsed as. `document`: HTML that was made of a PDF file or the like, all of which is content. */
export type Format = "html" | "xml" | "json" | "csv" | "text" | "document";

interface Sent {
  /** The `Content-Type` header; empty if there was none. */
  readonly contentType: string;
  readonly text: string;
  /** Its extension, such as `.csv`, identifies a table if the type doesn't. */
  readonly url: string;
}

const JSON_TYPE = /^(?:application|text)\/(?:(?:[\w.-]+\+)?json|(?:x-)?(?:ndjson|jsonl|jsonlines|json-seq))$/;
const CSV_TYPE = /^(?:text|application)\/(?:x-)?(?:csv|comma-separated-values|tab-separated-values|tsv)$/;
const XML_TYPE = /^(?:text|application)\/(?!xhtml)(?:[\w.-]+\+)?xml$/;
const HTML_TYPE = /^(?:text\/html|application\/xhtml\+xml)$/;
/** Types that mean no more than "bytes" or "text". */
const VAGUE_TYPE =
  /^(?:|(?:application|binary)\/(?:octet-stream|x-unknown)|text\/(?!css|javascript|ecmascript)[\w.+-]+)$/;

const TABLE_PATH = /\.(?:csv|tsv|tab)$/i;
/** What can precede the first element. */
const PROLOGUE = String.raw`^\s*(?:<\?[^>]*>\s*|<!--[\s\S]{0,2000}?-->\s*|<!DOCTYPE\s(?!\s*html)[^>]*>\s*){0,5}`;
const FEED = new RegExp(`${PROLOGUE}<(?:rss|feed|rdf:RDF)[\\s>]`, "i");
const XML = /^\s*<\?xml\s/i;
const XHTML = new RegExp(`${PROLOGUE}(?:<!DOCTYPE\\s+html|<html[\\s>])`, "i");
const MARKUP = /^\s*(?:<!doctype\s|<!--|<\/?[a-z][\w-]*(?:\s[^<]*)?\/?>)/i;
/** Longer than any prologue. */
const HEAD_CHARS = 8_192;

const isParsed = (json: string): boolean => {
  try {
    JSON.parse(json);
    return true;
  } catch {
    return false;
  }
};

/** One value, or one object per line. */
const isJson = (text: string): boolean => {
  const start = text.slice(0, HEAD_CHARS).trimStart();
  if (!/^[[{]/.test(start)) return false;
  if (isParsed(text)) return true;
  const lines = text.split("\n", 2);
  return lines.length === 2 && lines.every((line) => /^\s*\{/.test(line) && isParsed(line));
};

const essenceOf = (contentType: string): string => contentType.split(";")[0]?.trim().toLowerCase() ?? "";

/**
 * Detects the format from a precise `Content-Type`, otherwise from the beginning of the text: many servers send
 * JSON, feeds and tables as `text/html` or `text/plain`.
 *
 * @returns null for other types, such as `image/svg+xml` or `text/css`
 */
export const detectFormat = ({ contentType, text, url }: Sent): Format | null => {
  const type = essenceOf(contentType);
  const head = text.slice(0, HEAD_CHARS);
  if (JSON_TYPE.test(type)) return "json";
  if (CSV_TYPE.test(type)) return "csv";
  if (XML_TYPE.test(type)) return XHTML.test(head) && !XML.test(head) ? "html" : "xml";
  if (FEED.test(head)) return "xml";
  if (HTML_TYPE.test(type)) return isJson(text) ? "json" : "html";
  if (!VAGUE_TYPE.test(type)) return null;
  if (XHTML.test(head)) return "html";
  if (XML.test(head)) return "xml";
  if (MARKUP.test(head)) return "html";
  if (isJson(text)) return "json";
  return TABLE_PATH.test(URL.parse(url)?.pathname ?? "") ? "csv" : "text";
};
