/** The date of a page, as its reader sees it. */
import { type Element, isTag, isText } from "domhandler";
import { findAll } from "domutils";
import type { PageDocument } from "../page/document.ts";
import { readElement } from "../page/elements.ts";
import { elementsNamed } from "../page/tags.ts";
import { textOf } from "../page/text.ts";
import { parseDate } from "../values/dates.ts";
import { isAside } from "./headline.ts";

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
  const metas = elementsNamed(page.root, "meta");
  for (const name of META_DATES) {
    const meta = metas.find(({ attribs }) => (attribs.property ?? attribs.name ?? "").toLowerCase() === name);
    if (meta?.attribs.content) return { text: meta.attribs.content, path: `meta ${name}` };
  }
  return null;
};

const MAX_DATE_TEXT = 120;
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

/** The first elements that begin with a word like "Updated", or that are called a date: in the text, and in the head of the site. */
const findWrittenDates = (
  page: PageDocument,
  canRead: (text: string) => boolean,
): { readonly inText: DateText | null; readonly inHead: DateText | null } => {
  let inHead: DateText | null = null;
  for (const element of findAll(({ name }) => name !== "script" && name !== "style", page.root.children)) {
    const { attribs, children } = element;
    const isNamed = DATED.test(attribs.class ?? "") || DATED.test(attribs.id ?? "");
    const isLed = children.some((child) => isText(child) && DATE_LEAD.test(child.data.trim()));
    if (!isLed && !isNamed) continue;
    const isHead = isMasthead(element);
    if (isHead && inHead) continue;
    const text = textOf(element).replace(DATE_LEAD, "");
    if (text.length <= 4 || text.length >= MAX_DATE_TEXT || !canRead(text)) continue;
    const name = `${attribs.class ?? ""} ${attribs.id ?? ""}`.trim();
    const found = { text, path: isLed ? "text" : `.${name}` };
    if (!isHead) return { inText: found, inHead };
    inHead = found;
  }
  return { inText: null, inHead };
};

/** Attributes of boards and readers that scripts make, which write "3 days ago" on the page only later. */
const DATE_ATTRIBUTE = /^(?:data-)?(?:ts|(?:created|published|posted)(?:-?(?:at|on|date|time|timestamp))?)$/;
const ISO_TIME = /^\d{4}-\d\d-\d\dT/;

const findDateAttribute = (page: PageDocument): DateText | null => {
  for (const { attribs } of findAll(() => true, page.root.children))
    for (const name in attribs)
      if (DATE_ATTRIBUTE.test(name) && ISO_TIME.test(attribs[name] ?? ""))
        return { text: attribs[name] ?? "", path: `@${name}` };
  return null;
};

/** The date of the page: what it shows near its top, outside of lists of other pages, or else what it says of itself. */
export const findDate = (page: PageDocument, reading: { language: string; now: number }): DateText | null => {
  const canRead = (text: string): boolean => parseDate(text, reading) !== null;
  const times = elementsNamed(page.root, "time").filter((time) => !isAside(time));
  const inText = times.filter((time) => !isMasthead(time));
  const isPublished = ({ attribs }: Element): boolean =>
    attribs.pubdate !== undefined || /publish/i.test(`${attribs.class} ${attribs.itemprop}`);
  const readTime = (time: Element | undefined): DateText | null => {
    const text = time && readElement(time, "date");
    return text && canRead(text) ? { text, path: "time" } : null;
  };
  const shown = readTime(inText.find(isPublished) ?? inText[0]);
  if (shown) return shown;
  const written = findWrittenDates(page, canRead);
  return (
    written.inText ?? readTime(times[0]) ?? written.inHead ?? findMetaDate(page) ?? findDateAttribute(page)
  );
};
