/** What is to be told of a page that is watched: "price below 20", "back in stock", "drops by 5 %". */
import vocabulary from "../vocabulary/monitoring.json" with { type: "json" };
import { type Comparison, readComparisons } from "./comparisons.ts";
import { opening, readPhrases } from "./grammar.ts";
import { conceptIn } from "./tokens.ts";
import { MONITOR } from "./words.ts";

export interface Monitoring {
  readonly conditions: readonly string[];
  readonly match: "any" | "all";
  readonly restock: boolean;
  /** Fields that the conditions are about. */
  readonly fields: readonly string[];
  /** Fields that alone are compared; none: all. */
  readonly compared: readonly string[];
  /** Parts of the sentence that are no condition on anything known. */
  readonly ignored: readonly string[];
  /** Conditions are joined in a way that a monitor cannot say. */
  readonly isMixed: boolean;
}

const { phrases: PHRASES } = readPhrases(vocabulary.phrases);

const RESTOCK = opening(PHRASES.restock, PHRASES.restockUnparted);
const STOCKED = opening(PHRASES.stocked);
const SOLD = opening(PHRASES.sold, PHRASES.soldUnparted);
const ADDED = opening(PHRASES.added, PHRASES.addedUnparted);
/** Said beside another condition, only these ask for what is new. */
const IS_ADDED = opening(PHRASES.isAdded);
const EITHER = opening(PHRASES.either, PHRASES.eitherUnparted);
const BOTH = opening(PHRASES.both, PHRASES.bothUnparted);
const REMOVED = opening(PHRASES.removed, PHRASES.removedUnparted);
/** Any difference at all is what is asked for. */
const CHANGES = new RegExp(PHRASES.changes, "iu");
const CONTAINS = opening(PHRASES.contains, undefined, "giu");
/** How to tell is set in the account and its webhooks. */
const BY_MAIL = opening(PHRASES.byMail, undefined, "giu");
/** What a page or a text mentions may stand anywhere in it. */
const WHOLE = new RegExp(PHRASES.whole, "i");
/** The part of the sentence that says when to tell. */
const CLAUSE = opening(PHRASES.clause);

/** What stands for words that were understood and are no fields. */
const cut = (text: string, pattern: RegExp): string => text.replace(pattern, " ");

interface Reading {
  readonly conditions: readonly string[];
  readonly fields: readonly string[];
  readonly rest: string;
}

const readTexts = (sentence: string): Reading => {
  const found = [...sentence.matchAll(CONTAINS)].map(([, word = "", quoted, single, about]) => ({
    field: WHOLE.test(word) ? "content" : (conceptIn(word.toLowerCase())?.concept ?? "title"),
    text: (quoted ?? single ?? about ?? "").replaceAll('"', ""),
  }));
  return {
    conditions: found.map(({ field, text }) => `${field} contains "${text}"`),
    fields: found.map(({ field }) => field),
    rest: cut(sentence, CONTAINS),
  };
};

/** How what was compared is joined: by "and", by "or", or by both. */
const readJoins = (sentence: string, comparisons: readonly Comparison[]) => {
  const joins = comparisons.slice(1).map(({ index, said }, at) => {
    const end = (comparisons[at]?.index ?? 0) + (comparisons[at]?.said.length ?? 0);
    return `${sentence.slice(end, index)} ${/^\p{L}+/u.exec(said)?.[0] ?? ""} `;
  });
  const either = joins.some((join) => EITHER.test(join));
  return { either, isMixed: either && joins.some((join) => !EITHER.test(join) && BOTH.test(join)) };
};

const readStock = (sentence: string): Reading & { readonly restock: boolean } => {
  const none = { conditions: [], fields: [], restock: false, rest: sentence };
  if (RESTOCK.test(sentence))
    return { ...none, fields: ["in_stock"], restock: true, rest: cut(sentence, RESTOCK) };
  const [pattern, value] = SOLD.test(sentence) ? [SOLD, false] : [STOCKED, true];
  if (!pattern.test(sentence)) return none;
  return {
    conditions: [`in_stock = ${value}`],
    fields: ["in_stock"],
    restock: false,
    rest: cut(sentence, pattern),
  };
};

/** What is asked for where nothing is compared: what comes, what goes, or any change of a field. */
const readEvents = (sentence: string) => {
  const conditions = [
    ...(ADDED.test(sentence) ? ["added"] : []),
    ...(REMOVED.test(sentence) ? ["removed"] : []),
  ];
  const change = CHANGES.exec(sentence);
  const word =
    change
      ?.slice(1)
      .find((group) => group !== undefined)
      ?.toLowerCase() ?? "";
  const compared = conceptIn(word)?.concept;
  return { conditions, isChange: change !== null, compared: compared === undefined ? [] : [compared] };
};

const unique = (names: readonly string[]): string[] => [...new Set(names)];

/** Takes what is to be told out of the sentence; null where nothing is watched. */
export const readMonitoring = (
  prompt: string,
): { readonly rest: string; readonly monitoring: Monitoring | null } => {
  if (!MONITOR.test(prompt) && !RESTOCK.test(prompt)) return { rest: prompt, monitoring: null };
  const texts = readTexts(prompt.replace(BY_MAIL, " "));
  const { rest: afterNumbers, comparisons } = readComparisons(texts.rest);
  const known = comparisons.filter(({ field }) => field !== null);
  const stock = readStock(afterNumbers);
  const { either, isMixed } = readJoins(texts.rest, comparisons);
  const isEither = either || (!isMixed && EITHER.test(stock.rest));

  // "or" beside "falls by 5 %", which is two conditions that must both hold: its direction is given up.
  const gives = isEither && known.length + texts.conditions.length > 1;
  const compared = [
    ...texts.conditions,
    ...known.flatMap(({ conditions, isWhole: whole }) =>
      gives && whole ? conditions.filter((condition) => !/ (?:falls|rises)$/.test(condition)) : conditions,
    ),
  ];
  // Told only of what comes back, a monitor is silent of all else: with "or" it is a condition like the others.
  const isRestock = stock.restock && !(isEither && compared.length > 0);
  const stocked = stock.restock && !isRestock ? ["in_stock = true"] : stock.conditions;
  const conditions = [...compared, ...stocked];
  const isNew = conditions.length > 0 && !isRestock && IS_ADDED.test(stock.rest);
  const events = conditions.length === 0 && !isRestock ? readEvents(stock.rest) : null;
  const all = [...(isNew ? ["added"] : []), ...conditions, ...(events?.conditions ?? [])];

  const hasSaid = all.length > 0 || isRestock;
  const clause = hasSaid || events?.isChange ? null : CLAUSE.exec(prompt)?.[1];
  const unread = comparisons.filter(({ field }) => field === null).map(({ said }) => said);
  const isWhole = known.some((comparison) => comparison.isWhole);
  const joinsAll = conditions.length > 1 || isNew ? !isEither : false;
  return {
    rest: cut(events?.conditions.includes("added") ? cut(stock.rest, ADDED) : stock.rest, MONITOR),
    monitoring: {
      conditions: unique(all),
      match: all.length > 1 && (joinsAll || (isWhole && !gives)) ? "all" : "any",
      restock: isRestock,
      fields: unique([
        ...texts.fields,
        ...known.flatMap(({ field }) => field ?? []),
        ...stock.fields,
        ...(events?.compared ?? []),
      ]),
      compared: hasSaid ? [] : (events?.compared ?? []),
      ignored: unread.length > 0 ? unread : clause ? [clause.replace(/\s+/g, " ").trim()] : [],
      isMixed: isMixed || (gives && isWhole),
    },
  };
};
