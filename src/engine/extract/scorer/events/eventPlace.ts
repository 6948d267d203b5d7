/** Where events take place: in the lines of their records, or in a sentence or an address of their page. */
import type { Element } from "domhandler";
import { listBits } from "../../page/bits.ts";
import type { Block } from "../../page/blocks.ts";
import type { DateReading } from "../../values/dates.ts";
import { monthOf } from "../../values/dateWords.ts";
import { countSpaced } from "../../values/text.ts";
import vocabulary from "../../vocabulary/events.json" with { type: "json" };
import { namesGathering, namesVenue, TIME, withoutDays } from "./eventWords.ts";

const MIN_PLACE = 4;
const MAX_LINE = 160;
const MAX_WORDS = 14;
const STREETS = vocabulary.streets.split(" ").join("|");
/** A house number before its street, or after it: "1301 3rd Street", "69 W. Washington", "Hauptstraße 5". */
const STREET = new RegExp(
  `(?<![\\p{L}\\d#.$]|\\S-)\\d{1,5}(?:-\\d{1,5})? (?:(?:[NSEW]{1,2}\\b\\.?|North|South|East|West) \\S|\\d{1,3}(?:st|nd|rd|th)\\b|(?:\\p{Lu}[\\p{L}.'’]+ ){1,3}(?:${STREETS})\\b)|\\p{L}(?:stra(?:ss|ß)e|str\\.|weg|gasse|platz) \\d`,
  "u",
);
/** The rest of an address: its room or floor, its town with the state, or its postcode. */
const REST =
  /^(?:(?:[Ss]uite|[Ss]te\.?|[Rr]oom|[Rr]m\.?|[Ff]loor|#) ?[\dA-Z]|\d{1,3}(?:st|nd|rd|th) [Ff]loor|\p{Lu}[\p{L}.'’]+ (?:Room|Hall|Auditorium)\b|(?:\p{Lu}[\p{L}.]+ ?){1,3},? (?:[A-Z]{2}\b|\p{Lu}\p{Ll}+ \d{5})|\d{4,5} \p{Lu})/u;
const HELD = new RegExp(vocabulary.held, "u");
const SENTENCE_END = /(?<=[\p{Ll}\d)]{2})[.!?](?=\s+\p{Lu}|\s*$)/u;
/** What follows a place in a sentence: a time, a day, a condition. */
const AFTER =
  /\s*(?:[,;(]?\s*\b(?:at \d|from \d|on (?:the|\p{Lu})|starting|beginning|unless|except|and (?:are|is|will|begin|start|conclude)|commencing|every|which|where|in accordance)\b|[;(]|\s[–—]\s).*$/u;
const LEAD =
  /^(?:(?:[Mm]eeting )?(?:[Ll]ocation|[Pp]lace|[Ww]here|[Aa]ddress|[Vv]enue)\b\s*:?\s*|(?:[Aa]t|in|the|@)\s+|[\s,;:|()–—-]+)+/u;
/** What is left of "at 1:30 pm" without the time. */
const IDLE_END = /(?: (?:at|from|on|until|by)[ .,]*)+$/u;
const TAIL = /(?:[\s,;:|(–—-]|(?<!\([^()]*)\))+$/u;

const isLabelOfOther = (text: string): boolean => /^\p{L}[\p{L} ]{2,20}:/u.test(text) && !LEAD.test(text);

/** A time of day before a place in an element of its own: "1:30 PMSpringfield". */
const GLUED = /\d\s?[AP]M(?=\p{Lu}\p{Ll})/gu;
/** A line without its days, times and the words that lead to a place. */
const clean = (text: string, context: DateReading): string =>
  withoutDays(text, context)
    .replace(GLUED, "$& ")
    .replace(TIME, " ")
    .replace(/\s+/g, " ")
    .replace(LEAD, "")
    .replace(IDLE_END, "")
    .replace(TAIL, "");

const MONTH_DAY =
  /^(?:\p{L}+,? )?(?<month>\p{Lu}\p{L}+)\.? \d{1,2}(?:st|nd|rd|th)?(?:,? \d{4})?(?:,? (?:at|from) ?)*(?!\d)[\s,–-]*/u;
/** A line without a day at its start whose year is not written. */
const withoutMonthDay = (text: string): string =>
  monthOf(MONTH_DAY.exec(text)?.groups?.month ?? "") === undefined ? text : text.replace(MONTH_DAY, "");

/** The address around a line with a street: the name of the place before it, room and town after it. */
const joinAddress = (lines: readonly string[], at: number, context: DateReading): string => {
  const own = lines[at] ?? "";
  const before = lines[at - 1] ?? "";
  const isName =
    /^[\d#]/.test(own) &&
    before !== "" &&
    countSpaced(before) <= MAX_WORDS &&
    /^\p{Lu}/u.test(before) &&
    !/[:.!?]$/.test(before) &&
    !isLabelOfOther(before) &&
    (namesVenue(before) || !namesGathering(before, context));
  let end = at + 1;
  while (end < lines.length && end - at <= 3 && REST.test(lines[end] ?? "")) end++;
  return [...(isName ? [before] : []), ...lines.slice(at, end)].join(", ");
};

/** The place in some lines: an address with what belongs to it, or else a line that names a room or a building. */
const placeIn = (texts: readonly string[], context: DateReading): string | null => {
  const lines = texts
    .map((text) => withoutMonthDay(clean(text, context)).replace(LEAD, ""))
    .filter((text) => text.length >= MIN_PLACE && text.length <= MAX_LINE);
  const street = lines.findIndex((text) => STREET.test(text) && countSpaced(text) <= MAX_WORDS * 2);
  if (street >= 0) return joinAddress(lines, street, context);
  return (
    lines.find(
      (text) =>
        namesVenue(text) && countSpaced(text) <= MAX_WORDS && /^\p{Lu}/u.test(text) && !isLabelOfOther(text),
    ) ?? null
  );
};

/** A line without the title of its event at its start or end: "Jazz Night Town Hall". */
const withoutTitle = (line: string, title: string): string => {
  if (title === "") return line;
  const [before, after] = [line.startsWith(title), line.endsWith(title)];
  if (before && !/^[\p{L}\p{N}]/u.test(line.slice(title.length))) return line.slice(title.length);
  return after && !/[\p{L}\p{N}]$/u.test(line.slice(0, -title.length)) ? line.slice(0, -title.length) : line;
};

/**
 * The place that the records of an event give.
 *
 * @param titles of the event, which are no places: "School Building Committee" names a building
 */
export const findRecordPlace = (
  records: readonly Element[],
  titles: readonly string[],
  context: DateReading,
): string | null => {
  const lines = listBits(records).flatMap(({ text, place }) => (place === null ? [] : [text]));
  // "Oak Hall" above its street is the name of the place, though nothing else could be the title.
  const isOfStreet = (text: string, next = ""): boolean =>
    titles.includes(text) && namesVenue(text) && !namesGathering(text, context) && STREET.test(next);
  return placeIn(
    lines.map((text, at) => (isOfStreet(text, lines[at + 1]) ? text : titles.reduce(withoutTitle, text))),
    context,
  );
};

/** A place on the page that can be that of its events, and how likely it is. */
interface PagePlace {
  readonly text: string;
  readonly worth: number;
}

const MEETS = /\b(?:meetings?|hearings?|sessions?|Sitzung(?:en)?|réunions?|reuni(?:ón|ones)|riunion[ei])\b/iu;
/** The places in the sentences of a block that say where something is held. */
const placesHeld = (text: string, context: DateReading): readonly PagePlace[] =>
  withoutDays(text, context)
    .replace(TIME_ENDS, "$1;")
    .replace(TIME, " ")
    .split(SENTENCE_END)
    .flatMap((sentence) => {
      const held = HELD.exec(sentence);
      if (!held) return [];
      const own = clean(sentence.slice(held.index + held[0].length).replace(AFTER, ""), context);
      const isStreet = STREET.test(own);
      if (own.length < MIN_PLACE || own.length > MAX_LINE || !(isStreet || namesVenue(own))) return [];
      const isMeeting = MEETS.test(sentence) || namesGathering(sentence.slice(0, held.index), context);
      return [{ text: own, worth: OF_SENTENCE + Number(isMeeting) * 2 + Number(isStreet) }];
    });
/** A time of day at the end of a sentence. */
const TIME_ENDS = /([AaPp]\.?[Mm])\.(?=\s+\p{Lu})/gu;
const OF_SENTENCE = 2;
const OF_LINE = 1;

/** A line after which a place follows: "Meetings are held at:", "Location". */
const LEADS = /^(?:.*\b(?:held|located)\b[^.]{0,40}|(?:meeting )?(?:location|place|venue|where))\s*:?$/iu;
const MAX_AFTER = 4;
const MAX_ADDRESSES = 2;
/** Longer texts are read to here. */
const MAX_BLOCK = 1_500;

/**
 * The place that a page gives for its events: in a sentence that says where they are held, after a line that announces it, or
 * its only address beside contact data.
 *
 * @param isApart whether a block belongs to the frame of the page
 */
export const findPagePlace = (
  blocks: readonly Block[],
  isApart: (block: Block) => boolean,
  context: DateReading,
): string | null => {
  const own = blocks.filter((block) => !isApart(block));
  const texts = own.map(({ text }) => text.slice(0, MAX_BLOCK));
  const found = texts.flatMap((text, at): readonly PagePlace[] => {
    const next = LEADS.test(text) ? placeIn(texts.slice(at + 1, at + 1 + MAX_AFTER), context) : null;
    return [...placesHeld(text, context), ...(next === null ? [] : [{ text: next, worth: OF_SENTENCE + 1 }])];
  });
  const lines = texts.map((text) => clean(text, context));
  const addresses = lines.flatMap((text, at) =>
    STREET.test(text) &&
    own[at]?.box.element.name !== "address" &&
    text.length <= MAX_LINE / 2 &&
    countSpaced(text) <= MAX_WORDS
      ? [{ text: joinAddress(lines, at, context), worth: OF_LINE + Number(namesVenue(text)) / 2 }]
      : [],
  );
  const isClear = new Set(addresses.map(({ text }) => text)).size <= MAX_ADDRESSES;
  return (
    [...found, ...(isClear ? addresses : [])].reduce<PagePlace | null>(
      (best, place) => (best && best.worth >= place.worth ? best : place),
      null,
    )?.text ?? null
  );
};
