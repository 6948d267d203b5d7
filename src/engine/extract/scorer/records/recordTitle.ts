/** Finds a record's title and URL. */
import { type Document, type Element, isDocument, isTag } from "domhandler";
import { findAll, findOne } from "domutils";
import { listBits } from "../../page/bits.ts";
import { bitOf, groupsOf } from "../../page/groups.ts";
import { isFile } from "../../page/leads.ts";
import { shortText } from "../../page/shortText.ts";
import { elementsBy } from "../../page/tags.ts";
import { textOf } from "../../page/text.ts";
import { hidesItself, isHeading, outward } from "../../page/tree.ts";
import { findRating } from "../../sources/text/ratings.ts";
import { saysWhen } from "../../values/dateWords.ts";
import { PRICED } from "../../values/prices.ts";
import { normaliseSpace } from "../../values/text.ts";
import words from "../../vocabulary/pages.json" with { type: "json" };
import { rememberedFor } from "../../vocabulary/remember.ts";

const TITLE = bitOf("heading");

export const MAX_TITLE = 200;
const isSpoken = (element: Element): boolean => {
  const text = textOf(element);
  return (
    text.length > 1 &&
    text.length < MAX_TITLE &&
    /\p{L}/u.test(text) &&
    !/[:：]$/.test(text) &&
    !PRICED.test(text)
  );
};
/** Nothing, a day's number or a few signs; "300" is a title. */
const NUMBER = /^(?!(?:3[2-9]|[4-9]\d|\d{3})$)\P{L}{0,3}$/u;
const CODE: ReadonlySet<string> = new Set(["style", "script", "template"]);
export const isLeaf = ({ name, children }: Element): boolean => !CODE.has(name) && !children.some(isTag);

const OF_PERSON = /(?:^|[\s_-])(?:author|profile|user|reviewer|member|avatar)(?:[\s_-]|$)/i;
/** Places where pages put a record's title; the first match wins. */
const TITLES: readonly ((elements: readonly Element[], record: Element) => Element | undefined)[] = [
  (elements) => elements.find((element) => isHeading(element) && !NUMBER.test(textOf(element))),
  (elements) => elements.find((element) => NAMING.has(element.name) && isSpoken(element)),
  (elements) => {
    const titled = elements.filter(
      (element) => groupsOf(element) & TITLE && textOf(element) !== "" && textOf(element).length < MAX_TITLE,
    );
    // The name of a review's writer comes before its title.
    return titled.find(({ attribs }) => !OF_PERSON.test(attribs.class ?? "")) ?? titled[0];
  },
  (elements, record) =>
    elements
      .filter((element) => isLink(element) && !isTopic(element))
      .map((link) => ({ link, length: textOf(link).length }))
      .filter(({ link, length }) => length > 1 && length < 250 && !GENERIC_LINK.test(textOf(link)))
      .sort((left, right) => right.length - left.length)
      .find(({ link }) => !isFileLink(link) && !outward(link, record).some(hidesItself))?.link,
  (elements) => elements.find((element) => STRONG.has(element.name) && isSpoken(element)),
  (elements) =>
    elements.find(
      (element) => isLeaf(element) && isSpoken(element) && !saysWhen(textOf(element)) && !isFileLink(element),
    ),
  (elements) => elements.find((element) => isLeaf(element) && isSpoken(element)),
];
/** Whether a link leads to all records of a topic, and is thus not a title. */
const isTopic = ({ attribs }: Element): boolean =>
  attribs.rel === "tag" ||
  /(?:^|[\s_-])tags?(?:[\s_-]|$)/i.test(attribs.class ?? "") ||
  /\/(?:tags?|topics?|categor(?:y|ies))\//i.test(attribs.href ?? "");

const MIN_SAME = 4;
/** The texts that links to several files of a page share: "Agenda", "Minutes". */
const filesSaid = rememberedFor((root: Document): ReadonlySet<string> => {
  const links = elementsBy(root, "tag", "a").filter(({ attribs }) => isFile(attribs.href ?? ""));
  const said = Map.groupBy(links, (link) => shortText(link, MAX_NAME));
  return new Set(
    [...said].flatMap(([text, same]) =>
      text !== null && new Set(same.map(({ attribs }) => attribs.href)).size >= MIN_SAME ? [text] : [],
    ),
  );
});
const MAX_NAME = 40;

/** Whether an element is, or is in, a link to a file that says what many such links of the page say. */
const isFileLink = (element: Element): boolean => {
  const around = outward(element);
  const link = around.find(isLink);
  const said = link && isFile(link.attribs.href ?? "") ? shortText(link, MAX_NAME) : null;
  const top = around.at(-1)?.parent;
  return said !== null && top != null && isDocument(top) && filesSaid(top).has(said);
};

/** Link texts that any record can have. */
const GENERIC_LINK = new RegExp(String.raw`^[^\p{L}]*(?:${words.links.join("|")})[^\p{L}]*$`, "iu");
export const NAMING: ReadonlySet<string> = new Set(["dt", "summary", "legend"]);
const STRONG: ReadonlySet<string> = new Set(["b", "strong", "th"]);

/**
 * The tightest element with a title: boxes named after the title also hold the byline and the date. A link or a heading
 * that is the whole first line of several is the title.
 */
const tighten = (element: Element): Element => {
  if (isHeading(element)) return firstLine(element);
  const inner = findOne(
    (each) => (isLink(each) || isHeading(each) || (groupsOf(each) & TITLE) !== 0) && textOf(each).length > 1,
    element.children,
  );
  if (!inner) return element;
  const bits = listBits([element]);
  const first = bits.find(({ place, text }) => place !== null && !saysWhen(text));
  const isOne = bits.every(({ line }) => line === first?.line);
  return !isOne && first?.text === textOf(inner) && !GENERIC_LINK.test(textOf(inner)) ? inner : element;
};

/** Of a heading with several lines, the first that names something; the heading itself if it has one. */
const firstLine = (heading: Element): Element => {
  const lines = listBits([heading]).filter(({ place }) => place === 0);
  const first = lines.length > 1 ? lines.find(({ text }) => !saysWhen(text)) : undefined;
  return first && textOf(first.element) === first.text ? first.element : heading;
};

/** The title among the elements of a record. */
export const findTitleElement = (elements: readonly Element[], record: Element): Element | null => {
  for (const find of TITLES) {
    const title = find(elements, record);
    if (title) return tighten(title);
  }
  return null;
};

const isLink = (element: Element): boolean =>
  element.name === "a" && /^(?!#|javascript:|mailto:|tel:)./.test(element.attribs.href ?? "");

/** The value of an option of a menu that opens what is selected. */
const OPENS = /^\S*[/.]\S*$/;

export const findUrl = (
  record: Element,
  elements: readonly Element[],
  title: Element | null,
): string | null => {
  if (record.name === "option")
    return OPENS.test(record.attribs.value ?? "") ? (record.attribs.value ?? null) : null;
  const around = title ? outward(title, record) : [];
  const inTitle = title ? findAll(isLink, title.children) : [];
  const outer = record.parent && isTag(record.parent) ? [record, record.parent] : [record];
  const links = elements.filter(isLink);
  const titled = title ? textOf(title) : "";
  // A card can be covered by a link that repeats its title, after links to its day and its topics.
  const again = titled === "" ? undefined : links.find((link) => textOf(link) === titled);
  const named = [...inTitle, ...around, record].find(isLink) ?? again;
  const [first, ...others] = links;
  // If all links have the same text ("View"), the last one leads to the record's own page.
  const isSame =
    first !== undefined && others.length > 0 && others.every((link) => textOf(link) === textOf(first));
  return (named ?? (isSame ? others.at(-1) : first) ?? outer.find(isLink))?.attribs.href ?? null;
};

const MAX_RATING = 40;
/** The text of a title, without the stars that some shops put before it: "5.0 out of 5 stars" in an element of its own. */
export const textOfTitle = (title: Element): string => {
  const [first, ...others] = title.children.filter((child) => textOf(child) !== "");
  const stars = first && others.length > 0 && isTag(first) ? textOf(first) : "";
  const isRating = stars !== "" && stars.length <= MAX_RATING && findRating(stars) !== null;
  return isRating ? normaliseSpace(others.map(textOf).join(" ")) : textOf(title);
};
