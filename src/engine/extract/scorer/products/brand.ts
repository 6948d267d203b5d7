/** The brand of the product that a page is about. Breadcrumbs and the shop's own name tell none. */
import type { Element } from "domhandler";
import { findAll, findOne } from "domutils";
import type { Line } from "../../page/lines.ts";
import { shortText } from "../../page/shortText.ts";
import { type Fact, makeFact } from "../../sources/facts.ts";
import { normaliseSpace } from "../../values/text.ts";
import { isAside } from "./aside.ts";

const CLASS =
  /(?:^|[\s_-])(?:brand|vendor|manufacturer|marke|hersteller|marque|fabricant|marca|merk|producer|designer|product-brand|bylineinfo|byline-info)(?:[\s_-]?(?:name|link|title|logo|value|text))?(?:\s|$)/i;
const LINK =
  /\/(?:brands?|marken?|marques?|marcas?|merken?|merk|vendors?|manufacturers?|designers?|hersteller|fabricants?|producent|znacky|brend|markalar)\/[^/?#]+/i;
const LABEL =
  "brand(?: name)?|marke|hersteller|marque|fabricant|marca|fabricante|produttore|marchio|merk|fabrikant|vendor|manufacturer|designer|made by|producent|marka|značka|výrobce|gyártó|märke|varumærke|mærke|merke|valmistaja|бренд|производитель|виробник|μάρκα|κατασκευαστής|üretici|ブランド|メーカー|品牌|브랜드|제조사|العلامة التجارية|الماركة|מותג|יצרן";
const BEFORE = new RegExp(`^(?:(?:${LABEL})\\s*(?:[:：]\\s*|\\s)|by\\s+)`, "iu");
/** A line that says nothing else. */
const LINE = new RegExp(`^(?:${LABEL})\\s*[:：]\\s*(\\S.*)$`, "iu");
const STORE = /^(?:visit the|shop all|more from|view all|see all|shop) (.+?)(?: store| products)?$/i;
const NO_BRAND =
  /[.!?]$|\d{3}|^(?:brands?|our brand|shop|view all|all brands|marques?|marken)$|^(?:view|all|see|shop)\s/i;
const MAX_BRAND = 40;
const MAX_LOOKED = 200;

const polishBrand = (text: string): string | null => {
  const brand = normaliseSpace(text).replace(BEFORE, "").replace(STORE, "$1").trim();
  return brand === "" || brand.length > MAX_BRAND || NO_BRAND.test(brand) ? null : brand;
};

const isButton = ({ name, attribs }: Element): boolean =>
  name === "button" || name === "select" || attribs.role === "button";
/** An element called brand may hold a label and the name in a link, or the maker's logo. */
const readElement = (element: Element): string | null => {
  const link = findOne(({ name, attribs }) => name === "a" && attribs.href !== undefined, element.children);
  const logo = findOne(({ name }) => name === "img", element.children);
  const linked = link ? shortText(link, MAX_BRAND) : null;
  // What is there to press says what it does.
  const isPressed = isButton(element) || findOne(isButton, element.children) !== null;
  const own = isPressed ? "" : shortText(element, MAX_BRAND * 2);
  return polishBrand(linked || own || logo?.attribs.alt || "");
};

export const readBrand = (top: Element, lines: readonly Line[], others: ReadonlySet<unknown>): Fact[] => {
  const called = findAll(
    ({ name, attribs }) =>
      name !== "body" &&
      (CLASS.test(`${attribs.class ?? ""} ${attribs.id ?? ""}`) ||
        (name === "a" && LINK.test(attribs.href ?? ""))),
    top.children,
  ).slice(0, MAX_LOOKED);
  for (const element of called) {
    const brand = readElement(element);
    if (brand === null || isAside(element, others)) continue;
    return [
      makeFact("content", "brand", [brand], {
        factor: 0.8,
        path: `.${element.attribs.class ?? "brand link"}`,
      }),
    ];
  }
  for (const { text, element } of lines) {
    const brand = text.length > MAX_BRAND * 2 ? null : polishBrand(LINE.exec(text)?.[1] ?? "");
    if (brand !== null && !isAside(element, others))
      return [makeFact("pair", "brand", [brand], { concept: "brand", path: `line "${text.slice(0, 40)}"` })];
  }
  return [];
};
