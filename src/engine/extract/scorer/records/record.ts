/** Facts of one record in a list: title, URL, image, price, dates and labelled values. */
import { type Element, isTag } from "domhandler";
import { findAll } from "domutils";
import { type Bit, listBits } from "../../page/bits.ts";
import { readElement } from "../../page/elements.ts";
import { bitOf, groupsOf } from "../../page/groups.ts";
import { lineText } from "../../page/lines.ts";
import { textOf } from "../../page/text.ts";
import { wholeText } from "../../page/wholeText.ts";
import { readCells } from "../../regions/columns.ts";
import { type Fact, makeFact } from "../../sources/facts.ts";
import { readRecordAddress } from "../../sources/text/address.ts";
import { findPhone, reachOf } from "../../sources/text/contact.ts";
import { readRatings } from "../../sources/text/ratings.ts";
import { type CoerceContext, resolveUrl } from "../../values/coerce.ts";
import { parseDate } from "../../values/dates.ts";
import { saysWhen } from "../../values/dateWords.ts";
import { BY, PERSON } from "../../values/phrases.ts";
import { countSpaced, normaliseSpace } from "../../values/text.ts";
import { type Concept, conceptOf } from "../../vocabulary/concepts.ts";
import { readCalled } from "../called.ts";
import { BELOW_NAME } from "../jobs.ts";
import { readLabels } from "../labels.ts";
import { ENDLESS, type Patience } from "../patience.ts";
import { readPrices } from "../products/prices.ts";
import { LONGEST_TEXT } from "../prose.ts";
import { readSpan } from "../spans.ts";
import { readSpoken, SPOKEN } from "../spoken.ts";
import { NUMBERED, readFileSize, readNumbered, readReference, readVersion } from "./recordCodes.ts";
import { findTitleElement, findUrl, isLeaf, MAX_TITLE, NAMING, textOfTitle } from "./recordTitle.ts";

const MAX_INNER = 400;

/** The record's date: its first `time` element, or the first element whose class name suggests a date. */
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

const MAX_PHONE = 60;
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

/** The first contact of each kind: email, phone and so on. A link is surer than a number. */
const readReach = (elements: readonly Element[], bits: readonly Bit[]): Fact[] => {
  const linked = elements.flatMap((element) => reachOf(element, "record"));
  const phone = bits
    .map(({ text }) => (text.length <= MAX_PHONE ? findPhone(text) : undefined))
    .find(Boolean);
  const spoken = phone === undefined ? [] : noteAs("phone", normaliseSpace(phone), "number", 0.9);
  const found = [...linked, ...spoken];
  return found.filter((fact, at) => found.findIndex(({ concept }) => concept === fact.concept) === at);
};

/** A record with the data its readers share. */
interface View {
  readonly record: Element;
  readonly context: CoerceContext;
  /** Column names, if the record is a table row. */
  readonly labels: readonly string[];
  readonly elements: readonly Element[];
  readonly title: Element | null;
  readonly titled: string;
  /** The title in full, if it is cut off where it is shown. */
  readonly fullTitle: string;
  readonly bits: readonly Bit[];
  readonly spoken: readonly Fact[];
  readonly priced: Patience["priced"];
}

const noteAs = (concept: Concept, value: string | null, path: string, factor = 1): Fact[] =>
  value === null || value === "" ? [] : [makeFact("record", concept, [value], { concept, factor, path })];

const SAID = bitOf("comments");
/** The name above a comment is not its title. */
const NOT_OF_WRITER = 0.4;
const namesWriter = ({ record, elements, titled }: View): boolean =>
  (groupsOf(record) & SAID) !== 0 && readWriter(elements).some(({ values }) => values[0] === titled);

const readTitle = (view: View): Fact[] => {
  const { record, labels, title, fullTitle } = view;
  if (!title)
    return noteAs("title", labels.length > 0 ? null : lineText(record).slice(0, MAX_TITLE), "text", 0.5);
  // In a row with named columns, column names are better evidence than the position of a cell.
  const share = labels.length > 0 && isLeaf(title) ? 0.7 : 1;
  return noteAs("title", fullTitle, title.name, namesWriter(view) ? NOT_OF_WRITER : share);
};

type Reader = (view: View) => Fact[];

/** The readers of a record, each with the concepts it can return if they are few. */
const READERS: readonly (readonly [read: Reader, says?: readonly Concept[]])[] = [
  [readTitle],
  [({ record, title }) => (title ? readAnswer(record, title) : [])],
  [
    ({ record, elements, title, context }) =>
      noteAs("url", resolveUrl(findUrl(record, elements, title)?.trim() ?? "", context.baseUrl), "a@href"),
    ["url"],
  ],
  [
    ({ record, context }) =>
      noteAs("image", resolveUrl(readElement(record, "image")?.trim() ?? "", context.baseUrl), "img"),
    ["image"],
  ],
  [
    ({ record, context, priced }) =>
      readPrices(record, context, { places: priced, isRecord: true }).map(
        (fact): Fact => ({ ...fact, source: "record" }),
      ),
    ["price", "lowPrice", "highPrice", "priceRange", "originalPrice", "currency"],
  ],
  [({ elements, context }) => readDay(elements, context), ["date"]],
  [({ elements }) => readWriter(elements), ["author"]],
  [({ bits }) => readFileSize(bits), ["fileSize"]],
  [({ elements, bits }) => readReach(elements, bits)],
  [({ elements }) => readCalled(elements)],
  [({ spoken }) => [...spoken], SPOKEN],
  [({ bits }) => readSpan(bits)],
  [({ bits, titled }) => readRole(bits, titled), ["role"]],
  [({ bits }) => readReference(bits), ["docket"]],
  [({ bits }) => readNumbered(bits), NUMBERED],
  [({ titled }) => readVersion(titled), ["version"]],
  [
    ({ bits, context }) =>
      readRecordAddress(
        bits.map(({ text }) => text),
        context.language,
      ),
  ],
  [({ record, bits }) => readRatings(record, bits), ["rating", "reviewCount"]],
  [({ elements, titled }) => readDescription(elements, titled)],
  [({ record }) => readLabels([record])],
  [({ record, labels }) => readCells(record, labels)],
];

/** The shared view of a record; slow parts are computed when first used. */
const lookAt = (
  record: Element,
  context: CoerceContext,
  labels: readonly string[],
  { priced }: Patience,
): View => {
  const elements = findAll(() => true, record.children).slice(0, MAX_INNER);
  const title = findTitleElement(elements, record);
  const titled = title ? textOfTitle(title) : "";
  let bits: readonly Bit[] | null = null;
  let spoken: readonly Fact[] | null = null;
  return {
    record,
    context,
    labels,
    elements,
    title,
    titled,
    fullTitle: wholeText(titled, () => [record, ...elements]),
    priced,
    get bits() {
      bits ??= listBits([record]);
      return bits;
    },
    get spoken() {
      spoken ??= readSpoken(this.bits, titled, context, "record");
      return spoken;
    },
  };
};

/** Facts of one record. `labels`: column names, if the record is a table row. */
export const readRecord = (
  record: Element,
  context: CoerceContext,
  labels: readonly string[] = [],
  patience: Patience = ENDLESS,
): Fact[] => {
  const view = lookAt(record, context, labels, patience);
  return READERS.flatMap(([read, says]) => patience.ask(read, () => read(view), says));
};

const ROLES = ["role", "position", "job title"];
const MAX_ROLE = 60;
/**
 * A person's role is in the line below the name. Other records have such a line too, but callers request no role of
 * them.
 */
const readRole = (bits: readonly Bit[], titled: string): Fact[] => {
  const next = bits[bits.findIndex(({ text }) => text === titled) + 1]?.text ?? "";
  const isRole = next.length <= MAX_ROLE && /^\p{L}[^\d@:]*[^\d@:.!?]$/u.test(next);
  return isRole && conceptOf(next) !== "role" && /\s/.test(titled) && PERSON.test(titled)
    ? ROLES.map((name) =>
        makeFact("record", name, [next], { concept: null, factor: 0.75, origin: BELOW_NAME }),
      )
    : [];
};

/** Terms and their definitions, questions and their answers. */
const readAnswer = (record: Element, title: Element): Fact[] => {
  const asked = textOf(title);
  const isQuestion = /[?？؟]$/.test(asked);
  const rest = lineText(record).replace(asked, "").trim();
  if (rest === "" || !(isQuestion || NAMING.has(title.name))) return [];
  const path = `after ${title.name}`;
  const [name, answer] = isQuestion ? ["question", "answer"] : ["term", "definition"];
  return [
    makeFact("record", name, [asked], { concept: null, path: title.name }),
    makeFact("record", answer, [rest], { concept: null, path }),
    makeFact("record", "description", [rest], { factor: 0.8, path }),
  ];
};

/** Callers use many names for the text that somebody wrote. */
const BODIES = [
  "text",
  "body",
  "notes",
  "comment",
  "review",
  "message",
  "quote",
  "review text",
  "comment text",
];
const LONG = 6;
const MIN_BODY = 3;

const TEXTS: ReadonlySet<string> = new Set(["p", "div", "span", "dd", "section", "blockquote"]);
/** An element with one of these children contains several texts. */
const PARTS: ReadonlySet<string> = new Set("div p ul section article h2 h3 h4".split(" "));

/** A quote is its record's title and text. */
const isSaid = (titled: string): boolean => /[.!?…]?["”»]$/.test(titled) && countSpaced(titled) >= LONG;

const SEPARATED = /\s[·•|–—-]\s|, /u;
const isLineOfDay = (text: string): boolean =>
  text.length <= MAX_ROLE && !/[.!?…]["”»’']?$/.test(text) && text.split(SEPARATED).some(saysWhen);

/** The longest text other than the title. */
const readDescription = (elements: readonly Element[], titled: string): Fact[] => {
  const longest = elements
    .filter(({ name }) => TEXTS.has(name))
    .filter(({ children }) => !children.some((child) => isTag(child) && PARTS.has(child.name)))
    .map(textOf)
    .filter((text) => text !== titled && countSpaced(text) >= MIN_BODY)
    // A line with a day is rather about the record than of it.
    .sort(
      (left, right) => Number(isLineOfDay(left)) - Number(isLineOfDay(right)) || right.length - left.length,
    )[0];
  if (longest === undefined) return [];
  const origin = LONGEST_TEXT;
  // The record's whole text also counts as content, but includes everything around this text.
  const body = isSaid(titled) ? titled : longest;
  const bodies = BODIES.map((name) =>
    makeFact("record", name, [body], { concept: null, factor: 0.7, origin }),
  );
  return countSpaced(longest) >= LONG || longest.length > 40 || /[.!?…]$/.test(longest)
    ? [makeFact("record", "description", [longest], { concept: "description", origin }), ...bodies]
    : bodies;
};
