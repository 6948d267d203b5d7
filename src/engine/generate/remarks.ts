/** What a sentence wants left out: fields ("but not prices") and records ("only in stock"). */
import { type Concept, conceptOf } from "../extract/data/concepts.ts";
import { LISTED_FIELDS, NOT_FIELDS } from "./words.ts";

const AND = "(?:\\s*,?\\s+(?:and|or|nor|und|oder|et|ou|ni|y|o|e)\\s+)";
const THE = "(?:(?:the|any|its|their|die|den|das|les?|la|los|las|el|i|gli)\\s+)?";
const WITHOUT = new RegExp(
  `(?<![\\p{L}])(?:(?:but\\s+)?not|without|excluding|leave out|skip|ohne|aber (?:nicht|keine)|sans|mais pas|sin|pero no|senza|ma non)\\s+${THE}(\\p{L}+(?:${AND}${THE}\\p{L}+)*)`,
  "giu",
);
/** "except" ends what it belongs to, so commas go on with it. */
const EXCEPT = new RegExp(
  `(?<![\\p{L}])(?:except(?: for)?|apart from|other than|außer|sauf|excepto|salvo|tranne)\\s+${THE}(\\p{L}+(?:(?:${AND}|\\s*,\\s*)${THE}\\p{L}+)*)`,
  "giu",
);

const conceptsOf = (list: string): Concept[] =>
  list
    .toLowerCase()
    .split(/[^\p{L}]+/u)
    .filter((word) => word.length > 2 && (!NOT_FIELDS.has(word) || LISTED_FIELDS.has(word)))
    .flatMap((word) => conceptOf(word) ?? conceptOf(word.replace(/(?:e[ns]?|n|i)$/, "")) ?? []);

/** Takes the fields that are not wanted out of the sentence. */
export const readExcluded = (
  prompt: string,
): { readonly rest: string; readonly excluded: readonly Concept[] } => {
  const excluded: Concept[] = [];
  const take = (said: string, list: string): string => {
    const concepts = conceptsOf(list);
    excluded.push(...concepts);
    return concepts.length > 0 ? " " : said;
  };
  const rest = prompt.replace(EXCEPT, take).replace(WITHOUT, take);
  return { rest, excluded };
};

const filter = (source: string, flags = "iu"): RegExp => new RegExp(`(?<!\\p{L})${source}(?!\\p{L})`, flags);
const AMOUNT = "(?:\\p{Sc}\\s?)?\\d[\\d.,]*(?:\\s?(?:\\p{Sc}|EUR|USD|GBP|euros?|dollars?))?";
/** Ways to ask for some of the records, which no step of a flow can tell from the others. */
const FILTERS: readonly RegExp[] = [
  filter(
    "(?:\\d{1,4} |the )?(?:cheapest|most expensive|best[- ]rated|highest[- ]rated|most popular|günstigsten|billigsten|teuersten|moins chers?|más baratos?)(?: \\d{1,4})?",
  ),
  filter(
    `(?:cheaper than|more expensive than|costing (?:less|more) than|priced (?:under|below|over|above)|under|below|over|above|less than|more than|up to|günstiger als|unter|über|teurer als|moins de|plus de|menos de|más de) ${AMOUNT}`,
  ),
  filter(
    "(?:only (?:those |the ones |products |items )?(?:that are |which are )?|nur |que |solo )(?:in stock|available|on sale|lieferbare?|verfügbare?|auf lager)",
  ),
  filter("(?:that are|which are) (?:in stock|available|on sale|out of stock)"),
  // A place is written with a capital; "in German" and "in CSV" are no places of records.
  filter(
    "(?:[Jj]obs|[Vv]acancies|[Pp]ositions|[Oo]penings|[Ee]vents|[Hh]ouses|[Aa]partments|[Ll]istings|[Pp]roperties|[Hh]otels|[Rr]estaurants|[Ss]tellen|[Oo]ffres|[Ee]mpleos) (?:in|near|around|bei|à|en) \\p{Lu}\\p{L}+",
    "u",
  ),
];

/** Parts of the sentence that ask for some of the records only. */
export const findFilters = (prompt: string): string[] =>
  FILTERS.flatMap((pattern) => pattern.exec(prompt)?.[0].replace(/\s+/g, " ").trim() ?? []);
