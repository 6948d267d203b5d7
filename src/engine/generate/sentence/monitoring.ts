/** Alert conditions in a sentence: "price below 20", "back in stock", "drops by 5 %". */
import vocabulary from "../vocabulary/monitoring.json" with { type: "json" };
import { type Comparison, readComparisons } from "./comparisons.ts";
import { cut, endOf, firstOf, groupOf, type Rule, readGrammar, takeAll } from "./grammar.ts";
import { conceptIn } from "./tokens.ts";
import { MONITOR } from "./words.ts";

export interface Monitoring {
  readonly conditions: readonly string[];
  readonly match: "any" | "all";
  readonly restock: boolean;
  /** Fields that the conditions use. */
  readonly fields: readonly string[];
  /** Fields that the conditions use and that are not known ones, in the sentence's words. */
  readonly called: readonly string[];
  /** The only fields to compare; empty for all. */
  readonly compared: readonly string[];
  /** Conditions of the sentence that name no known field. */
  readonly ignored: readonly string[];
  /** Conditions mix "and" with "or", which a monitor cannot express. */
  readonly isMixed: boolean;
}

interface RuleData {
  readonly says?: string | readonly string[];
  readonly unparted?: string;
  /** The condition; absent for restocks. */
  readonly writes?: string;
}

interface TextData extends Pick<RuleData, "says" | "unparted"> {
  /** The field that has the text; absent if the sentence says what has it. */
  readonly field?: string;
}

const { opens, raw, rules } = readGrammar(vocabulary.phrases);
const TEXTS = rules<TextData>(vocabulary.contains, false);
const STOCK = rules<RuleData>(vocabulary.stock, false);
const EVENTS = rules<RuleData>(vocabulary.events, false);
/** Next to another condition, only these ask for new records. */
const IS_ADDED = opens("isAdded");
/** Before what a comparison is about: "new apartments under 1000 EUR". */
const NEW_ONES = raw("newOnes", "iu");
const EITHER = opens("either");
const BOTH = opens("both");
/** Asks for any change. */
const CHANGES = raw("changes");
/** Ignored: the account and its webhooks set how alerts are delivered. */
const BY_MAIL = opens("byMail", "giu");
/** "the page mentions …" searches the whole content. */
const WHOLE = raw("whole");
/** "the changelog mentions …": not one of many records. */
const THE = raw("the");
const NOT = raw("not");
/** The clause that says when to alert. */
const CLAUSE = opens("clause");

/** "tell me when", with its conjunction: "quando" names a date elsewhere. */
const TELLS = new RegExp(
  `(?:${MONITOR.source})(?: ${raw("told").source}(?!\\p{L}))?(?:,?\\s+${raw("conjunction").source}(?!\\p{L}))?`,
  "iu",
);
const SUBJECT = raw("subject").source;
/** "tell me when …" up to what it says of changes, and from there to its end. */
const [ALERT_LEAD, ALERT, ALERT_ENDS] = [
  raw("alertLead").source,
  raw("alert").source,
  raw("alertEnds").source,
];
/** "notify me of". */
const ABOUT = `(?<=${raw("about").source})`;
/** Around the clause that says when to alert, which names no fields of its own. */
const [OPEN, CLOSE] = ["\uE000", "\uE001"];
/** A conjunction whose clause is read. */
const LONE = new RegExp(`(?<!\\p{L})${raw("conjunction").source}(?=\\s*(?:[${OPEN},.;:!?]|$))`, "giu");
const MARKED = new RegExp(`${OPEN}([^${CLOSE}]*)${CLOSE}`, "gu");

/** Marks the clause that says when to alert, and removes from it what it says of changes. */
const markClause = (sentence: string, said: readonly RegExp[], change: RegExp | null): string => {
  const remove = (text: string, patterns: readonly RegExp[], start = SUBJECT): string =>
    patterns.reduce(
      (left, { source, flags }) => left.replace(new RegExp(`${start}(?:${source})`, `${flags}g`), " "),
      text,
    );
  const changes = change ? [change] : [];
  const all = [...said, ...changes];
  const sources = all.map(({ source }) => source).join("|") || "(?!)";
  const clause = new RegExp(`(${ALERT_LEAD})(${ALERT}(?:${sources})${ALERT_ENDS})`, "giu");
  const marked = sentence.replace(
    clause,
    (_, lead: string, body: string) => `${lead} ${OPEN}${remove(body.replace(MONITOR, " "), all)}${CLOSE}`,
  );
  return remove(remove(marked, said), changes, ABOUT).replace(TELLS, " ").replace(LONE, " ");
};

/** Splits a sentence into what it says to collect and when to alert. */
export const splitClause = (marked: string) => ({
  rest: marked.replace(MARKED, " "),
  clause: [...marked.matchAll(MARKED)].map(([, clause = ""]) => clause).join(" "),
});

/** The field that has the text: of a record its title, of anything else all that it says. */
const fieldOfText = (word: string, before: string): string => {
  const concept = conceptIn(word.toLowerCase())?.concept;
  if (concept !== undefined && !WHOLE.test(word)) return concept;
  return WHOLE.test(word) || (word !== "" && THE.test(before)) ? "content" : "title";
};

const textOf = ({ rule, match }: { rule: Rule<TextData>; match: RegExpExecArray }) => {
  const groups = match.slice(1);
  const [word = ""] = rule.field === undefined ? groups.splice(0, 1) : [];
  const before = match.input.slice(0, match.index);
  const isNegated = rule.field === undefined && NOT.test(`${before}${word} `);
  const field = rule.field ?? (isNegated ? "content" : fieldOfText(word, before));
  const text = groupOf(["", ...groups]).replaceAll('"', "");
  return { field, condition: `${field} ${isNegated ? "not " : ""}contains "${text}"` };
};

/** How the comparisons are joined: by "and", by "or", or by both. */
const readJoins = (sentence: string, comparisons: readonly Comparison[]) => {
  const joins = comparisons.slice(1).map(({ index, said }, at) => {
    const before = comparisons[at];
    return `${sentence.slice(before && endOf(before), index)} ${/^\p{L}+/u.exec(said)?.[0] ?? ""} `;
  });
  const either = joins.some((join) => EITHER.test(join));
  return { either, isMixed: either && joins.some((join) => !EITHER.test(join) && BOTH.test(join)) };
};

const unique = (names: readonly string[]): string[] => [...new Set(names)];
const isDirection = (condition: string): boolean => / (?:falls|rises)$/.test(condition);

/** Extracts the alert conditions from the sentence; `monitoring` is null if nothing is watched. */
export const readMonitoring = (
  prompt: string,
): { readonly rest: string; readonly monitoring: Monitoring | null } => {
  const [RESTOCK] = STOCK;
  if (!MONITOR.test(prompt) && !RESTOCK?.pattern.test(prompt)) return { rest: prompt, monitoring: null };
  const { rest: afterTexts, taken } = takeAll(TEXTS, prompt.replace(BY_MAIL, " "));
  const texts = taken.map(textOf);
  const { rest: afterNumbers, comparisons } = readComparisons(afterTexts);
  const known = comparisons.filter(({ field }) => field !== null);
  const stock = firstOf(STOCK, afterNumbers);
  const rest = stock ? cut(afterNumbers, [stock]) : afterNumbers;
  const { either, isMixed } = readJoins(afterTexts, comparisons);
  const isEither = either || (!isMixed && EITHER.test(rest));

  // "falls by 5 %" is two conditions that must both match: next to "or", its direction is dropped.
  const gives = isEither && known.length + texts.length > 1;
  const compared = [
    ...texts.map(({ condition }) => condition),
    ...known.flatMap(({ conditions, isWhole }) =>
      conditions.filter((condition) => !(gives && isWhole && isDirection(condition))),
    ),
  ];
  // With `restock`, a monitor reports nothing but restocks: with "or", being in stock is a plain condition.
  const restock = stock?.rule === RESTOCK && !(isEither && compared.length > 0);
  const conditions = stock && !restock ? [...compared, stock.rule.writes ?? "in_stock = true"] : compared;
  const isOfNew = ({ index, said }: Comparison): boolean =>
    NEW_ONES.test(afterTexts.slice(0, index)) && conceptIn(said.split(" ")[0]?.toLowerCase() ?? "") === null;
  const isNew = conditions.length > 0 && !restock && (IS_ADDED.test(rest) || known.some(isOfNew));
  const asksEvents = conditions.length === 0 && !restock;
  const events = asksEvents ? EVENTS.filter(({ pattern }) => pattern.test(rest)) : [];
  const change = asksEvents ? CHANGES.exec(rest) : null;
  const [changed = null] = groupOf(change ?? [])
    .toLowerCase()
    .split(" ")
    .flatMap((word) => conceptIn(word)?.concept ?? []);
  const all = [...(isNew ? ["added"] : []), ...conditions, ...events.flatMap(({ writes = [] }) => writes)];

  const hasSaid = all.length > 0 || restock;
  const clause = hasSaid || change ? null : CLAUSE.exec(prompt)?.[1];
  const unread = comparisons.filter(({ field }) => field === null).map(({ said }) => said);
  const isWhole = known.some((comparison) => comparison.isWhole);
  const joinsAll = (conditions.length > 1 || isNew) && !isEither;
  const said = [...(stock ? [stock.rule] : []), ...events].map(({ pattern }) => pattern);
  return {
    rest: markClause(afterNumbers, said, change && CHANGES),
    monitoring: {
      conditions: unique(all),
      match: all.length > 1 && (joinsAll || (isWhole && !gives)) ? "all" : "any",
      restock,
      fields: unique([
        ...texts.map(({ field }) => field),
        ...known.flatMap(({ field, called }) => (called === undefined ? (field ?? []) : [])),
        ...(stock ? ["in_stock"] : []),
        ...(changed ? [changed] : []),
      ]),
      called: unique(known.flatMap(({ called }) => called ?? [])),
      compared: changed && !hasSaid ? [changed] : [],
      ignored: unread.length > 0 ? unread : clause ? [clause.replace(/\s+/g, " ").trim()] : [],
      isMixed: isMixed || (gives && isWhole),
    },
  };
};
