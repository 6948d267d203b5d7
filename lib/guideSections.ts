/** The sections of a guide, for the search of the published guides. */

/** As `dashboard/guides/search.ts` reads it. */
interface Section {
  readonly link: string;
  readonly title: string;
  readonly heading: string;
  readonly text: string;
}

const HEADING = /<h[1-3] id="([^"]*)">(.*?)<\/h[1-3]>/g;

const ENTITIES: Readonly<Record<string, string>> = {
  "&lt;": "<",
  "&gt;": ">",
  "&quot;": '"',
  "&#39;": "'",
  "&amp;": "&",
};

const textOf = (html: string): string =>
  html
    .replaceAll(/<[^>]+>/g, " ")
    .replaceAll(/&(?:lt|gt|quot|#39|amp);/g, (entity) => ENTITIES[entity] ?? entity)
    .replaceAll(/\s+/g, " ")
    .trim();

/**
 * @param page its file
 * @param html its content, as rendered
 */
export const sectionsOf = (page: string, title: string, html: string): Section[] => {
  const headings = [...html.matchAll(HEADING)];
  return headings.map(([whole, anchor, heading = ""], at) => ({
    link: `${page}#${anchor}`,
    title,
    heading: textOf(heading),
    text: textOf(html.slice((headings[at]?.index ?? 0) + whole.length, headings[at + 1]?.index)),
  }));
};
