/** Labels of pagers, in the web's major languages. Lower case, without arrows. */

export const NEXT_WORDS: ReadonlySet<string> = new Set([
  ..."next|next page|go to next page|next results|older|older posts|older entries|older articles|more results".split(
    "|",
  ),
  ..."weiter|nächste|nächste seite|nächster|vor|vorwärts|zur nächsten seite|ältere beiträge".split("|"),
  ..."suivant|suivante|page suivante|suivants|articles plus anciens".split("|"),
  ..."siguiente|página siguiente|siguientes|próxima|próximo|próxima página|seguinte|página seguinte".split(
    "|",
  ),
  ..."successivo|successiva|avanti|pagina successiva|prossimo|prossima|pagina seguente".split("|"),
  ..."volgende|volgende pagina|nästa|nästa sida|neste|neste side|næste|næste side|seuraava|seuraava sivu".split(
    "|",
  ),
  ..."następna|następny|następna strona|dalej|další|další strana|ďalšia|ďalej|következő|következő oldal".split(
    "|",
  ),
  ..."следующая|следующая страница|след|далее|вперёд|вперед|наступна|далі|επόμενη|επόμενο|επόμενη σελίδα".split(
    "|",
  ),
  ..."sonraki|sonraki sayfa|ileri|următoarea|următorul|pagina următoare|напред|следваща|sljedeća|naslednja".split(
    "|",
  ),
  ..."次へ|次|次のページ|次ページ|次の页|下一页|下一頁|下页|下頁|后一页|다음|다음 페이지|다음페이지".split(
    "|",
  ),
  ..."التالي|التالية|الصفحة التالية|הבא|הבאה|לעמוד הבא|بعدی|صفحه بعد|अगला|अगला पृष्ठ|ถัดไป|หน้าถัดไป".split("|"),
  ..."selanjutnya|berikutnya|halaman berikutnya|seterusnya|tiếp|tiếp theo|trang sau|sau".split("|"),
  ..."arrow_forward|chevron_right|navigate_next|keyboard_arrow_right".split("|"),
]);

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
