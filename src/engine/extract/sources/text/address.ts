/** Postal addresses in the text of pages, as several countries write them. */
import type { Element } from "domhandler";
import { findAll } from "domutils";
import type { PageDocument } from "../../page/document.ts";
import { type Line, listLines } from "../../page/lines.ts";
import { textOf } from "../../page/text.ts";
import { isCountry } from "../../values/countries.ts";
import { normaliseSpace } from "../../values/text.ts";
import type { Concept } from "../../vocabulary/concepts.ts";
import { type Fact, makeFact } from "../facts.ts";

export interface AddressParts {
  readonly street?: string;
  readonly postalCode?: string;
  readonly city?: string;
  readonly region?: string;
  readonly country?: string;
}

/** Words for streets that stand alone, and those that end the name of a street: "Hafenstraße", "Prinsengracht". */
const ALONE =
  "str\\.|weg|platz|allee|gasse|ring|damm|ufer|street|st\\.?|road|rd\\.?|avenue|ave\\.?|boulevard|blvd\\.?|lane|ln\\.?|drive|dr\\.?|way|court|ct\\.?|place|pl\\.?|square|sq\\.?|highway|hwy\\.?|parkway|pkwy\\.?|suite|rue|chemin|quai|impasse|route|calle|c\\/|avenida|avda\\.?|av\\.|paseo|plaza|plaça|carrer|via|viale|piazza|corso|rua|praça|travessa|ulica|ul\\.|aleja|al\\.|náměstí|utca|út|tér|katu|tie";
const AT_THE_END =
  "stra(?:ß|ss)e|str\\.|weg|platz|allee|gasse|ring|damm|ufer|straat|laan|plein|gracht|kade|gatan|gata|vägen|gade|vej|katu|tie|utca";
const STREET_WORD = `(?:(?<!\\p{L})(?:${ALONE})|(?:${AT_THE_END}))(?!\\p{L})`;
/** A postcode with a word behind it, and a street's: the last form needs both, and takes its time to look for them. */
const POSTCODE = "(?:[A-Z]{1,2}-)?\\d{4,5}(?:-\\d{3})?(?:\\s?[A-Z]{2})?|\\d{2}-\\d{3}|\\d{3}\\s\\d{2}";
const HAS_STREET = [new RegExp(`(?:${POSTCODE})\\s+\\p{Lu}`, "iu"), new RegExp(STREET_WORD, "iu")];
/** Street and number, then postcode and place, or the other way round, as several countries write them. */
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
      `((?:\\d{1,5}\\s?[a-z]?,?\\s+)?[\\p{L} .'’/-]*${STREET_WORD}[\\p{L} .'’-]*(?:,?\\s*(?:n[º°]?\\s*)?\\d{1,5}\\s?[a-zA-Z]?(?:[-/]\\d{1,5}[a-z]?)?)?),?\\s+(${POSTCODE})\\s+([\\p{Lu}][\\p{L} .'’/-]{1,40})`,
      "iu",
    ),
    parts: ["street", "postalCode", "city"],
    needs: HAS_STREET,
  },
];

const trimCommas = (text: string): string => text.replace(/^[\s,]+|[\s,]+$/g, "");

/** The postal address in one text with its parts; null where there is none. */
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

/** The parts of a postal address in one text; null where it is none. */
export const parseAddress = (text: string, language: string): AddressParts | null =>
  findAddress(text, language)?.parts ?? null;

/** What stands in a box called address is one, country and all, unless it says how to call or write. */
const isMixed = (text: string): boolean => /@|https?:|:|\d{3}[\d ()/-]{5,}/.test(text);

const HCARD: readonly (readonly [Concept, RegExp])[] = [
  ["street", /(?:^|\s)(?:p-)?street-address(?:\s|$)/],
  ["city", /(?:^|\s)(?:p-)?locality(?:\s|$)/],
  ["region", /(?:^|\s)(?:p-)?region(?:\s|$)/],
  ["postalCode", /(?:^|\s)(?:p-)?postal-code(?:\s|$)/],
  ["country", /(?:^|\s)(?:p-)?country-name(?:\s|$)/],
];

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
  const whole = path === "text" || isMixed(text) ? found.text : normaliseSpace(text);
  return [
    makeFact("content", "address", [whole], { factor, path }),
    ...Object.entries(found.parts).map(([part, value]) =>
      makeFact("content", part, [value], { factor, path }),
    ),
  ];
};

const MAX_ADDRESS = 240;
const MAX_LINE = 120;
const MIN_LINE = 12;
/** A postcode, and a number or a comma beside it: looked for before the forms are, which takes longer. */
const MAY_BE = /(?:\d{4,5}|\d{2}-\d{3}|\d{3} \d{2}|[A-Z]\d[A-Z\d]? ?\d[A-Z]{2})(?!\d)/;

/** The postal address of a record, told by its form alone. */
export const readRecordAddress = (texts: readonly string[], language: string): Fact[] => {
  for (const text of texts) {
    if (text.length > MAX_LINE || text.length < MIN_LINE || !MAY_BE.test(text)) continue;
    const facts = addressFacts(text, language, 0.85, "text");
    if (facts.length > 0) return facts.map((fact): Fact => ({ ...fact, source: "record" }));
  }
  return [];
};

export const readAddresses = (page: PageDocument, lines: readonly Line[]): Fact[] => {
  const named = HCARD.flatMap(([concept, pattern]) => {
    const [found] = findAll(({ attribs }) => pattern.test(attribs.class ?? ""), page.root.children).map(
      textOf,
    );
    return found ? [makeFact("content", concept, [found], { concept, factor: 1, path: `.${concept}` })] : [];
  });
  const boxes = findAll(isAddressBox, page.root.children)
    .map(linesOf)
    .filter((text) => text.length <= MAX_ADDRESS);
  const boxed = boxes
    .map((text) => addressFacts(text, page.language, 0.95, "address"))
    .find((facts) => facts.length > 0);
  if (boxed) return [...named, ...boxed];
  for (let at = 0; at < lines.length; at++)
    for (const span of [1, 2]) {
      const text = lines
        .slice(at, at + span)
        .map((line) => line.text)
        .join(", ");
      if (text.length > MAX_LINE || text.length < MIN_LINE || !MAY_BE.test(text)) continue;
      const below = lines[at + span]?.text ?? "";
      const whole = isCountry(below, page.language) ? `${text}, ${below}` : text;
      const facts = addressFacts(whole, page.language, 0.7, "text");
      if (facts.length > 0) return [...named, ...facts];
    }
  return named;
};
