/** What is to be read on the page of each record: "open each product and read the description". */

const parted = (source: string): RegExp => new RegExp(`(?<!\\p{L})(?:${source})`, "iu");

/** Of each one; "the" speaks of many only with a plural of links or pages. */
const LINKS =
  "(?=\\s+(?:[\\p{L}'’-]+\\s+)?(?:detail\\p{L}*|links|pages|liens|enlaces|links|collegamenti|detailseiten|fiches)(?!\\p{L}))";
const EACH = `(?:each|every|all(?: the| of the)?|their|its own|jede[nrsm]?|alle|chaque|tous les|toutes les|cada|todos los|todas las|ogni|tutti i|tutte le|todos os|todas as|elke?|(?:the|den|die|les|los|las|la|le|el|il|gli|i|os|as|de)${LINKS})`;
const OPEN =
  "(?:open(?:ing)?|visit(?:ing)?|follow(?:ing)?|go (?:in)?to|enter|click (?:in)?to|click(?:ing)? on|öffne|besuche|folge|gehe? (?:auf|zu)|ouvre[sz]?|visite[sz]?|suis|suivez|abre|abrir|sigue|entra en|apri|visita|segui|abra|siga|visite|bezoek)";
const THING = "(?:[\\p{L}'’-]+\\s*){1,4}?";
const READ =
  "(?:(?:and|to|then|,|und|dann|et|puis|y|luego|e|poi|para|um)\\s+)+(?:then\\s+)?(?:also\\s+)?(?:read|get|collect|extract|take|grab|scrape|fetch|save|give|copy|lies|lese|hole|sammle|nimm|lis|lisez|prends|récupère[rz]?|extrais|lee|lea|extrae|toma|obtén|recoge|leggi|prendi|raccogli|estrai|leia|pegue|extraia|colete|lees)?";
/** "open each product and read …": what follows is read there. */
const OPENS = parted(`${OPEN}\\s+${EACH}\\s+${THING}(?:\\s*(?:${READ})\\s+([^.;!?]{2,200})|(?=[.;,!?]|$))`);
const OPENS_CJK =
  /(?:各|それぞれの|每个|每一个|각)\s?[\p{L}]{1,10}?(?:の?ページ|の?リンク|的?页面|的?链接|의? 페이지)?(?:を開いて|を開き|を読み|打开|를 열어|을 열어)([^。.]{2,80})?|打开(?:每个|各个?)[\p{L}]{1,8}?(?:并|，|,|然后)(?:读取|获取|抓取|提取)?([^。.]{2,80})|افتح كل [\p{L}]+ (?:و|ثم )(?:اقرأ|اجمع|خذ)?\s*([^.]{2,80})/u;
/** "the description from each product's page": what stands right before is read there. */
const PAGES =
  "(?:(?:[\\p{L}]+['’]s?\\s+|[\\p{L}]+\\s+)?(?:own |detail |details |product |article )?pages?|detail ?(?:page|seite)n?|detailseiten?|einzelseiten?|pages? de détail|fiches?|páginas? de detalle|páginas? de detalhes?|pagin[ae] di dettaglio)";
const FROM_EACH = parted(
  `([^,.;!?]{2,60}?)\\s+(?:from|on|of|auf|von|aus|sur|de|en|na|da|nella|dalla|sulla)\\s+(?:the\\s+)?(?:(?:each|every|its|their|jeder|chaque|cada|ogni)\\s+${PAGES}|(?:der|den|les?|la|las|the|its|their)?\\s*(?:detail(?:s|ed)? ?pages?|detailseiten?|einzelseiten?|pages? de détail|páginas? de detalle|páginas? de detalhes?|pagin[ae] di dettaglio))`,
);
const FROM_EACH_CJK = /(?:詳細ページ|详情页|详细页面|상세 ?페이지)(?:から|の|的|에서)?([^。.]{0,40})/u;

export interface Following {
  /** The sentence without what is said of the records' own pages. */
  readonly rest: string;
  /** What to read there, in the sentence's words; empty: what such a page is about. Null: nothing is opened. */
  readonly inner: string | null;
}

const LAST_PART = /^(.*(?:,|\b(?:and|with|plus|und|mit|sowie|et|avec|y|con|e|com)\b))?(.*)$/isu;

/** Takes what is to be read on the records' own pages out of the sentence. */
export const readFollowing = (sentence: string): Following => {
  for (const pattern of [OPENS, OPENS_CJK]) {
    const match = pattern.exec(sentence);
    if (!match) continue;
    const inner = match.slice(1).find((group) => group !== undefined) ?? "";
    return { rest: sentence.replace(match[0], " "), inner: inner.trim() };
  }
  const cjk = FROM_EACH_CJK.exec(sentence);
  if (cjk) return { rest: sentence.replace(cjk[0], " "), inner: (cjk[1] ?? "").trim() };
  const from = FROM_EACH.exec(sentence);
  if (!from) return { rest: sentence, inner: null };
  const [, before = "", inner = ""] = LAST_PART.exec(from[1] ?? "") ?? [];
  return { rest: sentence.replace(from[0], ` ${before} `), inner: inner.trim() };
};
