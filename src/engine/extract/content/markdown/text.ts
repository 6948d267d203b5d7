/** Text of a page as text of Markdown: what would mean something to Markdown is escaped. */

/** Noncharacters, which no text may hold, stand for marks until the whole paragraph is known. */
const MARKS = { strong: ["\ufdd0", "\ufdd1"], em: ["\ufdd2", "\ufdd3"], del: ["\ufdd4", "\ufdd5"] } as const;
export type Emphasis = keyof typeof MARKS;
const SIGNS: Readonly<Record<Emphasis, string>> = { strong: "**", em: "*", del: "~~" };

interface Mark {
  readonly kind: Emphasis;
  readonly opens: boolean;
}

const WRITTEN: ReadonlyMap<string, Mark> = new Map(
  (Object.keys(MARKS) as Emphasis[]).flatMap((kind): [string, Mark][] => [
    [MARKS[kind][0], { kind, opens: true }],
    [MARKS[kind][1], { kind, opens: false }],
  ]),
);
/** The exclamation mark of a picture: that of a sentence before a link must not make one of it. */
const PICTURE = "\ufdd6";

/** Noncharacters, and what parts no words: soft hyphens and blanks of no width. */
const UNSHOWN = /[\u00ad\u200b\u2060\ufeff\ufdd0-\ufdef]/g;

const cleanText = (text: string): string => text.replace(UNSHOWN, "").replace(/\s+/g, " ");

/** Text in a line; what means something only where a line begins, {@link writeParagraph} sees to. */
export const escapeText = (text: string): string =>
  cleanText(text)
    .replace(/[\\`*[\]<]|~(?=~)|(?<=~)~|&(?=#?\w+;)/g, "\\$&")
    .replace(/(?<![\p{L}\p{N}])_|_(?![\p{L}\p{N}])/gu, "\\_");

export const emphasise = (kind: Emphasis, text: string): string => MARKS[kind].join(text);

const longestRun = (text: string): number =>
  Math.max(0, ...[...text.matchAll(/`+/g)].slice(0, 1_000).map(([run]) => run.length));

export const writeCodeSpan = (text: string): string => {
  const code = cleanText(text).trim();
  if (code === "") return text === "" ? "" : " ";
  const fence = "`".repeat(longestRun(code) + 1);
  const pad = /^`|`$/.test(code) ? " " : "";
  const [before, after] = [/^\s/.test(text) ? " " : "", /\s$/.test(text) ? " " : ""];
  return before + fence + pad + code + pad + fence + after;
};

export const writeCodeBlock = (text: string, language: string): string => {
  const code = text
    .replace(/\r\n?/g, "\n")
    .replace(/^(?:[ \t]*\n)+/, "")
    .trimEnd();
  const fence = "`".repeat(Math.max(3, longestRun(code) + 1));
  return `${fence}${language}\n${code}\n${fence}`;
};

const UNSAFE_IN_URL = /[()\\<>|\s]/g;
const writeUrl = (url: string): string =>
  url.replace(UNSAFE_IN_URL, (char) => `%${char.charCodeAt(0).toString(16).toUpperCase().padStart(2, "0")}`);

const WRITTEN_PICTURE = /[!\ufdd6]\[(?:[^\]\\]|\\.)*\]\([^)]*\)/g;

/** A link; text that holds one already stays as it is, for links hold no links. */
export const writeLink = (text: string, url: string): string => {
  const label = text.replace(/\s+/g, " ").trim();
  if (label === "" || /(?<!\\)\]\(/.test(label.replace(WRITTEN_PICTURE, ""))) return text;
  return `${/^\s/.test(text) ? " " : ""}[${label}](${writeUrl(url)})${/\s$/.test(text) ? " " : ""}`;
};

export const writePicture = (alt: string, url: string): string =>
  `${PICTURE}[${escapeText(alt).trim()}](${writeUrl(url)})`;

const BEFORE_MARK = /[\s\p{P}\p{S}]$/u;
const AFTER_MARK = /^[\s\p{P}\p{S}]/u;

interface Pair {
  readonly open: number;
  readonly close: number;
}

/** Marks that belong together and hold something, innermost first; of equal ones in each other the outermost. */
const findPairs = (parts: readonly string[]): Pair[] => {
  const pairs: Pair[] = [];
  const open: { readonly at: number; readonly kind: Emphasis; readonly isDouble: boolean }[] = [];
  const shown: number[] = [];
  let count = 0;
  parts.forEach((part, at) => {
    shown.push(count);
    const mark = WRITTEN.get(part);
    if (!mark) count += part.trim() === "" ? 0 : 1;
    else if (mark.opens)
      open.push({ at, kind: mark.kind, isDouble: open.some(({ kind }) => kind === mark.kind) });
    else {
      const last = open.pop();
      if (last && !last.isDouble && count > (shown[last.at] ?? 0)) pairs.push({ open: last.at, close: at });
    }
  });
  return pairs;
};

/** Whether Markdown would read the two marks as marks (CommonMark 6.2, flanking). */
const isRead = (parts: readonly string[], { open, close }: Pair): boolean => {
  const textFrom = (at: number, by: 1 | -1): string => {
    let found = at + by;
    while (found >= 0 && found < parts.length && (parts[found] === "" || WRITTEN.has(parts[found] ?? "")))
      found += by;
    return parts[found] ?? "";
  };
  const opens = !AFTER_MARK.test(textFrom(open, 1)) || BEFORE_MARK.test(textFrom(open, -1) || " ");
  const closes = !BEFORE_MARK.test(textFrom(close, -1)) || AFTER_MARK.test(textFrom(close, 1) || " ");
  // A mark that closes right before one that opens would be one longer mark.
  const follows = parts[open - 1] === "" && WRITTEN.get(parts[open - 2] ?? "")?.opens === false;
  return opens && closes && !follows;
};

/** Puts marks in the place of what stands for them, where Markdown reads them as such. */
const settleMarks = (text: string): string => {
  if (!/[\ufdd0-\ufdd5]/.test(text)) return text;
  const parts = text
    .replace(/\s+/g, (blanks) => (blanks.includes("\n") ? "\n" : " "))
    .replace(/([\ufdd0\ufdd2\ufdd4]+)(\s+)/g, "$2$1")
    .replace(/(\s+)([\ufdd1\ufdd3\ufdd5]+)/g, "$2$1")
    .replace(/\ufdd1\ufdd0|\ufdd3\ufdd2|\ufdd5\ufdd4/g, "")
    .split(/([\ufdd0-\ufdd5])/);
  const kept = new Set<number>();
  for (const pair of findPairs(parts)) if (isRead(parts, pair)) kept.add(pair.open).add(pair.close);
  return parts
    .map((part, at) => {
      const mark = WRITTEN.get(part);
      return mark === undefined ? part : kept.has(at) ? SIGNS[mark.kind] : "";
    })
    .join("");
};

/** What makes a heading, a list, a quote, a rule or a fence of a line that begins with it. */
const escapeStart = (line: string): string =>
  line
    .replace(/^(?:#{1,6}(?=\s|$)|[-+](?=\s|$)|>|=+$|-{2,}[-\s]*$|\|)/, "\\$&")
    .replace(/^(\d{1,9})([.)])(?=\s|$)/, "$1\\$2");

/** Lines of text as a paragraph. */
export const writeParagraph = (text: string): string =>
  settleMarks(text)
    .replace(/!(?=\[)/g, "\\!")
    .replaceAll(PICTURE, "!")
    .split("\n")
    .map((line) => escapeStart(line.replace(/[ \t]+/g, " ").trim()))
    .filter((line) => line !== "")
    .join("  \n");

/** A heading; a number that it begins with is no item of a list there. */
export const writeHeading = (level: number, text: string): string[] => {
  const title = text
    .replace(/\s+/g, " ")
    .trim()
    .replace(/^(\d+)\\(?=[.)])/, "$1");
  return title === "" ? [] : [`${"#".repeat(level)} ${title.replace(/(^|\s)(#+)$/, "$1\\$2")}`];
};
