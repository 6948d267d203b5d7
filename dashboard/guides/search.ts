/** Search over the guides: every word must be in a section; words of its headings count most. */

/** A section of a guide. */
export interface Section {
  /** `monitors.html#alerts` */
  readonly link: string;
  /** The guide. */
  readonly title: string;
  readonly heading: string;
  readonly text: string;
}

export interface Hit {
  readonly section: Section;
  /** The text around the first word. */
  readonly excerpt: string;
}

const MAX_HITS = 12;
const EXCERPT_CHARS = 140;
const LEAD_CHARS = 40;

const fold = (text: string): string => text.normalize("NFKD").replaceAll(/\p{M}/gu, "").toLowerCase();

const excerptOf = (text: string, word: string): string => {
  const at = Math.max(0, fold(text).indexOf(word) - LEAD_CHARS);
  const start = at === 0 ? 0 : text.indexOf(" ", at) + 1;
  const excerpt = text.slice(start, start + EXCERPT_CHARS).trim();
  return `${start > 0 ? "… " : ""}${excerpt}${start + EXCERPT_CHARS < text.length ? " …" : ""}`;
};

/** How well a section matches; 0: a word is missing. */
const rate = ({ title, heading, text }: Section, words: readonly string[]): number => {
  const [head, name, body] = [fold(heading), fold(title), fold(text)];
  let points = 0;
  for (const word of words) {
    if (head.includes(word)) points += 10;
    else if (name.includes(word)) points += 5;
    else if (body.includes(word)) points += 1;
    else return 0;
  }
  return points;
};

export const search = (sections: readonly Section[], query: string): readonly Hit[] => {
  const words = fold(query).split(/\s+/).filter(Boolean);
  if (words.length === 0) return [];
  return sections
    .map((section) => ({ section, points: rate(section, words) }))
    .filter(({ points }) => points > 0)
    .sort((left, right) => right.points - left.points)
    .slice(0, MAX_HITS)
    .map(({ section }) => ({ section, excerpt: excerptOf(section.text, words[0] ?? "") }));
};
