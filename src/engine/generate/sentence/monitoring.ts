/** What is to be told of a page that is watched: "price below 20", "back in stock", "drops by 5 %". */
import { type Comparison, readComparisons } from "./comparisons.ts";
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

const rule = (source: string, unparted = "(?!)"): RegExp =>
  new RegExp(`(?<!\\p{L})(?:${source})|${unparted}`, "iu");

const RESTOCK = rule(
  "(?:(?:is |comes |gets |be )?(?:back|again) in stock|in stock again|restock(?:ed|s)?|(?:is |becomes )?available again|back in|wieder (?:da|verfügbar|lieferbar|vorrätig|auf lager)|de nouveau (?:disponible|en stock)|de retour en stock|vuelva? a estar disponible|vuelva? a haber stock|de nuevo (?:disponible|en stock)|di nuovo disponibile|voltar? ao estoque|de volta ao estoque|disponível (?:novamente|de novo)|weer (?:op voorraad|leverbaar))",
  "再入荷|入荷したら|补货|重新有货|到货|재입고|يتوفر مرة أخرى|توفر \\p{L}+ مرة أخرى|متوفر مجدد[ًا]+|يعود للمخزون",
);
const STOCKED = rule(
  "(?:(?:it )?(?:is|it's|are|still|becomes?) (?:in stock|available)|(?:and|or) in stock|(?:auf lager|lieferbar|verfügbar) ist|(?:est|soit) (?:en stock|disponible)|(?:esté|está) (?:en stock|disponible)|in stock)",
);
const SOLD = rule(
  "(?:(?:is|goes|it's|runs)? ?(?:out of stock|sold out|unavailable)|ausverkauft|vergriffen|en rupture(?: de stock)?|épuisé|se agot[ae]|agotado|esaurito|esgotad[oa]|uitverkocht)",
  "売り切れ|品切れ|缺货|售罄|품절|نفد",
);
const ADDED = rule(
  "(?:new (?:products?|items?|articles?|posts?|jobs?|entries|listings?|offers?|events?|\\p{L}+s)|(?:is|are|gets?) added|appears?|neue[nrs]? \\p{L}+|nouve(?:aux?|lles?|l) \\p{L}+|nuev[oa]s? \\p{L}+|nuov[ioea] \\p{L}+|hinzugefügt|hinzukomm\\p{L}+|ajoutée?s?|añad\\p{L}+|agreg\\p{L}+|aggiunt[oaie]|adicionad[oa]s?|toegevoegd|nov[oa]s? \\p{L}+|nieuwe \\p{L}+|nowe \\p{L}+|новы[ехй] \\p{L}+)",
  "新着|新しい|新商品|新製品|新記事|新的|新文章|新产品|新职位|新增|새로운|신규|جديد",
);
/** Said beside another condition, only these ask for what is new. */
const IS_ADDED = rule(
  "(?:new (?:\\p{L}+ )?\\p{L}+s|(?:is|are|gets?) (?:added|listed|posted)|appears?|hinzugefügt|neue[nrs]? \\p{L}+|nouve(?:aux|lles) \\p{L}+|ajoutée?s?|nuev[oa]s \\p{L}+)",
);
const EITHER = rule("(?:or|oder|ou|o|and (?:when|if)|und wenn)(?!\\p{L})", "または|或者|或|또는|أو");
const BOTH = rule("(?:and|but|und|et|y|e|mais|pero|ma)(?!\\p{L})", "かつ|并且|且|그리고| و");
const REMOVED = rule(
  "(?:(?:is|are|gets?) (?:removed|taken down|deleted)|disappears?|verschwinde[nt]|entfernt|disparaît|desapare(?:ce|zca)|sparisce|desapareça)",
  "削除され|下架|삭제",
);
/** Any difference at all is what is asked for. */
const CHANGES =
  /(?<!\p{L})(?:(?:(?:the|its|der|die|das|le|la|el|il|o|a)\s+)?(\p{L}{2,20})\s+)?(?:changes?|is (?:changed|updated|different)|gets? updated|updates?|sich ändert|ändert sich|geändert (?:wird|hat)|change|est (?:modifiée?|mise? à jour)|cambi[ae]|actualiz[ae]|muda(?:r)?|mudanças?|verandert)(?!\p{L})|(?:(価格|値段|价格|价钱|가격|السعر)\S{0,2}\s?)?(?:変わ|変更|变化|变动|改变|변경|바뀌|يتغير|تغير)|(?:يتغير|تغير)\s+(السعر)|(?<!\p{L})sich\s+(?:(?:der|die|das)\s+)?(\p{L}{3,20})\s+(?:ändert|verändert)(?!\p{L})/iu;
const CONTAINS =
  /(?<!\p{L})(?:(?:(\p{L}{3,20})\s+)?(?:contains?|containing|mentions?|mentioning|includes? the words?|with the words?|enthält|erwähnt|contient|mentionne|contiene|menciona|contém)\s+(?:["“„«]([^"”“»]{1,60})["”“»]|(?!the |a |an )([\p{L}\p{N}+#.-]{2,40}))|(?:for|about|matching|named|called|titled|über|namens|sur|sobre)\s+["“„«]([^"”“»]{1,60})["”“»])/giu;
/** How to tell is set in the account and its webhooks. */
const BY_MAIL =
  /(?<!\p{L})(?:by|per|via|with an?|par|por|via) (?:e-?mail|mail|sms|text|slack|courriel|correo)(?!\p{L})/giu;
/** What a page or a text mentions may stand anywhere in it. */
const WHOLE = /^(?:page|site|website|it|text|seite|pagina|página|texte?)$/i;
/** The part of the sentence that says when to tell. */
const CLAUSE =
  /(?<!\p{L})(?:when(?:ever)?|if|once|as soon as|wenn|falls|sobald|quand|lorsque?|dès que|si|cuando|quando|se|wanneer|als)\s+([^.;!?]{3,100})/iu;

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
