/** Where records lead: list entries link to their own pages, sections of a text don't. */
import type { Element } from "domhandler";
import { findAll, findOne } from "domutils";
import { textOf } from "./text.ts";
import { isHeading, outerOf, outward } from "./tree.ts";

/** Whether an element links to another page. */
export const isLink = ({ name, attribs }: Element): boolean =>
  name === "a" && /^(?!#|javascript:|mailto:|tel:)./i.test(attribs.href?.trim() ?? "");

/** The end of an address of a file: with a letter, as "09.01.2019" is a day. */
const FILE = /\.(?=\d*[a-z])[a-z\d]{2,5}$/i;
/** The end of one of a page, or of an entry of a calendar, which is an event of its own. */
const PAGE = /\.(?:html?|php\d?|aspx?|jsp|cfm|ics)$/i;

/** Whether an address is that of a file. */
export const isFile = (href: string): boolean => {
  const { protocol, pathname } = URL.parse(href, "https://localhost") ?? {};
  return /^https?:$/.test(protocol ?? "") && FILE.test(pathname ?? "") && !PAGE.test(pathname ?? "");
};

const holds = (element: Element, test: (inner: Element) => boolean): boolean =>
  test(element) || findOne(test, element.children, true) !== null;

const FEW_WORDS = 30;

/** The URL behind a record's title, picture or opening words; null if it leads nowhere. */
const leadOf = (record: Element, words: number): string | null => {
  const around = [record, outerOf(record)].find((at) => at && isLink(at));
  if (around) return around.attribs.href ?? null;
  const links = findAll(isLink, record.children);
  const [first] = links;
  const title = findOne(isHeading, record.children, true);
  // A long record without a title is about the link it begins with, not every link in it.
  const opens = (text: string): boolean => title === null && text !== "" && textOf(record).startsWith(text);
  const telling =
    links.find((link) => holds(link, isHeading) || (title !== null && holds(title, (at) => at === link))) ??
    links.find((link) => holds(link, ({ name }) => name === "img")) ??
    (first && (words <= FEW_WORDS || opens(textOf(first))) ? first : undefined);
  return telling?.attribs.href ?? null;
};

const LEAD_SHARE = 0.6;
const MAX_LOOKED_AT = 30;

/** Whether most records lead to their own URL; `wordsOf` returns a record's word count. */
export const leadsOn = (records: readonly Element[], wordsOf: (record: Element) => number): boolean => {
  const looked = records.slice(0, MAX_LOOKED_AT);
  const leads = looked.map((record) => leadOf(record, wordsOf(record)));
  return new Set(leads.filter((lead) => lead !== null)).size >= looked.length * LEAD_SHARE;
};

const isPicture = ({ name }: Element): boolean => name === "img" || name === "picture";

/** Whether an element has a picture and exactly one title, and the title is linked. */
export const isCard = (element: Element): boolean => {
  const titles = findAll(isHeading, element.children);
  const [title] = titles;
  if (titles.length !== 1 || !title || !holds(element, isPicture)) return false;
  return outward(title, element.parent).some(isLink) || findOne(isLink, title.children, true) !== null;
};
