/** Writes the HTML that a document becomes. Every kind of document uses the same marks. */
import { FILE_LIMITS, FileFault } from "./faults.ts";

/** A problem of a document that does not prevent reading it: `no-text: The file has no text …`. */
export interface Remark {
  readonly code: "no-text" | "unreadable-text" | "cut" | "hidden" | "left-out";
  readonly message: string;
}

/** What a document says about itself. */
export interface About {
  readonly title?: string | undefined;
  readonly author?: string | undefined;
  /** ISO 8601. */
  readonly created?: string | undefined;
  /** ISO 8601. */
  readonly modified?: string | undefined;
  /** Such as `de-AT`. */
  readonly language?: string | undefined;
}

/** Characters with the same look and the same link. */
export interface Run {
  readonly text: string;
  readonly href?: string | undefined;
  readonly bold?: boolean | undefined;
  readonly italic?: boolean | undefined;
}

export interface Cell {
  readonly runs: readonly Run[];
  readonly columns?: number;
  readonly rows?: number;
}

/** The name under which a document's remarks are kept in the head of its HTML. */
export const REMARK_NAME = "gleaner:remark";

/** Characters that neither XML nor a reader knows. */
// biome-ignore lint/suspicious/noControlCharactersInRegex: these are what it removes.
const CONTROLS = /[\u0000-\u0008\u000b\u000c\u000e-\u001f\u007f-\u009f\ufffe\uffff]/g;

export const escapeHtml = (text: string): string =>
  text
    .toWellFormed()
    .replace(CONTROLS, "")
    .replace(/&/g, "&amp;")
    .replace(/</g, "&lt;")
    .replace(/>/g, "&gt;")
    .replace(/"/g, "&quot;");

/** Links of documents lead to the web, to a mailbox or to a place within them. */
export const isSafe = (href: string): boolean => /^(?:https?:|mailto:|tel:|#)/i.test(href);

const writeRun = ({ text, href, bold, italic }: Run): string => {
  // Space at its ends stays outside the marks, as Markdown needs it.
  const [, before = "", inner = "", after = ""] = /^(\s*)([\s\S]*?)(\s*)$/.exec(text) ?? [];
  if (inner === "") return text === "" ? "" : " ";
  const marked = [bold ? "strong" : "", italic ? "em" : ""]
    .filter((tag) => tag !== "")
    .reduce((html, tag) => `<${tag}>${html}</${tag}>`, escapeHtml(inner).replace(/\n/g, "<br>"));
  const linked = href !== undefined && isSafe(href) ? `<a href="${escapeHtml(href)}">${marked}</a>` : marked;
  return `${before === "" ? "" : " "}${linked}${after === "" ? "" : " "}`;
};

const isAlike = (left: Run, right: Run): boolean =>
  left.href === right.href && !left.bold === !right.bold && !left.italic === !right.italic;

/** Joins neighbours that look the same. */
const joinRuns = (runs: readonly Run[]): Run[] => {
  const joined: Run[] = [];
  for (const run of runs) {
    const last = joined.at(-1);
    // A space takes the look of its left neighbour.
    if (last && (isAlike(last, run) || (run.text.trim() === "" && run.href === undefined)))
      joined[joined.length - 1] = { ...last, text: last.text + run.text };
    else if (run.text !== "") joined.push(run);
  }
  return joined;
};

export const writeRuns = (runs: readonly Run[]): string => joinRuns(runs).map(writeRun).join("").trim();

export const textOfRuns = (runs: readonly Run[]): string => runs.map(({ text }) => text).join("");

/** A column's name as a class, as records of JSON and CSV have it. */
const classOf = (name: string): string => name.replace(/[^\p{L}\p{N}_-]+/gu, "-").replace(/^-+|-+$/g, "");

const isWords = (text: string): boolean => /\p{L}/u.test(text) && text.length <= 80;
const isFigure = (text: string): boolean =>
  /^[\p{Sc}\s+(-]*\d[\d\s.,:/%()-]*[\p{Sc}\p{L}%]{0,4}$/u.test(text);

const textIn = ({ runs }: Cell): string => textOfRuns(runs).trim();

/** Whether cells can name columns: words, each once. */
const areNames = (texts: readonly string[]): boolean =>
  new Set(texts).size === texts.length && texts.every((text) => isWords(text) && !isFigure(text));

/** A first row with cells above several columns of the second, which names each of them. */
const isHeadOfTwoRows = (rows: readonly (readonly Cell[])[]): boolean => {
  const [first = [], second = [], third] = rows;
  const tops = first.filter((cell) => textIn(cell) !== "");
  const groups = tops.filter(({ columns = 1 }) => columns > 1);
  const below = groups.reduce((sum, { columns = 1 }) => sum + columns, 0);
  const names = second.map(textIn).filter((text) => text !== "");
  return (
    third !== undefined &&
    tops.length > 1 &&
    groups.length > 0 &&
    tops.every((cell) => isWords(textIn(cell)) && !isFigure(textIn(cell))) &&
    names.length >= below &&
    names.every((text) => isWords(text) && !isFigure(text))
  );
};

/** How many rows at the top of a table name its columns: none, one or two. */
export const headRows = (rows: readonly (readonly Cell[])[]): 0 | 1 | 2 => {
  if (isHeadOfTwoRows(rows)) return 2;
  const [first = [], ...rest] = rows.slice(0, 20).map((row) => row.map(textIn));
  const named = first.filter((text) => text !== "");
  if (rest.length === 0 || named.length < 2 || named.length < first.length / 2) return 0;
  if (!areNames(named)) return 0;
  const width = Math.max(...rest.map((row) => row.filter((text) => text !== "").length));
  return named.length * 2 > width ? 1 : 0;
};

const attributesOf = (attributes: Readonly<Record<string, string | number | undefined>>): string =>
  Object.entries(attributes)
    .map(([name, value]) =>
      value === undefined || value === "" ? "" : ` ${name}="${escapeHtml(String(value))}"`,
    )
    .join("");

/** A row with what is known about it. */
export interface Row {
  readonly cells: readonly Cell[];
  readonly page?: number | undefined;
  readonly isHidden?: boolean | undefined;
}

const spansOf = ({ columns = 1, rows = 1 }: Cell): Record<string, number | undefined> => ({
  colspan: columns > 1 ? columns : undefined,
  rowspan: rows > 1 ? rows : undefined,
});

/** For each row, the column in which each of its cells begins: cells above may reach down into it. */
const placeCells = (rows: readonly Row[]): number[][] => {
  /** For each column, how many rows below are covered by a cell above. */
  const covered: number[] = [];
  return rows.map(({ cells }) => {
    let column = 0;
    const skip = (): void => {
      for (; (covered[column] ?? 0) > 0; column++) covered[column] = (covered[column] ?? 0) - 1;
    };
    const begins = cells.map(({ columns = 1, rows: height = 1 }) => {
      skip();
      const begin = column;
      for (let left = columns; left > 0; left--) covered[column++] = height - 1;
      return begin;
    });
    for (; column < covered.length; column++) covered[column] = Math.max(0, (covered[column] ?? 0) - 1);
    return begins;
  });
};

/** Names of columns by the rows above them: "Women" below "Population" is "Population-Women". */
export const nameColumns = (heads: readonly Row[]): string[] => {
  const names: string[] = [];
  for (const [index, places] of placeCells(heads).entries())
    for (const [at, { runs, columns = 1 }] of (heads[index]?.cells ?? []).entries()) {
      const begin = places[at] ?? 0;
      for (let column = begin; column < begin + columns; column++)
        names[column] = [names[column] ?? "", classOf(textOfRuns(runs))]
          .filter((part) => part !== "")
          .join("-");
    }
  return names;
};

/** Collects the HTML of one document. @throws FileFault once it is larger than a page may be */
export const createWriter = () => {
  const parts: string[] = [];
  let chars = 0;
  const put = (html: string): void => {
    chars += html.length;
    if (chars > FILE_LIMITS.htmlChars)
      throw new FileFault(
        `The document has more than ${FILE_LIMITS.htmlChars.toLocaleString("en")} characters with its marks.`,
      );
    parts.push(html);
  };

  /** A block with text, unless it is empty. */
  const block = (
    tag: string,
    runs: readonly Run[],
    attributes: Parameters<typeof attributesOf>[0] = {},
  ): void => {
    const html = writeRuns(runs);
    if (html !== "") put(`<${tag}${attributesOf(attributes)}>${html}</${tag}>\n`);
  };

  /** A table. Cells below its heads carry their names as classes, rows the class `record`. */
  const table = (
    rows: readonly Row[],
    {
      caption = "",
      heads = headRows(rows.map(({ cells }) => cells)),
    }: { caption?: string; heads?: number } = {},
  ): void => {
    put(`<table>${caption === "" ? "" : `<caption>${escapeHtml(caption)}</caption>`}\n`);
    const places = placeCells(rows);
    const names = nameColumns(rows.slice(0, heads));
    if (heads > 0) put("<thead>");
    for (const { cells, page } of rows.slice(0, heads)) {
      const written = cells.map((cell) => `<th${attributesOf(spansOf(cell))}>${writeRuns(cell.runs)}</th>`);
      put(`<tr${attributesOf({ "data-page": page })}>${written.join("")}</tr>`);
    }
    put(heads > 0 ? "</thead>\n<tbody>\n" : "<tbody>\n");
    for (const [index, { cells, page, isHidden }] of rows.entries()) {
      if (index < heads) continue;
      const written = cells.map((cell, at) => {
        const name = (cell.columns ?? 1) === 1 ? names[places[index]?.[at] ?? 0] : undefined;
        return `<td${attributesOf({ class: name, ...spansOf(cell) })}>${writeRuns(cell.runs)}</td>`;
      });
      const marks = {
        class: heads > 0 ? "record" : undefined,
        "data-page": page,
        "data-hidden": isHidden ? "true" : undefined,
      };
      put(`<tr${attributesOf(marks)}>${written.join("")}</tr>\n`);
    }
    put("</tbody></table>\n");
  };

  return { put, block, table, isEmpty: () => chars === 0, body: () => parts.join("") };
};

export type Writer = ReturnType<typeof createWriter>;

const meta = (name: string, content: string | undefined): string =>
  content === undefined || content.trim() === ""
    ? ""
    : `<meta name="${name}" content="${escapeHtml(content.trim())}">\n`;

/** What a document becomes: HTML, or JSON for a workbook that is too large for it. */
export interface Converted {
  readonly format: "document" | "json";
  readonly text: string;
}

/** A character of text, outside tags. */
const HAS_TEXT = /(?:^|>)\s*[^\s<]/;
const NO_TEXT: Remark = { code: "no-text", message: "The file has no text. Text in pictures is not read." };

/** The whole page. A document without any text says so. */
export const writeDocument = (about: About, body: string, given: readonly Remark[]): Converted => {
  const title = about.title?.trim() ?? "";
  const isSilent = !HAS_TEXT.test(body) && given.every(({ code }) => code !== "no-text");
  const remarks = isSilent ? [...given, NO_TEXT] : given;
  const parts = [
    `<!doctype html>\n<html${attributesOf({ lang: about.language })}>\n<head>\n`,
    title === "" ? "" : `<title>${escapeHtml(title)}</title>\n`,
    meta("author", about.author),
    meta("dcterms.created", about.created),
    meta("dcterms.modified", about.modified),
    ...remarks.map(({ code, message }) => meta(REMARK_NAME, `${code}: ${message}`)),
    `</head>\n<body>\n<article>\n${body}</article>\n</body>\n</html>\n`,
  ];
  return { format: "document", text: parts.join("") };
};
