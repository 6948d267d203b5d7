/** The selling price of a product page, among old, related and other prices. */
import { type Element, isTag, isText } from "domhandler";
import { textContent } from "domutils";
import { isCents, priceText } from "../../page/priceText.ts";
import { shortText } from "../../page/shortText.ts";
import { isWithin, outerOf } from "../../page/tree.ts";
import { signatureOf } from "../../regions/markers.ts";
import { type Fact, makeFact } from "../../sources/facts.ts";
import type { CoerceContext } from "../../values/coerce.ts";
import { parsePrice } from "../../values/numbers.ts";
import { PAID } from "../../values/phrases.ts";
import {
  countPrices,
  MAY_BE_PRICED,
  PRICED,
  type PriceRange,
  parseRange,
  parseSale,
  type Sale,
  withoutNet,
} from "../../values/prices.ts";
import { FROM, NOT_ASKED, PER_UNIT, SENT_FREE, WITHOUT_TAX, withoutTerms } from "../../values/priceWords.ts";
import { lettersOf } from "../../values/text.ts";
import { remembered } from "../../vocabulary/remember.ts";
import { ENDLESS, type Silences } from "../patience.ts";
import { type Age, ageOf, contextOf, lookAround, MAX_SIBLINGS, MAX_TERMS } from "./priceAround.ts";

interface Candidate {
  /** The lowest price of a range. */
  readonly value: number;
  readonly range: PriceRange | null;
  readonly sale: Sale | null;
  readonly text: string;
  readonly element: Element;
  readonly age: Age;
  /** Only the time that it is paid for makes it look like an instalment: "$19/month". */
  readonly isPeriodic: boolean;
  readonly rating: number;
  readonly path: string;
}

const MAX_TEXT = 60;

const MAX_FROM_WORDS = 3;
/** Strips shipping from "$12 Free shipping"; keeps "ab 50 € versandkostenfrei", which is not a price. */
const withoutSentFree = (beside: string, price: string): string => {
  const at = beside.indexOf(price);
  if (at < 0 || !SENT_FREE.test(beside.slice(at + price.length))) return beside;
  const lead = beside.slice(0, at).trim().split(/\s+/).slice(-MAX_FROM_WORDS);
  const isLeast = lead.some((_, index) => FROM.test(`${lead.slice(index).join(" ")} `));
  return isLeast ? beside : beside.slice(0, at + price.length);
};

/** Reads the price text of an element. Cached, because several numbers share the boxes around them. */
type ReadText = (element: Element) => string;
const createReadText = (): ReadText => remembered(priceText);

const readCandidate = (
  { element, distance }: Place,
  within: Element,
  context: CoerceContext,
  read: ReadText,
  isRecord: boolean,
): Candidate | null => {
  const written = withoutNet(read(element));
  const text = withoutTerms(written);
  if (text.length > MAX_TEXT || !PRICED.test(text)) return null;
  const range = parseRange(text, context);
  const sale = range ? null : parseSale(text, context);
  const value = range?.low ?? sale?.now ?? parsePrice(text, context);
  if (value === null || value <= 0) return null;
  const around = lookAround(element, within, isRecord);
  if (!around) return null;
  const amid = contextOf(element);
  const beside = withoutSentFree(withoutTerms(amid), text);
  // Text beside two prices can be about the other one.
  const said = countPrices(beside) <= 1 ? beside : "";
  const tellsOther = (words: string): boolean => NOT_ASKED.test(words) || PER_UNIT.test(words);
  const isOther = tellsOther(text) || tellsOther(said);
  const isNet = WITHOUT_TAX.test(written) || (said !== "" && WITHOUT_TAX.test(amid));
  return {
    value,
    range,
    sale,
    text,
    element,
    age: sale ? "now" : ageOf(text, said, around.age),
    isPeriodic: isOther && [text, said].every((words) => !tellsOther(words.replace(PAID, " "))),
    rating: around.rating - (isOther ? 5 : 0) - (isNet ? 2 : 0) - Math.min(6, distance / 60),
    path: `${element.name}.${element.attribs.class ?? ""}`,
  };
};

const UNREAD: ReadonlySet<string> = new Set(["script", "style", "template", "noscript", "svg", "option"]);
const MAX_LISTED = 600;
const MAX_TITLE = 160;

interface Place {
  readonly element: Element;
  /**
   * Elements between it and the page's heading, or the product's name if there is no heading; doubled if it comes
   * first.
   */
  readonly distance: number;
}

/** Elements whose own text has a digit, the nearest to the page's heading first. */
const listPriced = (top: Element, title: string): Place[] => {
  const found: { element: Element; order: number }[] = [];
  let order = 0;
  let heading = 0;
  let named = 0;
  const visit = (element: Element): void => {
    if (UNREAD.has(element.name)) return;
    order++;
    if (element.name === "h1" && heading === 0) heading = order;
    if (named === 0 && title !== "" && lettersOf(shortText(element, MAX_TITLE)) === title) named = order;
    if (element.children.some((child) => isText(child) && /\p{Nd}/u.test(child.data)))
      found.push({ element, order });
    for (const child of element.children) if (isTag(child)) visit(child);
  };
  visit(top);
  const start = heading > 0 ? heading : named;
  return found
    .map(({ element, order: at }) => ({ element, distance: at >= start ? at - start : (start - at) * 2 }))
    .sort((left, right) => left.distance - right.distance)
    .slice(0, MAX_LISTED);
};

const MAX_WIDER = 3;
const parentOf = (element: Element, within: Element): Element | null =>
  element === within ? null : outerOf(element);

/** The boxes around a number that contain little else, the smallest first. */
const boxesAround = (element: Element, within: Element): Element[] => {
  const boxes: Element[] = [];
  let at: Element | null = element;
  for (; at && boxes.length < MAX_WIDER && shortText(at, MAX_TERMS) !== null; at = parentOf(at, within))
    boxes.push(at);
  return boxes;
};

/** The smallest element around a number that includes its currency. */
const widen = (element: Element, within: Element, read: ReadText): Element | null => {
  const boxes = boxesAround(element, within);
  const widest = boxes.at(-1);
  // Skip reading the boxes if even the widest has no currency.
  if (!widest || !MAY_BE_PRICED.test(textContent(widest))) return null;
  for (const box of boxes) {
    const text = withoutTerms(read(box));
    if (text.length > MAX_TEXT) return null;
    if (!PRICED.test(text)) continue;
    const parent = parentOf(box, within);
    const hasCents =
      parent !== null &&
      parent.children.length <= MAX_SIBLINGS &&
      parent.children.some((child) => isTag(child) && child !== box && isCents(child));
    return hasCents ? parent : box;
  }
  return null;
};

/** The element around one end of a range that includes the other end; the element itself if there is no range. */
const widenToRange = (element: Element, within: Element, context: CoerceContext, read: ReadText): Element => {
  let at: Element | null = element;
  for (let step = 0; at && step <= MAX_WIDER; step++, at = parentOf(at, within)) {
    const text = shortText(at, MAX_TEXT * 2);
    if (text === null) break;
    if (step > 0 && countPrices(text) > 1 && parseRange(withoutTerms(read(at)), context)) return at;
  }
  return element;
};

const MAX_CANDIDATES = 150;
const FLOOR = -3.5;

/** Identical for corresponding elements in the records of a list. */
const placeOf = (element: Element): string =>
  [outerOf(element), element].map((at) => (at ? signatureOf(at) : "")).join(">");

/** Further context for reading prices. */
interface Known {
  /** Records of other things. */
  readonly others?: ReadonlySet<unknown>;
  readonly places?: Silences;
  /** Whether the prices are those of a record of a list. */
  readonly isRecord?: boolean;
  /** The product's name. */
  readonly title?: string;
}
const NOTHING: ReadonlySet<unknown> = new Set();

const listCandidates = (
  top: Element,
  context: CoerceContext,
  { others = NOTHING, places = ENDLESS.priced, title = "", isRecord = false }: Known,
): Candidate[] => {
  const seen = new Set<Element>();
  const read = createReadText();
  const candidates: Candidate[] = [];
  for (const { element, distance } of listPriced(top, lettersOf(title))) {
    if (seen.size >= MAX_CANDIDATES) break;
    const place = placeOf(element);
    if (places.isSilent(place)) continue;
    const narrow = widen(element, top, read);
    const whole = narrow && widenToRange(narrow, top, context, read);
    if (whole && (seen.has(whole) || isWithin(whole, others))) continue;
    const candidate = whole && readCandidate({ element: whole, distance }, top, context, read, isRecord);
    if (whole) seen.add(whole);
    if (candidate) candidates.push(candidate);
    places.note(place, () => candidate !== null);
  }
  return candidates.sort((left, right) => right.rating - left.rating);
};

/**
 * The price, original price and currency of a page's product or a list's record. For a range, its lowest and highest
 * price instead.
 */
export const readPrices = (top: Element, context: CoerceContext, known: Known): Fact[] => {
  const candidates = listCandidates(top, context, known);
  const price =
    candidates.find(({ age }) => age === "now") ?? candidates.find(({ age }) => age === "regular");
  // What is paid by the month is an instalment beside another price; alone, it is a subscription or a rent.
  const isPaidByTime = candidates.every(({ value, isPeriodic }) => isPeriodic && value === price?.value);
  if (!price || (price.rating < FLOOR && !isPaidByTime)) return [];
  const { path, range } = price;
  const note = (concept: "price" | "lowPrice" | "highPrice", value: number, factor: number): Fact => ({
    ...makeFact("content", concept, [value], { concept, factor, path }),
    ...(value === price.value && !range && { shown: price.text }),
  });
  const currency = makeFact("content", "currency", [price.text], { path });
  if (range)
    return [
      note("lowPrice", range.low, 1),
      note("highPrice", range.high, 1),
      makeFact("content", "priceRange", [range.text], { concept: "priceRange", path }),
      currency,
    ];
  const beside = candidates.find(
    (other) =>
      other.age !== "now" &&
      other !== price &&
      other.range === null &&
      other.value > price.value &&
      other.rating >= price.rating - 3,
  );
  const old = price.sale ? { value: price.sale.before, path } : beside;
  // An equally likely rival lowers the confidence.
  const rivals = candidates.filter(
    ({ age, rating, value }) => age === "now" && value !== price.value && rating > price.rating - 0.3,
  );
  // In a price list, such as a menu, no single line is the page's price.
  const alike = rivals.filter(({ element }) => element.parent === price.element.parent).length;
  const factor =
    alike > 1 ? 0.4 : price.rating < -1 || rivals.length > 1 ? 0.75 : rivals.length === 1 ? 0.9 : 1;
  return [
    note("price", price.value, factor),
    note("lowPrice", price.value, FROM.test(price.text) ? 1 : 0.75),
    { ...currency, confidence: currency.confidence * factor },
    ...(old
      ? [
          {
            ...makeFact("content", "originalPrice", [old.value], { factor: 0.95, path: old.path }),
            ...("text" in old && { shown: old.text }),
          },
        ]
      : []),
  ];
};

/** The two prices of a short text, one of which the page marks as the old one; null if it marks neither. */
export const readSale = (element: Element, context: CoerceContext): Sale | null => {
  if (shortText(element, MAX_TERMS) === null) return null;
  const facts = readPrices(element, context, { isRecord: true });
  const [now, before] = ["price", "originalPrice"].map(
    (name) => facts.find(({ concept }) => concept === name)?.values[0],
  );
  return typeof now === "number" && typeof before === "number" ? { now, before } : null;
};
