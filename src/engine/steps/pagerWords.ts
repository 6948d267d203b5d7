/** Labels of pagers, in the web's major languages. Lower case, without arrows. */
import words from "../extract/vocabulary/pageLinks.json" with { type: "json" };

export const NEXT_WORDS: ReadonlySet<string> = new Set(words.next);

/** Texts of links that are only an arrow; trusted only within a pager or with a page number in the URL. */
export const NEXT_SYMBOLS: ReadonlySet<string> = new Set([
  ">",
  "›",
  "»",
  "→",
  "❯",
  "▶",
  "►",
  "⟩",
  ">>",
  "≫",
  "⇒",
  "⟶",
]);

/** Labels of buttons that extend a list. */
export const MORE_WORDS: readonly string[] = [
  ..."load more|show more|see more|view more|more results|show more results|load more results|more items".split(
    "|",
  ),
  ..."mehr laden|mehr anzeigen|weitere laden|weitere anzeigen|weitere ergebnisse|mehr ergebnisse".split("|"),
  ..."charger plus|voir plus|afficher plus|plus de résultats|cargar más|ver más|mostrar más|más resultados".split(
    "|",
  ),
  ..."carica altri|mostra altri|mostra di più|carregar mais|ver mais|mostrar mais|meer laden|toon meer|meer tonen".split(
    "|",
  ),
  ..."ladda fler|visa fler|vis mere|vis flere|indlæs flere|last inn flere|näytä lisää|lataa lisää".split("|"),
  ..."pokaż więcej|załaduj więcej|zobrazit další|načíst další|показать ещё|показать еще|загрузить ещё|daha fazla".split(
    "|",
  ),
  ..."daha fazla göster|もっと見る|さらに表示|加载更多|查看更多|載入更多|更多|더보기|더 보기|عرض المزيد|تحميل المزيد|טען עוד".split(
    "|",
  ),
];
