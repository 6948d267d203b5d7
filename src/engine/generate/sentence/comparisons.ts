/** What a sentence compares: "price below 20 and rating over 4", "falls by 5 %", "価格が3000円以下". */
import { AMOUNT, isMoney, numberIn } from "./amounts.ts";
import { RECORD_NOUNS } from "./nouns.ts";
import { conceptIn } from "./tokens.ts";
import { NOT_FIELDS, TYPES } from "./words.ts";

/** A comparison as the sentence says it. */
export interface Comparison {
  /** As a monitor's conditions write it; empty where the words name nothing that is known. */
  readonly conditions: readonly string[];
  readonly field: string | null;
  /** All of its conditions must hold. */
  readonly isWhole: boolean;
  readonly said: string;
  readonly index: number;
}

const FIELD =
  "(?:(?:the|its|their|der|die|das|den|le|la|l['’]|les|el|los|las|il|lo|i|o|a|os|as)\\s+)?(\\p{L}{2,20})";
const BE =
  "(?:is|are|goes|falls?|drops?|gets|sinks?|comes|rises?|climbs?|stays?|fällt|sinkt|liegt|ist|steigt|passe|tombe|descend|est|soit|dépasse|baja|baje|cae|caiga|sube|suba|está|esté|sea|es|scende|scenda|sale|salga|è|sia|cair|caia|baixar|ficar|fique|for|estiver|está|упад[её]т|станет|опустится|вырастет|поднимется|spadnie|dips?)";
const BELOW =
  "(?:down to |to )?(?:below|under|less than|lower than|smaller than|beneath|cheaper than|unter|weniger als|niedriger als|kleiner als|billiger als|sous|moins de|en dessous de|inférieure? à|por debajo de|debajo de|menos de|inferior a|menor (?:que|de|a)|sotto(?: i)?|meno di|inferiore a|abaixo de|menos que|onder|minder dan|ниже|меньше|poniżej|<)";
const ABOVE =
  "(?:above|over|more than|higher than|greater than|better than|beyond|exceeds?|über|mehr als|höher als|größer als|besser als|au-dessus de|plus de|supérieure? à|por encima de|más de|superior a|mayor (?:que|de|a)|sopra(?: i)?|oltre|più di|superiore a|acima de|mais de|maior (?:que|do que)|boven|meer dan|выше|больше|powyżej|>)";
const AT_MOST =
  "(?:at most|no more than|not more than|max(?:imum|imal)?|höchstens|au (?:plus|maximum)|como máximo|al massimo|no máximo|<=|≤)";
const AT_LEAST =
  "(?:at least|no less than|not less than|min(?:imum|destens)?|au moins|como mínimo|al menos|almeno|pelo menos|no mínimo|>=|≥)";

const rule = (source: string): RegExp => new RegExp(`(?<!\\p{L})${source}`, "iu");

/** Concepts that are more or less, besides those whose type says so. */
const ALSO_NUMBERS: ReadonlySet<string> = new Set(["salary", "weight"]);
const NUMBER_TYPES: ReadonlySet<unknown> = new Set(["price", "number", "integer"]);
/** A product that "drops below 20" does so in its price. */
const STANDS_FOR_PRICE =
  /^(?:it|they|this|these|anything|something|everything|es|er|sie|il|elle|lo|ele|ela|(?:product|item|produkt|produit|producto|prodotto|produto|artikel)s?)$/i;

/** What of a record is to be compared; null where the word says nothing that is known. */
const fieldNamed = (word: string | undefined, value?: string): string | null => {
  const name = word?.toLowerCase() ?? "";
  const concept = conceptIn(name)?.concept ?? null;
  if (concept !== null && (NUMBER_TYPES.has(TYPES[concept]) || ALSO_NUMBERS.has(concept))) return concept;
  if (STANDS_FOR_PRICE.test(name) || RECORD_NOUNS[name] === "products") return "price";
  return isMoney(value) && (concept === null || NOT_FIELDS.has(name)) ? "price" : null;
};
/** "the rating of this kettle drops": it is the rating that does. */
const OWNER = /(\p{L}+)\s+(?:of|for|von|für|du|des|de|del|di|do|da)\s+(?:\S+\s+){0,4}$/iu;
/** In Dutch and Spanish "de" follows these too, and they own nothing. */
const CONJUNCTION = /^(?:als|que|quand|si|se|wenn|when|if|cuando|quando|wanneer|om)$/i;
/** "price below 20 or above 50": it is still the price. */
const JOINS = /^(?:or|and|but|oder|und|aber|ou|et|mais|o|y|e|pero|ma|if|when)$/i;

type Groups = readonly (string | undefined)[];
interface Rule {
  readonly pattern: RegExp;
  /** The conditions for a field and an amount, or two. */
  readonly write: (field: string, value: number | null, second: number | null) => readonly string[];
  readonly isWhole?: boolean;
  /** What is meant where no word of the rule names it. */
  readonly field?: "price";
}

const PERCENT = "(\\d+(?:[.,]\\d+)?)\\s?(?:%|percent|prozent|pour ?cent|por ?ciento|por cento|per ?cento)";
const BY =
  "(?:by\\s+|um\\s+|de\\s+|un\\s+|del\\s+|em\\s+)?(?:more than\\s+|at least\\s+|mehr als\\s+|mindestens\\s+|plus de\\s+|au moins\\s+|más de\\s+|mais de\\s+)?";
const FALLS =
  "(?:drops?|falls?|decreases?|goes down|fällt|sinkt|baisse|baja|baje|cae|scende|scenda|cair|caia|baixar|cai)";
const RISES = "(?:rises?|increases?|goes up|steigt|augmente|sube|suba|sale|salga|subir|aumentar|sobe)";
/** German puts the verb behind the amount. */
const VERB = "(?:\\s+(?:fällt|sinkt|liegt|ist|kostet|steigt|wird|beträgt|komt|daalt|zakt|stijgt)(?!\\p{L}))?";
const BETWEEN = "(?:between|zwischen|entre|tra|fra)";
const AND = "(?:and|und|et|y|e|-|–)";

/** Words before the amount, in scripts that part none, and after it in those that put the verb last. */
const CJK = "(価格|値段|金額|评分|価値|价格|价钱|售价|評価|가격|평점|评价)";
const GLUE = "[がはの의이가은는을를\\s]{0,3}";

const RULES: readonly Rule[] = [
  {
    pattern: rule(`${FIELD}\\s+${FALLS}\\s+${BY}${PERCENT}`),
    write: (field, value) => [`${field} falls`, `${field} percent change >= ${value}`],
    isWhole: true,
  },
  {
    pattern: rule(`${FIELD}\\s+${RISES}\\s+${BY}${PERCENT}`),
    write: (field, value) => [`${field} rises`, `${field} percent change >= ${value}`],
    isWhole: true,
  },
  {
    pattern: rule(`${FIELD}\\s+(?:changes?|moves?|ändert sich|change|cambia|muda(?:r)?)\\s+${BY}${PERCENT}`),
    write: (field, value) => [`${field} percent change >= ${value}`],
  },
  {
    pattern: rule(`${FIELD}\\s+(?:${BE}\\s+)?${BETWEEN}\\s+${AMOUNT}\\s*${AND}\\s*${AMOUNT}${VERB}`),
    write: (field, low, high) => [`${field} >= ${low}`, `${field} <= ${high}`],
    isWhole: true,
  },
  {
    pattern: rule(`${FIELD}\\s+(?:${BE}\\s+)?${AT_MOST}\\s+${AMOUNT}${VERB}`),
    write: (field, value) => [`${field} <= ${value}`],
  },
  {
    pattern: rule(`${FIELD}\\s+(?:${BE}\\s+)?${AT_LEAST}\\s+${AMOUNT}${VERB}`),
    write: (field, value) => [`${field} >= ${value}`],
  },
  {
    pattern: rule(`${FIELD}\\s+(?:${BE}\\s+)?${BELOW}\\s*${AMOUNT}${VERB}`),
    write: (field, value) => [`${field} < ${value}`],
  },
  {
    pattern: rule(`${FIELD}\\s+${BE}\\s+de\\s+${AMOUNT}`),
    write: (field, value) => [`${field} < ${value}`],
  },
  {
    pattern: rule(`${FIELD}\\s+(?:${BE}\\s+)?${ABOVE}\\s*${AMOUNT}${VERB}`),
    write: (field, value) => [`${field} > ${value}`],
  },
  {
    pattern: rule(
      `(?:costs?|kostet|coûte|cuesta|cueste|costa|custa|custar)\\s+(?:less than|under|below|weniger als|unter|moins de|menos de|meno di)\\s+${AMOUNT}`,
    ),
    write: (field, value) => [`${field} < ${value}`],
    field: "price",
  },
  {
    pattern: rule(
      `${FIELD}\\s+(?:exceeds|dépasse|übersteigt|überschreitet|supera|supere|ultrapassa|ultrapasse|overschrijdt)\\s+(?:les? |los |i |os )?${AMOUNT}`,
    ),
    write: (field, value) => [`${field} > ${value}`],
  },
  {
    pattern: rule(
      `${FIELD}\\s+(?:equals|is exactly|is equal to|reaches|hits|erreicht|atteint|alcanza)\\s+${AMOUNT}`,
    ),
    write: (field, value) => [`${field} = ${value}`],
  },
  {
    pattern: new RegExp(
      `${CJK}${GLUE}(?:为|在|是)?${AMOUNT}\\s?(?:以下|未満|を下回|より安|より低|이하|미만|아래|보다 낮)`,
      "iu",
    ),
    write: (field, value) => [`${field} <= ${value}`],
  },
  {
    pattern: new RegExp(
      `${CJK}${GLUE}(?:为|在|是)?${AMOUNT}\\s?(?:以上|を超え|を上回|より高|이상|초과|보다 높)`,
      "iu",
    ),
    write: (field, value) => [`${field} >= ${value}`],
  },
  {
    pattern: new RegExp(`${CJK}(?:低于|小于|少于|跌破|跌至|降到|降至|低過|不到|不超过)\\s*${AMOUNT}`, "iu"),
    write: (field, value) => [`${field} < ${value}`],
  },
  {
    pattern: new RegExp(`${CJK}(?:高于|大于|超过|多于)\\s*${AMOUNT}`, "iu"),
    write: (field, value) => [`${field} > ${value}`],
  },
  {
    pattern: new RegExp(
      `(?:\\p{L}+\\s+)?(السعر|سعر|التقييم|تقييم)(?:\\s+\\p{L}+){0,3}?\\s+(?:عن|أقل من|اقل من|تحت|دون)\\s+${AMOUNT}`,
      "iu",
    ),
    write: (field, value) => [`${field} < ${value}`],
  },
  {
    pattern: new RegExp(
      `(?:\\p{L}+\\s+)?(السعر|سعر|التقييم|تقييم)(?:\\s+\\p{L}+){0,3}?\\s+(?:أكثر من|أعلى من|فوق|يتجاوز)\\s+${AMOUNT}`,
      "iu",
    ),
    write: (field, value) => [`${field} > ${value}`],
  },
  {
    pattern: rule(`${FIELD}\\s+(?:${FALLS}|gets cheaper)(?!\\p{L})`),
    write: (field) => [`${field} falls`],
  },
  {
    pattern:
      /(?<!\p{L})(?:gets? cheaper|price drops?|preissenkung|billiger wird|moins cher|más barato|mais barato)|値下がり|値下げ|降价|가격이? ?(?:내리|떨어지)|ينخفض السعر/iu,
    write: (field) => [`${field} falls`],
    field: "price",
  },
  {
    pattern: rule(`${FIELD}\\s+${RISES}(?!\\p{L})`),
    write: (field) => [`${field} rises`],
  },
];

const resolve = (
  { field: implied, write, isWhole = false }: Rule,
  match: RegExpExecArray,
  text: string,
  before: Comparison | undefined,
): Comparison => {
  const previous = before?.field ?? null;
  const groups: Groups = match.slice(1);
  const [word, value, second] = implied ? [implied, groups[0], undefined] : groups;
  const owner = implied
    ? undefined
    : OWNER.exec(text.slice(before ? before.index + before.said.length : 0, match.index))?.[1];
  const isJoined = previous !== null && JOINS.test(word ?? "");
  const named = owner === undefined || CONJUNCTION.test(owner) ? word : owner;
  const field = isJoined ? previous : fieldNamed(named, value);
  const numbers = [value, second].map(numberIn);
  const isComplete =
    field !== null && [value, second].every((said, at) => said === undefined || numbers[at] !== null);
  return {
    conditions: isComplete ? write(field, numbers[0] ?? null, numbers[1] ?? null) : [],
    field: isComplete ? field : null,
    isWhole,
    said: match[0].replace(/\s+/g, " ").trim(),
    index: match.index,
  };
};

const MAX_COMPARISONS = 8;
/** Keeps the places of what follows. */
const TAKEN = "·";

/** All comparisons of a sentence, in its order, and what is left of it. */
export const readComparisons = (
  sentence: string,
): { readonly rest: string; readonly comparisons: readonly Comparison[] } => {
  const found: Comparison[] = [];
  let rest = sentence;
  while (found.length < MAX_COMPARISONS) {
    const [hit] = RULES.flatMap((each) => {
      const match = each.pattern.exec(rest);
      return match ? [{ each, match }] : [];
    }).sort((left, right) => left.match.index - right.match.index);
    if (!hit) break;
    const { each, match } = hit;
    const before = found.filter(({ index }) => index < match.index).at(-1);
    found.push(resolve(each, match, rest, before));
    rest =
      rest.slice(0, match.index) + TAKEN.repeat(match[0].length) + rest.slice(match.index + match[0].length);
  }
  return {
    rest: rest.replace(/·+/g, " "),
    comparisons: found.sort((left, right) => left.index - right.index),
  };
};
