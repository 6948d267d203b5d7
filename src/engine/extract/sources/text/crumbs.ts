/** Breadcrumbs, and the category they name. */
import type { Element } from "domhandler";
import { findAll } from "domutils";
import type { PageDocument } from "../../page/document.ts";
import { shortText } from "../../page/shortText.ts";
import { elementsNamed } from "../../page/tags.ts";
import { textOf } from "../../page/text.ts";
import { lettersOf } from "../../values/text.ts";
import words from "../../vocabulary/pages.json" with { type: "json" };
import { type Fact, type FactSource, makeFact } from "../facts.ts";
import type { Entity } from "../markup/entities.ts";
import { isRecord } from "../markup/entities.ts";
import { nameOf } from "../markup/flatten.ts";

interface Crumb {
  readonly name: string;
  /** Whether it links to the home page. */
  readonly isHome: boolean;
}

const HOME = new RegExp(`^(?:${words.home.join("|")})$`, "i");
const isFront = (address: unknown): boolean =>
  typeof address === "string" &&
  /^(?:https?:\/\/[^/]+)?\/?(?:[a-z]{2}(?:[-_][a-z]{2})?\/?)?(?:[?#].*)?$/i.test(address);
const toCrumb = (name: string, address: unknown): Crumb => ({
  name,
  isHome: HOME.test(name) || isFront(address),
});

const MAX_CRUMBS = 12;
const MAX_NAME = 80;

const ofEntity = ({ properties }: Entity): Crumb[] =>
  [properties.itemListElement]
    .flat()
    .filter(isRecord)
    .toSorted((left, right) => Number(left.position ?? 0) - Number(right.position ?? 0))
    .map(({ name, item }) => {
      const thing = isRecord(item) ? item : { "@id": item };
      return toCrumb(String(nameOf(name ?? thing.name) ?? ""), thing["@id"] ?? thing.url);
    });

const CALLED = /breadcrumb|(?:^|[\s_-])crumbs?(?:[\s_-]|$)|ariane|brotkrumen|kruimel/i;
const isTrail = ({ attribs, name }: Element): boolean =>
  name !== "body" && CALLED.test(`${attribs.class ?? ""} ${attribs.id ?? ""} ${attribs["aria-label"] ?? ""}`);

const ofTrail = (trail: Element): Crumb[] => {
  const links = findAll(({ name, attribs }) => name === "a" && attribs.href !== undefined, trail.children);
  const isShort = links.length <= MAX_CRUMBS;
  return (isShort ? links : []).map((link) =>
    toCrumb((shortText(link, MAX_NAME) || link.attribs.title) ?? "", link.attribs.href),
  );
};

/** `category` is the innermost category; `categories` lists the whole path, outermost first. */
export const readCrumbs = (
  page: PageDocument,
  entities: readonly Entity[],
  titles: readonly string[],
): Fact[] => {
  const [heading] = elementsNamed(page.root, "h1");
  const own = new Set([...titles, ...(heading ? [textOf(heading)] : [])].map(lettersOf));
  const note = (source: FactSource, all: readonly Crumb[], path: string): Fact[] => {
    // Ignore the page's own title.
    const crumbs = all.filter(({ name }) => name && name.length <= MAX_NAME && !own.has(lettersOf(name)));
    const trail = crumbs.filter(({ isHome }) => !isHome).map(({ name }) => name);
    const names = crumbs.map(({ name }) => name);
    const options = { concept: "category", factor: 0.8, path } as const;
    return trail.length === 0
      ? []
      : [
          makeFact(source, "category", trail.slice(-1), options),
          makeFact(source, "categories", trail, options),
          makeFact(source, "breadcrumbs", names, { concept: "breadcrumbs", path }),
        ];
  };
  const marked = entities.find(({ types }) => types.includes("BreadcrumbList"));
  const facts = marked ? note(marked.source, ofEntity(marked), "BreadcrumbList") : [];
  if (facts.length > 0) return facts;
  for (const trail of findAll(isTrail, page.root.children).slice(0, MAX_CRUMBS)) {
    const facts = note("content", ofTrail(trail), `.${trail.attribs.class ?? "breadcrumb"}`);
    if (facts.length > 0) return facts;
  }
  return [];
};
