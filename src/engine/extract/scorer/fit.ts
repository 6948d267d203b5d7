/** How well the name of a fact fits a requested field. */

import { type Fact, type FactSource, isColumn } from "../sources/facts.ts";
import { SINCE } from "../values/phrases.ts";
import { type Concept, conceptOf, foldedWords, headOf } from "../vocabulary/concepts.ts";
import { areOpposed, likenessOf, meaningOfWords } from "../vocabulary/likeness.ts";
import { remembered } from "../vocabulary/remember.ts";

/** Sources written for machines. */
const MACHINES: ReadonlySet<string> = new Set("json-ld microdata rdfa meta state json feed xml".split(" "));

/** Whether a source is written for machines: its names and numbers do not depend on the page's language. */
export const isMachine = (source: FactSource): boolean => MACHINES.has(source);

/** Whether a label on the page names the fact. */
export const isLabelled = ({ source }: Fact): boolean => source === "table" || source === "pair";

/** A requested field. */
export interface Wanted {
  readonly name: string;
  readonly words: readonly string[];
  readonly concept: Concept | null;
  /** What the name is a kind of, if it has no concept of its own. */
  readonly head: Concept | null;
}

/** Requests repeat the same names, and each entry is small. */
const MAX_NAMES = 1_000;
/** Pages have more labels than callers have fields. */
const MAX_LABELS = 5_000;

/** Requested as objects, these fields mean the reviews or comments, not how many there are. */
const OF_OBJECTS: ReadonlySet<Concept | null> = new Set<Concept | null>(["reviewCount", "comments"]);

const readWanted = remembered((name: string): Wanted => {
  const words = foldedWords(name);
  return { name: words.join(""), words, concept: conceptOf(name), head: headOf(name) };
}, MAX_NAMES);

/** A field by its name; `asObjects`: objects are requested, not a single value. */
export const toWanted = (name: string, asObjects: boolean): Wanted => {
  const wanted = readWanted(name);
  return asObjects && OF_OBJECTS.has(wanted.concept) ? { ...wanted, concept: null } : wanted;
};

/** Other concepts that can fill a field, and how well; keyed by the requested concept. */
const RELATED: Readonly<Partial<Record<Concept, Readonly<Partial<Record<Concept, number>>>>>> = {
  gtin: { isbn: 0.8 },
  // The ISBN of a book is also its GTIN; one labelled as ISBN takes precedence.
  isbn: { gtin: 0.8 },
  location: { address: 0.9, city: 0.85, venue: 0.8 },
  address: { location: 0.85 },
  city: { location: 0.8 },
  venue: { location: 0.7 },
  unitPrice: { price: 0.75 },
  startDate: { date: 0.85 },
  date: { startDate: 0.8, releaseDate: 0.9 },
  // A job posting is named after the job, a person never is: see `matchFields`.
  jobTitle: { role: 0.98, title: 0.7 },
  title: { jobTitle: 0.9 },
  // "Time" is a time of day in a programme, and a duration in a recipe.
  time: { startTime: 0.98, totalTime: 0.9 },
  startTime: { time: 0.95 },
  totalTime: { time: 0.95 },
  role: { standing: 0.9 },
  fileSize: { size: 0.9 },
  seller: { organization: 0.7 },
  buyer: { organization: 0.8 },
  organization: { buyer: 0.8 },
  // Cars and cameras are named after their model.
  model: { title: 0.6 },
};

/** "Posted on 3 March": more than the "on" of any day. */
const PUBLISHED = /\p{L}{4}|[^\p{Script=Latin}\s]/u;
const saysPublished = (text: string): boolean => PUBLISHED.test(SINCE.exec(`${text} x`)?.[0] ?? "");
/** Whether a day is the one on which the page appeared, by what the page calls it. */
const isOfPublication = ({ words, origin }: Fact): boolean => [origin.label, ...words].some(saysPublished);

const MIN_PART = 3;
const isBegin = (whole: readonly string[], part: readonly string[]): boolean =>
  part.every((word, at) => whole[at] === word);
const isEnd = (whole: readonly string[], part: readonly string[]): boolean =>
  part.length <= whole.length && isBegin(whole.slice(whole.length - part.length), part);

/** Concepts of the first or last words of a longer name: "Lower Court Case Number", "Preis pro Nacht". */
const conceptsWithin: (name: string) => readonly Concept[] = remembered((name) => {
  const words = name.split(" ");
  return [2, 1]
    .filter((size) => size < words.length)
    .flatMap((size) => [conceptOf(words.slice(-size).join(" ")), conceptOf(words.slice(0, size).join(" "))])
    .filter((concept) => concept !== null);
}, MAX_LABELS);

const MAX_SHORT = 4;
/** Narrow columns abbreviate their headings: "Min." for `minutesPlayed`. */
const isCut = (word: string, whole: string): boolean =>
  word.length >= MIN_PART && word.length <= MAX_SHORT && whole.startsWith(word);
const isWithinWord = (letters: string, word: string): boolean => {
  let at = 0;
  for (const letter of word) if (letter === letters[at]) at += 1;
  return at === letters.length;
};
/** "Departs" for `departureTime`: so much of the longer word is the same. Set by hand. */
const STEM = { letters: 5, share: 0.6 } as const;
const shareStem = (word: string, whole: string): boolean => {
  const least = Math.max(STEM.letters, Math.ceil(Math.max(word.length, whole.length) * STEM.share));
  return word.slice(0, least) === whole.slice(0, least) && word.length >= least;
};
/** "Plat." for `platform`, though another language has a word "plat". */
const isDotted = ({ words: [word = "", ...more], origin }: Fact, { words: [asked = ""] }: Wanted): boolean =>
  more.length === 0 && /\p{L}\.$/u.test(origin.label) && isCut(word, asked);
const VOWEL = /[aeiou]/;
const PERCENT = "percent";
/** Whether a narrow column's heading stands for a field: "GF" for `goalsFor`, "Chg" for `change`, "D" for `draws`. */
const abbreviates = (fact: Fact, { words, concept }: Wanted): boolean => {
  const isShare = words.length > 1 && [words, fact.words].every((each) => each.includes(PERCENT));
  const [heading = "", ...others] = isShare ? fact.words.filter((each) => each !== PERCENT) : fact.words;
  const [word = "", ...more] = isShare ? words.filter((each) => each !== PERCENT) : words;
  if (!isColumn(fact) || fact.concept !== null || others.length > 0 || heading.length > MAX_SHORT)
    return false;
  if (more.length > 0) return heading === words.map((each) => each.charAt(0)).join("");
  if (heading.length === 1) return concept === null && word.startsWith(heading);
  return (
    heading.length >= MIN_PART &&
    word.startsWith(heading.charAt(0)) &&
    !VOWEL.test(heading.slice(1)) &&
    isWithinWord(heading, word)
  );
};
/** Fields that a column may name by its last word alone: "No." or "Number" for `entryNumber`. */
const NUMBERED: ReadonlySet<Concept | null> = new Set<Concept | null>([null, "docket"]);
const endsName = (fact: Fact, { words, concept }: Wanted): boolean =>
  isColumn(fact) && fact.concept === null && NUMBERED.has(concept) && isEnd(words, fact.words);
/** Whether a column has the text of its records: "Docket Text" for `description`. */
const isTextColumn = (fact: Fact): boolean =>
  isColumn(fact) && (fact.concept === "content" || conceptsWithin(fact.words.join(" ")).includes("content"));

const TIME: ReadonlySet<string> = new Set(["time", "date", "day", "at"]);
const isOfTime = (name: readonly string[]): boolean => name.length === 1 || TIME.has(name.at(-1) ?? "");
/** Whether a label is the start of the field's longer name: "Hearing" for `hearingDate`. */
const shortens = (fact: Fact, { words: name }: Wanted): boolean =>
  fact.words.every((word, at) => {
    const asked = name[at] ?? "";
    return (
      word === asked || (isColumn(fact) && (isCut(word, asked) || (isOfTime(name) && shareStem(word, asked))))
    );
  });

/** Names that say no more than "title": elements are called so for many reasons. */
const PLAIN_TITLES: ReadonlySet<string> = new Set(["title", "name"]);
/** Puts an element called `subject` (trust .6) above what looks like a record's title (.8). Set by hand. */
const CALLED_SO = 1.4;

const MAX_EXTRA = 3;
/** How well a fact's name fits: the same name, the same concept, or a longer name that contains the field's words. */
export const rateFit = (fact: Fact, wanted: Wanted): number => {
  // A label gives the language of the thing; the page's head gives the language of its text.
  if (isLabelled(fact) && fact.concept === "language" && wanted.concept === "language") return 1.35;
  // Records can have several values of a concept; one named exactly like the field wins.
  if (fact.name === wanted.name) {
    if (fact.source === "name" && wanted.concept === "title" && !PLAIN_TITLES.has(wanted.name))
      return CALLED_SO;
    return fact.source === "record" && fact.concept === wanted.concept ? 1.06 : 1;
  }
  if (wanted.concept !== null && fact.concept === wanted.concept) return 0.98;
  // A review's text is often marked up as its description; the content of a page is more than its description.
  if (wanted.concept === "content" && wanted.name !== "content" && fact.concept === "description") return 0.6;
  const related = wanted.concept !== null && fact.concept !== null ? RELATED[wanted.concept] : undefined;
  if (related) {
    const share = related[fact.concept as Concept] ?? 0;
    // It is given if there is nothing else, but nobody should rely on it.
    return wanted.concept === "startDate" && isOfPublication(fact) ? share / 2 : share;
  }
  if (wanted.concept === "description" && isTextColumn(fact)) return 0.65;
  if (isColumn(fact) && isDotted(fact, wanted)) return 0.6;
  if (fact.concept !== null && wanted.concept !== null) return 0;
  if (wanted.head !== null && fact.concept === wanted.head) return 0.65;
  // `performers` is a list of `performer`.
  if (`${fact.name}s` === wanted.name || `${wanted.name}s` === fact.name) return 0.97;
  // A machine-written `author.origin.type` is not an author, but a label "Price per night" is a price.
  if (isMachine(fact.source) && wanted.concept !== null) return 0;
  if (fact.words.length > wanted.words.length + MAX_EXTRA) return 0;
  if (wanted.concept !== null && conceptsWithin(fact.words.join(" ")).includes(wanted.concept)) return 0.68;
  if (wanted.name.length < MIN_PART) return 0;
  if (isBegin(fact.words, wanted.words)) return 0.7;
  // An "Art director" is not a director: too weak for a label, good enough for a column.
  if (isEnd(fact.words, wanted.words)) return 0.45;
  if (isLabelled(fact) && fact.concept === null && shortens(fact, wanted)) return 0.6;
  if (endsName(fact, wanted) || abbreviates(fact, wanted)) return 0.55;
  if (wanted.words.length > 1 && wanted.words.every((word) => word.length > 2 && fact.words.includes(word)))
    return 0.75;
  return rateLikeMeaning(fact, wanted);
};

/** How alike the meanings of a label and a name must be. Set on seen pages; from .5 to .62 the held ones are the same. */
const ALIKE = 0.6;
const meaningOfName = remembered((name: string) => meaningOfWords(name.split(" ")), MAX_LABELS);
/** "Total expenditure" for `annualSpending`: a label of a similar meaning fits from .5 to .6. */
const rateMeaning = (fact: Fact, { words }: Wanted): number => {
  // "Art" is no artist: words of one stem are compared by their letters, in whatever language.
  const isStem = fact.words.some((word) =>
    words.some((asked) => asked.startsWith(word) || word.startsWith(asked)),
  );
  if (fact.words.length > MAX_EXTRA || (isStem && fact.words.length === 1)) return 0;
  const alike = likenessOf(meaningOfName(fact.words.join(" ")), meaningOfName(words.join(" ")));
  return alike < ALIKE ? 0 : 0.35 + 0.25 * alike;
};

/** How well a label fits that has another name of a similar meaning; 0 for any other. Its values are doubtful. */
export const rateLikeMeaning = (fact: Fact, wanted: Wanted): number => {
  if (!isLabelled(fact) || fact.concept !== null || wanted.concept !== null) return 0;
  if (areOpposed(fact.words, wanted.words)) return 0;
  return sharesHead(fact, wanted) ? 0.58 : rateMeaning(fact, wanted);
};

/** "Total income" for `annualIncome`: a label with the same last word, which says what both are. */
const sharesHead = (fact: Fact, { words }: Wanted): boolean =>
  words.length > 1 &&
  fact.words.length > 1 &&
  (words.at(-1)?.length ?? 0) > MIN_PART &&
  words.at(-1) === fact.words.at(-1);
