import { type ChildNode, type Document, DomHandler, Element, isTag, isText } from "domhandler";
import { findOne } from "domutils";
import { type Handler, Parser } from "htmlparser2";
import { DocumentError } from "./documentError.ts";
import { checkSize } from "./formats/bounds.ts";
import { parseCsv } from "./formats/csv.ts";
import type { Format } from "./formats/format.ts";
import { linkedDataToHtml, parseJson } from "./formats/json.ts";
import { textToHtml } from "./formats/plainText.ts";
import { elementsNamed } from "./tags.ts";

/** A parsed page. */
export interface PageDocument {
  /** The element tree. For JSON and tables it is empty, or contains the JSON-LD that was sent. */
  readonly root: Document;
  /** The base for relative URLs: the page's URL, or its `<base href>`. */
  readonly baseUrl: string;
  /** Declared language, such as `de-AT`; empty if the page declares none. */
  readonly language: string;
  /** What the response's `Content-Language` says; absent if it says nothing. */
  readonly servedLanguage?: string | undefined;
  /** Depth of the most deeply nested element, itself included. */
  readonly depth: number;
  /** The format the page was parsed as. */
  readonly format: Format;
  /** The data itself if the page is not markup: JSON, or the rows of a table. */
  readonly data?: unknown;
}

/** Elements and text nodes together. */
export const MAX_NODES = 500_000;
/** Deeper elements become siblings, as in browsers (Blink flattens at 512). */
const MAX_DEPTH = 512;
const MAX_FLATTENED = 10_000;

/** Attributes that are split into words; the longest on real pages have about 3,000 characters. */
const WORDED: readonly string[] = ["class", "id"];
const MAX_WORDED_CHARS = 10_000;

const cutWorded = (attributes: Record<string, string>): void => {
  for (const name of WORDED) {
    const value = attributes[name];
    if (value !== undefined && value.length > MAX_WORDED_CHARS)
      attributes[name] = value.slice(0, MAX_WORDED_CHARS);
  }
};

const TABLE_SECTIONS: ReadonlySet<string> = new Set(["tbody", "thead", "tfoot"]);
/** A `tbody` that the page omits. Browsers insert it, so selectors copied from a browser contain it. */
const IMPLIED_SECTION = "(tbody)";

const CDATA = "[CDATA[";
/** How many "<![CDATA[" sections are parsed as in browsers. Each can contain the rest of the page. */
const MAX_UNWRAPPED = 20;

const buildTree = (html: string, xmlMode: boolean): Pick<PageDocument, "root" | "depth"> => {
  const builder = new DomHandler(null, { xmlMode });
  const open: string[] = [];
  let nodes = 0;
  let flattened = 0;
  let depth = 0;

  const count = (): void => {
    if (++nodes > MAX_NODES)
      throw new DocumentError(`The page has more than ${MAX_NODES.toLocaleString("en")} nodes.`);
  };
  const openElement = (name: string, attributes: Record<string, string>): void => {
    builder.onopentag(name, attributes);
    open.push(name);
    depth = Math.max(depth, open.length);
  };
  const closeElement = (): void => {
    builder.onclosetag();
    open.pop();
  };

  let unwrapped = 0;
  const callbacks: Partial<Handler> = {
    onopentag: (name, attributes) => {
      count();
      cutWorded(attributes);
      if (open.length >= MAX_DEPTH) {
        if (++flattened > MAX_FLATTENED) throw new DocumentError("The page is nested too deeply.");
        openElement(name, attributes);
        closeElement();
        return;
      }
      if (name === "tr" && open.at(-1) === "table" && !xmlMode) {
        builder.onopentag("tbody", {});
        open.push(IMPLIED_SECTION);
      } else if (TABLE_SECTIONS.has(name) && open.at(-1) === IMPLIED_SECTION) closeElement();
      openElement(name, attributes);
    },
    onclosetag: () => {
      if (flattened > 0) {
        flattened--;
        return;
      }
      if (open.at(-1) === IMPLIED_SECTION) closeElement();
      closeElement();
    },
    ontext: (text) => {
      count();
      builder.ontext(text);
    },
    oncomment: (text) => {
      // In HTML, "<![CDATA[" begins a comment that ends with the next ">", not with "]]>".
      const end = text.startsWith(CDATA) ? text.indexOf(">") : -1;
      if (end >= 0 && ++unwrapped <= MAX_UNWRAPPED) parse(text.slice(end + 1, -2));
    },
  };
  const parse = (markup: string): void => {
    const parser = new Parser(callbacks, { xmlMode });
    parser.write(markup);
    parser.end();
  };
  parse(html);
  builder.onend();
  return { root: builder.root, depth };
};

const IN_HEAD: ReadonlySet<string> = new Set(
  "head title meta link base style script noscript template".split(" "),
);

const isBeforeBody = (node: ChildNode): boolean => {
  if (isText(node)) return node.data.trim() === "";
  return isTag(node) ? IN_HEAD.has(node.name) : true;
};

/** Wraps the visible content in a `body` if the page omits the tag, as browsers do. */
const implyBody = (root: Document): void => {
  if (findOne(({ name }) => name === "body" || name === "frameset", root.children)) return;
  const parent = root.children.find((node): node is Element => isTag(node) && node.name === "html") ?? root;
  const start = parent.children.findIndex((node) => !isBeforeBody(node));
  if (start < 0) return;
  const before = parent.children.slice(0, start);
  const shown = parent.children.slice(start);
  const body = new Element("body", {}, shown);
  for (const node of shown) node.parent = body;
  const [first] = shown;
  const last = before.at(-1);
  if (first) first.prev = null;
  if (last) last.next = body;
  body.prev = last ?? null;
  body.parent = parent;
  parent.children = [...before, body];
};

const parseMarkup = (text: string, url: string, format: Format): PageDocument => {
  const { root, depth } = buildTree(text, format === "xml");
  if (format !== "xml") implyBody(root);
  const [[base], [top]] = [elementsNamed(root, "base"), elementsNamed(root, "html")];
  const declared = base && URL.parse(base.attribs.href ?? "", url);
  return {
    root,
    baseUrl: declared && /^https?:$/.test(declared.protocol) ? declared.href : url,
    language: top?.attribs.lang?.trim() ?? "",
    depth,
    format,
  };
};

const parseData = (text: string, url: string): PageDocument => {
  const data = parseJson(text);
  if (data === undefined) throw new DocumentError("The page was sent as JSON, but is not valid JSON.");
  checkSize(data);
  return { ...parseMarkup(linkedDataToHtml(data, text), url, "json"), data };
};

interface ParseOptions extends Pick<PageDocument, "servedLanguage"> {
  readonly url: string;
  readonly format?: Format | undefined;
}

/**
 * Parses a page. Never fails on broken HTML: it is parsed as in browsers.
 *
 * @param text the decoded page
 * @param options `url`: the page's URL, the base for relative URLs; `format`: how to parse it (default `html`),
 * as returned by `detectFormat`
 * @throws DocumentError for invalid JSON, markup with more than 500,000 nodes, data with more than 2,000,000
 * values, or either nested too deeply
 */
export const parseDocument = (
  text: string,
  { url, format = "html", servedLanguage }: ParseOptions,
): PageDocument => {
  if (format === "json") return parseData(text, url);
  if (format === "csv") {
    const data = parseCsv(text);
    checkSize(data);
    return { ...parseMarkup("", url, "csv"), data };
  }
  const page = parseMarkup(format === "text" ? textToHtml(text) : text, url, format);
  return servedLanguage === undefined ? page : { ...page, servedLanguage };
};
