/** What is assumed of a product where the page says nothing else, with a low confidence. */
import type { Element } from "domhandler";
import type { PageDocument } from "../../page/document.ts";
import { shortText } from "../../page/shortText.ts";
import { elementsNamed } from "../../page/tags.ts";
import { textOf } from "../../page/text.ts";
import { type Fact, makeFact } from "../../sources/facts.ts";
import { lettersOf } from "../../values/text.ts";
import type { Concept } from "../../vocabulary/concepts.ts";
import { conceptOf, foldedWords } from "../../vocabulary/concepts.ts";
import { isAside } from "./aside.ts";

const FACTOR = 0.45;
const has = (facts: readonly Fact[], concept: Concept): boolean =>
  facts.some((fact) => fact.concept === concept);

/** A product with a price is in stock unless the page says otherwise. */
export const assumeStock = (told: readonly Fact[]): Fact[] =>
  told.some(({ concept, source }) => concept === "price" && source === "content") &&
  !has(told, "availability")
    ? [makeFact("content", "availability", ["InStock"], { factor: FACTOR, path: "has a price" })]
    : [];

const MAX_TEXT = 30;
/** "Make a payment", "For manufacturers": words for a brand that links of any shop have. */
const OF_ANY_SHOP = /^(?:make|manufacturers?)$/;
/** Shops with more than one brand link to them: "Brands", "Shop by brand", "Alle Marken". */
const sellsBrands = ({ root }: PageDocument): boolean =>
  elementsNamed(root, "a").some((element) => {
    const text = shortText(element, MAX_TEXT) ?? "";
    return foldedWords(text).some((word) => conceptOf(word) === "brand" && !OF_ANY_SHOP.test(word));
  });

const DOMAIN = /\.[a-z]{2,4}$/i;
const MAX_NAME = 60;
const MIN_HOST = 4;
/** The site's name as the page writes it, where it is that of its host: "Helly Hansen" on hellyhansen.com. */
const spellHost = (page: PageDocument): string | null => {
  const labels = URL.parse(page.baseUrl)?.hostname.split(".").slice(0, -1) ?? [];
  const host = lettersOf(labels.sort((left, right) => right.length - left.length)[0]);
  if (host.length < MIN_HOST) return null;
  const spelled = new RegExp(`(?<![\\p{L}\\p{N}])${[...host].join("[\\s'’&.-]?")}(?![\\p{L}\\p{N}])`, "iu");
  const texts = [
    ...elementsNamed(page.root, "title").map(textOf),
    ...elementsNamed(page.root, "img").map(({ attribs }) => attribs.alt ?? ""),
    ...elementsNamed(page.root, "a").map(
      (link) => shortText(link, MAX_TEXT) ?? link.attribs["aria-label"] ?? "",
    ),
  ];
  // An address is no name.
  return (
    texts.map((text) => spelled.exec(text)?.[0]).find((name) => name !== undefined && name !== host) ?? null
  );
};

const MAX_WORDS = 3;
const isAlone = (element: Element, text: string): boolean =>
  lettersOf(element.name === "img" ? element.attribs.alt : shortText(element, MAX_TEXT)) === lettersOf(text);
/** The words that begin a product's name and stand alone on its page, in a link or for a picture: "Nikon D750" beside "Nikon". */
const findLead = ({ root }: PageDocument, title: string, others: ReadonlySet<unknown>): string | null => {
  const words = title.split(/\s+/);
  const elements = [...elementsNamed(root, "a"), ...elementsNamed(root, "img")];
  for (let count = Math.min(MAX_WORDS, words.length - 1); count > 0; count--) {
    const lead = words
      .slice(0, count)
      .join(" ")
      .replace(/[^\p{L}\p{N}]+$/u, "");
    const own =
      lead === ""
        ? undefined
        : elements.find((element) => isAlone(element, lead) && !isAside(element, others));
    if (own) return lead;
  }
  return null;
};

const SHOP = /\/(?:shops?|stores?|sellers?|vendors?|str)\/([^/?#]+)/i;
/** The shop on a marketplace that sells the product: a link to it by its very name. */
const findSeller = ({ root }: PageDocument, others: ReadonlySet<unknown>): string | null => {
  for (const link of elementsNamed(root, "a")) {
    const slug = lettersOf(SHOP.exec(link.attribs.href ?? "")?.[1]);
    const text = slug === "" ? null : shortText(link, MAX_TEXT);
    if (text !== null && lettersOf(text) === slug && !isAside(link, others)) return text;
  }
  return null;
};

/**
 * A shop on a marketplace sells its own; so does one that links to no brands, which is called like the site. Where there
 * are several brands, the name of a product may begin with that of its own.
 */
export const assumeBrand = (
  page: PageDocument,
  told: readonly Fact[],
  meta: readonly Fact[],
  title: string,
  others: ReadonlySet<unknown>,
): Fact[] => {
  const priced = [...told, ...meta];
  if (has(told, "brand") || !(has(priced, "price") || has(priced, "lowPrice"))) return [];
  const note = (brand: string, path: string): Fact[] => [
    makeFact("meta", "brand", [brand], { factor: FACTOR + 0.02, path }),
  ];
  const seller = findSeller(page, others);
  if (seller !== null) return note(seller, "the seller's shop");
  if (sellsBrands(page)) {
    const lead = findLead(page, title, others);
    return lead === null ? [] : note(lead, "begins the name");
  }
  const sites = meta.filter(({ concept }) => concept === "organization").flatMap(({ values }) => values);
  const site = sites.find((name) => typeof name === "string" && name.length <= MAX_NAME);
  const name = typeof site === "string" ? site.replace(DOMAIN, "") : spellHost(page);
  return name === null ? [] : note(name, "the site's name");
};
