/** Contact details of a page's subject. */
import type { Element } from "domhandler";
import { findAll } from "domutils";
import type { PageDocument } from "../../page/document.ts";
import type { Line } from "../../page/lines.ts";
import { shortText } from "../../page/shortText.ts";
import { classesOf } from "../../page/tree.ts";
import { normaliseSpace } from "../../values/text.ts";
import { conceptOf } from "../../vocabulary/concepts.ts";
import words from "../../vocabulary/contact.json" with { type: "json" };
import { conceptsOf } from "../../vocabulary/fields.ts";
import { type Fact, type FactSource, labelOf, makeFact } from "../facts.ts";
import { readAddresses } from "./address.ts";
import { readHours } from "./hours.ts";

/** Percent-decodes a URL part; returns it unchanged if it is malformed. */
const decodeSafely = (text: string): string => {
  try {
    return decodeURIComponent(text);
  } catch {
    return text;
  }
};

/** Email addresses that a widely used proxy hides from bots: the first byte is the XOR key for the rest. */
const decodeHidden = (coded: string): string | null => {
  const [key = 0, ...rest] = Buffer.from(coded.slice(0, 400), "hex");
  const text = String.fromCharCode(...rest.map((byte) => byte ^ key));
  return /^[^\s@]+@[^\s@]+\.[a-z]{2,}$/i.test(text) ? text : null;
};

const REACHED = [
  ["email", "mailto", /^mailto:([^?]+)/i],
  ["phone", "tel", /^(?:tel|callto):(.+)/i],
] as const;

/** The email address or phone number in a link's URL. */
export const reachOf = (element: Element, source: FactSource): Fact[] => {
  const href = element.attribs.href?.trim() ?? "";
  return REACHED.flatMap(([concept, scheme, pattern]) => {
    const found = pattern.exec(href)?.[1];
    const path = `a[href^=${scheme}]`;
    return found ? [makeFact(source, concept, [decodeSafely(found).trim()], { concept, path })] : [];
  });
};

const readLinks = (page: PageDocument): Fact[] =>
  findAll(({ name, attribs }) => name === "a" || "data-cfemail" in attribs, page.root.children).flatMap(
    (element) => {
      const { "data-cfemail": coded, href = "" } = element.attribs;
      const hidden = decodeHidden(coded ?? /\/cdn-cgi\/l\/email-protection#(\w+)/.exec(href)?.[1] ?? "");
      return hidden
        ? [makeFact("content", "email", [hidden], { path: "coded address" })]
        : reachOf(element, "content");
    },
  );

const NUMBER =
  "((?:\\+|00)?\\(?\\d[\\d\\s().\\/–-]{5,22}\\d)(?:\\s*(?:ext\\.?|x|poste|dw\\.?|durchwahl)\\s*\\d{1,6})?";
const CALLED = new RegExp(
  `(?:(?:contact|kontakt|contacto|contatto)(?=\\s*[:：])|${words.phone.join("|")})[.:：\\s]*${NUMBER}`,
  "iu",
);
/** A number that begins with a country code is a phone number, with any text before it. */
const INTERNATIONAL = /(?<![\d+])(\+[1-9]\d{0,2}[\s()./–-]*\d[\d\s()./–-]{5,16}\d)(?!\d)/u;
const FAX = /fax/i;

const MAX_LINE = 160;
/** The value in the first line that has one; empty if none does. */
const readFirst = (
  lines: readonly Line[],
  concept: "phone" | "fax" | "email",
  find: (text: string) => string | undefined,
  factor = 1,
): Fact[] => {
  const line = lines.find(({ text }) => text.length <= MAX_LINE && find(text) !== undefined);
  const origin = labelOf("line", line?.text.slice(0, 30) ?? "");
  const value = normaliseSpace((line && find(line.text)) ?? "");
  return line ? [makeFact("pair", concept, [value], { concept, factor, origin })] : [];
};

/** The number with a country code in a text, without hours after it; none if it runs into a time: "+1 (2024) 12-25 10:30". */
const findInternational = (text: string): string | undefined => {
  const found = INTERNATIONAL.exec(text);
  const number = found?.[1];
  if (!found || !/^:\d/.test(text.slice(found.index + found[0].length))) return number;
  const bare = number?.replace(/\s*\(\d{1,2}$/, "");
  return bare === number ? undefined : bare;
};

/** The phone number in a short text: after a word for it, or with a country code. */
export const findPhone = (text: string): string | undefined => {
  const spoken = text.split(FAX)[0] ?? "";
  const found = CALLED.exec(spoken)?.[1] ?? findInternational(spoken);
  const digits = found?.replace(/\D/g, "").length ?? 0;
  return digits >= 7 && digits <= 15 ? found : undefined;
};

const ANY_NUMBER = new RegExp(NUMBER, "u");
const MAX_NUMBER = 60;
/** The number in an element with a class name for phones, as in contact cards (hCard): `class="tel"`. */
const readCalled = (page: PageDocument): Fact[] => {
  for (const element of findAll(({ attribs }) => attribs.class !== undefined, page.root.children)) {
    if (!classesOf(element).some((name) => conceptOf(name) === "phone")) continue;
    const found = ANY_NUMBER.exec(shortText(element, MAX_NUMBER) ?? "")?.[1];
    if (found)
      return [makeFact("name", "phone", [normaliseSpace(found)], { path: `.${element.attribs.class}` })];
  }
  return [];
};

const FAX_NUMBER = new RegExp(`(?:${words.fax.join("|")})[.:：\\s]*${NUMBER}`, "iu");

/** "office [at] example [dot] org": the brackets distinguish the sign from the word. */
const AT = /\s?(?:\(at\)|\[at\]|\{at\}|\(ät\)|\[ät\])\s?/gi;
const DOT = /\s?(?:\(dot\)|\[dot\]|\{dot\}|\(punkt\)|\[punkt\])\s?/gi;
const MAIL = /(?<![\w.+-])[\w.+-]{1,64}@(?:[a-z\d-]{1,63}\.)+[a-z]{2,24}(?![\w-])/i;

/** Fields that are read only if the caller asks for them. */
export const CONTACT_FIELDS = conceptsOf("contact");

export const readContact = (page: PageDocument, lines: readonly Line[]): Fact[] => [
  ...readLinks(page),
  // A number below the word "Fax" is a fax number.
  ...readFirst(
    lines.filter((_, at) => conceptOf(lines[at - 1]?.text ?? "") !== "fax"),
    "phone",
    findPhone,
  ),
  ...readCalled(page),
  ...readFirst(lines, "email", (text) => MAIL.exec(text.replace(AT, "@").replace(DOT, "."))?.[0], 0.9),
  ...readFirst(lines, "fax", (text) => FAX_NUMBER.exec(text)?.[1]),
  ...readHours(lines),
  ...readAddresses(page, lines),
];
