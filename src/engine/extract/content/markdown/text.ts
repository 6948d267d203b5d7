/** Writes page text as Markdown, escaping its special characters. */

/** Placeholders for opening and closing marks until their context is known: noncharacters, removed from texts. */
const MARKS = { strong: ["\ufdd0", "\ufdd1"], em: ["\ufdd2", "\ufdd3"], del: ["\ufdd4", "\ufdd5"] } as const;
export type Emphasis = keyof typeof MARKS;
/** Placeholder of a mark that is sure to be read as one, by its opening placeholder. */
const SETTLED: Readonly<Record<string, string>> = {
  "\ufdd0": "\ufdd7",
  "\ufdd2": "\ufdd8",
  "\ufdd4": "\ufdd9",
};
const SIGNS: Readonly<Record<string, string>> = { "\ufdd7": "**", "\ufdd8": "*", "\ufdd9": "~~" };
/** Placeholder for a picture's exclamation mark: one that ends a sentence before a link must not create a picture. */
const PICTURE = "\ufdd6";

/** Noncharacters, soft hyphens and zero-width spaces. */
const UNSHOWN = /[\u00ad\u200b\u2060\ufeff\ufdd0-\ufdef]/g;

const cleanText = (text: string): string => text.replace(UNSHOWN, "").replace(/\s+/g, " ");

/** Escapes text within a line. {@link writeParagraph} escapes what is special only at the start of a line. */
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

/** Writes a link. Text that already contains one is returned unchanged, since links cannot be nested. */
export const writeLink = (text: string, url: string): string => {
  const label = text.replace(/\s+/g, " ").trim();
  if (label === "" || /(?<!\\)\]\(/.test(label.replace(WRITTEN_PICTURE, ""))) return text;
  return `${/^\s/.test(text) ? " " : ""}[${label}](${writeUrl(url)})${/\s$/.test(text) ? " " : ""}`;
};

export const writePicture = (alt: string, url: string): string =>
  `${PICTURE}[${escapeText(alt).trim()}](${writeUrl(url)})`;

const BEFORE_MARK = /[\s\p{P}\p{S}]$/u;
const AFTER_MARK = /^[\s\p{P}\p{S}]/u;
const ANY_MARK = /[\ufdd0-\ufdd5\ufdd7-\ufdd9]/g;
/** An innermost pair of marks, without unsettled marks inside. */
const PAIR = /([\ufdd0\ufdd2\ufdd4])([^\ufdd0-\ufdd5]*)[\ufdd1\ufdd3\ufdd5]/g;
/** Marks nested more deeply are dropped. */
const MAX_NESTED = 8;
/** Max characters around a pair to search for adjacent text, since other marks can be in between. */
const NEAR = 16;

/** Keeps a pair of marks if Markdown would read it as one (CommonMark 6.2, flanking). Drops equal marks inside. */
const settlePair = (_pair: string, open: string, inner: string, at: number, whole: string): string => {
  const mark = SETTLED[open] ?? "";
  const own = inner.replaceAll(mark, "");
  const text = own.replace(ANY_MARK, "");
  const end = at + inner.length + 2;
  const before = whole.slice(Math.max(0, at - NEAR), at);
  const [left, right] = [before, whole.slice(end, end + NEAR)].map(
    (near) => near.replace(ANY_MARK, "") || " ",
  );
  const opens = !AFTER_MARK.test(text) || BEFORE_MARK.test(left ?? "");
  const closes = !BEFORE_MARK.test(text) || AFTER_MARK.test(right ?? "");
  // A closing mark right before an opening one would be read as one longer mark.
  const follows = /[\ufdd1\ufdd3\ufdd5\ufdd7-\ufdd9]$/.test(before);
  return text.trim() !== "" && opens && closes && !follows ? mark + own + mark : inner;
};

/** Replaces placeholders with marks. */
const settleMarks = (text: string): string => {
  if (!/[\ufdd0-\ufdd5]/.test(text)) return text;
  let settled = text
    .replace(/\s+/g, (blanks) => (blanks.includes("\n") ? "\n" : " "))
    .replace(/([\ufdd0\ufdd2\ufdd4]+)(\s+)/g, "$2$1")
    .replace(/(\s+)([\ufdd1\ufdd3\ufdd5]+)/g, "$2$1")
    .replace(/\ufdd1\ufdd0|\ufdd3\ufdd2|\ufdd5\ufdd4/g, "");
  for (let nested = 0; nested < MAX_NESTED && settled.search(PAIR) >= 0; nested++)
    settled = settled.replace(PAIR, settlePair);
  return settled.replace(/[\ufdd0-\ufdd5]/g, "").replace(/[\ufdd7-\ufdd9]/g, (mark) => SIGNS[mark] ?? "");
};

/** Escapes the start of a line that would make it a heading, list item, quote, rule or table row. */
const escapeStart = (line: string): string =>
  line
    .replace(/^(?:#{1,6}(?=\s|$)|[-+](?=\s|$)|>|=+$|-{2,}[-\s]*$|\|)/, "\\$&")
    .replace(/^(\d{1,9})([.)])(?=\s|$)/, "$1\\$2");

/** Writes lines of text as a paragraph. */
export const writeParagraph = (text: string): string =>
  settleMarks(text)
    .replace(/!(?=\[)/g, "\\!")
    .replaceAll(PICTURE, "!")
    .split("\n")
    .map((line) => escapeStart(line.replace(/[ \t]+/g, " ").trim()))
    .filter((line) => line !== "")
    .join("  \n");

/** Writes a heading. A number at its start is not escaped, since it cannot start a list there. */
export const writeHeading = (level: number, text: string): string[] => {
  const title = text
    .replace(/\s+/g, " ")
    .trim()
    .replace(/^(\d+)\\(?=[.)])/, "$1");
  return title === "" ? [] : [`${"#".repeat(level)} ${title.replace(/(^|\s)(#+)$/, "$1\\$2")}`];
};
