/** Words that make something else of an amount than the price asked. Policy as data, in several languages. */

const words = (list: readonly string[], flags = "iu"): RegExp =>
  new RegExp(`(?<!\\p{L})(?:${list.join("|")})(?!\\p{L})`, flags);

/** Regular expressions of words, by what the amount is instead. */
const WORDS: readonly string[] = [
  // saved
  "sav(?:e|ings)|you save|off|discount|coupon|sparen|spar\\p{L}*|ersparnis|rabatt",
  "économis\\p{L}*|ahorr\\p{L}*|risparmi\\p{L}*|economize|bespaar|oszczęd\\p{L}*|ušetř\\p{L}*|скидк\\p{L}*|indirim",
  // to have it sent
  "ship(?:s|ping)?|deliver(?:y|ed)|postage|versand\\p{L}*|liefer\\p{L}*|livraison|frais|envíos?|gastos|spedizione",
  "frete|verzend\\p{L}*|frakt|fri frakt|fragt|wysyłk\\p{L}*|dostaw\\p{L}*|доставк\\p{L}*|doprav\\p{L}*|poštovn\\p{L}*",
  "szállít\\p{L}*|toimitus\\p{L}*|livrare|portes|porto|kargo|ongkir|vận chuyển|μεταφορικά|αποστολή|שחן|משלוח|شحن|توصيل",
  // from which something is free
  "orders? (?:over|above|of)|over|minimum|spend|free|ab einem|bestellwert|mindestbestell\\p{L}*",
  // by the month
  "months?|monthly|mo|mth|a month|pcm|weekly|week|payments?|instal\\p{L}*|interest|financ\\p{L}*|leas(?:e|ing)|emi",
  "klarna|afterpay|affirm|clearpay|zip|sezzle|paypal|shop ?pay|laybuy|alma|scalapay|oney|cetelem|paidy|tabby|tamara",
  "rate[n]?|mtl|monatlich|finanzier\\p{L}*|mois|mensualités?|mensual(?:es)?|cuotas?|meses|mes|rat[ae]|al mese|parcelas?|sem juros",
  "per maand|maand|månad(?:en)?|måned|mnd|mån|rat[ay]?|miesięczn\\p{L}*|splátk\\p{L}*|měsíčn\\p{L}*|havonta|kk|taksit|aylık|ay",
  "кредит|рассрочк\\p{L}*|мес(?:яц)?|місяць|δόσεις|μήνα|תשלומים|لחודש|قسط|شهري(?:ا|ًا)?",
  // beside the thing itself
  "deposit|gift card|rewards?|points?|cashback|trade-?in|protection|warranty|insurance|tax(?:es)?|pfand|statiegeld|consigne",
  "éco-?part\\p{L}*|punkte|puntos|pontos|garantie(?:verlängerung)?|garantía|garanzia|garantia|reviews?|ratings?",
  // what it once cost at the least, as the law of the EU has it told
  "lowest price|niedrigster preis|30[- ]tage[- ]?\\p{L}*|prix le plus bas|precio más bajo|prezzo più basso|laagste prijs",
  "najniższa cena|nejnižší cena|legalacsonyabb|lägsta pris(?:et)?|laveste pris|alin hinta|cel mai mic preț",
];
const EAST_ASIAN =
  "送料|配送料|运费|運費|배송비|分期|月々|回払い|할부|개월|ポイント|下取り|割引|クーポン|优惠券|적립";
export const NOT_ASKED = new RegExp(
  `(?<!\\p{L})(?:${WORDS.join("|")})(?!\\p{L})|${EAST_ASIAN}|(?<=\\/\\s?)(?:mo|mnd|mth|mån|mies)`,
  "iu",
);

/** What a price was, or is elsewhere. */
export const OLD = new RegExp(
  `${
    words([
      "was|before|reg(?:ular)?\\.?(?: price)?|original(?:ly)?(?: price)?|list price|msrp|m\\.?r\\.?p\\.?|rrp|srp|compare at|retail(?: price)?|typical price",
      "statt|uvp|unverb\\.? preisempf\\p{L}*|bisher|vorher|alter preis|listenpreis|au lieu de|prix (?:conseillé|public|barré|initial|de comparaison)",
      "antes|en vez de|pvpr|p\\.v\\.p\\.r|precio (?:anterior|original|recomendado|normal)|prezzo (?:originale|consigliato|precedente)|anziché",
      "de:|de(?=\\s*r\\$)|preço (?:anterior|original|de tabela)|adviesprijs|van voor|normaal|catalogusprijs",
      "ord\\.? ?pris|ordinarie(?: pris)?|rek\\.? ?pris|normalpris|tidigare|tidligere|førpris|før|veil\\.?|veiledende|vejl\\.?|ovh|suositushinta|norm\\.",
      "cena (?:katalogowa|regularna|przed)|zamiast|původn[íě]|běžná cena|místo|előtte|eredeti ár|preț vechi|prp|inainte",
      "старая цена|обычная цена|стара ціна|вместо|αρχική τιμή|παλιά τιμή|από|eski fiyat|liste fiyatı|giá (?:gốc|cũ)|harga (?:asli|normal)",
      "מחיר קודם|במקום|السعر السابق|قبل الخصم|بدلا من",
    ]).source
  }|定価|原价|原價|市场价|通常価格|希望小売価格|参考価格|정가|소비자가`,
  "iu",
);
/** What outweighs a word for an old price in the same line: it is told beside the new one. */
export const NOW = words([
  "now|jetzt|nur|ahora|ora|maintenant|agora|por|nu|teraz|nyní|most|current|only|seulement",
]);

export const PER_UNIT =
  /(?:\/|\bper\b|\bpro\b|\bpor\b|\bpar\b|\bal\b|(?<!\p{L})(?:je|za|pr\.?|на|за)(?!\p{L}))\s*(?:\d+\s*)?(?:kg|g|mg|lb|oz|fl\.? ?oz|l|ml|cl|m|m²|m2|sq\.? ?ft|ft|unit|count|ct|each|item|piece|stück|stk|st|szt|ks|db|100\s?(?:g|ml)|kilo|liter|litre|litro|unidad|pièce|pezzo|serving|capsule|sheet|roll|кг|г|л|мл|шт)(?!\p{L})|grundpreis|unit price|prix au|precio por|prezzo al|jämförpris|jmf|kilopris|literpris|jednotková cena|egységár|(?:100|1)\s?(?:g|ml|グラム)(?:あたり|当たり)/iu;

/** A price to which the taxes come that most buyers pay. */
export const WITHOUT_TAX = new RegExp(
  `${
    words([
      "(?:ex|excl|excluding|exc|without|plus|before|\\+)\\.?\\s*(?:vat|gst|tax(?:es)?)",
      "(?:ohne|zzgl\\.?|exkl\\.?) (?:\\d+ ?% )?(?:mwst|ust)|netto|hors taxes?|ht|h\\.t\\.|sin iva|iva no incluido|iva esclusa|sem iva",
      "excl(?:usief|\\.)? (?:btw|moms)|exkl\\.? moms|eks\\.? (?:mva|moms)|bez dph|nettó|alv 0 ?%|без ндс|kdv hariç|χωρίς φπα",
    ]).source
  }|税抜|税別|(?:부가세|VAT) ?별도|不含税`,
  "iu",
);

/** Said right behind a price: to have it sent costs nothing, and the price is that of the thing. */
export const SENT_FREE = new RegExp(
  `^\\W*(?:[+&]|and|with|und|et|y|e)?\\W*${
    words([
      "free (?:\\p{L}+ )?(?:shipping|delivery|postage|p&p)|(?:shipping|delivery) (?:is )?(?:free|included)",
      "(?:kostenloser?|gratis) (?:versand|lieferung)|versandkostenfrei|gratisversand",
      "livraison (?:gratuite|offerte)|envío (?:gratis|gratuito)|spedizione gratuita|frete grátis|envio grátis",
      "gratis verzending|fri frakt|gratis fragt|darmowa (?:dostawa|wysyłka)|бесплатная доставка|送料無料|包邮|무료배송",
    ]).source
  }\\W*$`,
  "iu",
);

/** The least of several prices: "from $20". */
export const FROM =
  /^\W*(?:from|starting (?:at|from)|ab|à partir de|dès|desde|a partire da|da|a partir de|vanaf|från|fra|od|от|від|alkaen|από|mulai|từ)(?!\p{L})/iu;

/** "incl.", "plus": what follows is said of a price, and is no other amount. */
const WITH = [
  "zzgl|zuzüglich|inkl|inklusive|exkl|ohne|plus|incl|including|includes|excl|excluding|before|inc|ex",
  "hors|avec|más|sin|con|più|esclus[aoie]|inclus[aoie]?|mais|sem|com|exclusief|inclusief|bez|vč|včetně|zawiera|med|uden|utan|uten",
].join("|");
const TERMS = [
  "mwst|mehrwertsteuer|ust|umsatzsteuer|gesetzl|gesetzlicher|versand(?:kosten)?|lieferkosten|lieferung",
  "vat|gst|tax(?:es)?|sales tax|shipping(?: costs?| fees?)?|delivery|postage",
  "tva|taxes?|frais de (?:port|livraison)|livraison|iva|gastos de envío|envío|spedizione|spese di spedizione|frete",
  "btw|verzendkosten|verzending|moms|mva|frakt|dph|ndс|kosztów dostawy",
].join("|");
const TERM = new RegExp(
  `[,;(/]?\\s*(?:(?<!\\p{L})(?:${WITH})\\.?\\s+)(?:(?:&|und|and|et|der|any|all|\\d{1,2}(?:[.,]\\d)?\\s*%|${TERMS})\\.?\\s*)*(?:${TERMS})(?!\\p{L})\\.?\\)?\\*?`,
  "giu",
);

/** A text without what it says of taxes and shipping on top of its price: "1.299,00 € zzgl. Versand". */
export const withoutTerms = (text: string): string => text.replace(TERM, " ").replace(/\s+/g, " ").trim();
