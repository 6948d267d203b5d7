/** Words that make something else of an amount than the price asked. Policy as data, in several languages. */

/** Regular expressions of words, by what the amount is instead. */
const WORDS: readonly string[] = [
  // saved
  "sav(?:e|ings)|you save|off|discount|coupon|sparen|spar\\p{L}*|ersparnis|rabatt",
  "économis\\p{L}*|ahorr\\p{L}*|risparmi\\p{L}*|economize|bespaar",
  // to have it sent
  "ship(?:s|ping)?|deliver(?:y|ed)|postage|versand\\p{L}*|liefer\\p{L}*|livraison|frais|envío|gastos|spedizione",
  "frete|verzend\\p{L}*|frakt|fri frakt|wysyłk\\p{L}*|dostaw\\p{L}*|доставк\\p{L}*|送料|运费",
  // from which something is free
  "orders? (?:over|above|of)|over|minimum|spend|free|ab einem|bestellwert",
  // by the month
  "months?|monthly|mo|weekly|week|payments?|instal\\p{L}*|interest|financ\\p{L}*|leas(?:e|ing)",
  "klarna|afterpay|affirm|clearpay|zip|sezzle|paypal|shop ?pay",
  "rate[n]?|monatlich|finanzier\\p{L}*|mois|mensualités?|cuotas?|meses|mes|rat[ae]|al mese|parcelas?|sem juros",
  "per maand|månad|mnd|rat[ay]?|кредит|分期",
  // beside the thing itself
  "deposit|gift card|rewards?|points?|trade-?in|protection|warranty|insurance|tax(?:es)?",
];
export const NOT_ASKED = new RegExp(`(?<!\\p{L})(?:${WORDS.join("|")})(?!\\p{L})`, "iu");

/** "incl.", "plus": what follows is said of a price, and is no other amount. */
const WITH = [
  "zzgl|zuzüglich|inkl|inklusive|exkl|ohne|plus|incl|including|includes|excl|excluding|before|inc|ex",
  "hors|avec|más|sin|con|più|esclus[aoie]|inclus[aoie]?|mais|sem|com|exclusief|inclusief",
].join("|");
const TERMS = [
  "mwst|mehrwertsteuer|ust|umsatzsteuer|gesetzl|gesetzlicher|versand(?:kosten)?|lieferkosten|lieferung",
  "vat|gst|tax(?:es)?|sales tax|shipping(?: costs?| fees?)?|delivery|postage",
  "tva|taxes?|frais de (?:port|livraison)|livraison|iva|gastos de envío|envío|spedizione|spese di spedizione|frete",
  "btw|verzendkosten|verzending|moms|frakt",
].join("|");
const TERM = new RegExp(
  `[,;(/]?\\s*(?:(?<!\\p{L})(?:${WITH})\\.?\\s+)(?:(?:&|und|and|et|der|any|all|\\d{1,2}(?:[.,]\\d)?\\s*%|${TERMS})\\.?\\s*)*(?:${TERMS})(?!\\p{L})\\.?\\)?\\*?`,
  "giu",
);

/** A text without what it says of taxes and shipping on top of its price: "1.299,00 € zzgl. Versand". */
export const withoutTerms = (text: string): string => text.replace(TERM, " ").replace(/\s+/g, " ").trim();
