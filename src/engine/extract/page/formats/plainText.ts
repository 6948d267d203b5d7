/** Plain text as an HTML page. */

const escapeHtml = (text: string): string =>
  text.replace(/&/g, "&amp;").replace(/</g, "&lt;").replace(/>/g, "&gt;");

/** Keeps paragraphs and line breaks. A first line that is a Markdown heading becomes a heading. */
export const textToHtml = (text: string): string => {
  const paragraphs = text
    .replace(/\r\n?/g, "\n")
    .split(/\n\s*\n/)
    .map((paragraph) => paragraph.trim())
    .filter((paragraph) => paragraph !== "");
  const heading = /^#\s+(.+)$/.exec(paragraphs[0] ?? "")?.[1];
  const rest = heading === undefined ? paragraphs : paragraphs.slice(1);
  const body = rest.map((paragraph) => `<p>${paragraph.split("\n").map(escapeHtml).join("<br>\n")}</p>`);
  return `<article>${heading === undefined ? "" : `<h1>${escapeHtml(heading)}</h1>`}${body.join("\n")}</article>`;
};
