/** What a sentence asks for: fields, one record or many, limits, page actions, schedule and alerts. */
import type { Schedule } from "../../contract/flows/schedule.ts";
import { readNumber } from "../extract/scorer/kind/kind.ts";
import { type Concept, conceptOf } from "../extract/vocabulary/concepts.ts";
import { findFilters, readExcluded, readWishes } from "./describe/remarks.ts";
import { readSchedule } from "./schedule/schedule.ts";
import { type Doing, readDoings } from "./sentence/doings.ts";
import { camel, isName, isWord, listedNames, nameIn, STOP } from "./sentence/enumeration.ts";
import { readFollowing } from "./sentence/following.ts";
import { readGrammar } from "./sentence/grammar.ts";
import { type Limits, readLimits } from "./sentence/limits.ts";
import { plainLists } from "./sentence/lists.ts";
import { type Monitoring, readMonitoring, splitClause } from "./sentence/monitoring.ts";
import { conceptIn, nounIn, plainPrompt, RUN, splitSentence } from "./sentence/tokens.ts";
import { unreadNames } from "./sentence/unread.ts";
import { fieldFor, readFields, type WantedField } from "./sentence/wanted.ts";
import { INTERACT, MANY, NOT_FIELDS, ONE } from "./sentence/words.ts";
import vocabulary from "./vocabulary/naming.json" with { type: "json" };

const { raw } = readGrammar(vocabulary.phrases);

export type { WantedField } from "./sentence/wanted.ts";

export interface Intent {
  /** Fields that the sentence names; empty for those that the page has. */
  readonly fields: readonly WantedField[];
  /** Fields to read on each record's own page; null if those pages are not opened. */
  readonly inner: readonly WantedField[] | null;
  /** Null: the page decides. */
  readonly kind: "list" | "detail" | null;
  /** Whether it asks for all of something: "the whole content". */
  readonly isWhole: boolean;
  /** The kind of records, as one of the usual English nouns. */
  readonly noun: string | null;
  /** The sentence's own word for the records. */
  readonly called: string | null;
  readonly limits: Limits;
  readonly monitoring: Monitoring | null;
  readonly schedule: Schedule | null;
  readonly interacts: boolean;
  readonly scrolls: boolean;
  readonly loadsMore: boolean;
  /** Actions on the page before anything is collected. */
  readonly doings: readonly Doing[];
  /** Fields that the sentence excludes. */
  readonly excluded: readonly Concept[];
  /** Names that the sentence lists and that were not understood. */
  readonly dropped: readonly string[];
  /** Notes for the flow's owner on what a flow cannot do. */
  readonly notes: readonly string[];
}

/** Whether the sentence excludes the field, under any of its names. */
export const isExcluded = ({ excluded }: Pick<Intent, "excluded">, name: string): boolean =>
  excluded.some((concept) => concept === (name === "in_stock" ? "availability" : conceptOf(name)));

const PLURAL_FIELDS = raw("pluralFields");

const nounOf = (words: readonly string[], isMany: boolean): string | null => {
  // "every book" means books. Words that are nouns as written come before those that need a plural "s".
  const singular = isMany ? words.flatMap((word) => nounIn(`${word}s`) ?? []) : [];
  return [...words.flatMap((word) => nounIn(word) ?? []), ...singular][0] ?? null;
};

/** "on this page": a location, not a request for one record. */
const PLACE = raw("place", "giu");

/** All of one thing, as opposed to all records. */
const WHOLE = raw("whole");

const kindOf = (prompt: string, words: readonly string[], limits: Limits): Intent["kind"] => {
  if (limits.maxItems !== null || limits.maxPages !== null || limits.everyPage) return "list";
  const namesMany = words.some((word) => nounIn(word) !== null);
  if (ONE.test(prompt.replace(PLACE, " ")) && !namesMany) return "detail";
  if (namesMany || PLURAL_FIELDS.test(prompt) || MANY.test(prompt)) return "list";
  return ONE.test(prompt) || readNumber(prompt) === "one" ? "detail" : null;
};

/** "all stamps", "jede Briefmarke", "tous les timbres". */
const CALLED = raw("called", "giu");

const isRecordNoun = (lower: string): boolean => nounIn(lower) !== null || nounIn(`${lower}s`) !== null;

/** Whether a word may be what a sentence calls the records. */
const mayCall = (word: string): boolean => {
  const lower = word.toLowerCase();
  if (isRecordNoun(lower)) return true;
  return conceptIn(lower) === null && !NO_RECORDS.test(lower) && isPlural(lower);
};

/** The sentence's word for the records, after an adjective or not ("all open tickets"); null if it has none. */
const calledIn = (sentence: string): string | null => {
  for (const { index, 0: said, 1: word = "" } of sentence.matchAll(CALLED)) {
    const [, next = ""] = NEXT.exec(sentence.slice(index + said.length)) ?? [];
    const isNext = isRecordNoun(next.toLowerCase()) || (next.endsWith("s") && !word.endsWith("s"));
    if (isNext && nounIn(word.toLowerCase()) === null && mayCall(next)) return next;
    if (mayCall(word)) return word;
  }
  return null;
};
const NEXT = /^ (\p{L}[\p{L}-]{2,30})(?!\p{L})/u;
const isPlural = (word: string): boolean => !NOT_FIELDS.has(word) && /[seni]$/.test(word);
const NO_RECORDS = raw("noRecords");

/** In "all files with file and size", the file is what each record is called. */
const withOwnName = (field: WantedField, records: readonly (string | null)[]): WantedField =>
  field.isGuess && records.includes(`${field.name}s`) ? { ...field, concept: "title" } : field;

const lacks = ({ name, concept }: WantedField, among: readonly WantedField[]): boolean =>
  !among.some((field) => (concept === null ? field.name === name : field.concept === concept));
const implied = (name: string): WantedField => ({ ...fieldFor(name), isImplied: true });

/** A number that a condition compares, under a name that the page may use too. */
const numberCalled = (said: string): WantedField => {
  const name = camel(said);
  return { name, concept: null, type: "number", isGuess: true, ...(name !== said && { said }) };
};

/** Adds the fields of the conditions and those that identify a record. */
const withWatched = (
  named: readonly WantedField[],
  { fields, called }: Monitoring,
  kind: Intent["kind"],
): WantedField[] => {
  const numbers = called.map(numberCalled);
  const used = [...fields.map(fieldFor), ...numbers].filter((field) => lacks(field, named));
  const isNumber = ({ name }: WantedField): boolean => numbers.some((number) => number.name === name);
  const typed = named.map((field) => (isNumber(field) ? { ...field, type: "number" as const } : field));
  const watched = [...typed, ...used];
  if (watched.length === 0) return [];
  const known = (kind === "list" ? ["title", "url"] : ["title"]).map(implied);
  return [...known.filter((field) => lacks(field, watched)), ...watched];
};

/** Adds the URL needed to open each record's own page, and a title if no field is named. */
const withAddress = (named: readonly WantedField[]): WantedField[] => [
  ...(named.length === 0 ? [implied("title")] : named),
  ...(lacks(fieldFor("url"), named) ? [implied("url")] : []),
];

/** What to read on each record's own page; a single name may be one of its labels. */
const readInner = (inner: string, noun: string | null): WantedField[] => {
  const fields = readFields(inner, noun);
  const said = nameIn(inner);
  const isOwn =
    isName(said) && said.split(" ").some((word) => isWord(word, true) && !STOP.has(word.toLowerCase()));
  if (fields.length > 0 || !isOwn) return fields;
  const name = camel(said);
  return [{ ...fieldFor(name), isGuess: true, ...(name !== said && { said }) }];
};

/** Default fields of a record's own page. */
const ABOUT = ["description", "content"].map(implied);

const MIXED = 'These conditions mix "and" with "or". A monitor supports only one of them.';

/** Notes on filters and conditions that a flow cannot apply. */
const remarksOn = (described: string, monitoring: Monitoring | null): string[] => [
  ...(monitoring ? monitoring.ignored : []).map(
    (said) => `Left out because it names no known field: "${said}".`,
  ),
  ...(monitoring?.isMixed ? [MIXED] : []),
  ...(monitoring ? [] : findFilters(described)).map(
    (said) => `All records are collected: a flow cannot filter by "${said}".`,
  ),
];

/** Removes field names in scripts without word spaces: they can contain a record noun. */
const withoutRuns = (text: string, listed: ReadonlySet<string>): string =>
  [...listed]
    .filter((name) => name.replace(RUN, "").trim() === "")
    .reduce((left, name) => left.replaceAll(name, " "), text);

/**
 * Reads the intent of a sentence from its words alone.
 *
 * @param timezone the time zone of whoever wrote it; undefined if it is not known
 */
export const readIntent = (prompt: string, timezone?: string): Intent => {
  const { rest: unscheduled, schedule, notes } = readSchedule(plainPrompt(prompt), timezone);
  const timeless = plainPrompt(unscheduled);
  const { rest: afterFollowing, inner } = readFollowing(timeless);
  const { rest: afterDoings, doings, scrolls, loadsMore, goesOn } = readDoings(afterFollowing);
  const { rest: afterMonitoring, monitoring } = readMonitoring(afterDoings);
  const { rest: afterLimits, limits } = readLimits(afterMonitoring);
  const { rest, notes: wishes } = readWishes(afterLimits);
  const naming = inner === null ? afterDoings : timeless;
  const called = calledIn(naming);
  const { rest: unexcluded, excluded } = readExcluded(rest);
  const { rest: asked, clause } = splitClause(unexcluded);
  const described = plainLists(asked);
  const listed = listedNames(described);
  const wordsOf = (text: string): string[] => splitSentence(withoutRuns(text, listed));
  const unlisted = wordsOf(naming).filter((word) => !listed.has(word));
  const noun =
    (called && (nounIn(called.toLowerCase()) ?? nounIn(`${called.toLowerCase()}s`))) ??
    nounOf(unlisted, MANY.test(naming));
  const isGrowing = monitoring?.conditions.includes("added") === true;
  const kind = inner === null && !isGrowing ? kindOf(rest, wordsOf(rest), limits) : "list";
  const opened = inner === null ? null : readInner(inner, noun);
  const isInner = ({ name }: WantedField): boolean => opened?.some((field) => field.name === name) === true;
  const named = readFields(described, noun, asked, monitoring !== null)
    .map((field) => withOwnName(field, [called?.toLowerCase() ?? null, noun]))
    .filter((field) => !isInner(field));
  const inClause = readFields(clause, noun, clause, true).filter(
    (field) => !field.isGuess && lacks(field, named),
  );
  const wanted = [...named, ...inClause];
  const watched = monitoring ? withWatched(wanted, monitoring, kind) : wanted;
  return {
    fields: opened ? withAddress(watched) : watched,
    inner: opened?.length === 0 ? ABOUT : opened,
    excluded,
    dropped: unreadNames(described, noun, [...wanted, ...(opened ?? [])]),
    notes: [...notes, ...remarksOn(asked, monitoring), ...wishes],
    kind,
    isWhole: WHOLE.test(rest),
    noun,
    called: called ?? (noun === null ? null : (unlisted.find((word) => nounIn(word) === noun) ?? null)),
    limits: { ...limits, everyPage: limits.everyPage || goesOn },
    monitoring,
    schedule,
    interacts: doings.length > 0 || scrolls || loadsMore || INTERACT.test(afterFollowing),
    scrolls,
    loadsMore,
    doings,
  };
};
