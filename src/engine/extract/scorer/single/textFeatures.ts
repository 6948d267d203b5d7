/** What speaks for and against a text of a page being a field that nothing names: numbers by name, for a forest. */
import { isLink } from "../../page/leads.ts";
import { isAction } from "../../page/references.ts";
import { isWithin, outward } from "../../page/tree.ts";
import { mean, shareOf } from "../../values/averages.ts";
import { saysWhen } from "../../values/dateWords.ts";
import { PERSON } from "../../values/phrases.ts";
import { PRICED } from "../../values/prices.ts";
import { type Concept, conceptOf, foldedWords, headOf } from "../../vocabulary/concepts.ts";
import {
  likenessOf,
  type Meaning,
  meaningOfText,
  meaningOfTexts,
  meaningOfWords,
} from "../../vocabulary/likeness.ts";
import { remembered } from "../../vocabulary/remember.ts";
import {
  classWords,
  type Features,
  MAX_SAID,
  meaningOfValues,
  mostAlike,
  namesTitle,
  orderOf,
} from "../guess/nameFeatures.ts";
import { fits } from "../guess/textForms.ts";
import type { PageView } from "../pageFacts.ts";
import type { OpenText } from "./openTexts.ts";

/** What a text looks like, and where it stands. */
export const describeText = (
  { texts, element, isWhole }: OpenText,
  { titles, content }: PageView,
  others: ReadonlySet<unknown>,
): Features => {
  const around = outward(element);
  const [inner, ...outer] = around.slice(0, 3);
  const near = [inner, outer[0]].flatMap((at) => at ?? []);
  return {
    entries: texts.length,
    chars: mean(texts.map(({ length }) => length)),
    words: mean(texts.map((text) => text.split(/\s+/).length)),
    digits: shareOf(texts, (text) => /\d/.test(text)),
    numeric: shareOf(texts, (text) => /^[\d.,\s]+$/.test(text)),
    upper: shareOf(texts, (text) => /^\p{Lu}/u.test(text)),
    commas: shareOf(texts, (text) => text.includes(",")),
    dated: shareOf(texts, saysWhen),
    priced: shareOf(texts, (text) => PRICED.test(text)),
    person: shareOf(texts, (text) => PERSON.test(text) && /\s/.test(text)),
    linked: Number(around.slice(0, 3).some(isLink)),
    pressed: Number(near.some(isAction)),
    heading: Math.max(0, ...near.map(({ name }) => (/^h[1-6]$/.test(name) ? 7 - Number(name[1]) : 0))),
    bold: Number(/^(?:strong|b|th|dt|label)$/.test(element.name)),
    cell: Number(near.some(({ name }) => /^(?:td|dd)$/.test(name))),
    entry: Number(around.slice(0, 3).some(({ name }) => name === "li")),
    form: Number(around.some(({ name }) => name === "form" || name === "header")),
    whole: Number(isWhole),
    titled: Number(titles.includes(texts[0] ?? "")),
    inTop: Number(content.top !== null && around.includes(content.top)),
    other: Number(isWithin(element, others)),
  };
};

/** What a name means by the field that it is known as, in whatever language: "Auteur" is an author. */
const meaningOfField = remembered((name: string) => {
  const concept = conceptOf(name) ?? headOf(name);
  return concept === null ? null : meaningOfWords(foldedWords(concept));
}, 2_000);

/** A text beside a value, or around it. */
export interface Said {
  readonly concept: Concept | null;
  readonly words: readonly string[];
  readonly meaning: Meaning | null;
  /** What it means as the name of a field. */
  readonly known: Meaning | null;
  readonly length: number;
  readonly isLabel: number;
}
const lookUp = (text: string): Said => {
  const bare = text.slice(0, MAX_SAID);
  const meaning = meaningOfText(bare);
  return {
    concept: conceptOf(text),
    words: foldedWords(bare),
    meaning,
    known: meaningOfField(bare) ?? meaning,
    length: bare.length,
    isLabel: Number(/[:：]\s*$/.test(text)),
  };
};

const MAX_TEXTS = 12;
/** What the page says in a text and around it, whatever is asked for. */
export interface Saying {
  readonly beside: Readonly<Record<"before" | "after" | "head" | "own", Said>>;
  readonly meaning: Meaning | null;
  readonly classes: readonly string[];
  readonly classMeanings: readonly (Meaning | null)[];
  readonly classConcepts: readonly Concept[];
}
export const readSaying = ({ texts, element, before, after, heading }: OpenText): Saying => {
  const classes = classWords(element);
  const own = (texts[0] ?? "").replace(/[\d.,]+/g, " ").trim();
  return {
    beside: { before: lookUp(before), after: lookUp(after), head: lookUp(heading), own: lookUp(own) },
    meaning: meaningOfTexts(texts.slice(0, MAX_TEXTS)),
    classes,
    classMeanings: classes.map((word) => meaningOfText(word)),
    classConcepts: classes.map(conceptOf).filter((concept) => concept !== null),
  };
};

/** What the page says in a text and around it, beside the field's name. */
export const describeSaid = (name: string, { texts }: OpenText, saying: Saying): Features => {
  const concept = conceptOf(name);
  const words = foldedWords(name);
  const meaning = meaningOfValues(name);
  const known = meaningOfField(name) ?? meaning;
  const features: Record<string, number> = {
    meaning: likenessOf(meaning, saying.meaning),
    classLike: mostAlike(saying.classes, words),
    classMeaning: Math.max(0, ...saying.classMeanings.map((other) => likenessOf(meaning, other))),
    classSame: Number(concept !== null && saying.classConcepts.includes(concept)),
    classOther: Number(saying.classConcepts.some((other) => other !== concept)),
    fits: shareOf(texts, (text) => fits(text, concept)),
    nameTitle: Number(namesTitle(name)),
  };
  for (const [as, said] of Object.entries(saying.beside)) {
    features[`${as}Like`] = mostAlike(said.words, words);
    features[`${as}Meaning`] = likenessOf(meaning, said.meaning);
    features[`${as}Known`] = likenessOf(known, said.known);
    features[`${as}Same`] = Number(concept !== null && said.concept === concept);
    features[`${as}Other`] = Number(said.concept !== null && said.concept !== concept);
    features[`${as}There`] = said.length;
    features[`${as}Colon`] = said.isLabel;
  }
  return features;
};

/** What is compared with the other texts that a field could be. */
export const COMPARED = [
  "beforeLike",
  "beforeMeaning",
  "beforeKnown",
  "classLike",
  "classMeaning",
  "meaning",
  "afterMeaning",
  "ownMeaning",
] as const;

const FAR = 40;
const clip = (steps: number): number => Math.max(-FAR, Math.min(FAR, steps));
/**
 * Where a text would put a field among those that have a value.
 *
 * @param at its place among the texts of the page
 * @param title the place of the page's title
 * @param names the fields as they are asked for
 * @param placed the places of those that have a value
 */
export const describePlace = (
  name: string,
  at: number,
  title: number,
  names: readonly string[],
  placed: ReadonlyMap<string, number>,
): Features => {
  const { before, after, known, features } = orderOf(name, at, names, placed);
  const stepsFrom = (other: string | undefined): number =>
    other === undefined ? FAR + 1 : clip(at - (placed.get(other) ?? 0));
  const steps = [...placed.values()].map((other) => Math.abs(other - at));
  return {
    ...features,
    first: Number(names[0] === name),
    fromTitle: clip(at - title),
    fromBefore: stepsFrom(before),
    fromAfter: stepsFrom(after),
    nearest: steps.length === 0 ? FAR + 1 : Math.min(...steps, FAR),
    known: known / names.length,
  };
};
