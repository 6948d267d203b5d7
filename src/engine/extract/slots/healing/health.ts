/** Detects pages that are not expected to contain records. */
import type { Element } from "domhandler";
import { findAll } from "domutils";
import type { PageDocument } from "../../page/document.ts";
import { shortText } from "../../page/shortText.ts";
import { outward } from "../../page/tree.ts";

/** Titles of error, login and bot-check pages served in place of the requested one. */
const STAND_IN =
  /\b(?:404|403|429|50[0-4])\b|just a moment|attention required|access denied|zugriff verweigert|accès refusé|acceso denegado|captcha|are you (?:a )?(?:human|robot)|(?:verify|checking) (?:you|your browser)|not found|nicht gefunden|introuvable|no encontrad[oa]|(?:temporarily|service) unavailable|under maintenance|wartungsarbeiten|too many requests|(?:log|sign) in\b|anmelden$/i;

/** Messages of an empty list. */
const EMPTY =
  /^\W*(?:sorry\W+)?(?:(?:there (?:are|were) )?(?:no|0|zero) (?:\p{L}+ ){0,3}(?:results?|products?|items?|entries|articles?|posts?|matches|records?|listings?|jobs?|offers?)|no (?:\p{L}+ ){1,4}(?:found|available|match\p{L}*|here|yet)|nothing (?:was |to )?(?:found|show|here)|(?:we )?(?:could ?n[o']t|did ?n[o']t|can ?not|can't) find any|your search .{0,60}did not match|keine (?:\p{L}+ ){0,2}(?:ergebnisse|treffer|produkte|artikel|einträge|angebote)|(?:leider )?nichts gefunden|aucun(?:e)? (?:\p{L}+ ){0,2}(?:résultat|produit|article|annonce)|(?:no se (?:han )?encontr\p{L}+|sin) (?:\p{L}+ ){0,2}(?:resultados|productos)|nessun (?:risultato|prodotto|articolo)|nenhum (?:resultado|produto)|geen (?:resultaten|producten|artikelen)|brak (?:wyników|produktów)|ничего не найдено)/iu;

const MAX_SAYING_CHARS = 160;
const MAX_EXCUSES = 8;
const SAYING = /^(?:p|div|span|h[1-6]|li|td|strong|b|section)$/;
const HIDDEN_STYLE = /display\s*:\s*none|visibility\s*:\s*hidden/i;
const UNSEEN: ReadonlySet<string> = new Set(["script", "style", "template", "noscript", "head", "option"]);

const isHidden = (element: Element): boolean =>
  outward(element).some(
    ({ name, attribs }) =>
      attribs.hidden !== undefined ||
      attribs["aria-hidden"] === "true" ||
      UNSEEN.has(name) ||
      HIDDEN_STYLE.test(attribs.style ?? ""),
  );

/**
 * Lists messages that can explain why a page has no records: it is an error page, or its list is empty. If the
 * page did not show the message while it had records, its selectors are not considered broken.
 */
export const listExcuses = ({ root }: PageDocument): string[] => {
  const textsOf = (tags: RegExp, isExcuse: (text: string, element: Element) => boolean): string[] =>
    findAll(({ name }) => tags.test(name), root.children).flatMap((element) => {
      const text = shortText(element, MAX_SAYING_CHARS);
      return text !== null && isExcuse(text, element) ? [text] : [];
    });
  const titles = textsOf(/^(?:title|h1)$/, (text) => STAND_IN.test(text));
  const sayings = textsOf(SAYING, (text, element) => EMPTY.test(text) && !isHidden(element));
  return [...new Set([...titles, ...sayings])].slice(0, MAX_EXCUSES);
};
