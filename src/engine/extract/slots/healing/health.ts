/** Whether a page is one on which records can be expected at all. */
import { type AnyNode, type Element, isTag, isText } from "domhandler";
import { findAll } from "domutils";
import type { PageDocument } from "../../page/document.ts";
import { textOf } from "../../page/text.ts";
import { holdsAtMost } from "./size.ts";

/** Titles of pages that stand in for the one that was asked for. */
const STAND_IN =
  /\b(?:404|403|429|50[0-4])\b|just a moment|attention required|access denied|zugriff verweigert|accès refusé|acceso denegado|captcha|are you (?:a )?(?:human|robot)|(?:verify|checking) (?:you|your browser)|not found|nicht gefunden|introuvable|no encontrad[oa]|(?:temporarily|service) unavailable|under maintenance|wartungsarbeiten|too many requests|(?:log|sign) in\b|anmelden$/i;

/** What a list says in place of its records. */
const EMPTY =
  /^\W*(?:sorry\W+)?(?:(?:there (?:are|were) )?(?:no|0|zero) (?:\p{L}+ ){0,3}(?:results?|products?|items?|entries|articles?|posts?|matches|records?|listings?|jobs?|offers?)|no (?:\p{L}+ ){1,4}(?:found|available|match\p{L}*|here|yet)|nothing (?:was |to )?(?:found|show|here)|(?:we )?(?:could ?n[o']t|did ?n[o']t|can ?not|can't) find any|your search .{0,60}did not match|keine (?:\p{L}+ ){0,2}(?:ergebnisse|treffer|produkte|artikel|einträge|angebote)|(?:leider )?nichts gefunden|aucun(?:e)? (?:\p{L}+ ){0,2}(?:résultat|produit|article|annonce)|(?:no se (?:han )?encontr\p{L}+|sin) (?:\p{L}+ ){0,2}(?:resultados|productos)|nessun (?:risultato|prodotto|articolo)|nenhum (?:resultado|produto)|geen (?:resultaten|producten|artikelen)|brak (?:wyników|produktów)|ничего не найдено)/iu;

const MAX_SAYING_CHARS = 160;
const MAX_SAYING_NODES = 60;
const MAX_TITLE_NODES = 1_000;
const MAX_EXCUSES = 8;
const SAYING = /^(?:p|div|span|h[1-6]|li|td|strong|b|section)$/;
const HIDDEN_STYLE = /display\s*:\s*none|visibility\s*:\s*hidden/i;
const UNSEEN: ReadonlySet<string> = new Set(["script", "style", "template", "noscript", "head", "option"]);

const hides = ({ name, attribs }: Element): boolean =>
  UNSEEN.has(name) ||
  attribs.hidden !== undefined ||
  attribs["aria-hidden"] === "true" ||
  HIDDEN_STYLE.test(attribs.style ?? "");

/** Tells whether elements of a page are hidden; each is looked at once. */
const createHidden = (): ((element: Element) => boolean) => {
  const known = new Map<Element, boolean>();
  const isHidden = (element: Element): boolean => {
    let is = known.get(element);
    if (is === undefined) {
      const { parent } = element;
      is = hides(element) || (parent !== null && isTag(parent) && isHidden(parent));
      known.set(element, is);
    }
    return is;
  };
  return isHidden;
};

/** Whether an element holds little enough to be a saying. */
const isSmall = (element: Element): boolean => {
  const open: AnyNode[] = [element];
  for (let seen = 0, chars = 0; seen <= MAX_SAYING_NODES; seen++) {
    const node = open.pop();
    if (!node) return true;
    if (isText(node)) chars += node.data.trim().length;
    if (chars > MAX_SAYING_CHARS) return false;
    if ("children" in node) open.push(...node.children.slice(0, MAX_SAYING_NODES));
  }
  return false;
};

const saysEmpty = (element: Element, isHidden: (element: Element) => boolean): boolean => {
  if (!isSmall(element)) return false;
  const text = textOf(element);
  return text.length <= MAX_SAYING_CHARS && EMPTY.test(text) && !isHidden(element);
};

/**
 * What the page says that may explain why it holds no records: it stands in for another page, or its list is
 * empty. Where it did not say so while it held records, it has lost nothing.
 */
export const listExcuses = ({ root }: PageDocument): string[] => {
  const titles = findAll(({ name }) => name === "title" || name === "h1", root.children)
    .filter((element) => holdsAtMost(MAX_TITLE_NODES, element))
    .map(textOf)
    .filter((text) => text.length <= MAX_SAYING_CHARS && STAND_IN.test(text));
  const isHidden = createHidden();
  const sayings = findAll(({ name }) => SAYING.test(name), root.children)
    .filter((element) => saysEmpty(element, isHidden))
    .map(textOf);
  return [...new Set([...titles, ...sayings])].slice(0, MAX_EXCUSES);
};
