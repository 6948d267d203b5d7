/**
 * Facts from class names and similar attributes of a record's elements, in any language: `arbeitgeber`,
 * `job-location`, `item-brand`.
 */
import { type Element, isTag } from "domhandler";
import { wordsOfName } from "../page/elementNames.ts";
import { textOf } from "../page/text.ts";
import { type Fact, makeFact } from "../sources/facts.ts";
import { parseMinutes } from "../values/durations.ts";
import { BY } from "../values/phrases.ts";
import { PRICED } from "../values/prices.ts";
import { parseStock } from "../values/stock.ts";
import { type Concept, conceptOf } from "../vocabulary/concepts.ts";
import { remembered } from "../vocabulary/remember.ts";

type Check = (text: string) => boolean;
const hasDigit: Check = (text) => /\p{N}/u.test(text);
const isShort: Check = (text) => text.split(/\s+/).length <= 6 && !PRICED.test(text);
const isAmount: Check = (text) => text.length <= 40 && /^\D{0,12}\d[^.!?]*$|\d[.,]\d/.test(text);
const isName: Check = (text) => isShort(text) && /\p{L}/u.test(text) && !/^\d|https?:/.test(text);
const isPlace: Check = (text) => text.length <= 60 && /\p{L}{2}/u.test(text) && !PRICED.test(text);

/** Concepts that class names indicate reliably, with the form their texts must have. */
const CHECKS: Readonly<Partial<Record<Concept, Check>>> = {
  author: isName,
  brand: isName,
  category: isName,
  organization: isName,
  seller: isName,
  role: isName,
  level: (text) => text.split(/\s+/).length <= 4 && !/[\d.!?]/.test(text),
  location: isPlace,
  city: isPlace,
  region: isPlace,
  country: isPlace,
  venue: isPlace,
  employmentType: isShort,
  sku: (text) => /[\p{L}\p{N}]/u.test(text) && text.split(/\s+/).length <= 3,
  availability: (text) => parseStock(text) !== null,
  salary: hasDigit,
  rooms: isAmount,
  bedrooms: isAmount,
  bathrooms: isAmount,
  area: isAmount,
  readingTime: hasDigit,
  version: hasDigit,
  votes: hasDigit,
  startTime: (text) => /\d[:.h]\d{2}|\d ?(?:[ap]\.?m|uhr)/i.test(text),
  unitPrice: (text) => PRICED.test(text),
  discount: hasDigit,
  color: isName,
  material: isName,
  model: isShort,
  license: isShort,
  totalTime: (text) => text.length <= 40 && !/\d ?[ap]\.?m/i.test(text) && parseMinutes(text) !== null,
  address: (text) =>
    (hasDigit(text) || /^[^,]{2,30}(?:, [^,]{2,30}){1,2}$/.test(text)) &&
    text.length <= 160 &&
    !/©|stars?|reviews?/i.test(text),
};

/** Whether a text can be a value of the concept; always true for concepts without a check. */
export const looksLike = (text: string, concept: Concept | null): boolean =>
  concept === null || (CHECKS[concept]?.(text) ?? true);

/** Whether texts of the concept can be checked by their form. */
export const hasLook = (concept: Concept | null): boolean =>
  concept !== null && Object.hasOwn(CHECKS, concept);

const NAMING = ["class", "itemprop", "data-testid", "data-test", "data-qa", "rel"] as const;
const MAX_TEXT = 120;
const MAX_NAME = 40;

/** The concept in the last words of a name: `card__brand`, `job-location`. */
const conceptOfName = (name: string): Concept | null => {
  if (name.length > MAX_NAME) return null;
  const words = wordsOfName(name);
  for (const size of [2, 1]) {
    const concept = words.length >= size ? conceptOf(words.slice(-size).join(" ")) : null;
    if (concept !== null && Object.hasOwn(CHECKS, concept)) return concept;
  }
  return null;
};

const MAX_NAMES = 5_000;
const conceptCalled = remembered(conceptOfName, MAX_NAMES);
const conceptsOf = ({ attribs }: Element): Concept[] =>
  NAMING.flatMap((attribute) => attribs[attribute]?.split(/\s+/) ?? [])
    .map(conceptCalled)
    .filter((concept) => concept !== null);

const LABELLED = /^([^:：]{2,30})[:：]\s*(\S.*)$/s;
/** The text without its leading label. */
const bareText = (text: string, concept: Concept): string => {
  const [, label = "", value = ""] = LABELLED.exec(text) ?? [];
  const bare = label !== "" && conceptOf(label) === concept ? value : text;
  return concept === "author" ? bare.replace(BY, "") : bare;
};

/** A writer's link, in an element that has the rank beside it. */
const writerIn = ({ children }: Element, concept: Concept): string => {
  const links = concept === "author" ? children.filter(isTag).filter(({ name }) => name === "a") : [];
  return links.length === 1 ? links.map((link) => textOf(link)).join("") : "";
};

const isWrapper = ({ children }: Element): boolean => children.filter(isTag).length > 3;

/** Facts from the first element of each concept whose text has the expected form. */
export const readCalled = (elements: readonly Element[]): Fact[] => {
  const seen = new Set<Concept>();
  return elements.flatMap((element) =>
    conceptsOf(element).flatMap((concept): Fact[] => {
      if (seen.has(concept) || isWrapper(element)) return [];
      const shown =
        writerIn(element, concept) ||
        textOf(element) ||
        (element.attribs["aria-label"] ?? element.attribs.title ?? "");
      const text = bareText(shown, concept);
      if (text === "" || text.length > MAX_TEXT || CHECKS[concept]?.(text) !== true) return [];
      seen.add(concept);
      return [
        makeFact("record", concept, [text], {
          concept,
          factor: 0.95,
          path: `.${element.attribs.class ?? ""}`,
        }),
      ];
    }),
  );
};
