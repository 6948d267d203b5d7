/**
 * Scores the pagers of generated flows on list pages that declare their next page with `rel="next"`. Flows must
 * continue to that URL, once on the unchanged page, and once with the declaration removed so that only the
 * pager is left.
 */
import { findAll, removeElement } from "domutils";
import { type PageDocument, parseDocument, resolveUrl } from "../../src/engine/extract/extract.ts";
import { generateFlow } from "../../src/engine/generate/index.ts";
import { openNext } from "./collect.ts";
import type { EvalPage } from "./pages.ts";

const NOW = Date.UTC(2026, 10, 21);
const PROMPT = "All entries of this list with title and link";
const LISTS: ReadonlySet<string> = new Set(["listing", "collection", "forum"]);

const isNext = ({ attribs }: { readonly attribs: Readonly<Record<string, string>> }): boolean =>
  /(?:^|\s)next(?:\s|$)/i.test(attribs.rel ?? "") && attribs.href !== undefined;

const numbersIn = (text: string): string[] => text.match(/\d+/g) ?? [];

/** The declared next page of a list; null if there is none, or if it leads to another article. */
const declaredNext = ({ root, baseUrl }: PageDocument, pageUrl: string): string | null => {
  const [link] = findAll(isNext, root.children);
  const address = link ? resolveUrl((link.attribs.href ?? "").trim(), baseUrl) : null;
  return address !== null && numbersIn(address).length > numbersIn(pageUrl).length ? address : null;
};

/** Removes the page's declaration of its next page. */
const strip = (document: PageDocument): PageDocument => {
  for (const element of findAll(isNext, document.root.children))
    if (element.name === "link") removeElement(element);
    else delete element.attribs.rel;
  return document;
};

const leadsTo = async (parse: () => PageDocument, url: string): Promise<string | null> => {
  const flow = generateFlow({ url, document: parse(), isRendered: false }, PROMPT, NOW);
  return flow && openNext(flow, parse, url, NOW);
};

export const printPaging = async (pages: readonly EvalPage[]): Promise<void> => {
  const counts = { declared: 0, found: 0, stripped: 0 };
  for (const { html, url: given, kind } of pages.filter((page) => LISTS.has(page.kind))) {
    const url = URL.canParse(given) ? given : `https://${given}`;
    const parse = (): PageDocument => parseDocument(html, { url });
    const wanted = declaredNext(parse(), url);
    if (wanted === null) continue;
    const found = (await leadsTo(parse, url)) === wanted;
    const stripped = (await leadsTo(() => strip(parse()), url)) === wanted;
    counts.declared += 1;
    counts.found += Number(found);
    counts.stripped += Number(stripped);
    if (process.argv.includes("--worst") && !(found && stripped))
      console.log("pager", kind, url, { found, stripped });
  }
  const { declared, found, stripped } = counts;
  console.log(`Pagers: ${found} of ${declared} found, ${stripped} of them without rel="next".`);
};
