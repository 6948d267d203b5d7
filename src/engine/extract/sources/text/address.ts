/** Postal addresses in page text, in the formats of several countries. */
import type { Element } from "domhandler";
import { findAll } from "domutils";
import type { PageDocument } from "../../page/document.ts";
import { type Line, listLines } from "../../page/lines.ts";
import { textOf } from "../../page/text.ts";
import { isCountry } from "../../values/countries.ts";
import { normaliseSpace } from "../../values/text.ts";
import words from "../../vocabulary/addresses.json" with { type: "json" };
import { type Fact, makeFact } from "../facts.ts";

export interface AddressParts {
  readonly street?: string;
  readonly postalCode?: string;
  readonly city?: string;
  readonly region?: string;
  readonly country?: string;
}

/** Words for streets, as separate words and as endings: "Hafenstraße", "Prinsengracht". */
const ALONE = words.alone.join("|");
const AT_THE_END = words.atTheEnd.join("|");
const STREET_WORD = `(?:(?<![\\p{L}\\d])(?:${ALONE})|(?:${AT_THE_END}))(?!\\p{L})`;
/** A postcode before a word, and a street word. The last form needs both and is slow, so they are checked first. */
const POSTCODE = "(?:[A-Z]{1,2}-)?\\d{4,5}(?:-\\d{3})?(?:\\s?[A-Z]{2})?|\\d{2}-\\d{3}|\\d{3}\\s\\d{2}";
const HAS_STREET = [new RegExp(`(?:${POSTCODE})\\s+\\p{Lu}`, "iu"), new RegExp(STREET_WORD, "iu")];
/** Street and number, then postcode and place, or in another order, as in several countries. */
const FORMS: readonly {
  readonly pattern: RegExp;
  readonly parts: readonly (keyof AddressParts)[];
  readonly needs?: readonly RegExp[];
}[] = [
  // 123 Main St, Springfield, IL 62701
  {
    pattern:
      /(\d{1,6}[\w-]*\s+[\p{L}\d .'#-]{3,60}?),\s*([\p{L} .'-]{2,40}),\s*([A-Z]{2})\.?\s+(\d{5}(?:-\d{4})?)(?!\d)/u,
    parts: ["street", "city", "region", "postalCode"],
  },
  // 221B Baker Street, London NW1 6XE
  {
    pattern:
      /(\d{1,5}[A-Za-z]?\s+[\p{L} .'-]{3,60}?),\s*([\p{L} .'-]{2,40}?),?\s+([A-Z]{1,2}\d[A-Z\d]?\s*\d[A-Z]{2})(?!\w)/u,
    parts: ["street", "city", "postalCode"],
  },
  // Musterstraße 12, 10115 Berlin · 12 rue de Rivoli, 75001 Paris · Prinsengracht 263, 1016 GV Amsterdam
  {
    pattern: new RegExp(
      `(?<![\\p{L}\\d])((?:\\d{1,5}\\s?[a-z]?,?\\s+)?[\\p{L} .'’/-]*${STREET_WORD}[\\p{L} .'’-]*(?:,?\\s*(?:n[º°]?\\s*)?\\d{1,5}\\s?[a-zA-Z]?(?:[-/]\\d{1,5}[a-z]?)?)?),?\\s+(${POSTCODE})\\s+([\\p{Lu}][\\p{L} .'’/-]{1,40})`,
      "iu",
    ),
    parts: ["street", "postalCode", "city"],
    needs: HAS_STREET,
  },
];

const trimCommas = (text: string): string => text.replace(/^[\s,]+|[\s,]+$/g, "");

/** The postal address in a text, with its parts; null if there is none. */
const findAddress = (
  text: string,
  language: string,
): { readonly text: string; readonly parts: AddressParts } | null => {
  const flat = normaliseSpace(text.replace(/\n+/g, ", ")).replace(/\s*,\s*/g, ", ");
  if (flat.length > 300) return null;
  for (const { pattern, parts, needs = [] } of FORMS) {
    const found = needs.every((need) => need.test(flat)) ? pattern.exec(flat) : null;
    if (!found) continue;
    const [, behind = ""] =
      /^,? ([\p{L} .'’-]{2,40})(?:,|$)/u.exec(flat.slice(found.index + found[0].length)) ?? [];
    const country = isCountry(behind, language) ? behind : null;
    return {
      text: trimCommas(country === null ? found[0] : `${found[0]}, ${country}`),
      parts: {
        ...Object.fromEntries(parts.map((part, index) => [part, trimCommas(found[index + 1] ?? "")])),
        ...(country !== null && { country }),
      },
    };
  }
  return null;
};

/** The parts of a postal address in a text; null if there is none. */
export const parseAddress = (text: string, language: string): AddressParts | null =>
  findAddress(text, language)?.parts ?? null;

const linesOf = (element: Element): string => {
  const lines = listLines([element]).map(({ text }) => text.replace(/[,;]\s*$/, ""));
  return lines.length > 0 ? lines.join(", ") : textOf(element);
};

const isAddressBox = ({ name, attribs }: Element): boolean =>
  name === "address" ||
  /(?:^|[\s_-])(?:adr|h-adr|address|adresse|direccion|indirizzo)(?:[\s_-]|$)/i.test(attribs.class ?? "");

const addressFacts = (text: string, language: string, factor: number, path: string): Fact[] => {
  const found = findAddress(text, language);
  if (!found) return [];
  return Object.entries({ address: found.text, ...found.parts }).map(([name, value]) =>
    makeFact("content", name, [value], { factor, path }),
  );
};

const MAX_ADDRESS = 240;
const MAX_LINE = 120;
const MIN_LINE = 12;
const HAS_POSTCODE = /(?:\d{4,5}|\d{2}-\d{3}|\d{3} \d{2}|[A-Z]\d[A-Z\d]? ?\d[A-Z]{2})(?!\d)/;
/** Whether a line can contain an address. A cheap check before trying the forms. */
const mayBeAddress = (text: string): boolean =>
  text.length <= MAX_LINE && text.length >= MIN_LINE && HAS_POSTCODE.test(text);

/** The postal address of a record, recognised by its form alone. */
export const readRecordAddress = (texts: readonly string[], language: string): Fact[] => {
  const found = texts.filter(mayBeAddress).map((text) => addressFacts(text, language, 0.85, "text"));
  return (found.find((facts) => facts.length > 0) ?? []).map((fact) => ({ ...fact, source: "record" }));
};

export const readAddresses = (page: PageDocument, lines: readonly Line[]): Fact[] => {
  const { language } = page;
  for (const box of findAll(isAddressBox, page.root.children)) {
    const text = linesOf(box);
    const facts = text.length > MAX_ADDRESS ? [] : addressFacts(text, language, 0.95, "address");
    if (facts.length > 0) return facts;
  }
  for (let at = 0; at < lines.length; at++)
    for (const span of [1, 2]) {
      const [text, below = ""] = [lines.slice(at, at + span), lines.slice(at + span, at + span + 1)].map(
        (some) => some.map((line) => line.text).join(", "),
      );
      if (!text || !mayBeAddress(text)) continue;
      const whole = isCountry(below, language) ? `${text}, ${below}` : text;
      const facts = addressFacts(whole, language, 0.7, "text");
      if (facts.length > 0) return facts;
    }
  return [];
};
