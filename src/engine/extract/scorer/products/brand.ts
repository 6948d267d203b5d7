/** The brand of the page's product. Breadcrumbs are ignored; the shop's own name is the fallback. */
import type { Element } from "domhandler";
import { findOne } from "domutils";
import type { PageDocument } from "../../page/document.ts";
import { isButton } from "../../page/references.ts";
import { shortText } from "../../page/shortText.ts";
import { elementsNamed } from "../../page/tags.ts";
import { textOf } from "../../page/text.ts";
import { type Fact, makeFact } from "../../sources/facts.ts";
import { lettersOf, normaliseSpace } from "../../values/text.ts";
import words from "../../vocabulary/brands.json" with { type: "json" };
import { conceptOf, foldedWords } from "../../vocabulary/concepts.ts";
import { findSaid, listCalled, listShort, namesOf, type Shown } from "./said.ts";

/** Class names that mark a brand; `badge-brand` is a colour. */
const CLASS = new RegExp(
  String.raw`(?:^|[\s_-])(?<!(?:^|\s)(?:badge|btn|button|text|bg|border)-)(?:${words.classes.join("|")})(?:[\s_-]?(?:name|link|title|logo|value|text))?(?:\s|$)`,
  "i",
);
const LINK = new RegExp(String.raw`\/(?:${words.paths.join("|")})\/[^/?#]+`, "i");
const LABEL = words.labels.join("|");
const BEFORE = new RegExp(`^(?:(?:${LABEL})\\s*(?:[:：]\\s*|\\s)|by\\s+)`, "iu");
/** A line with only a label and a value. */
const LINE = new RegExp(`^(?:${LABEL})\\s*[:：]\\s*(\\S.*)$`, "iu");
const STORE = /^(?:visit the|shop all|more from|view all|see all|shop) (.+?)(?: store| products)?$/i;
const NO_BRAND =
  /[.!?]$|\d{3}|^(?:brands?|our brand|shop|view all|all brands|marques?|marken)$|^(?:view|all|see|shop)\s/i;
const MAX_BRAND = 40;

const polishBrand = (text: string): string | null => {
  const brand = normaliseSpace(text.replace(BEFORE, "")).replace(STORE, "$1");
  return brand.length < 2 || brand.length > MAX_BRAND || NO_BRAND.test(brand) ? null : brand;
};

const isControl = (element: Element): boolean => element.name === "select" || isButton(element);
/** An element with a class name for brands can contain a label and a linked name, or a logo. */
const calledText = (element: Element): string => {
  const link = findOne(({ name, attribs }) => name === "a" && attribs.href !== undefined, element.children);
  const logo = findOne(({ name }) => name === "img", element.children);
  const linked = link ? shortText(link, MAX_BRAND) : null;
  // The text of a control says what it does.
  const isPressed = isControl(element) || findOne(isControl, element.children) !== null;
  const own = isPressed ? "" : shortText(element, MAX_BRAND * 2);
  return linked || own || (logo?.attribs.alt ?? "");
};

export const readBrand = (shown: Shown): Fact[] => {
  const called = listCalled(
    shown,
    (element) =>
      CLASS.test(namesOf(element)) || (element.name === "a" && LINK.test(element.attribs.href ?? "")),
    calledText,
  );
  const found = findSaid(shown, called, polishBrand);
  if (found) return [makeFact("content", "brand", [found.value], { factor: 0.8, origin: found.origin })];
  const line = findSaid(shown, listShort(shown, MAX_BRAND * 2), (text) =>
    polishBrand(LINE.exec(text)?.[1] ?? ""),
  );
  return line ? [makeFact("pair", "brand", [line.value], { concept: "brand", origin: line.origin })] : [];
};

const MAX_TEXT = 30;
/** "Make a payment", "For manufacturers": link texts with words for a brand, but common in any shop. */
const OF_ANY_SHOP = /^(?:make|manufacturers?)$/;
/** Shops with more than one brand link to them: "Brands", "Shop by brand", "Alle Marken". */
const sellsBrands = (links: readonly string[]): boolean =>
  links.some((text) =>
    foldedWords(text).some((word) => conceptOf(word) === "brand" && !OF_ANY_SHOP.test(word)),
  );

const SHOP = /\/(?:shops?|stores?|sellers?|vendors?|str)\/([^/?#]+)/i;
/** The marketplace seller of the product: a link to a shop whose slug matches its text. */
const findSeller = (page: PageDocument): string | null =>
  elementsNamed(page.root, "a")
    .filter(({ attribs }) => SHOP.test(attribs.href ?? ""))
    .map((link) => ({ slug: SHOP.exec(link.attribs.href ?? "")?.[1], text: shortText(link, MAX_TEXT) ?? "" }))
    .find(({ slug, text }) => text !== "" && lettersOf(text) === lettersOf(slug))?.text ?? null;

const MIN_HOST = 4;
/** The site's name as spelled on the page, if it matches the host: "Helly Hansen" on hellyhansen.com. */
const spellHost = (page: PageDocument, texts: readonly string[]): string | null => {
  const labels = URL.parse(page.baseUrl)?.hostname.split(".").slice(0, -1) ?? [];
  const host = lettersOf(labels.sort((left, right) => right.length - left.length)[0]);
  if (host.length < MIN_HOST) return null;
  const spelled = new RegExp(`(?<![\\p{L}\\p{N}])${[...host].join("[\\s'’&.-]?")}(?![\\p{L}\\p{N}])`, "iu");
  // A match identical to the host is part of an address, not a name.
  return (
    texts.map((text) => spelled.exec(text)?.[0]).find((name) => name !== undefined && name !== host) ?? null
  );
};

const DOMAIN = /\.[a-z]{2,4}$/i;
const MAX_NAME = 60;
/** Well below any value read from the page. */
const ASSUMED = 0.47;
/**
 * Guesses the brand if the page does not state one: the seller on a marketplace, or the site's name if the shop links
 * to no brands.
 */
export const assumeBrand = (page: PageDocument, sites: readonly string[]): Fact[] => {
  const links = elementsNamed(page.root, "a").map(
    (link) => shortText(link, MAX_TEXT) ?? link.attribs["aria-label"] ?? "",
  );
  const texts = [...elementsNamed(page.root, "img").map(({ attribs }) => attribs.alt ?? ""), ...links];
  const note = (brand: string | null, path: string): Fact[] =>
    brand === null ? [] : [makeFact("meta", "brand", [brand], { factor: ASSUMED, path })];
  const seller = findSeller(page);
  if (seller !== null) return note(seller, "the seller's shop");
  if (sellsBrands(links)) return [];
  const site = sites.find(({ length }) => length <= MAX_NAME)?.replace(DOMAIN, "");
  const spelled = site ?? spellHost(page, [...elementsNamed(page.root, "title").map(textOf), ...texts]);
  return note(spelled, "the site's name");
};
