/** Which of the places that hold an example's value is meant. */
import type { AnyNode, Element } from "domhandler";
import type { FieldNote } from "../../../contract/fieldNotes.ts";
import type { FieldPlace } from "../../../contract/recordExamples.ts";
import type { Found, Place } from "../../extract/slots/examples/places.ts";
import type { Written } from "../../extract/slots/examples/writes.ts";
import { conceptOf } from "../../extract/vocabulary/concepts.ts";
import { splitWords } from "../../extract/vocabulary/words.ts";

/** One place with the best way to read it. */
export interface Option {
  readonly place: Place;
  readonly written: Written;
  /** What it reads elsewhere: options that read the same everywhere are one. */
  readonly reads: string;
  readonly score: number;
}

export interface Chosen {
  readonly name: string;
  readonly found: Found;
  readonly option: Option;
}

export const notFound = (field: string, text: string): FieldNote => ({
  field,
  code: "example-not-found",
  why: `"${text.slice(0, 200)}" is not on the page: copy the value as the page shows it.`,
});

const MAX_CANDIDATES = 5;

export const ambiguous = (field: string, text: string, options: readonly Option[]): FieldNote => ({
  field,
  code: "example-ambiguous",
  why: `"${text.slice(0, 200)}" stands in ${options.length} places that differ elsewhere: give an example in which they differ.`,
  candidates: options.slice(0, MAX_CANDIDATES).map(({ written }) => written.text),
});

/** How much a place is called like the field, 0 to 1: by its label, class, id or mark; half for another word of that meaning. */
export const isCalled = (name: string, { element }: Place, label: string | null): number => {
  const { class: classes = "", id = "", itemprop = "" } = element.attribs;
  const words = [label ?? "", itemprop, id, ...classes.split(/\s+/)].filter(Boolean);
  const wanted = splitWords(name).join(" ");
  const concept = conceptOf(name);
  const isSaid = (word: string): boolean => ` ${splitWords(word).join(" ")} `.includes(` ${wanted} `);
  if (words.some(isSaid)) return 1;
  return concept !== null && words.some((word) => conceptOf(word) === concept) ? 0.5 : 0;
};

/** How many elements hold both. */
export const nearness = (left: AnyNode, right: AnyNode): number => {
  const above = new Set<AnyNode>();
  for (let at: AnyNode | null = left; at; at = at.parent) above.add(at);
  let shared = 0;
  for (let at: AnyNode | null = right; at; at = at.parent) if (above.has(at)) shared++;
  return shared;
};

/** Options that nothing but chance would choose between. */
const CLOSE = 1;

export const pickOption = (
  options: readonly Option[],
): { option: Option | null; rivals: readonly Option[] } => {
  const ranked = [...options].sort((left, right) => right.score - left.score);
  const [best] = ranked;
  if (!best) return { option: null, rivals: [] };
  const rivals = ranked.filter(({ reads, score }) => reads !== best.reads && best.score - score < CLOSE);
  const distinct = rivals.filter(
    ({ reads }, at) => rivals.findIndex((other) => other.reads === reads) === at,
  );
  return distinct.length > 0 ? { option: null, rivals: [best, ...distinct] } : { option: best, rivals: [] };
};

const kindOf = (element: Element): string =>
  /^h[1-6]$/.test(element.name)
    ? "heading"
    : element.name === "a"
      ? "link"
      : element.name === "img"
        ? "picture"
        : "";

/** How a field is found, in plain words. */
export const tellPlace = (
  { name, option: { place, written } }: Chosen,
  isList: boolean,
  confidence: number,
): FieldPlace => {
  const where = isList ? "of each record" : "of the page";
  const selector = written.field.source?.selector ?? "";
  const kind = kindOf(place.element);
  const how =
    written.label !== null
      ? `the value after "${written.label}"`
      : place.attribute !== null
        ? `the attribute ${place.attribute} of "${selector || "the record"}"`
        : `the text of ${kind === "" ? "" : `the ${kind} `}"${selector}"`;
  return { field: name, confidence: Number(confidence.toFixed(2)), found: `${how} ${where}`.slice(0, 500) };
};
