/** Topics of blocks that are not main content: typical words of shops, forms and banners. Policy as data. */

const PATTERNS = {
  cookies:
    /\bcookies?\b|\bgdpr\b|consent|privacy (?:choices|preferences?|settings)|datenschutz|legitimate interest|partners can use/i,
  shipping:
    /\bshipping|deliver(?:y|s|ed)?\b|\breturns?\b|refund|warranty|guarantee|pickup|dispatch|(?:in|out of) stock|sold out|versand|lieferung|rückgabe|livraison|retours?\b|envío|spedizione|verzending|leverans|dostawa/i,
  payment:
    /klarna|afterpay|paypal|interest-free|shop pay|checkout|add to (?:cart|bag|basket|wish)|your (?:cart|bag|basket)|subtotal|\bquantity\b|gift card|coupon|(?:promo|discount) code|warenkorb|panier|carrito|carrello|winkelwagen|koszyk/i,
  review:
    /\breviews?\b|verified (?:buyer|purchase|customer)|out of 5|\bstars?\b|★|helpful|would recommend|bewertung|\bavis\b|reseña|recension/i,
  signup:
    /newsletter|subscribe|sign up|your (?:e-?mail|inbox)|e-?mail address|first order|exclusive offers|abonnier|anmelden|inscri|suscrib|iscriviti/i,
  legal:
    /privacy|terms (?:of|&|and)|all rights reserved|©|copyright|trademark|disclaimer|impressum|mentions légales|affiliate|commission|sitemap/i,
  related:
    /you (?:may|might) (?:also )?(?:like|love|enjoy|be interested)|you'll (?:also )?love|\brelated\b|similar|recommended|(?:customers|people) (?:also|who)|also (?:viewed|bought|like)|frequently bought|recently viewed|more (?:from|like|to)|pairs well|complete the|trending|most (?:popular|read|recent)|best ?sellers|read next|(?:next|previous) (?:post|article|topic)|ähnliche|kunden kauften|auch gefallen|vous aimerez|similaires|relacionad|también te|potrebbe|vergelijkbare|podobne|relaterade/i,
  comments:
    /\bcomments?\b|leave a reply|\brepl(?:y|ies)\b|kommentare?|commentaires?|comentarios|commenti|reacties/i,
  service:
    /customer (?:service|care|support)|contact us|\bhelp\b|support|call us|store locator|careers|about us|loyalty|rewards|wholesale|kundenservice|über uns|kontakt/i,
  social:
    /follow us|facebook|instagram|twitter|pinterest|linkedin|youtube|tiktok|whatsapp|\bshare\b|teilen|partager|compartir/i,
  time: /\bago\b|min(?:ute)?s? read|\d{4}-\d\d|\bviews?\b|\bposted\b|\bpublished\b|\bupdated\b|\bjoined\b|\blikes?\b/i,
} as const;

export type Topic = keyof typeof PATTERNS;
export const TOPICS = Object.keys(PATTERNS) as Topic[];
const RULES = Object.values(PATTERNS);

/** Only the start of a long text is checked, which is enough to tell its topics. */
const MAX_LENGTH = 300;

/** Returns the topics of a text as a bit set, in the order of `TOPICS`. */
export const topicsOf = (text: string): number => {
  const start = text.slice(0, MAX_LENGTH);
  let bits = 0;
  RULES.forEach((rule, index) => {
    if (rule.test(start)) bits |= 1 << index;
  });
  return bits;
};

export const bitOfTopic = (topic: Topic): number => 1 << TOPICS.indexOf(topic);
