/** Title, author and date of a page as its reader sees them. */
import { type Element, isTag } from "domhandler";
import { findAll, getElementsByTagName } from "domutils";
import { parseDate } from "../dates.ts";
import type { PageDocument } from "../document.ts";
import { readElement } from "../elements.ts";
import { normaliseSpace, textOf } from "../text.ts";
import { bitOf, groupsOf } from "./groups.ts";

const letters = (text: string): string => text.toLowerCase().replace(/[^\p{L}\p{N}]+/gu, "");

const SEPARATOR = /\s+[|–—•·»:-]\s+|\s*[|»]\s*/;

/** The title of the document without the name of the site. */
const cleanTitle = (title: string, siteName: string): string => {
  const parts = title.split(SEPARATOR).filter((part) => part !== "");
  if (parts.length < 2) return title;
  const site = letters(siteName);
  const named = parts.filter((part) => letters(part) !== site);
  if (site !== "" && named.length > 0 && named.length < parts.length)
    return title.includes("|") && named.length > 1 ? (named[0] ?? title) : named.join(" - ");
  return [...parts].sort((left, right) => right.length - left.length)[0] ?? title;
};

const BANNER = bitOf("header") | bitOf("overlay") | bitOf("navigation") | bitOf("footer") | bitOf("related");
const isAside = (element: Element): boolean => {
  for (
    let at: Element | null = element;
    at && at.name !== "body";
    at = at.parent && isTag(at.parent) ? at.parent : null
  )
    if (
      at.name === "nav" ||
      at.name === "footer" ||
      at.name === "dialog" ||
      at.attribs["aria-hidden"] === "true" ||
      (at === element && groupsOf(at) & BANNER & bitOf("overlay"))
    )
      return true;
  return false;
};

export interface Headline {
  readonly text: string;
  readonly path: string;
  /** 0 to 1. */
  readonly certainty: number;
}

/** The title that a reader would give: the heading that the document's own title confirms. */
export const findTitle = (
  page: PageDocument,
  siteName: string,
  claims: readonly string[],
): Headline | null => {
  const headings = getElementsByTagName("h1", page.root, true)
    .filter((heading) => !isAside(heading))
    .map(textOf)
    .filter((text) => text !== "" && text.length < 300);
  const document = normaliseSpace(getElementsByTagName("title", page.root, true).map(textOf)[0] ?? "");
  const spoken = [document, ...claims].map(letters).filter(Boolean);
  const confirmed = headings.find(
    (heading) =>
      letters(heading) !== letters(siteName) && spoken.some((text) => text.includes(letters(heading))),
  );
  if (confirmed) return { text: confirmed, path: "h1", certainty: 1 };
  if (headings.length === 1 && headings[0] && letters(headings[0]) !== letters(siteName))
    return { text: headings[0], path: "h1", certainty: 0.9 };
  if (claims[0]) return { text: cleanTitle(claims[0], siteName), path: "structured title", certainty: 0.85 };
  if (document !== "") return { text: cleanTitle(document, siteName), path: "title", certainty: 0.8 };
  return headings[0] ? { text: headings[0], path: "h1", certainty: 0.6 } : null;
};

const BY =
  /^(?:by|von|par|por|di|door|av|af|od|written by|posted by|author|autor|auteur|reviewed by|words by|text)\s*:?\s+/i;
const isName = (text: string): boolean =>
  text.length >= 2 &&
  text.length <= 60 &&
  text.split(/\s+/).length <= 6 &&
  !/https?:|@|\d{3}/.test(text) &&
  /\p{L}/u.test(text);
const AUTHOR = /(?:^|[\s_-])(?:author|byline|by-line|writer|contributor)(?:[\s_-]|name|$)/i;

const cleanName = (text: string): string =>
  normaliseSpace(
    text
      .replace(BY, "")
      .split(/\s*(?:\||•|·|\bon\b|\d{1,2}[./ ]|,? (?:updated|published|posted)|–|—)\s*/i)[0] ?? "",
  )
    .replace(BY, "")
    .replace(/[,;:]$/, "");

/** People named as authors in the page's text, most direct first. */
export const findAuthors = (page: PageDocument): { readonly text: string; readonly path: string }[] => {
  const found: { text: string; path: string; rank: number }[] = [];
  for (const element of findAll(() => true, page.root.children)) {
    const { attribs } = element;
    if (/comment/i.test(`${attribs.class ?? ""} ${attribs.id ?? ""}`)) continue;
    const isRel = /(?:^|\s)author(?:\s|$)/.test(attribs.rel ?? "");
    const named =
      AUTHOR.test(attribs.class ?? "") ||
      AUTHOR.test(attribs.itemprop ?? "") ||
      /author/i.test(attribs["data-testid"] ?? "");
    if (!isRel && !named) continue;
    const whole = textOf(element);
    if (whole.length > 160) continue;
    const text = cleanName(whole);
    if (isName(text))
      found.push({
        text,
        path: isRel ? "rel=author" : `.${attribs.class ?? "author"}`,
        rank: isRel ? 0 : BY.test(whole) ? 1 : 2,
      });
  }
  return found.sort((left, right) => left.rank - right.rank);
};

const DATED =
  /(?:^|[\s_-])(?:date|published|posted|pubdate|timestamp|time|datetime|meta|byline)(?:[\s_-]|$)/i;

/** The first date that the page shows near its top, outside of lists of other pages. */
export const findDate = (
  page: PageDocument,
  reading: { language: string; now: number },
): { readonly text: string; readonly path: string } | null => {
  const times = getElementsByTagName("time", page.root, true).filter((time) => !isAside(time));
  const marked =
    times.find(
      ({ attribs }) =>
        attribs.pubdate !== undefined || /publish/i.test(`${attribs.class} ${attribs.itemprop}`),
    ) ?? times[0];
  const read = marked && readElement(marked, "date");
  if (marked && read && parseDate(read, reading)) return { text: read, path: "time" };
  for (const element of findAll(
    ({ attribs }) => DATED.test(`${attribs.class ?? ""} ${attribs.id ?? ""}`),
    page.root.children,
  )) {
    const text = textOf(element);
    if (text.length > 4 && text.length < 120 && parseDate(text, reading))
      return { text, path: `.${element.attribs.class ?? element.attribs.id}` };
  }
  return null;
};
