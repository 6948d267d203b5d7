/** Candidates for a page's date: from markup, head and `time` elements, dates in short lines, and the URL. */
import { type Element, isTag } from "domhandler";
import { findOne } from "domutils";
import type { Block, Box } from "../../page/blocks.ts";
import { startText } from "../../page/shortText.ts";
import { textOf } from "../../page/text.ts";
import type { Fact, Origin } from "../../sources/facts.ts";
import { findDays, parseDate } from "../../values/dates.ts";
import { CHANGED, introducesDay, SINCE, UNTIL } from "../../values/phrases.ts";
import { type Claim, Claims, describePage, type Features, type Looked, wordFeatures } from "./claims.ts";
import { type Places, placesOf, standing } from "./positions.ts";
import { readSaid } from "./said.ts";

const SAID = ["datePublished", "dateCreated", "uploadDate", "datePosted", "dateModified"];
const META = /date|time|publi|issued|created|posted|release|modif|updated|revised|sailthru|parsely/;
const ATTRIBUTE =
  /^(?:title|(?:data-)?(?:ts|datetime|date|timestamp|time|(?:created|published|posted|updated|modified)(?:-?(?:at|on|date|time|timestamp))?))$/;
const ISO_TIME = /^\d{4}-\d\d-\d\d/;
const IN_ADDRESS = /(?<!\d)((?:19|20)\d{2})[/-]?(\d{2})[/-]?(\d{2})(?!\d)/;
const MAX_TIMES = 40;
const MAX_LINES = 60;
const MAX_LINE = 200;
const MAX_START = 80;

const DAY_MS = 86_400_000;

/** Set for dates that say when the page was written. No forest looks at it. */
const BYLINE = "byline";
/** Sources that name the date; labels on the page can be those of a sample. */
const TOLD: ReadonlySet<string> = new Set(["json-ld", "microdata", "rdfa", "meta", "state", "name"]);
const isStated = ({ features }: Claim): boolean => features[BYLINE] === 1;

/** A time of day that follows a date. */
const TIMED = /^[^\p{N}]{0,12}\p{Nd}{1,2}(?:[:.h]\p{Nd}{2}|\s?[ap]\.?m\b|\s?(?:Uhr|h)\b)/iu;
const MAX_TIMED = 40;

type Add = (text: unknown, from: Origin | string, features: Features) => void;

/** Claims from markup, head and the page's facts. */
const addSaid = (add: Add, view: Looked, facts: readonly Fact[]): void => {
  readSaid(view, SAID, META, (value, path, features) => add(value, path, { ...features, [BYLINE]: 1 }));
  for (const { concept, source, values, origin, confidence } of facts)
    for (const value of values)
      if (typeof value === "string" || typeof value === "number")
        add(String(value), origin, {
          [`fact_${concept === "modified" ? "modified_" : ""}${source}`]: confidence,
          [BYLINE]: Number(TOLD.has(source)),
          trust: concept === "modified" ? 0 : confidence,
        });
};

/** Features of the text before a date, which indicates its meaning. */
const describeLead = (lead: string): Features => ({
  ...wordFeatures("lead", lead.slice(-40)),
  ledChanged: Number(CHANGED.test(`${lead} x`)),
  ledSince: Number(SINCE.test(`${lead} x`)),
  ledUntil: Number(UNTIL.test(`${lead} x`)),
});

const CODE: ReadonlySet<string> = new Set(["pre", "code", "samp", "kbd", "tt", "var", "textarea"]);
const CELLS: ReadonlySet<string> = new Set(["td", "th", "dd", "blockquote"]);
/** Class names of what shows how something is written. */
const EXAMPLE =
  /^(?:(?:informal)?examples?|code|(?:code|source)[-_]?(?:block|code|example|hilite|listing|sample|snippet)s?|example[-_](?:code|block|box|contents)|programlisting|literallayout|prettyprint|hljs|snippet|sample)$/i;
/** Datelines have a place before the date, bylines a name: "Posted by Anna Berger in News on …". */
const MAX_LEAD = 8;
const HEADING = /^(?:h[1-6]|dt)$/;
/** A sentence has at least so many words besides its date. */
const FEWEST_WORDS = 3;
const SENTENCE_END = /[.!?。！？।]["'”’»)]*$/;
/** Longer lines are running text. */
const PROSE_WORDS = 15;

/** Whether a line gives a date as code: "It returns `2004-10-19`." */
const isInCode = ({ box }: Block, day: string): boolean =>
  findOne((element) => CODE.has(element.name) && textOf(element).includes(day), box.element.children) !==
  null;

const isExample = ({ name, attribs }: Element): boolean =>
  CODE.has(name) || (attribs.class ?? "").split(/\s+/).some((word) => EXAMPLE.test(word));

/** Whether a date says when the page was written: led by such words, or beside the text; in no example or table. */
const isByline = (block: Block, at: number, day: string, lead: string, { first, last }: Places): boolean => {
  // "4.2.10." is the number of a section.
  if (!/\d{4}/.test(day) && (block.linkWords > 0 || HEADING.test(block.box.element.name))) return false;
  const isLed = introducesDay(lead);
  const isAfter = at > last;
  for (let box: Box | null = block.box; box; box = box.parent) {
    const { name } = box.element;
    if (isExample(box.element) || (!isLed && CELLS.has(name))) return false;
    // After the text, "date: 1999-01-08" is one of a list of terms. Before it, it can be the page's head.
    if (name === "li" && !isLed && isAfter && lead !== "") return false;
  }
  const isBeside = (at <= first || isAfter) && lead.split(/\s+/).length <= MAX_LEAD;
  return ((isLed && block.words < PROSE_WORDS) || isBeside) && !isInCode(block, day);
};

/** Whether a `time` is part of a running text, as opposed to a line about the page. */
const isInSentence = (element: Element, { content }: Looked, { blocks, first, last }: Places): boolean => {
  for (let at: Element | null = element; at; at = at.parent && isTag(at.parent) ? at.parent : null) {
    if (isExample(at)) return true;
    const index = blocks.get(at);
    const block = index === undefined ? undefined : content.blocks[index];
    if (block === undefined || index === undefined) continue;
    const text = startText(element, MAX_LINE);
    const lead = block.text.slice(0, Math.max(0, block.text.indexOf(text))).trim();
    const others = block.words - text.split(/\s+/).length;
    const isSentence = others >= PROSE_WORDS || (others >= FEWEST_WORDS && SENTENCE_END.test(block.text));
    if (!isSentence || introducesDay(lead)) return false;
    // A dateline is before the first sentence.
    return !((index <= first || index > last) && lead.split(/\s+/).length <= MAX_LEAD);
  }
  return false;
};

/** Machine-readable times of elements: `time`, and attributes that sites set for their scripts. */
const addTimes = (add: Add, view: Looked): void => {
  const places = placesOf(view);
  let left = MAX_TIMES;
  const addTime = (element: Element, value: string, name: string): void => {
    const around = element.parent && isTag(element.parent) ? startText(element.parent, MAX_LINE) : "";
    const isTime = element.name === "time";
    add(value, isTime ? "time" : `@${name}`, {
      ...standing(element, places, view.content),
      ...describeLead(around.replace(/\d.*$/, "")),
      [isTime ? "isTime" : "isAttribute"]: 1,
      timeAt: left--,
      [BYLINE]: Number(isTime && !isInSentence(element, view, places)),
      isPubdate: Number(element.attribs.pubdate !== undefined),
    });
  };
  for (const element of places.before.keys()) {
    if (left <= 0) return;
    const { name: tag, attribs } = element;
    if (tag === "time" && !attribs.datetime) addTime(element, startText(element, MAX_LINE), "");
    else if (tag !== "meta")
      for (const name in attribs) {
        const value = attribs[name] ?? "";
        if (ISO_TIME.test(value) && ATTRIBUTE.test(name)) addTime(element, value, name);
      }
  }
};

/** Dates in short lines, with the words before them. */
const addLines = (claims: Claims, view: Looked): void => {
  const { content, context } = view;
  const places = placesOf(view);
  let left = MAX_LINES;
  for (const [at, block] of content.blocks.entries()) {
    const { text, box, words } = block;
    if (left <= 0) return;
    let end = 0;
    // "Hamburg, 3 March 2026 –": longer texts can start with a date.
    const line = text.length > MAX_LINE ? text.slice(0, MAX_START) : text;
    for (const { day, from, to } of findDays(line, context)) {
      const lead = text.slice(end, from).trim();
      end = to;
      left--;
      claims.add(day, text.slice(from, to), "text", {
        ...standing(box.element, places, content),
        ...describeLead(lead),
        [line === text ? "isLine" : "isStart"]: 1,
        lineAt: left,
        isTimed: Number(TIMED.test(text.slice(to, to + MAX_TIMED))),
        lineWords: -words,
        leadWords: -lead.split(/\s+/).length,
        isWhole: Number(to - from > text.length * 0.6),
        [BYLINE]: Number(isByline(block, at, text.slice(from, to), lead, places)),
      });
    }
  }
};

/**
 * All candidates for the page's date; `facts` are its dates in markup and labels.
 *
 * @param mayCome whether the day can be in the future, as that of an event
 */
export const claimDates = (view: Looked, facts: readonly Fact[], mayCome = false): readonly Claim[] => {
  const { page, content, context } = view;
  const claims = new Claims();
  const add: Add = (text, from, features) => {
    const day = typeof text === "string" ? parseDate(text, context) : null;
    if (day !== null) claims.add(day, String(text), from, features);
  };
  addSaid(add, view, facts);
  addTimes(add, view);
  addLines(claims, view);
  const [, year, month, day] = IN_ADDRESS.exec(page.baseUrl) ?? [];
  if (year) add(`${year}-${month}-${day}`, "address", { inAddress: 1, [BYLINE]: 1 });
  // Future dates belong to events and deadlines; a day of tolerance covers time zones ahead of UTC.
  const all = claims.all.filter(({ key }) => mayCome || Date.parse(key) <= context.now + DAY_MS);
  const days = all.map(({ key }) => Date.parse(key));
  const [first, last] = [Math.min(...days), Math.max(...days)];
  const ofPage = describePage(content, all);
  const saidOf = (...names: string[]): number =>
    Date.parse(all.find(({ features }) => names.some((name) => features[name] !== undefined))?.key ?? "");
  const published = saidOf("said=datePublished", "meta=published");
  const modified = saidOf("said=dateModified", "meta=modified");
  const from = (at: number, other: number): number => (Number.isNaN(other) ? -9_999 : (at - other) / DAY_MS);
  return all.map((claim) => {
    const at = Date.parse(claim.key);
    const compared = {
      fromFirst: (at - first) / DAY_MS,
      toLast: (last - at) / DAY_MS,
      fromSaid: from(at, published),
      fromModified: from(at, modified),
    };
    return { ...claim, features: { ...claim.features, ...ofPage, ...compared } };
  });
};

/** Whether a page's metadata, a byline or its address gives the date. */
export const statedDates = (claims: readonly Claim[]): readonly Claim[] => claims.filter(isStated);
