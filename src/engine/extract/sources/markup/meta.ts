/** What the head of a page says: OpenGraph, Twitter, Dublin Core, product and article tags. */

import type { PageDocument } from "../../page/document.ts";
import { elementsNamed } from "../../page/tags.ts";
import type { Concept } from "../../vocabulary/concepts.ts";
import words from "../../vocabulary/meta.json" with { type: "json" };
import { type Fact, makeFact } from "../facts.ts";
import { isFurniture } from "../text/pictures.ts";

/** What each tag means, and how far it is trusted. */
const TAGS: ReadonlyMap<string, { readonly concept: Concept; readonly factor: number }> = new Map(
  words.tags.map(({ name, concept, factor }) => [name, { concept: concept as Concept, factor }]),
);

export const readMeta = (page: PageDocument): Fact[] => {
  const values = new Map<string, string[]>();
  for (const { attribs } of elementsNamed(page.root, "meta")) {
    const content = attribs.content?.trim();
    const name = (attribs.property ?? attribs.name ?? "").trim().toLowerCase();
    if (content && TAGS.has(name)) values.set(name, [...(values.get(name) ?? []), content]);
  }
  const facts = [...values].map(([name, found]) => {
    const { concept, factor } = TAGS.get(name) ?? { concept: "title", factor: 0 };
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
