/** "first 20", "top 5 pages", "only this page", "最初の20件", "les 20 premiers". */
const WORDS: Readonly<Record<string, number>> = Object.fromEntries(
  [
    "1 one",
    "2 two zwei deux dos due dois duas",
    "3 three drei trois tres tre três",
    "4 four vier quatre cuatro quattro quatro",
    "5 five fünf cinq cinco cinque",
    "6 six sechs seis sei",
    "7 seven sieben sept siete sette sete",
    "8 eight acht huit ocho otto oito",
    "9 nine neun neuf nueve nove",
    "10 ten zehn dix diez dieci dez",
    "12 twelve zwölf douze doce dodici doze",
    "15 fifteen fünfzehn quinze quince quindici",
    "20 twenty zwanzig vingt veinte venti vinte",
    "30 thirty dreißig trente treinta trenta trinta",
    "50 fifty fünfzig cinquante cincuenta cinquanta cinquenta",
    "100 hundred hundert cent cien cento cem",
  ].flatMap((line) => {
    const [value = "", ...names] = line.split(" ");
    return names.map((name) => [name, Number(value)] as const);
  }),
);
const NUMBER = `(\\d{1,6}|${Object.keys(WORDS).join("|")})(?![\\p{L}\\d])`;
const FIRST =
  "(?:first|top|up to|at most|no more than|max(?:imum|imal)?(?: of)?|limit(?:ed)?(?: it)?(?: to)?|only|just|latest|newest|last|ersten?|die ersten|höchstens|nur|bis zu|neuesten?|letzten?|premiers?|premières?|les premiers|jusqu['’]à|au plus|primer[oa]s|l[oa]s primer[oa]s|hasta|como máximo|prim[ie]|fino a|al massimo|primeir[oa]s|até|no máximo|eerste|tot|первые|первых|pierwsze|pierwszych)";
/** Behind the number: "les 20 premiers", "20 at most". */
const FIRST_BEHIND =
  "(?:premiers?|premières?|primer[oa]s|prim[ie]|primeir[oa]s|(?:[\\p{L}]+ )?(?:at most|max(?:imum)?|höchstens|au plus|como máximo|al massimo|no máximo)|(?:latest|newest|neuesten?|últim[oa]s|derniers?|dernières?|ultim[ie]))";
const PAGES = "(?:result )?(?:pages?|seiten?|páginas?|pagine|pagina's|страниц[ыа]?|strony?)";
/** What is counted is no record: an amount, a share, a time. */
const NOT_OF =
  "(?!\\s?(?:[%\\p{Sc}]|(?:eur|usd|gbp|euros?|dollars?|pounds?|percent|prozent|stars?|sterne|étoiles|estrellas|hours?|days?|weeks?|months?|years?|minutes?|stunden?|tagen?|wochen?|monaten?|jahren?|jours?|semaines?|mois|heures?|días?|semanas?|meses|horas?|giorni|mesi|dias?)(?!\\p{L})))";

export interface Limits {
  readonly maxItems: number | null;
  readonly maxPages: number | null;
  /** "on all pages" */
  readonly everyPage: boolean;
}

const rule = (source: string): RegExp => new RegExp(`(?<![\\p{L}\\d])${source}(?!\\p{L})`, "iu");
const PAGE_LIMITS = [
  rule(`${FIRST} ${NUMBER} ${PAGES}`),
  rule(`(?:les |las |los |le |as |os )?${NUMBER} (?:premi[èe]res?|primeras|prime|primeiras) ${PAGES}`),
  rule(`${PAGES} (?:1|one|eins) (?:to|through|-|–|bis|à|a) ${NUMBER}`),
  rule(`${NUMBER} ${PAGES}`),
  /(?:最初の|最大)?(\d{1,4})ページ(?:まで|分)?|(?:前|最多)(\d{1,4})页|(?:처음 |최대 )?(\d{1,4})페이지(?:까지)?|(?:أول |حتى )?(\d{1,4}) صفحات/u,
];
const THIS_PAGE = new RegExp(
  `${rule("(?:(?:only )?(?:on )?(?:the )?(?:first|this) page only|only (?:on |from )?(?:the )?(?:first|this) page|just (?:the )?(?:first|this) page|nur (?:von |auf )?(?:die(?:se[rn]?)? |der )?(?:ersten? )?seite|(?:uniquement|seulement) (?:sur )?(?:la première|cette) page|(?:solo|sólo|só|apenas) (?:en |na |da |de )?(?:la primera|esta|a primeira|questa|la prima) (?:página|pagina))").source}|このページのみ|このページだけ|1ページ目(?:のみ|だけ)|仅(?:限)?(?:第一页|本页|此页)|只(?:要)?第一页|(?:첫|이) 페이지만|هذه الصفحة فقط|الصفحة الأولى فقط`,
  "iu",
);
const EVERY_PAGE = new RegExp(
  `${rule("(?:(?:on|from|of|across|over|through|von|auf|über|de|sur|en|di|su) )?(?:all|every|each|alle[nr]?|allen|toutes les|todas las|todas as|tutte le) (?:the )?(?:result )?(?:pages?|seiten?|páginas?|pagine)").source}|全(?:ての)?ページ|すべてのページ|所有页面|全部页面|所有页|모든 페이지|(?:كل|جميع) الصفحات`,
  "iu",
);
const ITEM_LIMITS = [
  rule(`${FIRST} ${NUMBER}${NOT_OF}`),
  rule(`(?:the |die |les |las |los |le |i |gli |as |os )?${NUMBER} ${FIRST_BEHIND}`),
  rule(
    `${NUMBER} (?:products|items|results|articles|posts|entries|records|jobs|books|produkte|artikel|ergebnisse|einträge|produits|résultats|productos|resultados|artículos|prodotti|risultati|produtos|artigos)`,
  ),
  /(?:最初の|先頭の?|上位|トップ|最新の?)(\d{1,5})(?:件|個|本|冊|商品|記事)?|(?:前|最多|最新的?)(\d{1,5})(?:个|條|条|篇|件|本|项)|(?:처음 |상위 |최대 )(\d{1,5})(?:개|건)?|(?:أول|أحدث) (\d{1,5})/u,
];

const countOf = (text: string): number => WORDS[text.toLowerCase()] ?? Number(text);

const take = (
  text: string,
  rules: readonly RegExp[],
  countsRecords: boolean,
): { rest: string; value: number | null } => {
  for (const pattern of rules) {
    const match = pattern.exec(text);
    const said = match?.slice(1).find((group) => group !== undefined) ?? "";
    const value = match ? countOf(said) : 0;
    if (!match || !(value > 0)) continue;
    // What is counted, if records, stays in the sentence.
    const counted = countsRecords
      ? match[0].slice(match[0].indexOf(said) + said.length).replace(rule(FIRST_BEHIND), " ")
      : "";
    return { rest: text.replace(match[0], ` ${counted} `), value };
  }
  return { rest: text, value: null };
};

const MAX_PAGES = 1_000;

export const readLimits = (prompt: string): { readonly rest: string; readonly limits: Limits } => {
  const single = THIS_PAGE.test(prompt);
  const everyPage = EVERY_PAGE.test(prompt);
  const pages = take(prompt.replace(THIS_PAGE, " ").replace(EVERY_PAGE, " "), PAGE_LIMITS, false);
  const items = take(pages.rest, ITEM_LIMITS, true);
  return {
    rest: items.rest,
    limits: {
      maxItems: items.value,
      maxPages: single ? 1 : pages.value === null ? null : Math.min(MAX_PAGES, pages.value),
      everyPage,
    },
  };
};
