/** Where the page stands among the others: its breadcrumbs, and the category that they name. */
import type { Element } from "domhandler";
import { findAll, findOne } from "domutils";
import type { PageDocument } from "../../page/document.ts";
import { shortText } from "../../page/shortText.ts";
import { textOf } from "../../page/text.ts";
import { lettersOf } from "../../values/text.ts";
import { type Fact, type FactSource, makeFact } from "../facts.ts";
import type { Entity } from "../markup/entities.ts";
import { isRecord } from "../markup/entities.ts";
import { nameOf } from "../markup/flatten.ts";

interface Crumb {
  readonly name: string;
  /** Whether it leads to the front page. */
  readonly isHome: boolean;
}

const HOME =
  /^(?:home(?:page)?|start(?:seite)?|accueil|inicio|início|hem|hjem|forside|etusivu|strona główna|domů|úvod|főoldal|acasă|главная|головна|ana ?sayfa|αρχική|דף הבית|الرئيسية|ホーム|トップ(?:ページ)?|top|首页|首頁|홈|shop|all(?: products)?|beranda|trang chủ)$/i;
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
  (Array.isArray(properties.itemListElement) ? properties.itemListElement : [])
    .filter(isRecord)
    .map((entry, index) => {
      const item = isRecord(entry.item) ? entry.item : {};
      const name = nameOf(entry.name ?? item.name ?? null);
      const address = typeof entry.item === "string" ? entry.item : (item["@id"] ?? item.url);
      return {
        order: Number(entry.position ?? index),
        crumb: toCrumb(typeof name === "string" ? name : "", address),
      };
    })
    .sort((left, right) => left.order - right.order)
    .map(({ crumb }) => crumb);

const CALLED = /breadcrumb|(?:^|[\s_-])crumbs?(?:[\s_-]|$)|ariane|brotkrumen|kruimel/i;
const isTrail = ({ attribs, name }: Element): boolean =>
  name !== "body" && CALLED.test(`${attribs.class ?? ""} ${attribs.id ?? ""} ${attribs["aria-label"] ?? ""}`);

const ofTrail = (trail: Element): Crumb[] => {
  const links = findAll(({ name, attribs }) => name === "a" && attribs.href !== undefined, trail.children);
  return links.length > MAX_CRUMBS
    ? []
    : links.map((link) =>
        toCrumb((shortText(link, MAX_NAME) || link.attribs.title) ?? "", link.attribs.href),
      );
};

/** Names along the way, the page itself not among them. */
const polishCrumbs = (crumbs: readonly Crumb[], titles: ReadonlySet<string>): Crumb[] =>
  crumbs.filter(({ name }) => name !== "" && name.length <= MAX_NAME && !titles.has(lettersOf(name)));

/** `category` is the nearest one, `categories` all on the way, the widest first. */
export const readCrumbs = (
  page: PageDocument,
  entities: readonly Entity[],
  titles: readonly string[],
): Fact[] => {
  const spoken = new Set(titles.map(lettersOf));
  const marked = entities.find(({ types }) => types.includes("BreadcrumbList"));
  const heading = findOne(({ name }) => name === "h1", page.root.children);
  if (heading) spoken.add(lettersOf(textOf(heading)));
  const note = (source: FactSource, crumbs: readonly Crumb[], path: string): Fact[] => {
    const trail = crumbs.filter(({ isHome }) => !isHome).map(({ name }) => name);
    const last = trail.at(-1);
    const options = { concept: "category", factor: 0.8, path } as const;
    return last === undefined
      ? []
      : [
          makeFact(source, "category", [last], options),
          makeFact(source, "categories", trail, options),
          makeFact(
            source,
            "breadcrumbs",
            crumbs.map(({ name }) => name),
            { concept: "breadcrumbs", path },
          ),
        ];
  };
  const told = marked ? polishCrumbs(ofEntity(marked), spoken) : [];
  if (marked && told.length > 0) return note(marked.source, told, "BreadcrumbList");
  for (const trail of findAll(isTrail, page.root.children).slice(0, MAX_CRUMBS)) {
    const facts = note(
      "content",
      polishCrumbs(ofTrail(trail), spoken),
      `.${trail.attribs.class ?? "breadcrumb"}`,
    );
    if (facts.length > 0) return facts;
  }
  return [];
};
