/** What a page may be called: its headings, its own title and the parts of it, what its markup and head say. */
import { type Element, isTag } from "domhandler";
import { findAll } from "domutils";
import type { PageDocument } from "../../page/document.ts";
import { shortText } from "../../page/shortText.ts";
import { elementsNamed } from "../../page/tags.ts";
import { textOf } from "../../page/text.ts";
import type { Entity } from "../../sources/markup/entities.ts";
import { readEntities } from "../../sources/markup/entities.ts";
import { lettersOf, normaliseSpace } from "../../values/text.ts";
import { bestOf, type Claim, Claims, type Judged, placeOf } from "./claims.ts";
import { TITLE } from "./weights.ts";

const SEPARATOR = /\s+[|–—•·»«:~-]+\s+|\s*[|»«｜]\s*|:\s+/g;
const MAX_PARTS = 6;
const MAX_TITLE = 300;

const NAMELESS = /^(?:home ?page|home|index|start|startseite|accueil|inicio|início|welcome|untitled)$/i;

/** Whether a title could stand on any page of any site. */
export const isNameless = (title: string): boolean => NAMELESS.test(title);

interface Part {
  readonly text: string;
  readonly from: number;
  readonly to: number;
  readonly of: number;
}

/** All runs of parts of a title, with the separators as they are. */
const partsOf = (title: string): Part[] => {
  const cuts = [...title.matchAll(SEPARATOR)];
  const starts = [0, ...cuts.map((cut) => cut.index + cut[0].length)];
  const ends = [...cuts.map(({ index }) => index), title.length];
  if (starts.length < 2 || starts.length > MAX_PARTS) return [];
  return starts.flatMap((start, from) =>
    ends
      .slice(from)
      .map((end, more) => ({
        text: title.slice(start, end).trim(),
        from,
        to: from + more,
        of: starts.length,
      }))
      .filter(({ to, text }) => text !== "" && to - from < starts.length - 1),
  );
};

/** The part of a host that its owner chose, in letters only. */
const hostOf = ({ baseUrl }: PageDocument): string => {
  const labels = URL.parse(baseUrl)?.hostname.split(".").slice(0, -1) ?? [];
  return lettersOf([...labels].sort((left, right) => right.length - left.length)[0] ?? "");
};

/** Pictures have titles too. */
export const documentTitle = (page: PageDocument): string => {
  const own = elementsNamed(page.root, "title").find(
    ({ parent }) => parent && (!isTag(parent) || parent.name === "head" || parent.name === "html"),
  );
  return own ? normaliseSpace(textOf(own)) : "";
};

const TYPES: readonly (readonly [string, RegExp])[] = [
  ["article", /Article$|^(?:BlogPosting|Report|Review|HowTo|TechArticle)$/],
  ["recipe", /^Recipe$/],
  ["thing", /Product|Book|Movie|Course|Event|JobPosting|SoftwareApplication|MobileApplication/],
  ["thread", /^(?:QAPage|Question|DiscussionForumPosting|SocialMediaPosting)$/],
  ["page", /Page$/],
  ["video", /VideoObject|PodcastEpisode/],
  ["site", /^(?:WebSite|\w*Organization|Person|Corporation|LocalBusiness|Store|Brand)$/],
];

const wordsIn = (text: string): Set<string> => new Set(text.toLowerCase().match(/[\p{L}\p{N}]+/gu) ?? []);
const shared = (left: ReadonlySet<string>, right: ReadonlySet<string>): number =>
  left.size === 0 ? 0 : [...left].filter((word) => right.has(word)).length / left.size;

interface Said {
  readonly siteName: string;
  /** By the tag's name: what the head calls the page. */
  readonly metas: ReadonlyMap<string, string>;
}

/** What the head and the markup of a page say of it and of its site. */
export const readSaid = (page: PageDocument, entities: readonly Entity[]): Said => {
  const metas = new Map<string, string>();
  for (const { attribs } of elementsNamed(page.root, "meta")) {
    const name = (attribs.property ?? attribs.name ?? attribs.itemprop ?? "").trim().toLowerCase();
    const content = normaliseSpace(attribs.content ?? "");
    if (name !== "" && content !== "" && !metas.has(name)) metas.set(name, content);
  }
  const site = entities.find(({ types }) => types.includes("WebSite"))?.properties.name;
  return { siteName: metas.get("og:site_name") ?? (typeof site === "string" ? site : ""), metas };
};

const addParts = (claims: Claims, title: string, source: string, path: string): void => {
  for (const { text, from, to, of } of partsOf(title))
    claims.add(lettersOf(text), text, path, {
      [`${source}Part`]: 1,
      [`${source}From`]: from + 1,
      [`${source}Cut`]: of - 1 - to,
      [`${source}Parts`]: of,
    });
};

const addHeadings = (claims: Claims, page: PageDocument): void => {
  for (const [tag, most] of [
    ["h1", 6],
    ["h2", 3],
    ["h3", 1],
  ] as const) {
    const headings = elementsNamed(page.root, tag);
    headings.slice(0, most).forEach((heading, index) => {
      const text = textOf(heading);
      if (text.length > MAX_TITLE) return;
      claims.add(lettersOf(text), text, tag, {
        [tag]: 1,
        [`${tag}First`]: Number(index === 0),
        [`${tag}Count`]: headings.length,
        [`${tag}Linked`]: Number(findAll(({ name }) => name === "a", heading.children).length > 0),
        ...(tag === "h1" && placeOf(heading)),
      });
      // A heading may hold a line below it, or what stands beside it.
      const lines = heading.children.map(textOf).filter((line) => line !== "");
      const [line = ""] = lines;
      if (tag === "h1" && lines.length > 1)
        claims.add(lettersOf(line), line, tag, { h1Line: lines.length, [`${tag}Count`]: headings.length });
    });
  }
};

const CALLED = /(?:^|[\s_-])(?:title|headline)(?:[\s_-]|$)/i;
const MAX_CALLED = 3;
const addCalled = (claims: Claims, page: PageDocument): void => {
  let count = 0;
  const visit = (element: Element): boolean => {
    const { attribs } = element;
    if (
      /^(?:headline|name)$/.test(attribs.itemprop ?? "") ||
      CALLED.test(attribs.class ?? "") ||
      CALLED.test(attribs.id ?? "")
    ) {
      const text =
        element.name === "meta" ? normaliseSpace(attribs.content ?? "") : shortText(element, MAX_TITLE);
      if (text) {
        claims.add(lettersOf(text), text, `.${attribs.class ?? attribs.itemprop ?? ""}`, {
          called: 1,
          calledAt: MAX_CALLED - count,
        });
        count++;
      }
    }
    return count < MAX_CALLED && element.children.every((child) => !isTag(child) || visit(child));
  };
  for (const child of page.root.children) if (isTag(child)) visit(child);
};

const MAX_ENTITIES = 3;
const addEntities = (claims: Claims, entities: readonly Entity[]): void => {
  for (const [kind, pattern] of TYPES) {
    const own = entities.filter(({ types }) => types.some((type) => pattern.test(type)));
    own.slice(0, MAX_ENTITIES).forEach(({ properties, source, types }, index) => {
      for (const name of ["headline", "name"]) {
        const value = properties[name];
        if (typeof value !== "string" || value.length > MAX_TITLE) continue;
        const text = normaliseSpace(value.replace(/<[^<>]*>/g, " "));
        claims.add(lettersOf(text), text, `${types[0]}.${name}`, {
          [`${kind}_${name}`]: MAX_ENTITIES - index,
          [`${kind}Count`]: own.length,
          [source]: 1,
        });
      }
    });
  }
};

/** All that a page may be called, with what speaks for and against it; `addMore` claims what is only looked for at times. */
export const claimTitles = (
  page: PageDocument,
  entities: readonly Entity[],
  addMore: (claims: Claims) => void = () => {},
): readonly Claim[] => {
  const claims = new Claims();
  const document = documentTitle(page);
  const { siteName, metas } = readSaid(page, entities);
  addHeadings(claims, page);
  const sources = [
    ["doc", document],
    ["og", metas.get("og:title") ?? ""],
    ["twitter", metas.get("twitter:title") ?? ""],
    ["metaTitle", metas.get("title") ?? metas.get("dc.title") ?? ""],
  ] as const;
  for (const [source, title] of sources) {
    if (title === "") continue;
    claims.add(lettersOf(title), title, source === "doc" ? "title" : `meta ${source}:title`, { [source]: 1 });
    if (source === "doc" || source === "og")
      addParts(claims, title, source, source === "doc" ? "title" : "meta og:title");
  }
  addEntities(claims, entities);
  addCalled(claims, page);
  addMore(claims);

  const host = hostOf(page);
  const site = lettersOf(siteName);
  const url = URL.parse(page.baseUrl);
  const segments = (url?.pathname ?? "").split("/").filter(Boolean);
  const slug = wordsIn((segments.at(-1) ?? "").replace(/\.\w+$/, "").replace(/[_+%-]+/g, " "));
  const h1s = elementsNamed(page.root, "h1");
  const [h1 = null] = h1s;
  const words = {
    doc: wordsIn(document),
    og: wordsIn(metas.get("og:title") ?? ""),
    h1: wordsIn(h1 ? textOf(h1) : ""),
  };
  const letters = { doc: lettersOf(document), og: lettersOf(metas.get("og:title")) };
  const has = (kind: string): number =>
    Number(
      entities.some(({ types }) =>
        types.some((type) => TYPES.some(([name, pattern]) => name === kind && pattern.test(type))),
      ),
    );
  const ofPage = {
    pageH1s: h1s.length,
    pageHasOg: Number(letters.og !== ""),
    pageHasDoc: Number(letters.doc !== ""),
    pageHasSite: Number(site !== ""),
    pageDepth: segments.length,
    pageArticle: has("article"),
    pageThing: has("thing"),
    pageRecipe: has("recipe"),
    pageThread: has("thread"),
    pageOgArticle: Number(/article/.test(metas.get("og:type") ?? "")),
    ogIsDoc: Number(letters.og === letters.doc),
    barsOfDoc: (document.match(SEPARATOR) ?? []).length,
  };
  const isBare = ({ key, text }: Claim): boolean =>
    key.length < 2 ||
    isNameless(text) ||
    (segments.length > 0 && (key === site || (host.length > 2 && key === host)));
  const telling = claims.all.filter((claim) => !isBare(claim));
  return (telling.length > 0 ? telling : claims.all).map((claim) => {
    const own = wordsIn(claim.text);
    return {
      ...claim,
      features: {
        ...claim.features,
        ...ofPage,
        words: own.size,
        chars: claim.text.length,
        isNameless: Number(isNameless(claim.text)),
        isSite: Number(claim.key === site),
        isHost: Number(host.length > 2 && claim.key === host),
        holdsSite: Number(site.length > 2 && claim.key !== site && claim.key.includes(site)),
        endsSite: Number(site.length > 2 && claim.key !== site && claim.key.endsWith(site)),
        startsSite: Number(site.length > 2 && claim.key !== site && claim.key.startsWith(site)),
        holdsHost: Number(host.length > 2 && claim.key.includes(host)),
        inHost: Number(claim.key.length > 2 && host.includes(claim.key)),
        ofDoc: shared(own, words.doc),
        docOf: shared(words.doc, own),
        ofOg: shared(own, words.og),
        ogOf: shared(words.og, own),
        ofH1: shared(own, words.h1),
        h1Of: shared(words.h1, own),
        ofSlug: shared(own, slug),
        slugOf: shared(slug, own),
        slugWords: slug.size,
        inDoc: Number(letters.doc.includes(claim.key)),
        startsDoc: Number(letters.doc.startsWith(claim.key)),
        inOg: Number(letters.og.includes(claim.key)),
        startsOg: Number(letters.og.startsWith(claim.key)),
        separators: (claim.text.match(SEPARATOR) ?? []).length,
        bars: (claim.text.match(/[|｜]/g) ?? []).length,
      },
    };
  });
};

/** The title that a reader would give: of all that the page may be called the likeliest, as the forest has learnt. */
export const findTitle = (page: PageDocument, entities = readEntities(page)): Judged | null =>
  bestOf(claimTitles(page, entities), TITLE);
