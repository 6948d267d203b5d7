/** What a sentence wants left out: fields ("but not prices") and records ("only in stock"). */
import type { Concept } from "../../extract/vocabulary/concepts.ts";
import { conceptIn, splitSentence } from "../sentence/tokens.ts";
import { LISTED_FIELDS, NOT_FIELDS } from "../sentence/words.ts";

const AND = "(?:\\s*,?\\s+(?:and|or|nor|und|oder|et|ou|ni|y|o|e)\\s+)";
const THE = "(?:(?:the|any|its|their|die|den|das|les?|la|los|las|el|i|gli)\\s+)?";
const NAME = "\\p{L}+(?:\\s+(?:numbers?|address(?:es)?|urls?|links?|names?|dates?|status))?";
const WITHOUT = new RegExp(
  `(?<![\\p{L}])(?:(?:but\\s+)?not|without|excluding|leave out|skip|ohne|aber (?:nicht|keine)|sans|mais pas|sin|pero no|senza|ma non|sem|mas não|zonder|без|bez)\\s+${THE}(${NAME}(?:${AND}${THE}${NAME})*)`,
  "giu",
);
/** "except" ends what it belongs to, so commas continue with it. */
const EXCEPT = new RegExp(
  `(?<![\\p{L}])(?:except(?: for)?|apart from|other than|außer|sauf|excepto|salvo|tranne|exceto|behalve|кроме|oprócz)\\s+${THE}(${NAME}(?:(?:${AND}|\\s*,\\s*)${THE}${NAME})*)`,
  "giu",
);

const conceptsOf = (list: string): Concept[] =>
  list
    .toLowerCase()
    .split(/[^\p{L}]+/u)
    .filter((word) => word.length > 2 && (!NOT_FIELDS.has(word) || LISTED_FIELDS.has(word)))
    .flatMap((word) => conceptIn(word)?.concept ?? []);

/** "without" behind what it is about. */
const WITHOUT_CJK =
  /([\p{Script=Han}\p{Script=Katakana}\p{Script=Hiragana}ー]{1,8}?)(?:は不要|なし|を除[いく]|以外|抜き)|(?:不要|不包括|除了|没有)([\p{Script=Han}]{2,8}?)(?=[，,。、的]|$)|(?:بدون|باستثناء|ما عدا)\s+(\p{L}+)/gu;

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
  const takeUnparted = (said: string, ...groups: unknown[]): string =>
    take(
      said,
      splitSentence(
        groups
          .filter((group) => typeof group === "string")
          .slice(0, 1)
          .join(" "),
      ).join(" "),
    );
  const rest = prompt.replace(EXCEPT, take).replace(WITHOUT, take).replace(WITHOUT_CJK, takeUnparted);
  return { rest, excluded };
};

const filter = (source: string, flags = "iu"): RegExp => new RegExp(`(?<!\\p{L})${source}(?!\\p{L})`, flags);
const AMOUNT = "(?:\\p{Sc}\\s?)?\\d[\\d.,]*(?:\\s?(?:\\p{Sc}|EUR|USD|GBP|euros?|dollars?))?";
/** Ways to ask for some of the records, which no step of a flow can tell from the others. */
const FILTERS: readonly RegExp[] = [
  filter(
    "(?:\\d{1,4} |the )?(?:cheapest|most expensive|best[- ]rated|highest[- ]rated|most popular|best[- ]selling|günstigsten|billigsten|teuersten|bestbewerteten|moins chers?|les plus chers?|mieux notée?s|más baratos?|más caros?|mejor valorad[oa]s|più economic[ih]e?|mais barat[oa]s)(?: \\d{1,4})?(?! first)",
  ),
  filter(
    `(?:cheaper than|more expensive than|costing (?:less|more) than|priced (?:under|below|over|above)|under|below|over|above|less than|more than|at least|at most|up to|between|günstiger als|unter|über|teurer als|weniger als|mehr als|mindestens|bis zu|moins de|plus de|au moins|menos de|más de|al menos|meno di|più di|sotto i|mais de|abaixo de|por menos de) ${AMOUNT}(?: (?:and|und|et|y|e) ${AMOUNT})?(?! ?(?:pages?|seiten|páginas?|pagine|items|products|results|times|days|%))`,
  ),
  filter(
    "(?:\\p{L}+ )?(?:rating|rated|stars?|score) (?:of )?(?:over|above|at least|better than|higher than) \\d[\\d.,]*|\\d[\\d.,]*\\+ stars?|\\d[\\d.,]* stars? (?:and|or) (?:up|more|above)",
  ),
  filter(
    "(?:only (?:those |the ones |products |items )?(?:that are |which are )?|nur |que |solo |uniquement |seulement )(?:in stock|available|on sale|lieferbare?|verfügbare?|auf lager|en stock|disponibles?)",
  ),
  filter("(?:that are|which are) (?:in stock|available|on sale|out of stock)"),
  filter(
    "(?:(?:from|in|of|posted|published|added|within) )?(?:the )?(?:last|past) (?:\\d{1,3} |few |two |three )?(?:hours?|days?|weeks?|months?|years?)|(?:posted|published|from|since) (?:today|yesterday|this (?:week|month|year))|(?:published|posted|released|written)? ?(?:after|before|since) (?:\\p{Lu}\\p{L}+ )?\\d{4}|(?:der|aus den) letzten (?:\\d{1,3} )?(?:stunden|tage|wochen|monate|jahre)n?|(?:des|ces) \\d{0,3} ?derniers (?:jours|mois)|(?:de los )?últimos (?:\\d{1,3} )?(?:días|meses|años)|(?:degli )?ultimi (?:\\d{1,3} )?(?:giorni|mesi)",
  ),
  filter(
    "(?:whose|where the|wenn der|deren|dont le|dont la|cuy[oa]) \\p{L}+ (?:is|contains?|starts? with|includes?|ist|enthält|est|contient|es|contiene) [^,.;!?]{1,40}",
  ),
  // A place is written with a capital; "in German" and "in CSV" are no places of records.
  filter(
    "(?:[Jj]obs|[Vv]acancies|[Pp]ositions|[Oo]penings|[Ee]vents|[Hh]ouses|[Aa]partments|[Ll]istings|[Pp]roperties|[Hh]otels|[Rr]estaurants|[Ss]tellen|[Oo]ffres|[Ee]mpleos) (?:in|near|around|bei|à|en) \\p{Lu}\\p{L}+",
    "u",
  ),
  /\d[\d.,]*\s?(?:円|元|원|万円)\s?(?:以下|未満|以内|이하|미만)(?:の|的)?|(?:低于|不到|小于)\s?\d[\d.,]*\s?元?的?|أقل من \d[\d.,]*|在庫あり(?:のみ|だけ)|仅限?有货/u,
];

/** Parts of the sentence that ask for some of the records only. */
export const findFilters = (prompt: string): string[] => [
  ...new Set(FILTERS.flatMap((pattern) => pattern.exec(prompt)?.[0].replace(/\s+/g, " ").trim() ?? [])),
];

/** Things that people ask of data and that no flow does, each with what it does instead. Policy as data. */
const WISHES: readonly (readonly [pattern: RegExp, told: string, namesFields?: true])[] = [
  [
    filter(
      "(?:sort(?:ed)?|order(?:ed)?|rank(?:ed)?)(?: \\p{L}+){0,3} by (?:the )?\\p{L}+|in alphabetical order|(?:sortier(?:t|e|en)|geordnet) nach \\p{L}+|nach \\p{L}+ sortier(?:t|en|e)|tri[ée](?:e?s)? par \\p{L}+|ordenad[oa]s? por \\p{L}+|ordinat[iae] per \\p{L}+|(?:cheapest|newest|lowest|highest) first",
    ),
    "Records come in the page's order",
  ],
  [
    filter(
      "translate(?:d)?(?: \\p{L}+){0,6} (?:in)?to \\p{L}+|übersetz(?:e|t|en)(?: \\p{L}+){0,6} (?:ins|auf) \\p{L}+|tradui[stre]+(?: \\p{L}+){0,4} en \\p{L}+|traduc(?:e|ir|ido)(?: \\p{L}+){0,4} al \\p{L}+",
    ),
    "Values are taken as the page writes them",
    true,
  ],
  [
    filter(
      "convert(?:ed)?(?: \\p{L}+){0,4} (?:in)?to (?:EUR|USD|GBP|euros?|dollars?|pounds?)|in (?:EUR|USD|GBP) umgerechnet",
    ),
    "Values are taken as the page writes them",
    true,
  ],
  [
    filter(
      "summari[sz]e(?: \\p{L}+){0,4}|(?:the )?(?:average|mean|median|total number|sum) of (?:the |all )*\\p{L}+|average (?:price|rating)|count (?:the|all|how many)(?: \\p{L}+)?|how many \\p{L}+|fasse(?: \\p{L}+){0,4} zusammen|durchschnittspreis",
    ),
    "Values are collected, not worked on",
    true,
  ],
  [
    filter(
      "(?:send|e-?mail|mail|post|text) (?:it|them|me|the (?:results?|data|list))(?: (?:an? )?(?:e-?mail|mail|message))?(?: (?:to|by|via) [^\\s,;]+)?|(?:save|export|write|put)(?: \\p{L}+){0,4} (?:to|in|as|into) (?:an? |the |my )?(?:csv|excel|xlsx|json|google sheets?|spreadsheet|database|slack|file)(?: file)?|als (?:csv|excel)(?:-datei)?|en (?:csv|excel)",
    ),
    "Items are kept with the run, to be read or exported from there",
  ],
];

/** Takes what no flow does out of the sentence, and says what comes of it; the fields of it stay. */
export const readWishes = (prompt: string): { readonly rest: string; readonly notes: readonly string[] } => {
  const notes: string[] = [];
  let rest = prompt;
  for (const [pattern, told, namesFields] of WISHES) {
    const said = pattern.exec(rest)?.[0];
    if (said === undefined) continue;
    notes.push(`${told}: a flow cannot do "${said.replace(/\s+/g, " ").trim()}".`);
    if (!namesFields) rest = rest.replace(said, " ");
  }
  return { rest, notes };
};
