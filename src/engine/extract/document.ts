import { type Document, DomHandler, type Element } from "domhandler";
import { findOne, getAttributeValue } from "domutils";
import { Parser } from "htmlparser2";

/** A parsed page. */
export interface PageDocument {
  readonly root: Document;
  /** What relative addresses are relative to: the page's address, or its `<base href>`. */
  readonly baseUrl: string;
  /** Language of the page as it declares it, such as `de-AT`; empty where it does not. */
  readonly language: string;
}

/** The page is built in a way that would exhaust the worker. */
export class DocumentError extends Error {
  override readonly name = "DocumentError";
}

const MAX_NODES = 500_000;
/** Deeper elements become siblings, as in browsers (Blink flattens at 512). */
const MAX_DEPTH = 512;
const MAX_FLATTENED = 10_000;

const TABLE_SECTIONS: ReadonlySet<string> = new Set(["tbody", "thead", "tfoot"]);
/** A `tbody` that the page left out. Browsers add it, and so selectors copied from a browser name it. */
const IMPLIED_SECTION = "(tbody)";

const buildTree = (html: string, xmlMode: boolean): Document => {
  const builder = new DomHandler(null, { xmlMode });
  const open: string[] = [];
  let nodes = 0;
  let flattened = 0;

  const count = (): void => {
    if (++nodes > MAX_NODES)
      throw new DocumentError(`The page has more than ${MAX_NODES.toLocaleString("en")} nodes.`);
  };
  const openElement = (name: string, attributes: Record<string, string>): void => {
    builder.onopentag(name, attributes);
    open.push(name);
  };
  const closeElement = (): void => {
    builder.onclosetag();
    open.pop();
  };

  const parser = new Parser(
    {
      onopentag: (name, attributes) => {
        count();
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
    },
    { xmlMode },
  );
  parser.write(html);
  parser.end();
  builder.onend();
  return builder.root;
};

const firstElement = (root: Document, name: string): Element | null =>
  findOne((element) => element.name === name, root.children, true);

/** Parses a page; `url` is the address it came from. @throws DocumentError */
export const parseDocument = (
  html: string,
  { url, xml = false }: { url: string; xml?: boolean },
): PageDocument => {
  const root = buildTree(html, xml);
  const base = firstElement(root, "base");
  const declared = base ? URL.parse(getAttributeValue(base, "href") ?? "", url) : null;
  const top = firstElement(root, "html");
  return {
    root,
    baseUrl: declared && /^https?:$/.test(declared.protocol) ? declared.href : url,
    language: (top ? getAttributeValue(top, "lang") : undefined)?.trim() ?? "",
  };
};
