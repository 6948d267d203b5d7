/** Facts in a page's head: OpenGraph, Twitter, Dublin Core, product and article tags. */
import { textContent } from "domutils";
import type { PageDocument } from "../../page/document.ts";
import { elementsNamed } from "../../page/tags.ts";
import type { Concept } from "../../vocabulary/concepts.ts";
import words from "../../vocabulary/meta.json" with { type: "json" };
import { type Fact, makeFact } from "../facts.ts";
import { isFurniture } from "../furniture.ts";

/** The concept of each tag, and how far it is trusted. */
const TAGS = new Map(words.tags.map((tag) => [tag.name, tag]));

export const readMeta = ({ root }: PageDocument): Fact[] => {
  const tags = elementsNamed(root, "meta").flatMap(({ attribs }) => {
    const content = attribs.content?.trim();
    const tag = TAGS.get((attribs.property ?? attribs.name ?? "").trim().toLowerCase());
    return content && tag ? [{ content, tag }] : [];
  });
  const facts = [...Map.groupBy(tags, ({ tag }) => tag)].map(([{ name, concept: called, factor }, found]) => {
    const concept = called as Concept;
    const texts = found.map(({ content }) => content);
    const values =
      concept === "tags" ? texts.flatMap((text) => text.split(/\s*[,;]\s*/)).filter(Boolean) : texts;
    // Pages without a picture of their own often give the site's.
    const isOwn = concept !== "image" || !values.every(isFurniture);
    return makeFact("meta", concept, values, { concept, factor: isOwn ? factor : 0.6, path: `meta ${name}` });
  });
  const canonical = elementsNamed(root, "link").find(({ attribs }) =>
    /(?:^|\s)canonical(?:\s|$)/i.test(attribs.rel ?? ""),
  )?.attribs.href;
  return canonical ? [...facts, makeFact("meta", "url", [canonical], { path: "link canonical" })] : facts;
};

const CURRENCY_TAG = /^(?:product|og):price:currency$/i;
/** In JSON-LD, as in schema.org's `Offer`. */
const LINKED = /"priceCurrency"\s*:\s*"([A-Z]{3})"/g;

/**
 * The currency of the prices in a page's markup.
 *
 * @returns its ISO 4217 code; null if the markup has none, or several
 */
export const findPageCurrency = ({ root }: PageDocument): string | null => {
  const metas = elementsNamed(root, "meta")
    .filter(
      ({ attribs }) => attribs.itemprop === "priceCurrency" || CURRENCY_TAG.test(attribs.property ?? ""),
    )
    .map(({ attribs }) => attribs.content?.trim() ?? "");
  const linked = elementsNamed(root, "script")
    .filter(({ attribs }) => attribs.type === "application/ld+json")
    .flatMap((script) => [...textContent(script).matchAll(LINKED)].map(([, code = ""]) => code));
  const [code, other] = new Set([...metas, ...linked].filter((text) => /^[A-Z]{3}$/.test(text)));
  return code !== undefined && other === undefined ? code : null;
};
