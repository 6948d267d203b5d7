/** What is to be told of a page that is watched: "price below 20", "back in stock", "drops by 5 %". */
import { conceptOf } from "../extract/data/concepts.ts";
import { parsePrice } from "../extract/numbers.ts";
import { MONITOR, NOT_FIELDS, RECORD_NOUNS, TYPES } from "./words.ts";

export interface Monitoring {
  readonly conditions: readonly string[];
  readonly match: "any" | "all";
  readonly restock: boolean;
  /** Fields that the conditions are about. */
  readonly fields: readonly string[];
  /** Parts of the sentence that are no condition on anything known. */
  readonly ignored: readonly string[];
}

/** "1,299", "1.299,00", "1 299", "20k": read as prices are. */
const DIGITS =
  "(?:\\d{1,3}(?:[ \\u00a0\\u202f'’]\\d{3})+(?!\\d)(?:[.,]\\d+)?|\\d+(?:[.,]\\d+)*)(?:k(?!\\p{L}))?";
const MONEY = "\\p{Sc}|(?:EUR|USD|GBP|euros?|dollars?|pounds?|dólares)(?!\\p{L})";
const NUMBER = `((?:(?:${MONEY})\\s?)?${DIGITS}(?:\\s?(?:${MONEY}))?)`;
const FIELD = "(?:(?:the|its|der|die|das|le|la|el|il|lo)\\s+)?(\\p{L}{2,20})";
const BE =
  "(?:is|are|goes|falls?|drops?|gets|sinks?|comes|rises?|climbs?|fällt|sinkt|liegt|ist|steigt|passe|tombe|est|dépasse|baja|cae|sube|está|scende|sale|è|dips?)";
const BELOW =
  "(?:below|under|less than|lower than|beneath|to under|unter|weniger als|sous|moins de|en dessous de|por debajo de|debajo de|menos de|de|sotto(?: i)?|meno di|<)";
const ABOVE =
  "(?:above|over|more than|higher than|beyond|exceeds?|über|mehr als|au-dessus de|plus de|por encima de|más de|sopra(?: i)?|oltre|più di|>)";

const rule = (source: string): RegExp => new RegExp(`(?<!\\p{L})${source}`, "iu");

const isMoney = (text: string | undefined): boolean => new RegExp(MONEY, "iu").test(text ?? "");

/** Concepts that are more or less, besides those whose type says so. */
const ALSO_NUMBERS: ReadonlySet<string> = new Set(["salary", "weight"]);
const NUMBER_TYPES: ReadonlySet<unknown> = new Set(["price", "number", "integer"]);
/** A product that "drops below 20" does so in its price. */
const STANDS_FOR_PRICE =
  /^(?:it|they|this|these|anything|something|everything|es|er|sie|il|elle|lo|(?:product|item|produkt|produit|producto|prodotto|artikel)s?)$/i;

/** What of a record is to be compared; null where the word says nothing that is known. */
const fieldNamed = (word: string | undefined, value?: string): string | null => {
  const name = word?.toLowerCase() ?? "";
  const concept = conceptOf(name);
  if (concept !== null && (NUMBER_TYPES.has(TYPES[concept]) || ALSO_NUMBERS.has(concept))) return concept;
  if (STANDS_FOR_PRICE.test(name) || RECORD_NOUNS[name] === "products") return "price";
  return isMoney(value) && (concept === null || NOT_FIELDS.has(name)) ? "price" : null;
};
/** "the rating of this kettle drops": it is the rating that does. */
const OWNER = /(\p{L}+)\s+(?:of|for|von|für|du|des|de|del|di)\s+(?:\S+\s+){0,4}$/iu;

const amount = (text: string | undefined): number | null => {
  const digits = new RegExp(DIGITS, "iu").exec(text ?? "")?.[0];
  return digits === undefined ? null : parsePrice(digits, { language: "" });
};

type Groups = readonly (string | undefined)[];
interface Found {
  readonly conditions: readonly string[];
  readonly field: string;
  readonly match?: "all";
}

type Write = (field: string, value: number | null) => readonly string[];
interface Rule {
  readonly pattern: RegExp;
  /** The conditions for a field and an amount. */
  readonly write: Write;
  readonly match?: "all";
  /** What is meant where no word of the rule names it. */
  readonly field?: "price";
}

const PERCENT = "(\\d+(?:[.,]\\d+)?)\\s?(?:%|percent|prozent|pour ?cent|por ciento|per cento)";
const BY = "(?:by\\s+|um\\s+|de\\s+|un\\s+|del\\s+)?(?:more than\\s+|at least\\s+|mehr als\\s+)?";

const RULES: readonly Rule[] = [
  {
    pattern: rule(
      `${FIELD}\\s+(?:drops?|falls?|decreases?|goes down|fällt|sinkt|baisse|baja|cae|scende)\\s+${BY}${PERCENT}`,
    ),
    write: (field, value) => [`${field} falls`, `${field} percent change >= ${value}`],
    match: "all",
  },
  {
    pattern: rule(`${FIELD}\\s+(?:rises?|increases?|goes up|steigt|augmente|sube|sale)\\s+${BY}${PERCENT}`),
    write: (field, value) => [`${field} rises`, `${field} percent change >= ${value}`],
    match: "all",
  },
  {
    pattern: rule(`${FIELD}\\s+(?:changes?|moves?|ändert sich|change|cambia)\\s+${BY}${PERCENT}`),
    write: (field, value) => [`${field} percent change >= ${value}`],
  },
  {
    pattern: rule(`${FIELD}\\s+(?:${BE}\\s+)?${BELOW}\\s+${NUMBER}`),
    write: (field, value) => [`${field} < ${value}`],
  },
  {
    pattern: rule(`${FIELD}\\s+(?:${BE}\\s+)?${ABOVE}\\s+${NUMBER}`),
    write: (field, value) => [`${field} > ${value}`],
  },
  {
    pattern: rule(
      `(?:costs?|kostet|coûte|cuesta|costa)\\s+(?:less than|under|below|weniger als|unter|moins de|menos de|meno di)\\s+${NUMBER}`,
    ),
    write: (field, value) => [`${field} < ${value}`],
    field: "price",
  },
  {
    pattern: rule(
      `${FIELD}\\s+(?:drops?|falls?|decreases?|goes down|gets cheaper|fällt|sinkt|baisse|baja|cae|scende)`,
    ),
    write: (field) => [`${field} falls`],
  },
  {
    pattern: rule(`(?:gets? cheaper|price drops?|preissenkung|billiger|moins cher|más barato)`),
    write: (field) => [`${field} falls`],
    field: "price",
  },
  {
    pattern: rule(`${FIELD}\\s+(?:rises?|increases?|goes up|steigt|augmente|sube)`),
    write: (field) => [`${field} rises`],
  },
];

/** The condition of the sentence; one that is on nothing known is given as its own words. */
const findCondition = (text: string): { readonly said: string; readonly found: Found | null } | null => {
  for (const { pattern, write, match: how, field: implied } of RULES) {
    const match = pattern.exec(text);
    if (!match) continue;
    const groups: Groups = match.slice(1);
    const [word, value] = implied ? [implied, groups[0]] : groups;
    const owner = OWNER.exec(text.slice(0, match.index))?.[1];
    const field =
      owner === undefined || implied ? fieldNamed(word, value) : (fieldNamed(owner, value) ?? null);
    const number = amount(value);
    const isWhole = field !== null && (value === undefined || number !== null);
    const said = match[0].replace(/\s+/g, " ").trim();
    return {
      said,
      found: isWhole ? { conditions: write(field, number), field, ...(how && { match: how }) } : null,
    };
  }
  return null;
};

const RESTOCK = rule(
  "(?:(?:is |comes |gets |be )?(?:back|again) in stock|in stock again|restock(?:ed|s)?|(?:is |becomes )?available again|back in|wieder (?:da|verfügbar|lieferbar|auf lager)|de nouveau (?:disponible|en stock)|de retour en stock|vuelva? a estar disponible|de nuevo (?:disponible|en stock)|di nuovo disponibile)",
);
const ADDED = rule(
  "(?:new (?:products?|items?|articles?|posts?|jobs?|entries|listings?|offers?|events?|\\p{L}+s)|(?:is|are|gets?) added|appears?|neue[nrs]? \\p{L}+|nouve(?:aux|lles|l) \\p{L}+|nuev[oa]s? \\p{L}+|nuov[iea] \\p{L}+)",
);
/** Said beside another condition, only these ask for what is new. */
const IS_ADDED = rule(
  "(?:new \\p{L}+s|(?:is|are|gets?) (?:added|listed|posted)|appears?|hinzugefügt|ajoutée?s?)",
);
const EITHER = rule("(?:or|oder|ou|o|and (?:when|if)|und wenn)(?!\\p{L})");
const REMOVED = rule(
  "(?:(?:is|are|gets?) removed|disappears?|verschwinde[nt]|disparaît|desaparece|sparisce)",
);
const CONTAINS = rule(
  '(\\p{L}{3,20})\\s+(?:contains?|mentions?|enthält|contient|contiene)\\s+["“„]([^"”“]{1,60})["”“]',
);

/** What stands for words that were understood and are no fields. */
const cut = (text: string, pattern: RegExp): string => text.replace(pattern, " ");

/** Takes what is to be told out of the sentence; null where nothing is watched. */
export const readMonitoring = (
  prompt: string,
): { readonly rest: string; readonly monitoring: Monitoring | null } => {
  const restock = RESTOCK.test(prompt);
  if (!MONITOR.test(prompt) && !restock) return { rest: prompt, monitoring: null };
  const conditions: string[] = [];
  const fields: string[] = [];
  let match: Monitoring["match"] = "any";
  let rest = prompt;
  const contains = CONTAINS.exec(rest);
  if (contains) {
    const field = conceptOf(contains[1]?.toLowerCase() ?? "") ?? "title";
    conditions.push(`${field} contains "${contains[2] ?? ""}"`);
    fields.push(field);
    rest = cut(rest, CONTAINS);
  }
  const ignored: string[] = [];
  const condition = findCondition(rest);
  if (condition?.found) {
    const { field, conditions: own, match: how } = condition.found;
    conditions.push(...own);
    fields.push(field);
    if (how && conditions.length === own.length) match = how;
    rest = rest.replace(condition.said, " ");
    // A new record has a price, and none that it had before.
    if (/[<>] /.test(own[0] ?? "") && IS_ADDED.test(rest) && !restock) {
      conditions.unshift("added");
      if (!EITHER.test(prompt)) match = "all";
    }
  } else if (condition) ignored.push(condition.said);
  if (restock) {
    fields.push("in_stock");
    rest = cut(rest, RESTOCK);
  }
  if (conditions.length === 0 && !restock) {
    if (ADDED.test(rest)) conditions.push("added");
    if (REMOVED.test(rest)) conditions.push("removed");
  }
  return { rest: cut(rest, MONITOR), monitoring: { conditions, match, restock, fields, ignored } };
};
