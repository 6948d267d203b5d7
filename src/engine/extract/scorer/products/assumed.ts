/** What is assumed of a product where the page says nothing else, with a low confidence. */
import { findOne } from "domutils";
import type { PageDocument } from "../../page/document.ts";
import { shortText } from "../../page/shortText.ts";
import { type Fact, makeFact } from "../../sources/facts.ts";
import type { Concept } from "../../vocabulary/concepts.ts";
import { conceptOf, foldedWords } from "../../vocabulary/concepts.ts";

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
/** Shops with more than one brand link to them: "Brands", "Shop by brand", "Alle Marken". */
const sellsBrands = ({ root }: PageDocument): boolean =>
  findOne((element) => {
    if (element.name !== "a") return false;
    const text = shortText(element, MAX_TEXT) ?? "";
    return text !== "" && foldedWords(text).some((word) => conceptOf(word) === "brand");
  }, root.children) !== null;

const DOMAIN = /\.[a-z]{2,4}$/i;
/** A shop that links to no brands sells its own, which is called like the site. */
export const assumeBrand = (page: PageDocument, told: readonly Fact[], meta: readonly Fact[]): Fact[] => {
  const [site] = meta.find(({ concept }) => concept === "organization")?.values ?? [];
  if (typeof site !== "string" || has(told, "brand") || !has(told, "price") || sellsBrands(page)) return [];
  return [
    makeFact("meta", "brand", [site.replace(DOMAIN, "")], { factor: FACTOR + 0.02, path: "the site's name" }),
  ];
};
