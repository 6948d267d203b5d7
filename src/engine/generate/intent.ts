/** What a sentence asks for: fields, one record or many, limits. */
import type { OutputType } from "../../contract/outputSchema.ts";
import type { Schedule } from "../../contract/schedule.ts";
import { type Concept, conceptOf } from "../extract/data/concepts.ts";
import { splitWords } from "../extract/names.ts";
import { type Limits, readLimits } from "./limits.ts";
import { type Monitoring, readMonitoring } from "./monitoring.ts";
import { findFilters, readExcluded } from "./remarks.ts";
import { readSchedule } from "./schedule.ts";
import {
  INTERACT,
  LISTED_FIELDS,
  LOGIN,
  MANY,
  NOT_FIELDS,
  ONE,
  RECORD_NOUNS,
  SCROLL,
  TYPES,
} from "./words.ts";

export interface WantedField {
  readonly name: string;
  readonly type: OutputType;
  readonly concept: Concept | null;
  /** Not named: a record that is watched must be known again. */
  readonly isImplied?: boolean;
}

export interface Intent {
  /** Fields that the sentence names; none: those that the page has. */
  readonly fields: readonly WantedField[];
  /** Words that may be the page's own labels. */
  readonly words: readonly string[];
  /** Null: the page decides. */
  readonly kind: "list" | "detail" | null;
  /** What the records are called. */
  readonly noun: string | null;
  readonly limits: Limits;
  readonly monitoring: Monitoring | null;
  readonly schedule: Schedule | null;
  readonly interacts: boolean;
  readonly scrolls: boolean;
  readonly logsIn: boolean;
  /** What is to be clicked, by its text. */
  readonly clicks: readonly string[];
  /** Fields that the sentence does not want. */
  readonly excluded: readonly Concept[];
  /** What of the sentence a flow cannot do: its owner must know. */
  readonly notes: readonly string[];
}

/** Whether the sentence leaves the field out, by whatever name it goes. */
export const isExcluded = ({ excluded }: Pick<Intent, "excluded">, name: string): boolean =>
  excluded.some((concept) => concept === (name === "in_stock" ? "availability" : conceptOf(name)));

const SINGULAR: readonly (readonly [RegExp, string])[] = [
  [/ies$/, "y"],
  [/(?:s|n|e|en|es|er|x|i|r|e)$/, ""],
];

/** A word as it is, and without the endings that make it many. */
const formsOf = (word: string): string[] => [
  word,
  ...SINGULAR.filter(([ending]) => word.length > 4 && ending.test(word)).map(([ending, put]) =>
    word.replace(ending, put),
  ),
  ...(word.length > 5 ? [word.slice(0, -2)] : []),
];

const ENGLISH = /^[a-z]+$/;
/** Names that a person gives a field and that say the same as ours. */
const OWN_NAMES: ReadonlySet<string> = new Set(
  "name title headline heading link url image photo picture thumbnail price cost author date rating stars brand category description summary excerpt teaser text content sku availability stock location address company salary phone email tags ingredients instructions directions isbn ean reviews votes".split(
    " ",
  ),
);

const nameOf = (form: string, concept: Concept): string =>
  ENGLISH.test(form) && OWN_NAMES.has(form) && form !== "text" ? form : concept;

const conceptIn = (word: string): { readonly form: string; readonly concept: Concept } | null => {
  for (const form of formsOf(word)) {
    const concept = conceptOf(form);
    if (concept !== null) return { form, concept };
  }
  return null;
};

const IN_STOCK =
  /\b(?:in[ -]stock|back in stock|out of stock|auf lager|lieferbar|en stock|disponible|disponibile)\b/i;
/** Scripts without blanks between words. */
const RUN = /[\p{Script=Han}\p{Script=Hiragana}\p{Script=Katakana}\p{Script=Hangul}\p{Script=Thai}]+/gu;
const MAX_WINDOW = 6;

const conceptsInRun = (run: string): Concept[] => {
  const found: Concept[] = [];
  for (let at = 0; at < run.length; at++)
    for (let length = Math.min(MAX_WINDOW, run.length - at); length >= 2; length--) {
      const concept = conceptOf(run.slice(at, at + length));
      if (concept === null) continue;
      found.push(concept);
      at += length - 1;
      break;
    }
  return found;
};

/** Fields named in so many words: `fields: title, price` or `"colour"`. */
const QUOTED = /["“”„«»']([\p{L}][\p{L}\p{N} _-]{1,40})["“”„«»']/gu;
const camel = (text: string): string =>
  splitWords(text)
    .map((word, index) => (index === 0 ? word : word.charAt(0).toUpperCase() + word.slice(1)))
    .join("");

const readFields = (prompt: string, noun: string | null): WantedField[] => {
  const fields = new Map<string, WantedField>();
  const add = (name: string, concept: Concept | null): void => {
    const isTaken = concept !== null && [...fields.values()].some((field) => field.concept === concept);
    if (!isTaken && !fields.has(name))
      fields.set(name, { name, concept, type: TYPES[concept ?? ""] ?? "string" });
  };
  if (IN_STOCK.test(prompt))
    fields.set("in_stock", { name: "in_stock", concept: "availability", type: "boolean" });
  const words = prompt
    .replace(IN_STOCK, " ")
    .split(/[^\p{L}\p{N}_-]+/u)
    .filter(Boolean);
  const lower = words.map((word) => word.toLowerCase());
  for (let index = 0; index < lower.length; index++) {
    const word = lower[index] ?? "";
    const pair = conceptOf(`${word} ${lower[index + 1] ?? ""}`);
    if (pair !== null && !NOT_FIELDS.has(word) && word.length > 2) {
      add(pair, pair);
      index++;
      continue;
    }
    if (word.length < 3 || (NOT_FIELDS.has(word) && !LISTED_FIELDS.has(word))) continue;
    if (LISTED_FIELDS.has(word) && !isListed(lower, index)) continue;
    const isField = LISTED_FIELDS.has(word) && noun !== null && RECORD_NOUNS[word] !== noun;
    if (Object.hasOwn(RECORD_NOUNS, word) && !isField) continue;
    const known = conceptIn(word);
    if (known) add(nameOf(known.form, known.concept), known.concept);
  }
  for (const run of prompt.match(RUN) ?? []) for (const concept of conceptsInRun(run)) add(concept, concept);
  return [...fields.values()];
};

/** Whether a word stands in an enumeration: `title, cost and size`. */
const isListed = (words: readonly string[], index: number): boolean =>
  /^(?:and|und|et|y|e|en|with|mit|avec|con|its?|their|the)$/.test(words[index - 1] ?? "") ||
  /^(?:and|und|et|y|e|en)$/.test(words[index + 1] ?? "") ||
  conceptOf(words[index - 1] ?? "") !== null;

const CLICK =
  /(?:click|press|klicke?n?|cliqu\w+|clic+a?)\s+(?:on\s+|auf\s+|sur\s+|en\s+|su\s+)?(?:the\s+|die\s+|den\s+|das\s+|le\s+|la\s+)?["“„«']([^"“”„«»']{1,60})["”“»']/giu;

const PLURAL_FIELDS =
  /(?:titles|names|prices|links|headlines|images|urls|ratings|authors|dates|preise|namen|prix|titres|precios|títulos|nombres|prezzi|titoli|nomi)/i;

/** Nouns that are as often a field of something else. */
const WEAK_NOUNS: ReadonlySet<string> = new Set(["reviews", "comments", "links", "people", "results"]);

const nounOf = (words: readonly string[], isMany: boolean): string | null => {
  const nouns = words
    .flatMap((word) => [word, ...(isMany ? [`${word}s`] : [])])
    .filter((word) => Object.hasOwn(RECORD_NOUNS, word))
    .map((word) => RECORD_NOUNS[word] ?? "");
  return nouns.find((noun) => !WEAK_NOUNS.has(noun)) ?? nouns[0] ?? null;
};

const kindOf = (prompt: string, noun: string | null, limits: Limits): Intent["kind"] => {
  if (limits.maxItems !== null || limits.maxPages !== null || limits.everyPage) return "list";
  if (MANY.test(prompt)) return "list";
  if (ONE.test(prompt) && noun === null) return "detail";
  if (noun !== null || PLURAL_FIELDS.test(prompt)) return "list";
  return ONE.test(prompt) ? "detail" : null;
};

const fieldOf = (name: string): WantedField => {
  const concept = conceptOf(name) ?? (name === "in_stock" ? "availability" : null);
  return { name, concept, type: name === "in_stock" ? "boolean" : (TYPES[concept ?? ""] ?? "string") };
};

/** What the conditions are about, and what tells one record from another. */
const withWatched = (
  named: readonly WantedField[],
  { fields }: Monitoring,
  kind: Intent["kind"],
): WantedField[] => {
  const lacks = ({ concept }: WantedField, among: readonly WantedField[]): boolean =>
    !among.some((field) => field.concept === concept);
  const watched = [...named, ...fields.map(fieldOf).filter((field) => lacks(field, named))];
  if (watched.length === 0) return [];
  const known = (kind === "list" ? ["title", "url"] : ["title"]).map((name) => ({
    ...fieldOf(name),
    isImplied: true,
  }));
  return [...known.filter((field) => lacks(field, watched)), ...watched];
};

/** What is said of which records, and of what is to be told, and cannot be done. */
const remarksOn = (described: string, monitoring: Monitoring | null): string[] => [
  ...(monitoring ? monitoring.ignored : []).map(
    (said) => `Not watched, for it names no field that is known: "${said}".`,
  ),
  ...(monitoring ? [] : findFilters(described)).map(
    (said) => `Every record is collected: a flow cannot keep only "${said}".`,
  ),
];

/** Understands a sentence, as far as words tell. */
export const readIntent = (prompt: string): Intent => {
  const { rest: afterSchedule, schedule, notes } = readSchedule(prompt);
  const { rest: afterLimits, limits } = readLimits(afterSchedule);
  const { rest, monitoring } = readMonitoring(afterLimits);
  const words = rest
    .toLowerCase()
    .split(/[^\p{L}\p{N}_-]+/u)
    .filter(Boolean);
  const noun = nounOf(words, MANY.test(rest));
  const clicks = [...rest.matchAll(CLICK)].map(([, text = ""]) => text);
  const { rest: described, excluded } = readExcluded(rest.replace(CLICK, " "));
  const quoted = [...described.matchAll(QUOTED)].map(([, text = ""]) => text);
  const fields = readFields(described, noun);
  const kind = kindOf(rest, noun, limits);
  const named: WantedField[] = [
    ...fields,
    ...quoted
      .map((text) => ({ name: camel(text), concept: conceptOf(text) }))
      .filter(({ name }) => name !== "" && !fields.some((field) => field.name === name))
      .map(({ name, concept }) => ({ name, concept, type: TYPES[concept ?? ""] ?? "string" })),
  ];
  return {
    fields: monitoring ? withWatched(named, monitoring, kind) : named,
    excluded,
    notes: [...notes, ...remarksOn(described, monitoring)],
    words,
    kind,
    noun,
    limits,
    monitoring,
    schedule,
    interacts: INTERACT.test(described) || clicks.length > 0,
    scrolls: SCROLL.test(described),
    logsIn: LOGIN.test(described),
    clicks,
  };
};
