/** Facts from short texts without a label: "In stock", "Full-time", "by Jane Doe · 3 March 2026", "3 bd · 2 ba". */
import type { Bit } from "../page/bits.ts";
import { type Fact, type FactSource, labelOf, makeFact } from "../sources/facts.ts";
import type { CoerceContext } from "../values/coerce.ts";
import { isCountry } from "../values/countries.ts";
import { parseDate, parseSoleDate } from "../values/dates.ts";
import { foldDigits } from "../values/digits.ts";
import { readCount } from "../values/numbers.ts";
import {
  BY,
  CHANGED,
  COMPANY,
  FORMS,
  LATER_BY,
  ONLY_PAID,
  PAID,
  PEOPLE,
  PERSON,
  SINCE,
  UNTIL,
} from "../values/phrases.ts";
import { PRICED } from "../values/prices.ts";
import { FREE, PER_UNIT } from "../values/priceWords.ts";
import { parseStock } from "../values/stock.ts";
import type { Concept } from "../vocabulary/concepts.ts";
import { UNSPACED } from "../vocabulary/patterns.ts";
import { remembered } from "../vocabulary/remember.ts";

const MAX_BIT = 60;
const MAX_STOCK = 45;
const MAX_BITS = 160;

interface Said {
  readonly concept: Concept;
  readonly value: string;
  readonly bit: Bit;
  /** Whether the words before it say what it is. */
  readonly isLed?: boolean;
}

/** "Anna B., 3 March 2026", "Anna on 3 March 2026". */
const SIGNED = /^(.{2,40}?)\s*(?:,|\s[–—-]|\s(?:on|am|le|el|il|em|op))\s+(.{4,40})$/iu;

const personIn = (text: string): string | null => {
  const name = text.trim().replace(/[,;]$/, "");
  return name.length <= 50 && PERSON.test(name) ? name : null;
};

/** What people call themselves in forums and trackers: trusted only after "by" and before a day. */
const USER = /^[\p{L}\p{N}][\p{L}\p{N}_.@+-]{1,29}$/u;

/** "山田太郎 2026年3月3日". */
const NAME_AND_DAY = /^(\D{2,40}?)\s+(\d.{3,39})$/u;

/** The names of one or several people, as written. */
const peopleIn = (text: string): string | null => {
  const people = text.split(PEOPLE);
  return people.length <= MAX_PEOPLE && people.every((name) => personIn(name) !== null)
    ? text.trim().replace(/[,;]$/, "")
    : null;
};
const MAX_PEOPLE = 5;

/** Whether a title can be a person's name by its length, where no spaces say so: "山田太郎", not "图书馆闭馆公告". */
const mayTitle = (title: string): boolean => !UNSPACED.test(title) || title.length <= MAX_UNSPACED;
const MAX_UNSPACED = 4;

const DATED: readonly (readonly [Concept, RegExp])[] = [
  ["deadline", UNTIL],
  ["modified", CHANGED],
  ["date", SINCE],
];

/** Reads texts that are only a date. Results are cached: each bit is read by itself and beside the one before it. */
const createDayReader = (context: CoerceContext): ((text: string) => string | null) =>
  remembered((text) => parseSoleDate(text, context));

const CLOCK = String.raw`\d{1,2}[:h]\d{2} ?(?:[ap]\.?m\.?|uhr|h)?`;
/** The time of day in a text that is only a date and a time: "1 September 2026, 6:30 PM – 8:00 PM". */
const TIMED = new RegExp(`(?<=[\\s,])${CLOCK}(?:\\s*(?:[-–]|to|bis|à)\\s*${CLOCK})?(?![\\d:])`, "iu");

/** The author and date in lines below titles and above comments. */
const readSignature = (bit: Bit, dayIn: (text: string) => string | null, context: CoerceContext): Said[] => {
  const { text } = bit;
  // Longer texts without digits are rarely a date or a byline like "by Jane Doe".
  if (text.length > 50 && !/\p{N}/u.test(text)) return [];
  const said = (concept: Concept, value: string | null): Said[] =>
    value === null ? [] : [{ concept, value, bit }];
  const day = dayIn(text);
  if (day !== null) return [...said("date", day), ...said("startTime", TIMED.exec(text)?.[0].trim() ?? null)];
  for (const [concept, lead] of DATED) {
    const led = text.replace(lead, "");
    const known = led === text ? null : dayIn(led);
    if (known !== null) return [{ concept, value: known, bit, isLed: true }];
  }
  const isBy = BY.test(text);
  const bare = text.replace(BY, "");
  const [, name = "", rest = ""] = SIGNED.exec(bare) ?? (isBy ? NAME_AND_DAY.exec(bare) : null) ?? [];
  const signed = rest === "" ? null : dayIn(rest.replace(SINCE, ""));
  const user = isBy && signed !== null && USER.test(name) ? name : null;
  const person = (isBy ? peopleIn : personIn)(signed === null ? bare : name) ?? user;
  if (signed !== null && person !== null) return [...said("author", person), ...said("date", signed)];
  return isBy ? said("author", person) : readLaterSignature(bit, dayIn, context);
};

/** "#12 opened on 3 March 2026 by Jane Doe", "Reported by Jane Doe on 3 March 2026". */
const readLaterSignature = (
  bit: Bit,
  dayIn: (text: string) => string | null,
  context: CoerceContext,
): Said[] => {
  const { text } = bit;
  const by = /\p{N}/u.test(text) ? LATER_BY.exec(text) : null;
  if (by === null || parseDate(text, context) === null) return [];
  const rest = text.slice(by.index + by[0].length);
  const [, name = rest, after = ""] = SIGNED.exec(rest) ?? [];
  const person = peopleIn(name);
  const day = dayIn((after || text.slice(0, by.index)).trim().replace(SINCE, ""));
  if (person === null) return [];
  return [
    { concept: "author", value: person, bit, isLed: true },
    ...(day === null ? [] : [{ concept: "date" as const, value: day, bit }]),
  ];
};

/** Forms that need no number. */
const WORDY = FORMS.filter(([concept]) => ["employmentType", "location", "level"].includes(concept));

const readForm = (bit: Bit): Said[] => {
  const text = foldDigits(bit.text);
  const forms = /\d/.test(text) ? FORMS : WORDY;
  for (const piece of [text, ...text.split(/,\s+/)].slice(0, 8))
    for (const [concept, form] of forms) {
      const found = form.exec(piece);
      if (found) return [{ concept, value: found[1] ?? found[0], bit }];
    }
  return [];
};

const readMoney = (bit: Bit, isJob: boolean): Said[] => {
  const text = bit.text.replace(/^[([]|[)\]]$/g, "");
  if (FREE.test(text)) return [{ concept: "price", value: "free", bit }];
  if (!PRICED.test(text)) return [];
  if (PER_UNIT.test(text)) return [{ concept: "unitPrice", value: text, bit }];
  const unlabelled = text.replace(/^\p{L}[\p{L} ]{2,20}\s*[:：]\s*/u, "");
  return PAID.test(text) && (isJob || ONLY_PAID.test(text))
    ? [{ concept: "salary", value: unlabelled, bit }]
    : [];
};

const readStock = (bit: Bit): Said[] => {
  const stock = bit.text.length <= MAX_STOCK && !/[?？]$/.test(bit.text) ? parseStock(bit.text) : null;
  return stock === null ? [] : [{ concept: "availability", value: stock, bit }];
};

const PLACE =
  /^\p{Lu}[\p{L}\p{M}'’.-]*(?:[ -][\p{L}\p{M}'’.-]+){0,3}(?:, \p{Lu}[\p{L}\p{M}'’.-]*(?:[ -][\p{L}\p{M}'’.-]+){0,3}){1,2}$/u;
/** Concepts that occur together with places. */
const OF_PLACES: ReadonlySet<Concept> = new Set(["employmentType", "salary", "rooms", "bedrooms", "area"]);

/** "Leeds, UK", "📍 Leeds". */
const readPlace = (bit: Bit, knowsPlaces: boolean, language: string): Said[] => {
  const text = bit.text.replace(/^📍\s*/u, "");
  if (/\d{3}|[?!:]/.test(text)) return [];
  const isListed = PLACE.test(text) && (knowsPlaces || isCountry(text.split(", ").at(-1) ?? "", language));
  return isListed || text !== bit.text ? [{ concept: "location", value: text, bit }] : [];
};

/** All concepts that short texts can express by their form. A number of votes is called a score, like a rating. */
export const SPOKEN: readonly Concept[] = [
  ...new Set([...FORMS, ...DATED].map(([concept]) => concept)),
  ...("author price unitPrice salary availability location organization rating".split(" ") as Concept[]),
];

const CONFIDENCE: Readonly<Partial<Record<Concept, number>>> = { location: 0.6, organization: 0.65 };

/**
 * Facts from bits recognized by form alone, one per concept: the first bit wins. The bit that equals `title` is
 * ignored. The less a bit says about its meaning, the more of it must match the form; ambiguous bits are ignored.
 */
export const readSpoken = (
  bits: readonly Bit[],
  title: string,
  context: CoerceContext,
  source: FactSource,
  factor = 0.75,
): Fact[] => {
  const dayIn = createDayReader(context);
  const short = bits.slice(0, MAX_BITS).filter(({ text }) => text.length <= MAX_BIT * 2 && text !== title);
  const own = short.filter(({ text }) => text.length <= MAX_BIT);
  const forms = own.map((bit) => ({ bit, formed: readForm(bit) }));
  const isHiring = forms.some(({ formed }) => formed.some(({ concept }) => concept === "employmentType"));
  const said = forms.flatMap(({ bit, formed }) =>
    formed.some(({ value }) => value.length > bit.text.length / 2)
      ? formed
      : [...formed, ...readMoney(bit, isHiring), ...readStock(bit), ...readSignature(bit, dayIn, context)],
  );
  bits.slice(0, MAX_BITS).forEach((bit, at) => {
    const next = bits[at + 1];
    const isSigned = next?.line === bit.line && dayIn(next.text) !== null;
    const name = isSigned && (bit.text !== title || mayTitle(title)) ? personIn(bit.text) : null;
    if (name !== null) said.push({ concept: "author", value: name, bit });
  });
  // Reviews are headed by their author: taken only if the record names no other.
  said.sort((left, right) => Number(left.bit.text === title) - Number(right.bit.text === title));
  const claimed = new Set(said.map(({ bit }) => bit));
  const free = own.filter((bit) => !claimed.has(bit));
  const knowsPlaces = said.some(({ concept }) => OF_PLACES.has(concept));
  const company = free.find(({ text }) => COMPANY.test(text));
  const all: Said[] = [
    ...said,
    ...free.flatMap((bit) => readPlace(bit, knowsPlaces, context.language)),
    ...(company ? [{ concept: "organization" as const, value: company.text, bit: company }] : []),
  ];
  const seen = new Set<Concept>();
  return all.flatMap(({ concept, value, bit, isLed }) => {
    if (seen.has(concept)) return [];
    seen.add(concept);
    return [
      // Forums call their votes a score, as shops do their stars.
      makeFact(
        source,
        concept === "votes" ? "score" : concept,
        [concept === "votes" ? readCount(value) : value],
        {
          concept,
          factor: isLed ? 1 : (CONFIDENCE[concept] ?? factor),
          origin: labelOf("", bit.text.slice(0, 40)),
        },
      ),
    ];
  });
};
