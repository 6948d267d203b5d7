/** One page as a Markdown document. */
import type { PageMarkdown } from "./pages.ts";

/** The gateway's limit is 6 MB, and a character may take three bytes. */
const MAX_CHARS = 1_500_000;

/** Text as a YAML scalar. JSON strings are valid YAML, except for characters that YAML does not allow. */
const scalar = (text: string): string =>
  JSON.stringify(text).replace(
    /[\u007f-\u009f\u2028\u2029\ufeff\ufffe\uffff]/g,
    (char) => `\\u${char.charCodeAt(0).toString(16).padStart(4, "0")}`,
  );

/** The first whole blocks of a text that is too long. */
const cut = (markdown: string): string => {
  if (markdown.length <= MAX_CHARS) return markdown;
  const end = markdown.lastIndexOf("\n\n", MAX_CHARS);
  return markdown.slice(0, end > 0 ? end : MAX_CHARS).toWellFormed();
};

/** The main content, with title, URL, language, date, reserved uses and warnings as front matter. */
export const writePage = (page: PageMarkdown): string => {
  const { url, title, language, date, markdown, warnings, permissions } = page;
  const reserves = permissions?.reserved.join(", ") || null;
  const text = cut(markdown);
  const notes =
    text.length < markdown.length
      ? [...warnings, `Only the first ${text.length.toLocaleString("en")} characters are shown.`]
      : warnings;
  const lines = Object.entries({ title, url, language, date, reserves }).flatMap(([name, value]) =>
    value === null ? [] : [`${name}: ${scalar(value)}`],
  );
  if (notes.length > 0) lines.push("warnings:", ...notes.map((note) => `  - ${scalar(note)}`));
  return `---\n${lines.join("\n")}\n---\n\n${text}\n`;
};
