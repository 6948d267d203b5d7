/** What the head of a page says: OpenGraph, Twitter, Dublin Core, product and article tags. */

import type { PageDocument } from "../../page/document.ts";
import { elementsNamed } from "../../page/tags.ts";
import type { Concept } from "../../vocabulary/concepts.ts";
import { type Fact, makeFact } from "../facts.ts";
import { isFurniture } from "../text/pictures.ts";

const TAGS: Readonly<Record<string, readonly [concept: Concept, factor: number]>> = {
  "og:title": ["title", 0.9],
  "twitter:title": ["title", 0.8],
  "dc.title": ["title", 0.8],
  "og:description": ["description", 1],
  description: ["description", 0.95],
  "twitter:description": ["description", 0.8],
  "og:image": ["image", 1],
  "og:image:secure_url": ["image", 0.95],
  "twitter:image": ["image", 0.9],
  "og:url": ["url", 1],
  "og:locale": ["language", 0.7],
  "og:site_name": ["organization", 0.9],
  author: ["author", 0.9],
  "article:author": ["author", 0.8],
  "dc.creator": ["author", 0.9],
  "parsely-author": ["author", 1],
  "sailthru.author": ["author", 1],
  "article:published_time": ["date", 1.05],
  "og:published_time": ["date", 1],
  datepublished: ["date", 1],
  "publish-date": ["date", 1],
  "parsely-pub-date": ["date", 1],
  "dc.date": ["date", 0.9],
  "dc.date.issued": ["date", 1],
  date: ["date", 0.9],
  citation_publication_date: ["date", 1],
  "article:modified_time": ["modified", 1],
  "product:price:amount": ["price", 1.1],
  "og:price:amount": ["price", 1.1],
  "product:price:currency": ["currency", 1.1],
  "og:price:currency": ["currency", 1.1],
  "product:availability": ["availability", 1.1],
  "og:availability": ["availability", 1.1],
  "product:brand": ["brand", 1.1],
  "og:brand": ["brand", 1.1],
  "product:retailer_item_id": ["sku", 0.9],
  "product:upc": ["gtin", 1],
  "product:ean": ["gtin", 1],
  keywords: ["tags", 0.8],
  "article:tag": ["tags", 0.9],
  "article:section": ["category", 1],
};

export const readMeta = (page: PageDocument): Fact[] => {
  const values = new Map<string, string[]>();
  for (const { attribs } of elementsNamed(page.root, "meta")) {
    const content = attribs.content?.trim();
    const name = (attribs.property ?? attribs.name ?? "").trim().toLowerCase();
    if (content && Object.hasOwn(TAGS, name)) values.set(name, [...(values.get(name) ?? []), content]);
  }
  const facts = [...values].map(([name, found]) => {
    const [concept, factor] = TAGS[name] ?? ["title", 0];
    const list =
      concept === "tags" ? found.flatMap((text) => text.split(/\s*[,;]\s*/)).filter(Boolean) : found;
    // Where a page has no picture of its own, the site's stands in for it.
    const isOwn = concept !== "image" || !list.every(isFurniture);
    return makeFact("meta", concept, list, { concept, factor: isOwn ? factor : 0.6, path: `meta ${name}` });
  });
  const canonical = elementsNamed(page.root, "link").find(({ attribs }) =>
    /(?:^|\s)canonical(?:\s|$)/i.test(attribs.rel ?? ""),
  )?.attribs.href;
  if (canonical) facts.push(makeFact("meta", "url", [canonical], { path: "link canonical" }));
  return facts;
};
