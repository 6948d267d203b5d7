/**
 * Candidates for a page's author: names in markup and head, in bylines, in links to author pages, and after words
 * like "by".
 */
import { type Element, isTag, isText } from "domhandler";
import { shortText } from "../../page/shortText.ts";
import { readColumns } from "../../regions/columns.ts";
import type { Fact, Origin } from "../../sources/facts.ts";
import { isRecord } from "../../sources/markup/entities.ts";
import { nameOf } from "../../sources/markup/flatten.ts";
import { plainText } from "../../sources/markup/plainText.ts";
import { parseDate } from "../../values/dates.ts";
import { BY, introducesDay, PEOPLE, PERSON } from "../../values/phrases.ts";
import { lettersOf, normaliseSpace } from "../../values/text.ts";
import { type Claim, Claims, describePage, type Features, type Looked, wordFeatures } from "./claims.ts";
import { placesOf, standing } from "./positions.ts";
import { readSaid, siteNameOf } from "./said.ts";

const BY_TOO =
  /^(?:words by|reviewed by|authored by|text(?=\s*:)|story by|photos? by|presented by|submitted by|started by|asked by)\s*:?\s+/i;
const BY_ALONE = /^(?:by|von|par|por|di|door|av|af|written by|posted by|author|autor)\s*:?$/i;
/** Class names and URLs of elements that can contain an author. */
const CALLED =
  /auth?or|auteur|writer|contributor|by-?line|creator|credit|source|user-?name|nickname|poster|display-?name|(?:^|[\s_-])(?:user|member|profile)(?:[\s_-]|$)/i;
const LINKED =
  /\/(?:authors?|autor(?:en)?|auteurs?|autori|contributors?|writers?|staff|team|people|users?|u|profiles?|members?)\/[^/?#]|\/@|member\.php|author=/i;
/** Authors of comments or reviews did not write the page. */
const OTHERS = /comment|(?:^|[\s_-])(?:customer|review|testimonial)s?[\s_-]/i;

/** A name without the words around it: "By", a role after a bar, a date. */
export const cleanName = (text: string): string =>
  normaliseSpace(
    text
      .replace(BY, "")
      .replace(BY_TOO, "")
      .split(/\s*(?:\||•|·|\bon\b|(?<![\p{L}\d])\d{1,2}[./ ]|,? (?:updated|published|posted)|–|—)\s*/iu)[0] ??
      "",
  )
    .replace(BY, "")
    .replace(/^[,;:@©\s]+|[,;:\s]+$/g, "")
    .replace(/,\s*([^,]+)$/, (whole, last: string) => (introducesDay(last) ? "" : whole));

const MIN_WORDS = 2;
const SEPARATOR = /^\s*[,;]\s*/;
/** Whether what follows a name begins with another person's: "and Jane Doe", ", Jane Doe", "(with Jane Doe)". */
const namesAnother = (rest: string): boolean => {
  if (/^\s*[([]/.test(rest)) return true;
  const [first = "", second = ""] = rest.split(PEOPLE);
  if (first === "" && second !== "") return true;
  const next = SEPARATOR.test(rest) ? rest.replace(SEPARATOR, "").split(PEOPLE)[0]?.trim() : undefined;
  return next !== undefined && / /.test(next) && PERSON.test(next);
};

/**
 * A name without the role, the place or the link that follow it in one text, if an element of the page says the name
 * alone: "Jane Doe Former Editor". Further people stay. Of 1,354 authors of all sources, .777 are exact with it, .758
 * without; what else was tried is in docs/quality.md.
 */
export const trimName = (name: string, view: Looked): string => {
  const words = [...name.matchAll(/\S+/gu)];
  const cuts = words.slice(MIN_WORDS - 1, -1).flatMap((word) => {
    const end = word.index + word[0].length;
    const start = name.slice(0, end).replace(/[\s,;:|–—-]+$/u, "");
    return namesAnother(name.slice(start.length)) ? [] : [start];
  });
  if (cuts.length === 0) return name;
  const wanted = new Set(cuts);
  for (const element of placesOf(view).before.keys()) {
    const text = shortText(element, MAX_LINE)?.trim();
    if (text !== undefined && wanted.has(text)) return text;
  }
  return name;
};

/** "Press release by Jane Doe": the name after "by", or after a label. */
const TAIL =
  /^(?:.{0,60}?(?:^|[\s(])(?:[Bb]y|BY|[Vv]on|[Pp]ar|[Pp]or|[Dd]i|[Dd]oor|[Aa]v|[Aa]f|[Pp]rzez)\s+|\p{L}[\p{L} ]{1,24}\s?[:：]\s*)(?=\p{Lu}|\p{Lo})/u;

const MAX_NAME = 120;
/** User names of one word can contain digits. */
const isName = (text: string): boolean =>
  text.length >= 2 &&
  text.length <= MAX_NAME &&
  text.split(/\s+/).length <= 16 &&
  !/https?:/.test(text) &&
  !(/\d{3}/.test(text) && /\s/.test(text)) &&
  /\p{L}/u.test(text);

const namesOf = (value: unknown): string[] =>
  [value]
    .flat()
    .map((entry) => (isRecord(entry) ? nameOf(entry) : entry))
    .filter((name): name is string => typeof name === "string")
    .map(plainText);

const MAX_FOUND = 40;
const MAX_LINE = 160;
const MAX_PEOPLE = 16;
/**
 * Names alone on a line are accepted up to this many characters from the heading, or this many blocks after the text
 * ends.
 */
const NEAR = 2_500;
const END = 3;

const add = (claims: Claims, text: string, from: Origin | string, features: Features): void => {
  const clean = cleanName(text);
  if (isName(clean)) claims.add(lettersOf(clean), clean, from, features);
};

/** Claims from markup, head and the page's facts. */
const addSaid = (claims: Claims, view: Looked, facts: readonly Fact[]): void => {
  readSaid(
    view,
    ["author", "creator", "contributor"],
    /author|creator|byl(?:ine)?$|^twitter:data1$/,
    (value, path, features) => {
      for (const name of namesOf(value)) add(claims, name, path, features);
    },
  );
  for (const { properties, types } of view.entities)
    if (types.includes("Person"))
      for (const name of namesOf(properties.name)) add(claims, name, "Person.name", { saidPerson: 1 });
  add(claims, siteNameOf(view), "meta og:site_name", { isSite: 1 });
  // Class names are read below, together with their position.
  for (const { source, values, origin, confidence } of facts.filter((fact) => fact.source !== "name"))
    for (const [index, value] of namesOf(values).entries())
      add(claims, value, origin, {
        [`fact_${source}`]: confidence,
        factFirst: Number(index === 0),
        trust: confidence,
      });
};

type Look = (element: Element, text: string, path: string, features: Features) => void;

/** Creates a function that adds texts of elements as claims with their position, up to a limit. */
const createLook = (claims: Claims, view: Looked): Look => {
  const places = placesOf(view);
  let left = MAX_FOUND;
  return (element, text, path, features) => {
    const clean = cleanName(text);
    if (left === 0 || !isName(clean)) return;
    left--;
    const described = {
      ...standing(element, places, view.content),
      ...features,
      [`tag=${element.name}`]: 1,
      found: left,
      isLed: Number(BY.test(text) || BY_TOO.test(text)),
      isShort: -clean.length,
      isPart: Number(lettersOf(text.replace(BY, "")) !== lettersOf(clean)),
    };
    claims.add(lettersOf(clean), clean, path, described);
    const [lead = ""] = TAIL.exec(text) ?? [];
    const tail = cleanName(text.slice(lead.length));
    if (tail !== clean && isName(tail))
      claims.add(lettersOf(tail), tail, path, { ...described, ...wordFeatures("lead", lead), isTail: 1 });
  };
};

const isByAlone = ({ children: [only, ...rest] }: Element): boolean =>
  rest.length === 0 && only !== undefined && isText(only) && BY_ALONE.test(only.data.trim());

const isOthers = ({ attribs }: Element): boolean => OTHERS.test(`${attribs.class ?? ""} ${attribs.id ?? ""}`);

/** Elements named like an author, and the element after a lone "by". */
const addElements = (look: Look, view: Looked): void => {
  for (const element of placesOf(view).before.keys()) {
    const { name, attribs } = element;
    if (name === "meta" || isOthers(element)) continue;
    if (isByAlone(element)) {
      let next = element.next;
      while (next && !isTag(next)) next = next.next;
      if (next) look(next, shortText(next, MAX_LINE) ?? "", "after by", { isAfterBy: 1 });
    }
    const isCalled = [attribs.class, attribs.id, attribs.itemprop, attribs.rel, attribs["data-testid"]].some(
      (called) => called !== undefined && CALLED.test(called),
    );
    const address = name === "a" ? (LINKED.exec(attribs.href ?? "")?.[0] ?? "") : "";
    const text = isCalled || address !== "" ? shortText(element, MAX_LINE) : null;
    const signs = { ...wordFeatures("link", address), ...wordFeatures("rel", attribs.rel ?? "") };
    if (text) look(element, text, `.${attribs.class ?? name}`, { ...signs, isCalled: Number(isCalled) });
  }
};

/** "By Jane Doe", "by jane, 3 March", but not "By Design". */
const isByline = (text: string): boolean =>
  (BY.test(text) || BY_TOO.test(text)) && (/[ ・]/.test(cleanName(text)) || /\d/.test(text));

const MIN_COLUMNS = 3;
/** Whether an element is a cell under a named column, which already says what it contains. */
const isInColumns = ({ name, parent }: Element): boolean =>
  name === "td" && parent !== null && isTag(parent) && readColumns(parent).length >= MIN_COLUMNS;

/** Lines with a word like "by", and names alone on a line near the heading or at the end. */
const addLines = (look: Look, view: Looked): void => {
  const { before, heading, last } = placesOf(view);
  let people = MAX_PEOPLE;
  for (const [at, { text, box }] of view.content.blocks.entries()) {
    const isNear =
      Math.abs((before.get(box.element) ?? 0) - heading) < NEAR || (at >= last && at <= last + END);
    if (text.length > MAX_LINE || isOthers(box.element) || isInColumns(box.element)) continue;
    for (const part of text.split(/\s*[|·•]\s*|\s+[–—-]\s+/))
      if (isByline(part)) look(box.element, part, "byline", { isLine: 1 });
      else if (BY.test(part)) continue;
      else if (TAIL.test(part))
        look(box.element, part.replace(TAIL, ""), "byline", {
          isTail: 1,
          ...wordFeatures("lead", TAIL.exec(part)?.[0] ?? ""),
        });
      else if (people > 0 && isNear && part.length <= 50 && / /.test(part) && PERSON.test(part)) {
        people--;
        look(box.element, part, "name", { isAlone: 1, aloneAt: people });
      }
  }
};

/** All candidates for the page's author; `facts` are those that name an author. */
export const claimAuthors = (view: Looked, facts: readonly Fact[]): readonly Claim[] => {
  const { page, content, titles, context } = view;
  const claims = new Claims();
  addSaid(claims, view, facts);
  addElements(createLook(claims, view), view);
  addLines(createLook(claims, view), view);
  const all = claims.all;
  const host = lettersOf(URL.parse(page.baseUrl)?.hostname.replace(/^www\.|\.\w+$/g, ""));
  const site = lettersOf(siteNameOf(view));
  const title = lettersOf(titles[0]);
  const ofPage = describePage(content, all);
  const claimFeatures = ({ key, text }: Claim): Features => ({
    words: text.split(/\s+/).length,
    chars: text.length,
    isPerson: Number(PERSON.test(text)),
    isHost: Number(host.includes(key) || key.includes(host)),
    inSite: Number(site !== "" && (site.includes(key) || key.includes(site))),
    inTitle: Number(title.includes(key)),
    within: all.filter((other) => other.key !== key && other.key.includes(key)).length,
    holds: all.filter((other) => other.key !== key && key.includes(other.key)).length,
    isDay: Number(parseDate(text, context) !== null || /\d,? \d\d$/.test(text)),
    inBody: Number(content.text.includes(text)),
  });
  return all.map((claim) => ({
    ...claim,
    features: { ...claim.features, ...ofPage, ...claimFeatures(claim) },
  }));
};
