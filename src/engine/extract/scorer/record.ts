/** What one record of a list holds: its title, address, picture, price, dates, and all it labels. */
import { type AnyNode, type Element, isTag } from "domhandler";
import { findAll } from "domutils";
import { type Bit, listBits } from "../page/bits.ts";
import { readElement } from "../page/elements.ts";
import { bitOf, groupsOf } from "../page/groups.ts";
import { lineText } from "../page/lines.ts";
import { textOf } from "../page/text.ts";
import { readCells } from "../regions/columns.ts";
import { type Fact, makeFact } from "../sources/facts.ts";
import { readRecordAddress } from "../sources/text/address.ts";
import { decodeSafely } from "../sources/text/contact.ts";
import { readRatings } from "../sources/text/ratings.ts";
import { type CoerceContext, resolveUrl } from "../values/coerce.ts";
import { parseDate } from "../values/dates.ts";
import { BY, PERSON } from "../values/phrases.ts";
import { PRICED } from "../values/prices.ts";
import type { Concept } from "../vocabulary/concepts.ts";
import { readCalled } from "./called.ts";
import { readPairs } from "./pairs.ts";
import { readPrices } from "./products/prices.ts";
import { readSpoken } from "./spoken.ts";

const HEADING = /^h[1-6]$/;
const TITLE = bitOf("heading");

const MAX_TITLE = 200;
const isSpoken = (element: Element): boolean => {
  const text = textOf(element);
  return text.length > 1 && text.length < MAX_TITLE && /\p{L}/u.test(text) && !PRICED.test(text);
};
const isLeaf = ({ children }: Element): boolean => !children.some(isTag);

/** What a record is called, by where pages write it: the first of these that a record has. */
const TITLES: readonly ((elements: readonly Element[]) => Element | undefined)[] = [
  (elements) => elements.find((element) => HEADING.test(element.name) && textOf(element) !== ""),
  (elements) => elements.find((element) => NAMING.has(element.name) && isSpoken(element)),
  (elements) =>
    elements.find(
      (element) => groupsOf(element) & TITLE && textOf(element) !== "" && textOf(element).length < MAX_TITLE,
    ),
  (elements) =>
    elements
      .filter((element) => isLink(element) && !isTopic(element))
      .map((link) => ({ link, length: textOf(link).length }))
      .filter(({ link, length }) => length > 1 && length < 250 && !GENERIC_LINK.test(textOf(link)))
      .sort((left, right) => right.length - left.length)[0]?.link,
  (elements) => elements.find((element) => STRONG.has(element.name) && isSpoken(element)),
  (elements) => elements.find((element) => isLeaf(element) && isSpoken(element)),
];
/** Whether a link leads to all records of a topic, and so is no name of one of them. */
const isTopic = ({ attribs }: Element): boolean =>
  attribs.rel === "tag" ||
  /(?:^|[\s_-])tags?(?:[\s_-]|$)/i.test(attribs.class ?? "") ||
  /\/(?:tags?|topics?|categor(?:y|ies))\//i.test(attribs.href ?? "");

/** What links say that lead from any record to more of it. */
const GENERIC_LINK =
  /^[^\p{L}]*(?:(?:visit |official )?(?:web ?site|web ?page|homepage|site)|(?:view |see |show |more )?(?:details|profile|info|information)|(?:read|learn|see|view|show) (?:more|all|product|item)|more|about|map|directions|website besuchen|zur (?:webseite|website)|webseite|mehr(?: erfahren| lesen| infos)?|weiterlesen|zum (?:angebot|produkt|profil)|profil|site (?:web|internet)|en savoir plus|lire la suite|voir (?:plus|le site|la fiche|le produit)|détails?|sitio web|página web|ver (?:más|detalles|producto)|leer más|más información|sito(?: web)?|scopri di più|dettagli|leggi tutto|saiba mais|ver mais|detalhes|lees meer|meer info|läs mer|læs mere|les mer|szczegóły|więcej|подробнее|сайт|詳細(?:を見る)?|続きを読む|公式サイト|详情|查看详情|更多|자세히 보기|홈페이지)[^\p{L}]*$/iu;
const NAMING: ReadonlySet<string> = new Set(["dt", "summary", "legend"]);
const STRONG: ReadonlySet<string> = new Set(["b", "strong", "th"]);

const findTitleElement = (elements: readonly Element[]): Element | null => {
  for (const find of TITLES) {
    const title = find(elements);
    if (title) return title;
  }
  return null;
};

const isLink = (element: Element): boolean =>
  element.name === "a" && /^(?!#|javascript:|mailto:|tel:)./.test(element.attribs.href ?? "");

const findUrl = (record: Element, elements: readonly Element[], title: Element | null): string | null => {
  const around: Element[] = [];
  for (let at: AnyNode | null = title; at && isTag(at) && at !== record; at = at.parent as AnyNode | null)
    around.push(at);
  const inTitle = title ? findAll(isLink, title.children) : [];
  const outer = record.parent && isTag(record.parent) ? [record, record.parent] : [record];
  const link = [...inTitle, ...around, ...outer.slice(0, 1), ...elements, ...outer].find(isLink);
  return link?.attribs.href ?? null;
};

const MAX_INNER = 400;

/** The first day that the record shows: a `time` element, or what is called a date. */
const readDay = (elements: readonly Element[], context: CoerceContext): Fact[] => {
  const dated =
    elements.find((element) => /(?:^|-)time$/.test(element.name)) ??
    elements.find(
      (element) =>
        /date|time|posted|published/i.test(element.attribs.class ?? "") &&
        parseDate(textOf(element), context) !== null,
    );
  const text = dated && (dated.attribs.datetime || readElement(dated, "date"));
  return text ? [makeFact("record", "date", [text], { concept: "date", path: dated.name })] : [];
};

const USER_PAGE = /\/(?:users?|u|profiles?|members?|authors?|people|@)\b\/?[^/]/i;
const readWriter = (elements: readonly Element[]): Fact[] => {
  const writer = elements.find(
    ({ name, attribs }) =>
      name === "a" &&
      (USER_PAGE.test(attribs.href ?? "") || /(?:^|\s)author(?:\s|$)/.test(attribs.rel ?? "")),
  );
  const text = writer ? textOf(writer).replace(BY, "") : "";
  return text !== "" && text.length <= 60
    ? [makeFact("record", "author", [text], { concept: "author", factor: 0.85, path: "a" })]
    : [];
};

const REACHED: readonly (readonly ["email" | "phone", RegExp])[] = [
  ["email", /^mailto:([^?]+)/i],
  ["phone", /^(?:tel|callto):(.+)/i],
];
const readReach = (elements: readonly Element[]): Fact[] =>
  REACHED.flatMap(([concept, pattern]) => {
    const found = elements.map(({ attribs }) => pattern.exec(attribs.href?.trim() ?? "")?.[1]).find(Boolean);
    return found ? [makeFact("record", concept, [decodeSafely(found)], { concept, path: "a@href" })] : [];
  });

const OF_JOBS: ReadonlySet<Concept | null> = new Set<Concept | null>(["salary", "employmentType"]);
const MAX_SUBTITLE_WORDS = 6;
/** The short line below a title: what somebody does, or who hires. */
const readSubtitle = (bits: readonly Bit[], titled: string, spoken: readonly Fact[]): Fact[] => {
  const version = /^v?\d+(?:\.\d+){1,3}(?:[-.+]?(?:alpha|beta|rc|pre|dev)[\w.]*)?$/i.test(titled)
    ? [makeFact("record", "version", [titled], { path: "title" })]
    : [];
  const below = bits[bits.findIndex(({ text }) => text === titled) + 1];
  const isPlain =
    below !== undefined &&
    titled !== "" &&
    below.text.split(/\s+/).length <= MAX_SUBTITLE_WORDS &&
    /^\p{L}[^\d:!?€$£]*$/u.test(below.text) &&
    !spoken.some(({ path }) => path === `"${below.text}"`);
  if (!isPlain) return version;
  const isJob = spoken.some((fact) => OF_JOBS.has(fact.concept));
  if (!isJob && !(PERSON.test(titled) && / /.test(titled))) return version;
  const concept = isJob ? "organization" : "role";
  return [...version, makeFact("record", concept, [below.text], { factor: 0.55, path: "below the title" })];
};

/** "S19A0995. THE STATE v. RUMPH", "14-1206": letters, digits and hyphens that number files, and are no day or amount. */
const REFERENCE =
  /^(?:no\.?\s*)?((?=\S*\d\d)(?=\S*[\p{L}-])(?!\d{4}-\d\d-\d\d|\d{1,2}-\d{1,2}-\d{2,4}(?!\d))[\p{Lu}\d]+(?:[-–.][\p{Lu}\d]+)*)(?=[.:,]?(?:\s|$))/u;
const MAX_REFERENCE = 24;
/** The number under which a record is filed, where one of its texts begins with it. */
const readReference = (bits: readonly Bit[]): Fact[] => {
  const found = bits
    .slice(0, MAX_REFERENCE_BITS)
    .map(({ text }) => REFERENCE.exec(text)?.[1])
    .find((code) => code !== undefined && code.length >= 4 && code.length <= MAX_REFERENCE);
  return found
    ? [makeFact("record", "docket", [found], { concept: "docket", factor: 0.6, path: "begins with it" })]
    : [];
};
const MAX_REFERENCE_BITS = 8;

/** The list in a record, under the names that callers give it. */
const PARTS = [
  "items",
  "changes",
  "features",
  "highlights",
  "notes",
  "bullets",
  "requirements",
  "benefits",
  "points",
];
const MAX_PARTS = 60;
const isList = (node: AnyNode): boolean => isTag(node) && (node.name === "ul" || node.name === "ol");
const readParts = (elements: readonly Element[]): Fact[] => {
  const parts = elements
    .filter(({ name, children }) => name === "li" && !children.some(isList))
    .slice(0, MAX_PARTS)
    .map(textOf)
    .filter((text) => text !== "");
  return parts.length < 2
    ? []
    : PARTS.map((name) => makeFact("list", name, parts, { concept: null, factor: 0.7, path: "li" }));
};

/** Facts of one record; `labels` name the cells of a table's row. */
export const readRecord = (
  record: Element,
  context: CoerceContext,
  labels: readonly string[] = [],
): Fact[] => {
  const elements = findAll(() => true, record.children).slice(0, MAX_INNER);
  const facts: Fact[] = [];
  const note = (concept: Concept, value: string | null, path: string, factor = 1): void => {
    if (value !== null && value !== "")
      facts.push(makeFact("record", concept, [value], { concept, factor, path }));
  };
  const title = findTitleElement(elements);
  const titled = title ? textOf(title) : "";
  // Of a row with named columns the names say more than the place of a cell.
  if (title) note("title", titled, title.name, labels.length > 0 && isLeaf(title) ? 0.7 : 1);
  else note("title", labels.length > 0 ? null : lineText(record).slice(0, MAX_TITLE), "text", 0.5);
  if (title) facts.push(...readAnswer(record, title));
  note("url", resolveUrl(findUrl(record, elements, title)?.trim() ?? "", context.baseUrl), "a@href");
  note("image", resolveUrl(readElement(record, "image")?.trim() ?? "", context.baseUrl), "img");
  const bits = listBits([record]);
  const spoken = readSpoken(bits, titled, context, "record");
  facts.push(
    ...readPrices(record, context).map((fact): Fact => ({ ...fact, source: "record" })),
    ...readDay(elements, context),
    ...readWriter(elements),
    ...readReach(elements),
    ...readCalled(elements),
    ...spoken,
    ...readSubtitle(bits, titled, spoken),
    ...readParts(elements),
    ...readReference(bits),
    ...readRecordAddress(
      bits.map(({ text }) => text),
      context.language,
    ),
    ...readRatings(record, bits),
    ...describe(elements, titled),
    ...readPairs([record], false),
    ...readCells(record, labels),
  );
  return facts;
};

/** Terms and what explains them, questions and what answers them. */
const readAnswer = (record: Element, title: Element): Fact[] => {
  const said = textOf(title);
  const isQuestion = /[?？؟]$/.test(said);
  if (!isQuestion && !NAMING.has(title.name)) return [];
  const rest = lineText(record).replace(said, "").trim();
  const [asked, answer] = isQuestion ? ["question", "answer"] : ["term", "definition"];
  return rest === ""
    ? []
    : [
        makeFact("record", asked, [said], { concept: null, path: title.name }),
        makeFact("record", answer, [rest], { concept: null, path: `after ${title.name}` }),
        makeFact("record", "description", [rest], { factor: 0.8, path: `after ${title.name}` }),
      ];
};

/** Callers ask for what somebody wrote under many names. */
const BODIES = [
  "text",
  "body",
  "comment",
  "review",
  "message",
  "quote",
  "review text",
  "comment text",
  "review body",
];
const LONG = 6;
const MIN_BODY = 3;

/** The longest run of text besides the title. */
const describe = (elements: readonly Element[], titled: string): Fact[] => {
  const [longest] = elements
    .filter(({ name }) => ["p", "div", "span", "dd", "section", "blockquote"].includes(name))
    .filter(
      (element) =>
        !element.children.some(
          (child) =>
            isTag(child) && ["div", "p", "ul", "section", "article", "h2", "h3", "h4"].includes(child.name),
        ),
    )
    .map((element) => textOf(element))
    .filter((text) => text !== titled && text.split(/\s+/).length >= MIN_BODY)
    .sort((left, right) => right.length - left.length);
  if (longest === undefined) return [];
  const path = "longest text";
  // The whole text of the record is its content too, with all that stands around what was written.
  const bodies = BODIES.map((name) =>
    makeFact("record", name, [longest], { concept: null, factor: 0.7, path }),
  );
  return longest.split(/\s+/).length >= LONG || longest.length > 40
    ? [makeFact("record", "description", [longest], { concept: "description", path }), ...bodies]
    : bodies;
};
