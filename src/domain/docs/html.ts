/** HTML templates that escape their values. */

/** Markup that is safe to put into a page. */
export interface Html {
  readonly html: string;
}

type Part = Html | string | number | false | null | undefined | readonly Part[];

const ESCAPES: Readonly<Record<string, string>> = {
  "&": "&amp;",
  "<": "&lt;",
  ">": "&gt;",
  '"': "&quot;",
  "'": "&#39;",
};

const escapeHtml = (text: string): string => text.replace(/[&<>"']/g, (char) => ESCAPES[char] ?? char);

const toText = (part: Part): string => {
  if (part === false || part === null || part === undefined) return "";
  if (typeof part === "string" || typeof part === "number") return escapeHtml(String(part));
  return "html" in part ? part.html : part.map(toText).join("");
};

/** A template that escapes its values unless they are markup, and joins lists. */
export const html = (strings: TemplateStringsArray, ...parts: readonly Part[]): Html => ({
  html: strings.reduce((text, string, index) => text + toText(parts[index - 1]) + string),
});

/** Renders the Markdown that the document uses: paragraphs, `code` and *emphasis*. */
export const prose = (text: string | undefined): Html => {
  const inline = (paragraph: string): string =>
    escapeHtml(paragraph)
      .replace(/`([^`]+)`/g, "<code>$1</code>")
      .replace(/\*([^*\s][^*]*)\*/g, "<em>$1</em>");
  const paragraphs = (text ?? "").split(/\n{2,}/).filter(Boolean);
  return { html: paragraphs.map((paragraph) => `<p>${inline(paragraph)}</p>`).join("") };
};
