/** On which days a page may have been published: what its markup and head say, its `time` elements, days in short lines, the address. */
import { type Element, isTag } from "domhandler";
import { startText } from "../../page/shortText.ts";
import { elementsNamed } from "../../page/tags.ts";
import type { Fact } from "../../sources/facts.ts";
import { findDays, parseDate } from "../../values/dates.ts";
import { CHANGED, SINCE, UNTIL } from "../../values/phrases.ts";
import { type Claim, Claims, describePage, type Looked, placeOf } from "./claims.ts";
import { type Places, placesOf, standing } from "./places.ts";

const SAID = ["datePublished", "dateCreated", "uploadDate", "datePosted", "dateModified"] as const;
const META: readonly (readonly [string, RegExp])[] = [
  ["Modified", /modif|updated|revised|last/i],
  ["Published", /publi|issued|created|posted|release/i],
  ["Date", /date|time|sailthru|parsely/i],
];
const CALLED: readonly (readonly [string, RegExp])[] = [
  ["isDate", /(?:^|[\s_-])(?:date|datetime|timestamp|time|day|datum|fecha)(?:[\s_-]|$)/i],
  ["isPublished", /publi|posted|pubdate|created/i],
  ["isModified", /updated|modified/i],
  ["isMeta", /(?:^|[\s_-])(?:meta|byline|info|dateline)(?:[\s_-]|$)/i],
];
const ATTRIBUTE =
  /^(?:data-)?(?:ts|datetime|date|timestamp|time|(?:created|published|posted|updated|modified)(?:-?(?:at|on|date|time|timestamp))?)$/;
const ISO_TIME = /^\d{4}-\d\d-\d\d/;
const IN_ADDRESS = /(?<!\d)((?:19|20)\d{2})[/-]?(\d{2})[/-]?(\d{2})(?!\d)/;
const MAX_TIMES = 40;
const MAX_LINES = 60;
const MAX_LINE = 200;
const MAX_START = 80;

const DAY_MS = 86_400_000;

type Features = Readonly<Record<string, number>>;
type Add = (text: string, path: string, features: Features) => void;

const kindOf = (types: readonly string[]): string => {
  const is = (pattern: RegExp): boolean => types.some((type) => pattern.test(type));
  if (is(/Article|Posting|Report|Recipe/)) return "Article";
  if (is(/Comment|Review|Answer/)) return "Reply";
  return is(/Page$|WebSite/) ? "Page" : "Other";
};

/** What markup, head and the facts of the page say. */
const addSaid = (add: Add, { page, entities }: Looked, facts: readonly Fact[]): void => {
  for (const { properties, types, source } of entities)
    for (const name of SAID) {
      const value = properties[name];
      if (typeof value === "string")
        add(value, `${types[0]}.${name}`, { [`said${kindOf(types)}_${name}`]: 1, [source]: 1 });
    }
  for (const { attribs } of elementsNamed(page.root, "meta")) {
    const name = attribs.property ?? attribs.name ?? attribs.itemprop ?? attribs["http-equiv"] ?? "";
    const called = META.find(([, pattern]) => pattern.test(name));
    if (called && attribs.content) add(attribs.content, `meta ${name}`, { [`meta${called[0]}`]: 1 });
  }
  for (const { concept, source, values, path, confidence } of facts)
    for (const value of values)
      if (typeof value === "string" || typeof value === "number")
        add(String(value), path, {
          [`fact_${concept === "modified" ? "modified_" : ""}${source}`]: confidence,
          trust: concept === "modified" ? 0 : confidence,
        });
};

const describePlace = (element: Element, places: Places, more: Features): Features => {
  const called = `${element.attribs.class ?? ""} ${element.attribs.id ?? ""} ${element.attribs.itemprop ?? ""}`;
  return {
    ...placeOf(element),
    ...Object.fromEntries(CALLED.map(([name, pattern]) => [name, Number(pattern.test(called))])),
    ...more,
    ...standing(element, places),
  };
};

const addTimes = (add: Add, { page }: Looked, places: Places): void => {
  for (const [index, time] of elementsNamed(page.root, "time").slice(0, MAX_TIMES).entries()) {
    const text = startText(time, MAX_LINE);
    const around = time.parent && isTag(time.parent) ? startText(time.parent, MAX_LINE) : "";
    const features = describePlace(time, places, {
      isTime: 1,
      timeAt: MAX_TIMES - index,
      isPubdate: Number(time.attribs.pubdate !== undefined),
      ledChanged: Number(CHANGED.test(text) || CHANGED.test(around)),
      ledSince: Number(SINCE.test(text) || SINCE.test(around)),
    });
    add(time.attribs.datetime || text, "time", features);
  }
};

/** Days in short lines, with the words before them. */
const addLines = (claims: Claims, { content, context }: Looked, places: Places): void => {
  let left = MAX_LINES;
  for (const block of content.blocks) {
    const { text, box, words } = block;
    if (left <= 0) return;
    let end = 0;
    // "Hamburg, 3 March 2026 –": longer texts may begin with their day.
    const line = text.length > MAX_LINE ? text.slice(0, MAX_START) : text;
    for (const { day, from, to } of findDays(line, context)) {
      const lead = text.slice(end, from).trim();
      end = to;
      left--;
      const features = describePlace(box.element, places, {
        [line === text ? "isLine" : "isStart"]: 1,
        lineAt: left,
        lineWords: -words,
        isKept: Number(content.kept.has(block)),
        ledChanged: Number(CHANGED.test(`${lead} x`)),
        ledSince: Number(SINCE.test(`${lead} x`)),
        ledUntil: Number(UNTIL.test(`${lead} x`)),
        leadWords: -lead.split(/\s+/).length,
        isWhole: Number(to - from > text.length * 0.6),
      });
      claims.add(day, text.slice(from, to), "text", features);
    }
  }
};

/** Moments that boards and readers keep in attributes for their scripts. */
const addAttributes = (add: Add, places: Places): void => {
  let left = MAX_TIMES;
  for (const element of places.before.keys())
    if (element.name !== "time" && element.name !== "meta")
      for (const name in element.attribs) {
        const value = element.attribs[name] ?? "";
        if (left <= 0 || !ATTRIBUTE.test(name) || !ISO_TIME.test(value)) continue;
        add(value, `@${name}`, describePlace(element, places, { isAttribute: 1, attributeAt: left }));
        left--;
      }
};

/** All days that may be the page's; `facts` are those that name a day on which it was written or changed. */
export const claimDates = (view: Looked, facts: readonly Fact[]): readonly Claim[] => {
  const { page, content, context } = view;
  const claims = new Claims();
  const places = placesOf(page);
  const add: Add = (text, path, features) => {
    const day = parseDate(text, context);
    if (day !== null) claims.add(day, text, path, features);
  };
  addSaid(add, view, facts);
  addTimes(add, view, places);
  addLines(claims, view, places);
  addAttributes(add, places);
  const [, year, month, day] = IN_ADDRESS.exec(page.baseUrl) ?? [];
  if (year) add(`${year}-${month}-${day}`, "address", { inAddress: 1 });
  // Days to come are those of events and deadlines; a zone ahead of UTC is one day on.
  const past = claims.all.filter(({ key }) => Date.parse(key) <= context.now + DAY_MS);
  const days = past.map(({ key }) => Date.parse(key));
  const [first, last] = [Math.min(...days), Math.max(...days)];
  const saysSo = ({ features }: Claim): boolean =>
    (features.saidArticle_datePublished ?? features.metaPublished) !== undefined;
  const said = Date.parse(past.find(saysSo)?.key ?? "");
  const ofPage = describePage(content, past);
  return past.map((claim) => {
    const at = Date.parse(claim.key);
    const compared = {
      fromFirst: (at - first) / DAY_MS,
      toLast: (last - at) / DAY_MS,
      fromSaid: Number.isNaN(said) ? -9_999 : (at - said) / DAY_MS,
    };
    return { ...claim, features: { ...claim.features, ...ofPage, ...compared } };
  });
};
