/** The title of a page as its reader sees it. */
import { type Element, isTag } from "domhandler";
import type { PageDocument } from "../page/document.ts";
import { bitOf, groupsOf } from "../page/groups.ts";
import { elementsNamed } from "../page/tags.ts";
import { textOf } from "../page/text.ts";
import { lettersOf, normaliseSpace } from "../values/text.ts";

const SEPARATOR = /\s+[|–—•·»:-]\s+|\s*[|»]\s*/;

/** What a page is called that says nothing of what is on it. */
const NAMELESS = /^(?:home ?page|home|index|start|startseite|accueil|inicio|início|welcome|untitled)$/i;

/** Whether a title could stand on any page of any site. */
export const isNameless = (title: string): boolean => NAMELESS.test(title);

const FIRST_WORD_LETTERS = 5;
/** Whether a part of a title is the name of the site: as the site says itself, or as its address does. */
const namesSite = (part: string, siteName: string, host: string): boolean => {
  const name = lettersOf(part);
  if (name === lettersOf(siteName)) return true;
  const [first = ""] = part
    .toLowerCase()
    .replace(/^the /, "")
    .split(/[^\p{L}\p{N}]+/u);
  if (name.length < 3 || host === "") return false;
  return (
    host.includes(name) ||
    (name.includes(host) && name.length <= host.length * 2) ||
    (first.length >= FIRST_WORD_LETTERS && host.startsWith(first) && name.length <= host.length * 2.5)
  );
};

/** The title of the document without the name of the site; empty where nothing else is left. */
const cleanTitle = (title: string, siteName: string, host: string): string => {
  const parts = title.split(SEPARATOR).filter((part) => part !== "" && !isNameless(part));
  const named = parts.filter((part) => !namesSite(part, siteName, host));
  if (parts.length < 2 || named.length === parts.length)
    return title.includes("|")
      ? title
      : ([...parts].sort((left, right) => right.length - left.length)[0] ?? "");
  return title.includes("|") && named.length > 1 ? (named[0] ?? "") : named.join(" - ");
};

/** The part of a host that its owner chose, in letters only. */
const hostOf = ({ baseUrl }: PageDocument): string => {
  const labels = URL.parse(baseUrl)?.hostname.split(".").slice(0, -1) ?? [];
  return lettersOf([...labels].sort((left, right) => right.length - left.length)[0] ?? "");
};

/** Whether an element is no part of the page's own text: menus, dialogs, its foot, what is hidden from readers. */
export const isAside = (element: Element): boolean => {
  for (
    let at: Element | null = element;
    at && at.name !== "body";
    at = at.parent && isTag(at.parent) ? at.parent : null
  )
    if (
      at.name === "nav" ||
      at.name === "footer" ||
      at.name === "dialog" ||
      at.attribs["aria-hidden"] === "true" ||
      (at === element && groupsOf(at) & (bitOf("overlay") | bitOf("navigation")))
    )
      return true;
  return false;
};

const wordsIn = (text: string): Set<string> => new Set(text.toLowerCase().match(/[\p{L}\p{N}]+/gu) ?? []);
const SHARED = 0.5;
/** Whether a heading says in part what the page's own title says: others are slogans. */
const sharesWords = (heading: string, title: string): boolean => {
  const [left, right] = [wordsIn(heading), wordsIn(title)];
  const least = Math.min(left.size, right.size);
  return least > 0 && [...left].filter((word) => right.has(word)).length >= SHARED * least;
};

/** Pictures have titles too. */
const documentTitle = (page: PageDocument): string => {
  const titles = elementsNamed(page.root, "title");
  const own = titles.find(
    ({ parent }) => parent && (!isTag(parent) || parent.name === "head" || parent.name === "html"),
  );
  return own ? normaliseSpace(textOf(own)) : "";
};

export interface Headline {
  readonly text: string;
  readonly path: string;
  /** 0 to 1. */
  readonly certainty: number;
}

const findHeadline = (page: PageDocument, siteName: string, claims: readonly string[]): Headline | null => {
  const headings = elementsNamed(page.root, "h1")
    .filter((heading) => !isAside(heading))
    .map(textOf)
    .filter((text) => text !== "" && text.length < 300 && lettersOf(text) !== lettersOf(siteName));
  const document = documentTitle(page);
  const titles = [...claims, document].filter((title) => title !== "" && !isNameless(title));
  const spoken = titles.map(lettersOf).filter(Boolean);
  const confirmed =
    headings.find((heading) => spoken.includes(lettersOf(heading))) ??
    headings.find((heading) => spoken.some((text) => text.startsWith(lettersOf(heading)))) ??
    headings.find((heading) => spoken.some((text) => text.includes(lettersOf(heading))));
  if (confirmed) return { text: confirmed, path: "h1", certainty: 1 };
  const [heading] = headings;
  const [said = ""] = titles;
  const cleaned = cleanTitle(said, siteName, hostOf(page));
  const address = URL.parse(page.baseUrl)?.pathname.replace(/[_/-]+/g, " ") ?? "";
  if (
    heading &&
    (cleaned === "" ||
      (headings.length === 1 && (sharesWords(heading, said) || sharesWords(heading, address))))
  )
    return { text: heading, path: "h1", certainty: 0.9 };
  if (cleaned !== "")
    return { text: cleaned, path: claims.includes(said) ? "structured title" : "title", certainty: 0.85 };
  return said === "" ? null : { text: said, path: "title", certainty: 0.6 };
};

/** What a page may be called on its site, and no one could tell elsewhere which one is meant. */
const BARE =
  /^(?:(?:the |our |online )?(?:shop|store)|boutique|tienda|(?:all )?products|produkte|catalogu?e)$/i;

/** The title that a reader would give: the heading that the document's own title confirms, with the site's name only where it says nothing without. */
export const findTitle = (
  page: PageDocument,
  siteName: string,
  claims: readonly string[],
): Headline | null => {
  const headline = findHeadline(page, siteName, claims);
  if (headline === null || !BARE.test(headline.text)) return headline;
  const whole = documentTitle(page);
  return lettersOf(whole).includes(lettersOf(headline.text))
    ? { text: whole, path: "title", certainty: headline.certainty }
    : headline;
};
