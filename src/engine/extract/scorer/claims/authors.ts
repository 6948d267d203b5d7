/** Who may have written a page: names in its markup and head, in bylines, in links to writers, and after words like "by". */
import { type Element, isTag, isText } from "domhandler";
import { shortText } from "../../page/shortText.ts";
import { elementsNamed } from "../../page/tags.ts";
import type { Fact } from "../../sources/facts.ts";
import { isRecord } from "../../sources/markup/entities.ts";
import { nameOf } from "../../sources/markup/flatten.ts";
import { plainText } from "../../sources/markup/plainText.ts";
import { parseDate } from "../../values/dates.ts";
import { BY, CHANGED, PERSON, SINCE } from "../../values/phrases.ts";
import { lettersOf, normaliseSpace } from "../../values/text.ts";
import { type Claim, Claims, describePage, type Looked, placeOf } from "./claims.ts";
import { type Places, placesOf, standing } from "./places.ts";
import { readSaid } from "./titles.ts";

const BY_TOO =
  /^(?:words by|reviewed by|text(?=\s*:)|story by|photos? by|presented by|submitted by|started by|asked by)\s*:?\s+/i;
const BY_ALONE = /^(?:by|von|par|por|di|door|av|af|written by|posted by|author|autor)\s*:?$/i;
const NAMED: readonly (readonly [string, RegExp])[] = [
  ["isAuthor", /(?:^|[\s_-])(?:author|autor|auteur|writer|contributor)s?(?:[\s_-]|name|$)/i],
  ["isByline", /by-?line/i],
  [
    "isPoster",
    /(?:^|[\s_-])(?:user-?name|nickname|poster|post-?user(?:-name)?|display-?name|user|member|profile)(?:[\s_-]|$)/i,
  ],
  ["isCreator", /creator|credit|source/i],
];
/** Who comments or reviews has not written the page. */
const OTHERS = /comment|(?:^|[\s_-])(?:customer|review|testimonial)s?[\s_-]/i;
const AUTHOR_PAGE =
  /\/(?:authors?|autor(?:en)?|auteurs?|autori|contributors?|writers?|staff|team|people)\/[^/?#]+\/?$/i;
const USER_PAGE = /\/(?:users?|u|profiles?|members?|@)\b\/?[^/]|member\.php|author=/i;

/** "Published on": what stands before a day. */
const isDayLead = (text: string): boolean => SINCE.test(`${text} x`) || CHANGED.test(`${text} x`);

/** A name without the words around it: "By", roles after a bar, days. */
export const cleanName = (text: string): string =>
  normaliseSpace(
    text
      .replace(BY, "")
      .replace(BY_TOO, "")
      .split(/\s*(?:\||•|·|\bon\b|\d{1,2}[./ ]|,? (?:updated|published|posted)|–|—)\s*/i)[0] ?? "",
  )
    .replace(BY, "")
    .replace(/^[,;:@\s]+|[,;:\s]+$/g, "")
    .replace(/,\s*([^,]+)$/, (whole, last: string) => (isDayLead(last) ? "" : whole));

/** "Press release by Jane Doe": what stands after the word. */
const TAIL =
  /^.{0,60}?(?:^|[\s(])(?:[Bb]y|BY|[Vv]on|[Pp]ar|[Pp]or|[Dd]i|[Dd]oor|[Aa]v|[Aa]f|[Pp]rzez)\s+(?=\p{Lu})/u;

const isName = (text: string): boolean =>
  text.length >= 2 &&
  text.length <= 80 &&
  text.split(/\s+/).length <= 10 &&
  !/https?:|\d{3}/.test(text) &&
  /\p{L}/u.test(text);

const namesOf = (value: unknown): string[] =>
  (Array.isArray(value) ? value : [value])
    .map((entry) => (isRecord(entry) ? nameOf(entry) : entry))
    .filter((name): name is string => typeof name === "string")
    .map((name) => normaliseSpace(plainText(name)));

const MAX_FOUND = 40;
const MAX_LINE = 160;
const MAX_PEOPLE = 12;
/** Names alone on a line are looked for so many characters around the heading. */
const NEAR = 2_500;

type Features = Readonly<Record<string, number>>;

const kindOf = (types: readonly string[]): string => {
  const is = (pattern: RegExp): boolean => types.some((type) => pattern.test(type));
  if (is(/Article|Posting|Report/)) return "Article";
  if (types.includes("Recipe")) return "Recipe";
  if (is(/Comment|Review|Answer/)) return "Reply";
  return is(/Page$/) ? "Page" : "Other";
};

const add = (claims: Claims, text: string, path: string, features: Features): void => {
  const clean = cleanName(text);
  if (isName(clean)) claims.add(lettersOf(clean), clean, path, features);
};

/** What markup, head and the facts of the page say. */
const addSaid = (claims: Claims, { page, entities }: Looked, facts: readonly Fact[]): void => {
  for (const { properties, types, source } of entities) {
    for (const name of ["author", "creator", "contributor"])
      namesOf(properties[name]).forEach((value, index) => {
        const [own] = [properties[name]].flat() as unknown[];
        const isOrganization = isRecord(own) && JSON.stringify(own["@type"] ?? "").includes("Organization");
        add(claims, value, `${types[0]}.${name}`, {
          [`said${kindOf(types)}_${name}`]: 1,
          [source]: 1,
          saidFirst: Number(index === 0),
          isOrganization: Number(isOrganization),
        });
      });
    if (types.includes("Person") && typeof properties.name === "string")
      add(claims, properties.name, "Person.name", { saidPerson: 1 });
  }
  for (const { attribs } of elementsNamed(page.root, "meta")) {
    const name = attribs.property ?? attribs.name ?? "";
    const isAuthor = /author/i.test(name);
    if (/author|creator|byl(?:ine)?$/i.test(name) && attribs.content)
      add(claims, attribs.content, `meta ${name}`, {
        saidMeta: 1,
        [isAuthor ? "metaAuthor" : "metaCreator"]: 1,
      });
  }
  const { siteName } = readSaid(page, entities);
  if (siteName !== "") add(claims, siteName, "meta og:site_name", { isSite: 1 });
  // What elements are called is looked at below, with where they stand.
  for (const { source, values, path, confidence } of facts.filter((fact) => fact.source !== "name"))
    for (const [index, value] of namesOf(values).entries())
      add(claims, value, path, {
        [`fact_${source}`]: confidence,
        factFirst: Number(index === 0),
        trust: confidence,
      });
};

type Look = (element: Element, text: string, path: string, features: Features) => void;

/** Adds what elements hold, the first of them. */
const createLook = (claims: Claims, places: Places): Look => {
  let left = MAX_FOUND;
  return (element, text, path, features) => {
    const clean = cleanName(text);
    if (left === 0 || !isName(clean)) return;
    left--;
    const told = {
      ...placeOf(element),
      ...features,
      found: left,
      ...standing(element, places),
      isLink: Number(element.name === "a"),
      isLed: Number(BY.test(text) || BY_TOO.test(text)),
      isShort: -clean.length,
      isPart: Number(lettersOf(text.replace(BY, "")) !== lettersOf(clean)),
    };
    claims.add(lettersOf(clean), clean, path, told);
    const tail = cleanName(text.replace(TAIL, ""));
    if (tail !== clean && isName(tail)) claims.add(lettersOf(tail), tail, path, { ...told, isTail: 1 });
  };
};

/** What an element's names and address say of who is in it. */
const readSigns = ({ name: tag, attribs }: Element): Features => {
  const called = `${attribs.class ?? ""} ${attribs.id ?? ""} ${attribs.itemprop ?? ""} ${attribs["data-testid"] ?? ""}`;
  const signs: Record<string, number> = {};
  if (called.length > 3) for (const [name, pattern] of NAMED) if (pattern.test(called)) signs[name] = 1;
  if (/(?:^|\s)author(?:\s|$)/.test(attribs.rel ?? "")) signs.isRel = 1;
  if (tag === "a" && AUTHOR_PAGE.test(attribs.href ?? "")) signs.isAuthorPage = 1;
  if (tag === "a" && USER_PAGE.test(attribs.href ?? "")) signs.isUserPage = 1;
  return signs;
};

const isByAlone = ({ children: [only, ...rest] }: Element): boolean =>
  rest.length === 0 && only !== undefined && isText(only) && BY_ALONE.test(only.data.trim());

const isOthers = ({ attribs }: Element): boolean => OTHERS.test(`${attribs.class ?? ""} ${attribs.id ?? ""}`);

/** Elements that are called as writers are, and what stands in the box after a lone "by". */
const addElements = (look: Look, { before }: Places): void => {
  for (const element of before.keys()) {
    const { attribs, name } = element;
    if (name === "meta" || isOthers(element)) continue;
    if (isByAlone(element)) {
      let next = element.next;
      while (next && !isTag(next)) next = next.next;
      if (next) look(next, shortText(next, MAX_LINE) ?? "", "after by", { isAfterBy: 1 });
    }
    const signs = readSigns(element);
    const text = Object.keys(signs).length === 0 ? null : shortText(element, MAX_LINE);
    if (text) look(element, text, `.${attribs.class ?? name}`, signs);
  }
};

/** "By Jane Doe", "by jane, 3 March", and not "By Design". */
const isByline = (text: string): boolean =>
  (BY.test(text) || BY_TOO.test(text)) && (/[ ・]/.test(cleanName(text)) || /\d/.test(text));

/** Lines with a word like "by", and names alone on a line near the heading. */
const addLines = (look: Look, { content }: Looked, { before, heading }: Places): void => {
  let people = MAX_PEOPLE;
  for (const block of content.blocks) {
    const { text, box } = block;
    const isNear = Math.abs((before.get(box.element) ?? 0) - heading) < NEAR;
    if (text.length > MAX_LINE || isOthers(box.element)) continue;
    for (const part of text.split(/\s*[|·•]\s*/))
      if (isByline(part)) look(box.element, part, "byline", { isLine: 1 });
      else if (BY.test(part)) continue;
      else if (TAIL.test(part)) look(box.element, part.replace(TAIL, ""), "byline", { isTail: 1 });
      else if (people > 0 && isNear && part.length <= 50 && / /.test(part) && PERSON.test(part)) {
        people--;
        const isKept = Number(content.kept.has(block));
        look(box.element, part, "name", { isAlone: 1, aloneAt: people, isKept });
      }
  }
};

/** All who may have written the page; `facts` are those that name an author. */
export const claimAuthors = (view: Looked, facts: readonly Fact[]): readonly Claim[] => {
  const { page, content, titles, context } = view;
  const claims = new Claims();
  const places = placesOf(page);
  addSaid(claims, view, facts);
  addElements(createLook(claims, places), places);
  addLines(createLook(claims, places), view, places);
  const all = claims.all;
  const host = lettersOf(URL.parse(page.baseUrl)?.hostname.replace(/^www\.|\.\w+$/g, ""));
  const title = lettersOf(titles[0]);
  const ofPage = describePage(content, all);
  const describe = ({ key, text }: Claim): Features => ({
    words: text.split(/\s+/).length,
    chars: text.length,
    isPerson: Number(PERSON.test(text)),
    isHost: Number(host.includes(key) || key.includes(host)),
    inTitle: Number(title.includes(key)),
    within: all.filter((other) => other.key !== key && other.key.includes(key)).length,
    holds: all.filter((other) => other.key !== key && key.includes(other.key)).length,
    hasComma: Number(/[,&]| and | und /.test(text)),
    hasDigit: Number(/\d/.test(text)),
    isDay: Number(parseDate(text, context) !== null || /\d,? \d\d$/.test(text)),
    hasAt: Number(/@/.test(text)),
  });
  return all.map((claim) => ({ ...claim, features: { ...claim.features, ...ofPage, ...describe(claim) } }));
};
