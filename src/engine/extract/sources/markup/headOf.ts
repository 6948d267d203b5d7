/** What a page's head says about it, as it says it. */
import type { Element } from "domhandler";
import { textContent } from "domutils";
import type { PageDocument } from "../../page/document.ts";
import { elementsNamed } from "../../page/tags.ts";
import { resolveUrl } from "../../values/coerce.ts";
import { normaliseSpace } from "../../values/text.ts";

/** More tags than pages have that people write; the rest is left out. */
const MAX_TAGS = 200;
const MAX_TEXT = 5_000;

export interface PageHead {
  readonly title: string | null;
  readonly description: string | null;
  readonly canonicalUrl: string | null;
  readonly favicon: string | null;
  /** `meta` tags by name or property, in page order; a list if a tag repeats. */
  readonly meta: Readonly<Record<string, string | string[]>>;
}

const nameOf = ({ attribs }: Element): string =>
  (attribs.name ?? attribs.property ?? attribs.itemprop ?? attribs["http-equiv"] ?? "").trim();

const readTags = ({ root }: PageDocument): PageHead["meta"] => {
  const tags = new Map<string, string[]>();
  for (const element of elementsNamed(root, "meta").slice(0, MAX_TAGS)) {
    const name = nameOf(element);
    const content = element.attribs.content?.trim().slice(0, MAX_TEXT);
    if (name !== "" && content) tags.set(name, [...(tags.get(name) ?? []), content]);
  }
  // Own properties, whatever a page calls its tags.
  return Object.fromEntries(
    [...tags]
      .filter(([name]) => name !== "__proto__")
      .map(([name, all]) => [name, all.length > 1 ? all : (all[0] ?? "")]),
  );
};

const hrefOf = ({ root, baseUrl }: PageDocument, rel: RegExp): string | null => {
  const link = elementsNamed(root, "link").find(
    ({ attribs }) => rel.test(attribs.rel ?? "") && (attribs.href ?? "") !== "",
  );
  return link ? resolveUrl(link.attribs.href ?? "", baseUrl) : null;
};

/** Reads a page's `title`, `meta` and `link` elements. */
export const readHead = (page: PageDocument): PageHead => {
  const meta = readTags(page);
  const first = (...names: string[]): string | null => {
    const found = Object.entries(meta).find(([name]) => names.includes(name.toLowerCase()))?.[1];
    return (typeof found === "string" ? found : found?.[0]) ?? null;
  };
  const [title] = elementsNamed(page.root, "title");
  return {
    title: (title && normaliseSpace(textContent(title))) || first("og:title", "twitter:title"),
    description: first("description") ?? first("og:description", "twitter:description"),
    canonicalUrl: hrefOf(page, /(?:^|\s)canonical(?:\s|$)/i),
    favicon: hrefOf(page, /(?:^|\s)icon(?:\s|$)/i),
    meta,
  };
};
