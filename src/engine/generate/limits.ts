/** "first 20", "top 5 pages", "only this page". */
const WORDS: Readonly<Record<string, number>> = {
  one: 1,
  two: 2,
  three: 3,
  four: 4,
  five: 5,
  six: 6,
  seven: 7,
  eight: 8,
  nine: 9,
  ten: 10,
  twelve: 12,
  fifteen: 15,
  twenty: 20,
  thirty: 30,
  fifty: 50,
  hundred: 100,
  zwei: 2,
  drei: 3,
  fünf: 5,
  zehn: 10,
  zwanzig: 20,
  deux: 2,
  trois: 3,
  cinq: 5,
  dix: 10,
  vingt: 20,
  dos: 2,
  tres: 3,
  cinco: 5,
  diez: 10,
  veinte: 20,
};
const NUMBER = `(\\d{1,6}|${Object.keys(WORDS).join("|")})`;
const FIRST =
  "(?:first|top|up to|at most|max(?:imum)?(?: of)?|only|latest|newest|last|ersten?|die ersten|höchstens|neuesten?|premiers?|premières?|les premiers|primer[oa]s|los primeros|prim[ie]|primeir[oa]s|eerste)";
const PAGES = "(?:result )?(?:pages?|seiten?|páginas?|pagine|pagina's)";

export interface Limits {
  readonly maxItems: number | null;
  readonly maxPages: number | null;
  /** "on all pages" */
  readonly everyPage: boolean;
}

const rule = (source: string): RegExp => new RegExp(`(?<!\\p{L})${source}(?!\\p{L})`, "iu");
const PAGE_LIMITS = [rule(`${FIRST} ${NUMBER} ${PAGES}`), rule(`${NUMBER} ${PAGES}`)];
const THIS_PAGE = rule(
  "(?:(?:only )?(?:on )?(?:the )?(?:first|this) page only|only (?:on )?(?:the )?(?:first|this) page|just (?:the )?(?:first|this) page|nur (?:die(?:se)? )?(?:erste )?seite|uniquement (?:la première|cette) page|solo (?:la primera|esta) página)",
);
const EVERY_PAGE = rule(
  "(?:(?:on|from|of|across|over|through) )?(?:all|every|each|alle[nr]?|toutes les|todas las|tutte le) (?:the )?(?:result )?(?:pages?|seiten?|páginas?|pagine)",
);
const ITEM_LIMITS = [
  rule(`${FIRST} ${NUMBER}`),
  rule(
    `${NUMBER} (?:products|items|results|articles|posts|entries|records|jobs|books|produkte|artikel|produits|productos|prodotti)`,
  ),
];

const countOf = (text: string): number => WORDS[text.toLowerCase()] ?? Number(text);

const take = (text: string, rules: readonly RegExp[]): { rest: string; value: number | null } => {
  for (const pattern of rules) {
    const match = pattern.exec(text);
    const value = match ? countOf(match[1] ?? "") : 0;
    // What the limit counts stays in the sentence.
    if (match && value > 0)
      return {
        rest: text.replace(
          match[0],
          match[0].replace(/^.*?(?:\d+|\p{L}+)\s*/u, "").replace(new RegExp(NUMBER, "i"), " "),
        ),
        value,
      };
  }
  return { rest: text, value: null };
};

export const readLimits = (prompt: string): { readonly rest: string; readonly limits: Limits } => {
  const single = THIS_PAGE.test(prompt);
  const everyPage = EVERY_PAGE.test(prompt);
  const pages = take(prompt.replace(THIS_PAGE, " ").replace(EVERY_PAGE, " "), PAGE_LIMITS);
  const items = take(pages.rest, ITEM_LIMITS);
  return {
    rest: items.rest,
    limits: {
      maxItems: items.value,
      maxPages: single ? 1 : pages.value === null ? null : Math.min(1_000, pages.value),
      everyPage,
    },
  };
};
