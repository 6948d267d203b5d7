/** The article numbers of the page's product: in lines, in forms, and in its address. */
import type { Element } from "domhandler";
import { findAll, findOne } from "domutils";
import type { PageDocument } from "../../page/document.ts";
import { type Fact, makeFact } from "../../sources/facts.ts";
import words from "../../vocabulary/codes.json" with { type: "json" };
import type { Concept } from "../../vocabulary/concepts.ts";
import { isAside } from "./aside.ts";
import { listShort, type Shown } from "./said.ts";

/** One code: letters and digits with punctuation inside, and a second part if nothing else follows. */
const CODE =
  "([A-Z0-9](?:[A-Z0-9._/+-]{0,30}[A-Z0-9])?(?: [A-Z0-9._/-]*\\d[A-Z0-9._/-]*(?=\\s*(?:$|[|·•;,()])))?)";
const END = "(?![\\p{L}\\d])";
const POINT = "[:#：.№º°ªn]";
/** Digits of barcodes and ISBNs, with or without separators. */
const DIGITS = "(\\d(?:[ -]?\\d){6,16}(?:-?[\\dX])?)";

/** Labels that by themselves announce a number. */
const labelled = (labels: readonly string[], code = CODE): RegExp =>
  new RegExp(`(?<![\\p{L}\\d])(?:${labels.join("|")})\\s*(?:[:#：.№ºª°-]\\s*)*${code}${END}`, "iu");
/** Labels that announce a number only if followed by a colon or alone in their line. */
const marked = (labels: readonly string[]): RegExp =>
  new RegExp(
    `(?<![\\p{L}\\d])(?:${labels.join("|")})\\s*${POINT}?\\s*[:#：№]\\s*${CODE}${END}|^(?:${labels.join("|")})\\s*${POINT}{0,2}\\s+${CODE}$`,
    "iu",
  );
/** The shop's own number after its initials, at the start of a line: "BH #POP1REEVLRC4". */
const INITIALS = new RegExp(`^(?!M(?:PN|F[RG])|OEM)\\p{Lu}{2,4}\\s*#\\s*${CODE}(?=\\s*(?:$|[|·•;,()]))`, "u");

/** Numbers by their labels, the most reliable first: a manufacturer's part number is not the shop's SKU. */
const NUMBERS: readonly (readonly [Concept, readonly RegExp[]])[] = [
  ["gtin", [labelled(words.gtin, DIGITS)]],
  ["isbn", [labelled(words.isbn, DIGITS)]],
  ["sku", [INITIALS]],
  ["mpn", [labelled(words.mpn)]],
  ["sku", [labelled(words.sku), marked(words.skuMarked)]],
];
/** Lines whose codes are not article numbers. */
const NO_ARTICLE = new RegExp(words.noArticle, "i");
const MIN_CODE = 2;
/** The code if it has a digit or is all capitals; other words are not codes. */
const accept = (text: string | undefined): string | null => {
  const code = text?.replace(/[.,;:-]+$/, "") ?? "";
  return code.length >= MIN_CODE && (/\d/.test(code) || /^[A-Z][A-Z-]{2,}$/.test(code)) ? code : null;
};
const readAfter = (text: string, patterns: readonly RegExp[]): string | null =>
  patterns
    .map((pattern) => pattern.exec(text))
    .map((found) => accept(found?.[1] ?? found?.[2]))
    .find((code) => code !== null) ?? null;

/** A code named in passing can belong to anything: "Item number 66, made of oak and felt." */
const PROSE = 0.6;
const isProse = (text: string, code: string): boolean => {
  const at = text.indexOf(code);
  const rest = at < 0 ? "" : text.slice(at + code.length);
  return (
    !/^\s*[|·•;:/()]/.test(rest) && (rest.match(/(?<!\p{L})\p{Ll}{2,}(?!\p{L})/gu)?.length ?? 0) >= MIN_PROSE
  );
};
const MIN_PROSE = 2;

const MAX_LINE = 160;
const MAX_LABEL = 30;
const readLines = (shown: Shown): Fact[] => {
  const facts = new Map<Concept, Fact>();
  const lines = listShort(shown, MAX_LINE);
  lines.forEach(({ text, element, origin }, index) => {
    if (NO_ARTICLE.test(text)) return;
    const next = lines[index + 1]?.text ?? "";
    const texts = text.length <= MAX_LABEL && next.length <= MAX_LABEL ? [text, `${text} ${next}`] : [text];
    for (const [concept, patterns] of NUMBERS) {
      const code = texts.map((each) => readAfter(each, patterns)).find((each) => each !== null);
      if (code === undefined) continue;
      // A number that matches one label is not read as another kind, even if the page repeats it.
      if (!facts.has(concept) && !isAside(element, shown.others))
        facts.set(
          concept,
          makeFact("pair", concept, [code], {
            concept,
            factor: texts.some((each) => isProse(each, code)) ? PROSE : 1.1,
            origin,
          }),
        );
      break;
    }
  });
  return [...facts.values()];
};

const CALLED = /^(?:data-)?(?:product[_-])?sku$/i;
/** One code and nothing else: scripts keep lists and JSON in such attributes, too. */
const WHOLE = new RegExp(`^${CODE}$`, "i");
/** The SKU in attributes and hidden fields, on which all of them have to agree. */
const readForm = ({ top, others }: Shown): Fact[] => {
  const codeOf = ({ name, attribs }: Element): string | null => {
    const key = Object.keys(attribs).find((each) => CALLED.test(each));
    const isField = name === "input" && CALLED.test(attribs.name ?? "");
    const text = key === undefined ? (isField ? attribs.value : undefined) : attribs[key];
    return accept(WHOLE.exec(text?.trim() ?? "")?.[1]);
  };
  const holders = findAll((element) => codeOf(element) !== null, top.children);
  const codes = new Set(holders.filter((element) => !isAside(element, others)).map(codeOf));
  return codes.size === 1
    ? [makeFact("name", "sku", [...codes], { concept: "sku", factor: 1.1, path: "form" })]
    : [];
};

const MIN_TOKEN = 4;
/** A part of the page's URL that one of its elements has as an id or code. */
const readAddress = ({ baseUrl }: PageDocument, { top }: Shown): Fact[] => {
  const { pathname = "", searchParams = [] } = URL.parse(baseUrl) ?? {};
  const whole = [...pathname.split("/"), ...[...searchParams].map(([, value]) => value)];
  const parts = [...whole, ...whole.flatMap((part) => part.split(/[^A-Za-z0-9]+/))];
  const tokens = new Set(parts.filter((part) => part.length >= MIN_TOKEN && /\d/.test(part)));
  const holder = findOne(
    ({ name, attribs }) =>
      Object.entries(attribs).some(
        ([key, value]) =>
          /(?:^|[-_])(?:id|value|code|sku)$/i.test(key) &&
          (key !== "id" || name === "input") &&
          tokens.has(value),
      ),
    tokens.size === 0 ? [] : top.children,
  );
  const code = holder && Object.values(holder.attribs).find((value) => tokens.has(value));
  return code ? [makeFact("name", "sku", [code], { factor: 0.7, path: "address" })] : [];
};

const MIN_DIGITS = 3;
const MAX_TOKEN = 24;
const ASKED = /^(?:sku|pid|id|item|product|art|artnr|variant|p)(?:_?id|_?code|_?no)?$/i;
const isCode = (token: string): boolean =>
  token.length >= MIN_TOKEN &&
  token.length <= MAX_TOKEN &&
  (token.match(/\d/g) ?? []).length >= MIN_DIGITS &&
  // Years and sizes of words are part of a name: "chair-2024", "lamp-100cm".
  !/^(?:19|20)\d\d$|^\d+\p{Ll}{1,3}$/u.test(token);
/**
 * The last resort: the code at the end of the page's own URL, or in its query. Shops elsewhere gave .794 of their SKUs
 * with it and .748 without; on the 64 pages of `products` it changes none.
 */
const readOwnAddress = ({ baseUrl }: PageDocument): Fact[] => {
  const { pathname = "", searchParams = [] } = URL.parse(baseUrl) ?? {};
  const asked = [...searchParams].find(([name, value]) => ASKED.test(name) && isCode(value))?.[1];
  const last = pathname.split("/").findLast((part) => part !== "") ?? "";
  const tokens = last.replace(/\.\w{2,5}$/, "").split(/[^A-Za-z0-9]+/);
  const code = asked ?? tokens.findLast(isCode);
  return code
    ? [makeFact("name", "sku", [code], { concept: "sku", factor: LAST_RESORT, path: "address" })]
    : [];
};
/** Below every other way to find a code, and just enough for a field that asks for it. */
const LAST_RESORT = 0.6;

/** SKU, MPN, GTIN and ISBN of the page's product. */
export const readCodes = (page: PageDocument, shown: Shown): Fact[] => {
  const found = [...readLines(shown), ...readForm(shown), ...readAddress(page, shown)];
  return found.some(({ concept, name }) => concept === "sku" || name === "sku")
    ? found
    : [...found, ...readOwnAddress(page)];
};
