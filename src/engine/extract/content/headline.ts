/** Title, author and date of a page as its reader sees them. */
import { type Element, isTag, isText } from "domhandler";
import { findAll, getElementsByTagName } from "domutils";
import { parseDate } from "../dates.ts";
import type { PageDocument } from "../document.ts";
import { readElement } from "../elements.ts";
import { normaliseSpace, textOf } from "../text.ts";
import { bitOf, groupsOf } from "./groups.ts";

const letters = (text: string): string => text.toLowerCase().replace(/[^\p{L}\p{N}]+/gu, "");

const SEPARATOR = /\s+[|–—•·»:-]\s+|\s*[|»]\s*/;

/** What a page is called that says nothing of what is on it. */
const NAMELESS = /^(?:home ?page|home|index|start|startseite|accueil|inicio|início|welcome|untitled)$/i;

const FIRST_WORD_LETTERS = 5;
/** Whether a part of a title is the name of the site: as the site says itself, or as its address does. */
const namesSite = (part: string, siteName: string, host: string): boolean => {
  const name = letters(part);
  if (name === letters(siteName)) return true;
  const [first = ""] = part
    .toLowerCase()
    .replace(/^the /, "")
    .split(/[^\p{L}\p{N}]+/u);
  if (name.length < 3 || host === "") return false;
  return (
    host.includes(name) ||
    (name.includes(host) && name.length <= host.length * 2) ||
    (first.length >= FIRST_WORD_LETTERS && host.startsWith(first) && name.length <= host.length * 2.5)
  );
};

/** The title of the document without the name of the site; empty where nothing else is left. */
const cleanTitle = (title: string, siteName: string, host: string): string => {
  const parts = title.split(SEPARATOR).filter((part) => part !== "" && !NAMELESS.test(part));
  const named = parts.filter((part) => !namesSite(part, siteName, host));
  if (parts.length < 2 || named.length === parts.length)
    return title.includes("|")
      ? title
      : ([...parts].sort((left, right) => right.length - left.length)[0] ?? "");
  return title.includes("|") && named.length > 1 ? (named[0] ?? "") : named.join(" - ");
};

/** The part of a host that its owner chose, in letters only. */
const hostOf = ({ baseUrl }: PageDocument): string => {
  const labels = URL.parse(baseUrl)?.hostname.split(".").slice(0, -1) ?? [];
  return letters([...labels].sort((left, right) => right.length - left.length)[0] ?? "");
};

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
      (at === element && groupsOf(at) & (bitOf("overlay") | bitOf("navigation")))
    )
      return true;
  return false;
};

const wordsIn = (text: string): Set<string> => new Set(text.toLowerCase().match(/[\p{L}\p{N}]+/gu) ?? []);
const SHARED = 0.5;
/** Whether a heading says in part what the page's own title says: others are slogans. */
const sharesWords = (heading: string, title: string): boolean => {
  const [left, right] = [wordsIn(heading), wordsIn(title)];
  const least = Math.min(left.size, right.size);
  return least > 0 && [...left].filter((word) => right.has(word)).length >= SHARED * least;
};

/** Pictures have titles too. */
const documentTitle = (page: PageDocument): string => {
  const titles = getElementsByTagName("title", page.root, true);
  const own = titles.find(
    ({ parent }) => parent && (!isTag(parent) || parent.name === "head" || parent.name === "html"),
  );
  return own ? normaliseSpace(textOf(own)) : "";
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
    .filter((text) => text !== "" && text.length < 300 && letters(text) !== letters(siteName));
  const document = documentTitle(page);
  const titles = [...claims, document].filter((title) => title !== "" && !NAMELESS.test(title));
  const spoken = titles.map(letters).filter(Boolean);
  const confirmed =
    headings.find((heading) => spoken.includes(letters(heading))) ??
    headings.find((heading) => spoken.some((text) => text.startsWith(letters(heading)))) ??
    headings.find((heading) => spoken.some((text) => text.includes(letters(heading))));
  if (confirmed) return { text: confirmed, path: "h1", certainty: 1 };
  const [heading] = headings;
  const [said = ""] = titles;
  const cleaned = cleanTitle(said, siteName, hostOf(page));
  const address = URL.parse(page.baseUrl)?.pathname.replace(/[_/-]+/g, " ") ?? "";
  if (
    heading &&
    (cleaned === "" ||
      (headings.length === 1 && (sharesWords(heading, said) || sharesWords(heading, address))))
  )
    return { text: heading, path: "h1", certainty: 0.9 };
  if (cleaned !== "")
    return { text: cleaned, path: claims.includes(said) ? "structured title" : "title", certainty: 0.85 };
  return said === "" ? null : { text: said, path: "title", certainty: 0.6 };
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
/** What boards call whoever wrote a post. */
const POSTER = /(?:^|[\s_-])(?:user-?name|nickname|poster|post-?user(?:-name)?|display-?name)(?:[\s_-]|$)/i;
/** Where sites tell of a writer. */
const AUTHOR_PAGE = /\/(?:authors?|autor(?:en)?|auteurs?|autori|contributors?|writers?)\/[^/?#]+\/?$/i;
/** "By" in a box of its own, and the name in the next. */
const BY_ALONE = /^(?:by|von|par|por|di|door|av|af|written by|posted by)\s*:?$/i;

const nameAfter = (element: Element): string => {
  let next = element.next;
  while (next && !isTag(next)) next = next.next;
  return next ? textOf(next) : "";
};

const cleanName = (text: string): string =>
  normaliseSpace(
    text
      .replace(BY, "")
      .split(/\s*(?:\||•|·|\bon\b|\d{1,2}[./ ]|,? (?:updated|published|posted)|–|—)\s*/i)[0] ?? "",
  )
    .replace(BY, "")
    .replace(/^[,;:\s]+|[,;:\s]+$/g, "");

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
    const poster = !named && POSTER.test(attribs.class ?? "");
    const [only, ...rest] = element.children;
    const isBy = rest.length === 0 && only !== undefined && isText(only) && BY_ALONE.test(only.data.trim());
    const linked = element.name === "a" && AUTHOR_PAGE.test(attribs.href ?? "");
    if (!isRel && !named && !poster && !linked && !isBy) continue;
    const whole = isBy ? nameAfter(element) : textOf(element);
    if (whole.length > 160) continue;
    const text = cleanName(whole);
    if (isName(text))
      found.push({
        text,
        path: isRel ? "rel=author" : `.${attribs.class ?? "author"}`,
        rank: isRel ? 0 : isBy || BY.test(whole) ? 1 : poster ? 3 : 2,
      });
  }
  return found.sort((left, right) => left.rank - right.rank);
};

const DATED =
  /(?:^|[\s_-])(?:date|published|posted|pubdate|timestamp|time|datetime|meta|byline)(?:[\s_-]|$)/i;
/** Words before a date that say what day it is, in several languages. */
const DATE_LEAD =
  /^(?:(?:first |last |originally )?(?:published|updated|posted|modified|reviewed|revised|created)|veröffentlicht|aktualisiert|stand|publié|mis à jour|modifié|publicado|actualizado|atualizado|pubblicato|aggiornato|gepubliceerd|bijgewerkt|opublikowano|zaktualizowano|publicerad|uppdaterad|publisert|oppdatert|udgivet|опубликовано|обновлено)\b:?\s*(?:on|am|le|el|il|em|op|den)?:?\s*/i;
const META_DATES: readonly string[] = [
  "article:published_time",
  "date",
  "dc.date",
  "dc.date.issued",
  "dcterms.created",
  "ms.date",
  "article:modified_time",
  "last-modified",
];

export interface DateText {
  readonly text: string;
  readonly path: string;
}

const findMetaDate = (page: PageDocument): DateText | null => {
  const metas = getElementsByTagName("meta", page.root, true);
  for (const name of META_DATES) {
    const meta = metas.find(({ attribs }) => (attribs.property ?? attribs.name ?? "").toLowerCase() === name);
    if (meta?.attribs.content) return { text: meta.attribs.content, path: `meta ${name}` };
  }
  return null;
};

const MAX_DATE_TEXT = 120;
/** The first element that begins with a word like "Updated", or that is called a date. */
const findWrittenDate = (
  page: PageDocument,
  canRead: (text: string) => boolean,
  isSkipped: (element: Element) => boolean = () => false,
): DateText | null => {
  for (const element of findAll(({ name }) => name !== "script" && name !== "style", page.root.children)) {
    const { attribs, children } = element;
    const name = `${attribs.class ?? ""} ${attribs.id ?? ""}`;
    const isLed = children.some((child) => isText(child) && DATE_LEAD.test(child.data.trim()));
    if ((!isLed && !DATED.test(name)) || isSkipped(element)) continue;
    const text = textOf(element).replace(DATE_LEAD, "");
    if (text.length > 4 && text.length < MAX_DATE_TEXT && canRead(text))
      return { text, path: isLed ? "text" : `.${name.trim()}` };
  }
  return null;
};

/** Whether something stands in the head of the whole page or beside its text: days there are those of the site. */
const isMasthead = (element: Element): boolean => {
  let isHead = false;
  for (
    let at: Element | null = element;
    at && at.name !== "body";
    at = at.parent && isTag(at.parent) ? at.parent : null
  ) {
    if (at.name === "aside") return true;
    if (at.name === "article" || at.name === "main") return false;
    isHead ||= at.name === "header";
  }
  return isHead;
};

/** The date of the page: what it shows near its top, outside of lists of other pages, or else what it says of itself. */
export const findDate = (page: PageDocument, reading: { language: string; now: number }): DateText | null => {
  const canRead = (text: string): boolean => parseDate(text, reading) !== null;
  const times = getElementsByTagName("time", page.root, true).filter((time) => !isAside(time));
  const inText = times.filter((time) => !isMasthead(time));
  const isPublished = ({ attribs }: Element): boolean =>
    attribs.pubdate !== undefined || /publish/i.test(`${attribs.class} ${attribs.itemprop}`);
  const readTime = (time: Element | undefined): DateText | null => {
    const text = time && readElement(time, "date");
    return text && canRead(text) ? { text, path: "time" } : null;
  };
  return (
    readTime(inText.find(isPublished) ?? inText[0]) ??
    findWrittenDate(page, canRead, isMasthead) ??
    readTime(times[0]) ??
    findWrittenDate(page, canRead) ??
    findMetaDate(page)
  );
};
