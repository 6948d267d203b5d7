/** Candidates for the place of an event: short lines of its page, also without a label. */
import type { Element } from "domhandler";
import { classesOf, outward } from "../../page/tree.ts";
import { findDays } from "../../values/dates.ts";
import { lettersOf } from "../../values/text.ts";
import { type Concept, conceptOf } from "../../vocabulary/concepts.ts";
import { asLabel } from "../../vocabulary/labels.ts";
import { splitWords } from "../../vocabulary/words.ts";
import { type Claim, Claims, describePage, type Features, type Looked } from "./claims.ts";
import { placesOf, standing } from "./positions.ts";

const OF_PLACE: ReadonlySet<Concept | null> = new Set<Concept | null>([
  "location",
  "venue",
  "address",
  "city",
]);
const MIN_CHARS = 4;
const MAX_CHARS = 200;
/** "Location: City Hall" */
const LABELLED = /^([\p{L} ]{3,24})[:：]\s*(\S.*)$/u;
/** A house number before the name of its street: "1301 3rd Street", "69 W. Washington". */
const STREET = /(?:^|[\s,])\d{1,5} (?:\p{Lu}|\d+(?:st|nd|rd|th)\b)/u;
const TIME = /\d[:.]\d\d|\d\s?[ap]\.?m\b/i;

const isPlaceLabel = (text: string): boolean => OF_PLACE.has(conceptOf(asLabel(text) ?? ""));

const MAX_CLIMB = 4;
/** How near an element is to one whose names mention a place; 0 if it is in none. */
const nearnessOf = (element: Element): number => {
  const around = outward(element).slice(0, MAX_CLIMB);
  const at = around.findIndex((each) =>
    [...classesOf(each), each.attribs.id ?? "", each.attribs.itemprop ?? ""]
      .flatMap(splitWords)
      .some((word) => OF_PLACE.has(conceptOf(word))),
  );
  return at < 0 ? 0 : MAX_CLIMB - at;
};

const placeFeatures = (text: string, { context, titles }: Looked): Features => {
  const words = text.split(/\s+/);
  return {
    words: words.length,
    digits: (text.match(/\d/g) ?? []).length,
    isZip: Number(/(?<!\d)\d{5}(?!\d)/.test(text)),
    isStreet: Number(STREET.test(text)),
    commas: (text.match(/,/g) ?? []).length,
    capitals: words.filter((word) => /^[\p{Lu}\d]/u.test(word)).length / words.length,
    isSentence: Number(/[.!?]$/.test(text)),
    hasDay: Number(findDays(text, context).length > 0),
    hasTime: Number(TIME.test(text)),
    isTitle: Number(lettersOf(text) === lettersOf(titles[0])),
    hasColon: Number(/[:：]/.test(text)),
  };
};

/** All lines of a page that can be the place of its event. */
export const claimPlaces = (view: Looked): readonly Claim[] => {
  const claims = new Claims();
  const places = placesOf(view);
  const { blocks } = view.content;
  for (const [at, { text, box, words, linkWords }] of blocks.entries()) {
    const [, label = "", value = ""] = (text.length <= MAX_CHARS && LABELLED.exec(text)) || [];
    const own = isPlaceLabel(label) ? value : text;
    if (own.length < MIN_CHARS || own.length > MAX_CHARS) continue;
    claims.add(lettersOf(own), own, `line "${own.slice(0, 30)}"`, {
      ...standing(box.element, places, view.content),
      ...placeFeatures(own, view),
      links: linkWords / Math.max(1, words),
      isLabelled: Number(own !== text),
      isLed: Number(isPlaceLabel(blocks[at - 1]?.text ?? "")),
      called: nearnessOf(box.element),
    });
  }
  const { all } = claims;
  const ofPage = describePage(view.content, all);
  return all.map((claim) => ({ ...claim, features: { ...claim.features, ...ofPage } }));
};
