/** What a product's page shows of it: stock, numbers, brand, rating. */
import { type AnyNode, type Element, isTag } from "domhandler";
import { findAll, findOne } from "domutils";
import { bitOf, groupsOf } from "../content/groups.ts";
import { normaliseSpace, textOf } from "../text.ts";
import { BUYS } from "./buttons.ts";
import type { Concept } from "./concepts.ts";
import { type Fact, makeFact } from "./facts.ts";
import type { Line } from "./lines.ts";
import { findRating, parseCount } from "./ratings.ts";
import { isWithin } from "./regions.ts";
import { parseStock } from "./stock.ts";

const ASIDE = bitOf("navigation") | bitOf("footer") | bitOf("overlay") | bitOf("related") | bitOf("comments");
const CART = /(?:^|[\s_-])(?:mini-?cart|cart-(?:drawer|items?)|upsell|cross-?sell|recently|recommend\w*)/i;
const MAX_CLIMB = 14;

const NOTHING: ReadonlySet<unknown> = new Set();

/** Whether something stands beside what the page is about: menus, carts, other products. */
const isAside = (element: Element, others: ReadonlySet<unknown> = NOTHING): boolean => {
  if (isWithin(element, others)) return true;
  let at: Element | null = element;
  for (let climbed = 0; at && climbed < MAX_CLIMB && at.name !== "body"; climbed++) {
    if (["nav", "footer", "aside", "dialog"].includes(at.name)) return true;
    if (CART.test(`${at.attribs.class ?? ""} ${at.attribs.id ?? ""}`) || groupsOf(at) & ASIDE) return true;
    at = at.parent && isTag(at.parent) ? at.parent : null;
  }
  return false;
};

const NUMBER = "([A-Z0-9][A-Z0-9._/-]{1,29}(?: ?[A-Z0-9._/-]*\\d[A-Z0-9._/-]*)?)";
const labelled = (labels: string): RegExp =>
  new RegExp(`(?<![\\p{L}\\d])(?:${labels})\\s*[:#：.№º-]*\\s*${NUMBER}(?![\\p{L}\\d])`, "iu");

/** Numbers by what pages write before them. Policy as data. */
const NUMBERS: readonly (readonly [Concept, RegExp])[] = [
  [
    "gtin",
    labelled(
      "(?:ean|gtin|upc)(?:[ -]?(?:8|10|12|13|14))?(?:[ -]?(?:code|nummer|number|nr\\.?|no\\.?))?|barcode|strichcode|штрихкод",
    ),
  ],
  ["isbn", labelled("isbn(?:[ -]?1[03])?")],
  [
    "mpn",
    labelled(
      "mpn|(?:manufacturer|mfr\\.?|hersteller|part)[ -]?(?:part )?(?:sku|number|no\\.?|nr\\.?|nummer|code|#)|herst\\.?-?nr\\.?|teilenummer|référence fabricant|part\\s?#",
    ),
  ],
  [
    "sku",
    labelled(
      'sku(?: ?(?:code|number|no\\.?|#))?|(?:item|product|stock|style|catalog(?:ue)?|order) ?(?:code|id|number|num\\.?|no\\.?|nr\\.?|#)|item|art(?:ikel|icle)?\\.?[ -]?(?:nr|no|nummer|number|num|code|id)\\.?|bestell-?(?:nr|nummer)\\.?|produktnummer|prod\\.? ?nr|varenr\\.?|varenummer|tuotenumero|réf(?:érence|\\.)?(?: (?:produit|interne|article))?|ref(?:erencia|erência|\\.)(?: del producto)?|cód(?:igo|\\.)(?: (?:de |del |do )?(?:producto|produto|artículo))?|codice(?: (?:prodotto|articolo))?|cod\\.|artikelcode|indeks|kod (?:produktu|výrobku|zboží)|kód(?: (?:produktu|zboží))?|cikkszám|termékkód|cod produs|šifra(?: (?:proizvoda|artikla))?|артикул|код товара|ürün kodu|stok kodu|κωδικός(?: προϊόντος)?|מק"ט|品番|商品番号|型番|货号|商品编号|상품번호',
    ),
  ],
];

const MAX_LINE = 120;
/** A word is no number: a digit, or capitals only. */
const isNumber = (text: string): boolean => /\d/.test(text) || /^[A-Z][A-Z-]{2,}$/.test(text);

const readNumbers = (lines: readonly Line[], others: ReadonlySet<unknown>): Fact[] => {
  const facts: Fact[] = [];
  lines.forEach(({ text, element }, index) => {
    if (text.length > MAX_LINE) return;
    const next = lines[index + 1]?.text ?? "";
    for (const [concept, pattern] of NUMBERS) {
      if (facts.some((fact) => fact.concept === concept)) continue;
      const found =
        pattern.exec(text) ??
        (text.length <= 30 && next.length <= 30 ? pattern.exec(`${text} ${next}`) : null);
      const number = found?.[1]?.replace(/[.,;-]+$/, "") ?? "";
      if (number === "" || !isNumber(number) || isAside(element, others)) continue;
      facts.push(
        makeFact("pair", concept, [number], { concept, factor: 1.1, path: `line "${text.slice(0, 40)}"` }),
      );
      break;
    }
  });
  return facts;
};

const STOCKED =
  /stock|availab|inventory|verf(?:ue|ü)gbar|liefer(?:bar|zeit|status)|disponib|dispo(?:[\s_-]|$)|lager|voorraad|beschikbaar|skladem|dostupn|estoque/i;
const MAX_STATUS = 80;

/** What elements that are named after stock say, then short lines, then the button that sells. */
const readStock = (top: Element, lines: readonly Line[]): Fact[] => {
  const note = (stock: string, factor: number, path: string): Fact[] => [
    makeFact("content", "availability", [stock], { factor, path }),
  ];
  for (const element of findAll(
    ({ attribs }) => STOCKED.test(`${attribs.class ?? ""} ${attribs.id ?? ""}`),
    top.children,
  )) {
    const text = textOf(element);
    const stock = text.length <= MAX_STATUS ? parseStock(text) : null;
    if (stock !== null && !isAside(element) && !isHidden(element))
      return note(stock, 1, `.${element.attribs.class ?? element.attribs.id}`);
  }
  const buttons = findAll(isButton, top.children).filter((button) => !isAside(button) && !isHidden(button));
  const labels = buttons.map((button) => ({ button, text: buttonText(button) }));
  const refused = labels.find(
    ({ text }) =>
      text.length <= 40 && ["OutOfStock", "PreOrder", "BackOrder"].includes(parseStock(text) ?? ""),
  );
  const buys = labels.find(({ text }) => text.length <= 60 && BUYS.test(text));
  const line = lines.find(
    ({ text, element }) =>
      text.length <= MAX_STATUS &&
      !/\?$/.test(text) &&
      parseStock(text) !== null &&
      !isAside(element) &&
      !isHidden(element),
  );
  const said = line ? parseStock(line.text) : null;
  if (refused && !buys) return note(parseStock(refused.text) ?? "", 0.95, "button");
  if (buys && said === "OutOfStock")
    return note(isDisabled(buys.button) ? "OutOfStock" : "InStock", 0.7, "button");
  if (line && said) return note(said, 0.85, `line "${line.text.slice(0, 40)}"`);
  if (buys)
    return note(
      isDisabled(buys.button) ? "OutOfStock" : "InStock",
      isDisabled(buys.button) ? 0.6 : 0.8,
      "button",
    );
  return [];
};

const isButton = ({ name, attribs }: Element): boolean =>
  name === "button" ||
  (name === "input" && /^(?:submit|button)$/i.test(attribs.type ?? "")) ||
  attribs.role === "button" ||
  (name === "a" && /btn|button|cart|buy/i.test(attribs.class ?? ""));
const buttonText = (button: Element): string =>
  normaliseSpace(
    textOf(button) || (button.attribs.value ?? button.attribs["aria-label"] ?? button.attribs.title ?? ""),
  );
const isDisabled = ({ attribs }: Element): boolean =>
  attribs.disabled !== undefined || attribs["aria-disabled"] === "true";
const isHidden = (element: Element): boolean => {
  for (
    let at: AnyNode | null = element, climbed = 0;
    at && isTag(at) && climbed < 6;
    at = at.parent as AnyNode | null, climbed++
  )
    if (
      at.attribs.hidden !== undefined ||
      /display:\s*none/i.test(at.attribs.style ?? "") ||
      /(?:^|\s)(?:hidden|hide|d-none|is-hidden)(?:\s|$)/.test(at.attribs.class ?? "")
    )
      return true;
  return false;
};

const BRAND_CLASS =
  /(?:^|[\s_-])(?:brand|vendor|manufacturer|marke|hersteller|marque|product-brand)(?:[\s_-]?(?:name|link|title|logo))?(?:\s|$)/i;
const BRAND_LINK = /\/(?:brands?|marken?|marques?|marcas?|merken?|vendors?|manufacturers?)\/[^/]+/i;
const MAX_BRAND = 40;

/** The brand beside the product's name: what is named so, or leads to the brand's own page. */
const readBrand = (top: Element, others: ReadonlySet<unknown>): Fact[] => {
  for (const element of findAll(
    ({ attribs }) => BRAND_CLASS.test(attribs.class ?? "") || BRAND_LINK.test(attribs.href ?? ""),
    top.children,
  )) {
    const text = (
      textOf(element) ||
      findOne(({ name }) => name === "img", element.children)?.attribs.alt ||
      ""
    )
      .replace(/^(?:by|von|brand|marke|marque|marca)\s*:?\s+/i, "")
      .replace(/^visit the (.+) store$/i, "$1");
    if (
      text === "" ||
      text.length > MAX_BRAND ||
      /[.!?]$|\d{3}|^(?:brands?|our brand|shop|view all|all brands)/i.test(text) ||
      isAside(element, others)
    )
      continue;
    return [
      makeFact("content", "brand", [text], {
        factor: 0.8,
        path: `.${element.attribs.class ?? "brand link"}`,
      }),
    ];
  }
  return [];
};

const RATING_CLASS = /rating|stars?|review/i;

const readRating = (top: Element): Fact[] => {
  const facts: Fact[] = [];
  for (const element of findAll(
    ({ attribs }) =>
      RATING_CLASS.test(`${attribs.class ?? ""} ${attribs["aria-label"] ?? ""} ${attribs.title ?? ""}`),
    top.children,
  ).slice(0, 200)) {
    const text = `${element.attribs["aria-label"] ?? ""} ${element.attribs.title ?? ""} ${textOf(element).slice(0, 200)}`;
    if (text.length > 260) continue;
    const rating = findRating(text);
    const counted = parseCount(text);
    const path = `.${element.attribs.class ?? "rating"}`;
    if (rating !== null && !facts.some(({ concept }) => concept === "rating") && !isInCard(element))
      facts.push(makeFact("content", "rating", [rating], { factor: 0.85, path }));
    if (counted !== null && !facts.some(({ concept }) => concept === "reviewCount") && !isInCard(element))
      facts.push(makeFact("content", "reviewCount", [counted], { factor: 0.85, path }));
    if (facts.length === 2) break;
  }
  return facts;
};

const SAYS_RATED = /rat(?:ed|ing)|stars?(?!\p{L})|stern|bewert|reviews?|note|étoiles|estrellas|★|Ø/iu;
/** What a short line says of stars, where no element is called so. */
const readRatedLine = (lines: readonly Line[], others: ReadonlySet<unknown>): Fact[] => {
  for (const { text, element } of lines) {
    if (text.length > MAX_STATUS || !SAYS_RATED.test(text)) continue;
    const [rating, counted] = [findRating(text), parseCount(text)];
    if (rating === null || isAside(element, others)) continue;
    const path = `line "${text.slice(0, 40)}"`;
    return [
      makeFact("content", "rating", [rating], { factor: 0.7, path }),
      ...(counted === null ? [] : [makeFact("content", "reviewCount", [counted], { factor: 0.7, path })]),
    ];
  }
  return [];
};

const isInCard = (element: Element): boolean => {
  for (
    let at: AnyNode | null = element, climbed = 0;
    at && isTag(at) && climbed < MAX_CLIMB;
    at = at.parent as AnyNode | null, climbed++
  )
    if (groupsOf(at) & bitOf("related") || at.name === "nav" || at.name === "footer") return true;
  return false;
};

/** Facts of the product that a page is about, as a visitor sees them. */
export const readProduct = (top: Element, lines: readonly Line[], others: ReadonlySet<unknown>): Fact[] => [
  ...readNumbers(lines, others),
  ...readStock(top, lines),
  ...readBrand(top, others),
  ...readRating(top),
  ...readRatedLine(lines, others),
];
