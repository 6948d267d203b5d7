/** Candidates for a page's title: its headings, its document title and parts of it, its markup and head. */
import { type Element, isTag } from "domhandler";
import { findContent, type MainContent } from "../../content/content.ts";
import type { PageDocument } from "../../page/document.ts";
import { shortText } from "../../page/shortText.ts";
import { elementsNamed } from "../../page/tags.ts";
import { textOf } from "../../page/text.ts";
import { type Entity, readEntities } from "../../sources/markup/entities.ts";
import { plainText, shownText } from "../../sources/markup/plainText.ts";
import { lettersOf } from "../../values/text.ts";
import words from "../../vocabulary/pages.json" with { type: "json" };
import { bestOf, type Claim, Claims, describePage, type Judged, type Looked } from "./claims.ts";
import { placesOf, standing } from "./positions.ts";
import { metasOf, readSaid, siteNameOf } from "./said.ts";
import { TITLE } from "./weights.ts";

const SEPARATOR = /\s+[|–—•·»«:~-]+\s+|\s*[|»«｜]\s*|:\s+/g;
const MAX_PARTS = 6;
const MAX_TITLE = 300;

const NAMELESS = new RegExp(`^(?:${words.nameless.join("|")})$`, "i");

/** Whether a title is generic enough for any site. */
export const isNameless = (title: string): boolean => NAMELESS.test(title);

/** Adds every contiguous run of a title's parts, with separators unchanged. */
const addParts = (claims: Claims, title: string, source: string, path: string): void => {
  const cuts = [...title.matchAll(SEPARATOR)];
  const starts = [0, ...cuts.map((cut) => cut.index + cut[0].length)];
  const ends = [...cuts.map(({ index }) => index), title.length];
  if (starts.length > MAX_PARTS) return;
  starts.forEach((start, from) => {
    ends.slice(from).forEach((end, more) => {
      const text = title.slice(start, end).trim();
      const cut = ends.length - 1 - from - more;
      if (from + cut > 0)
        claims.add(lettersOf(text), text, path, {
          [`${source}From`]: from + 1,
          [`${source}Cut`]: cut,
          [`${source}Parts`]: starts.length,
        });
    });
  });
};

/** The longest label of a host name without its top-level domain, letters only. */
const hostOf = ({ baseUrl }: PageDocument): string => {
  const labels = URL.parse(baseUrl)?.hostname.split(".").slice(0, -1) ?? [];
  return lettersOf([...labels].sort((left, right) => right.length - left.length)[0] ?? "");
};

/** The page's own `title` element, not that of an SVG. */
export const documentTitle = (page: PageDocument): string => {
  const own = elementsNamed(page.root, "title").find(
    ({ parent }) => parent && (!isTag(parent) || parent.name === "head" || parent.name === "html"),
  );
  return own ? shownText(textOf(own)) : "";
};

const wordsIn = (text: string): Set<string> => new Set(text.toLowerCase().match(/[\p{L}\p{N}]+/gu) ?? []);
const shared = (left: ReadonlySet<string>, right: ReadonlySet<string>): number =>
  left.size === 0 ? 0 : [...left].filter((word) => right.has(word)).length / left.size;

type Source = Pick<Looked, "page" | "entities" | "content">;

const HEADINGS: readonly (readonly [tag: string, most: number])[] = [
  ["h1", 6],
  ["h2", 4],
  ["h3", 3],
];
/** This many blocks before the first paragraph of the main content are candidates. */
const LEAD = 5;

/** Headings, and short texts before the main content. */
const addShown = (claims: Claims, view: Source): void => {
  const { page, content } = view;
  const places = placesOf(view);
  const add = (element: Element, path: string, features: Readonly<Record<string, number>>): void => {
    const text = shortText(element, MAX_TITLE);
    if (text) claims.add(lettersOf(text), text, path, { ...standing(element, places, content), ...features });
  };
  for (const [tag, most] of HEADINGS) {
    const headings = elementsNamed(page.root, tag);
    headings.slice(0, most).forEach((heading, index) => {
      const features = { [tag]: 1, [`${tag}First`]: Number(index === 0), [`${tag}Count`]: headings.length };
      add(heading, tag, features);
      // A heading can contain a subtitle or other text beside the title.
      const lines = heading.children.map(textOf).filter((line) => line !== "");
      const [line = ""] = lines;
      if (tag === "h1" && lines.length > 1)
        claims.add(lettersOf(line), line, tag, { h1Line: lines.length, [`${tag}Count`]: headings.length });
    });
  }
  for (const { box } of content.blocks.slice(Math.max(0, places.first - LEAD), Math.max(0, places.first)))
    add(box.element, `.${box.element.attribs.class ?? box.element.name}`, { lead: 1 });
};

/** All candidates for a page's title, with their features; `addMore` adds further claims. */
export const claimTitles = (view: Source, addMore: (claims: Claims) => void = () => {}): readonly Claim[] => {
  const { page, content } = view;
  const claims = new Claims();
  const document = documentTitle(page);
  const site = lettersOf(siteNameOf(view));
  const [, og = ""] = metasOf(view).find(([name]) => name === "og:title") ?? [];
  addShown(claims, view);
  for (const [source, title, path] of [
    ["doc", document, "title"],
    ["og", og, "meta og:title"],
  ] as const) {
    claims.add(lettersOf(title), title, path, { [source]: 1 });
    addParts(claims, title, source, path);
  }
  readSaid(view, ["headline", "name"], /title$/, (value, path, features) => {
    const text = typeof value === "string" && value.length <= MAX_TITLE ? plainText(value) : "";
    claims.add(lettersOf(text), text, path, features);
  });
  addMore(claims);

  const host = hostOf(page);
  const url = URL.parse(page.baseUrl);
  const segments = (url?.pathname ?? "").split("/").filter(Boolean);
  const [h1] = elementsNamed(page.root, "h1");
  const heading = h1 ? textOf(h1) : "";
  const likened = Object.entries({
    doc: document,
    og,
    h1: heading,
    slug: (segments.at(-1) ?? "").replace(/\.\w+$/, "").replace(/[_+%-]+/g, " "),
    body: content.text,
  }).map(([name, text]) => ({ name, words: wordsIn(text), letters: name === "body" ? "" : lettersOf(text) }));
  const ofPage = {
    ...describePage(content, claims.all),
    pageH1s: elementsNamed(page.root, "h1").length,
    pageHasOg: Number(og !== ""),
    pageHasSite: Number(site !== ""),
    pageDepth: segments.length,
    pageDocParts: (document.match(SEPARATOR) ?? []).length,
    pageOgIsDoc: Number(lettersOf(og) === lettersOf(document)),
    pageH1InDoc: Number(lettersOf(document).includes(lettersOf(heading))),
  };
  const isBare = ({ key, text }: Claim): boolean =>
    key.length < 2 ||
    isNameless(text) ||
    (segments.length > 0 && (key === site || (host.length > 2 && key === host)));
  const telling = claims.all.filter((claim) => !isBare(claim));
  return (telling.length > 0 ? telling : claims.all).map((claim) => {
    const { key, text } = claim;
    const own = wordsIn(text);
    const features: Record<string, number> = {
      ...claim.features,
      ...ofPage,
      words: own.size,
      chars: text.length,
      holdsSite: Number(site.length > 2 && key !== site && key.includes(site)),
      holdsHost: Number(host.length > 2 && key.includes(host)),
      separators: (text.match(SEPARATOR) ?? []).length,
      bars: (text.match(/[|｜]/g) ?? []).length,
      ends: Number(/[.!?…]$/.test(text)),
      capitals: (text.match(/(?<!\p{L})\p{Lu}/gu) ?? []).length / Math.max(1, own.size),
      digits: (text.match(/\d/g) ?? []).length,
    };
    for (const { name, words, letters } of likened) {
      features[`of_${name}`] = shared(own, words);
      features[`${name}_of`] = shared(words, own);
      features[`inside_${name}`] = Number(letters.includes(key));
      features[`starts_${name}`] = Number(letters.startsWith(key));
    }
    return { ...claim, features };
  });
};

/** The likeliest title of the page, according to the forest. */
export const findTitle = (
  page: PageDocument,
  entities: readonly Entity[] = readEntities(page),
  content: MainContent = findContent(page),
): Judged | null => bestOf(claimTitles({ page, entities, content }), TITLE);
