/** What is to be told of a page that is watched: "price below 20", "back in stock", "drops by 5 %". */
import { conceptOf } from "../extract/data/concepts.ts";
import { MONITOR } from "./words.ts";

export interface Monitoring {
  readonly conditions: readonly string[];
  readonly match: "any" | "all";
  readonly restock: boolean;
  /** Fields that the conditions are about. */
  readonly fields: readonly string[];
}

const NUMBER = "(?:\\p{Sc}\\s?)?(\\d+(?:[.,]\\d+)?)\\s?(?:\\p{Sc}|EUR|USD|GBP|euros?|dollars?|dólares)?";
const FIELD = "(?:(?:the|its|der|die|das|le|la|el|il|lo)\\s+)?(\\p{L}{3,20})";
const BE =
  "(?:is|are|goes|falls?|drops?|gets|sinks?|comes|rises?|climbs?|fällt|sinkt|liegt|ist|steigt|passe|tombe|est|dépasse|baja|cae|sube|está|scende|sale|è|dips?)";
const BELOW =
  "(?:below|under|less than|lower than|beneath|to under|unter|weniger als|sous|moins de|en dessous de|por debajo de|debajo de|menos de|de|sotto(?: i)?|meno di|<)";
const ABOVE =
  "(?:above|over|more than|higher than|beyond|exceeds?|über|mehr als|au-dessus de|plus de|por encima de|más de|sopra(?: i)?|oltre|più di|>)";

const rule = (source: string): RegExp => new RegExp(`(?<!\\p{L})${source}`, "iu");

const fieldNamed = (word: string | undefined): string => {
  const concept = conceptOf(word?.toLowerCase() ?? "");
  return concept === "rating" || concept === "reviewCount" || concept === "originalPrice" ? concept : "price";
};
const amount = (text: string | undefined): string => String(Number((text ?? "").replace(",", ".")));

type Groups = readonly (string | undefined)[];
interface Found {
  readonly conditions: readonly string[];
  readonly field: string;
  readonly match?: "all";
}

const RULES: readonly (readonly [RegExp, (groups: Groups) => Found])[] = [
  [
    rule(
      `${FIELD}\\s+(?:drops?|falls?|decreases?|goes down|fällt|sinkt|baisse|baja|cae|scende)\\s+(?:by\\s+|um\\s+|de\\s+|un\\s+|del\\s+)?(?:more than\\s+|at least\\s+|mehr als\\s+)?(\\d+(?:[.,]\\d+)?)\\s?(?:%|percent|prozent|pour ?cent|por ciento|per cento)`,
    ),
    ([word, value]) => ({
      field: fieldNamed(word),
      conditions: [`${fieldNamed(word)} falls`, `${fieldNamed(word)} percent change >= ${amount(value)}`],
      match: "all",
    }),
  ],
  [
    rule(
      `${FIELD}\\s+(?:rises?|increases?|goes up|steigt|augmente|sube|sale)\\s+(?:by\\s+|um\\s+|de\\s+|un\\s+|del\\s+)?(?:more than\\s+|at least\\s+|mehr als\\s+)?(\\d+(?:[.,]\\d+)?)\\s?(?:%|percent|prozent|pour ?cent|por ciento|per cento)`,
    ),
    ([word, value]) => ({
      field: fieldNamed(word),
      conditions: [`${fieldNamed(word)} rises`, `${fieldNamed(word)} percent change >= ${amount(value)}`],
      match: "all",
    }),
  ],
  [
    rule(
      `${FIELD}\\s+(?:changes?|moves?|ändert sich|change|cambia)\\s+(?:by\\s+|um\\s+|de\\s+)?(?:more than\\s+|at least\\s+|mehr als\\s+)?(\\d+(?:[.,]\\d+)?)\\s?(?:%|percent|prozent)`,
    ),
    ([word, value]) => ({
      field: fieldNamed(word),
      conditions: [`${fieldNamed(word)} percent change >= ${amount(value)}`],
    }),
  ],
  [
    rule(`${FIELD}\\s+(?:${BE}\\s+)?${BELOW}\\s+${NUMBER}`),
    ([word, value]) => ({ field: fieldNamed(word), conditions: [`${fieldNamed(word)} < ${amount(value)}`] }),
  ],
  [
    rule(`${FIELD}\\s+(?:${BE}\\s+)?${ABOVE}\\s+${NUMBER}`),
    ([word, value]) => ({ field: fieldNamed(word), conditions: [`${fieldNamed(word)} > ${amount(value)}`] }),
  ],
  [
    rule(
      `(?:costs?|kostet|coûte|cuesta|costa)\\s+(?:less than|under|below|weniger als|unter|moins de|menos de|meno di)\\s+${NUMBER}`,
    ),
    ([value]) => ({ field: "price", conditions: [`price < ${amount(value)}`] }),
  ],
  [
    rule(
      `${FIELD}\\s+(?:drops?|falls?|decreases?|goes down|gets cheaper|fällt|sinkt|baisse|baja|cae|scende)`,
    ),
    ([word]) => ({ field: fieldNamed(word), conditions: [`${fieldNamed(word)} falls`] }),
  ],
  [
    rule(`(?:gets? cheaper|price drops?|preissenkung|billiger|moins cher|más barato)`),
    () => ({ field: "price", conditions: ["price falls"] }),
  ],
  [
    rule(`${FIELD}\\s+(?:rises?|increases?|goes up|steigt|augmente|sube)`),
    ([word]) => ({ field: fieldNamed(word), conditions: [`${fieldNamed(word)} rises`] }),
  ],
];

const RESTOCK = rule(
  "(?:(?:is |comes |gets |be )?(?:back|again) in stock|in stock again|restock(?:ed|s)?|(?:is |becomes )?available again|back in|wieder (?:da|verfügbar|lieferbar|auf lager)|de nouveau (?:disponible|en stock)|de retour en stock|vuelva? a estar disponible|de nuevo (?:disponible|en stock)|di nuovo disponibile)",
);
const ADDED = rule(
  "(?:new (?:products?|items?|articles?|posts?|jobs?|entries|listings?|offers?|events?|\\p{L}+s)|(?:is|are|gets?) added|appears?|neue[nrs]? \\p{L}+|nouve(?:aux|lles|l) \\p{L}+|nuev[oa]s? \\p{L}+|nuov[iea] \\p{L}+)",
);
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
  const found = RULES.map(([pattern, read]) => ({ pattern, read, match: pattern.exec(rest) })).find(
    (each) => each.match,
  );
  if (found?.match) {
    const { field, conditions: own, match: how } = found.read(found.match.slice(1));
    conditions.push(...own);
    fields.push(field);
    if (how && conditions.length === own.length) match = how;
    rest = cut(rest, found.pattern);
  }
  if (restock) {
    fields.push("in_stock");
    rest = cut(rest, RESTOCK);
  }
  if (conditions.length === 0 && !restock) {
    if (ADDED.test(rest)) conditions.push("added");
    if (REMOVED.test(rest)) conditions.push("removed");
  }
  return { rest: cut(rest, MONITOR), monitoring: { conditions, match, restock, fields } };
};
