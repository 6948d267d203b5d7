/** Which of the places that hold an example's value is meant. */
import type { AnyNode, Element } from "domhandler";
import type { FieldNote } from "../../../contract/fieldNotes.ts";
import type { ExampleRecord, FieldPlace } from "../../../contract/recordExamples.ts";
import { classesOf, outward } from "../../extract/page/tree.ts";
import type { Found, Place } from "../../extract/slots/examples/places.ts";
import { conceptOf } from "../../extract/vocabulary/concepts.ts";
import { splitWords } from "../../extract/vocabulary/words.ts";
import type { FoundFields } from "./find.ts";
import { type Option, type OptionQuery, optionsOf, type Shown } from "./options.ts";
import { type RuledOut, readsNoneOf } from "./ruledOut.ts";

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

const notReached = (field: string, text: string): FieldNote => ({
  field,
  why: `"${text.slice(0, 200)}" is on the page, but no selector tells it from the rest of the page.`,
});

const MAX_CANDIDATES = 5;

const ambiguous = (field: string, text: string, options: readonly Option[]): FieldNote => ({
  field,
  code: "example-ambiguous",
  why: `"${text.slice(0, 200)}" stands in ${options.length} places that differ elsewhere: give an example in which they differ.`,
  candidates: options.slice(0, MAX_CANDIDATES).map(({ written }) => written.text),
});

/** Of a name among other words at least so much, and so much of another word of that meaning. Set by hand. */
const CALLED = { among: 0.3, meant: 0.5 } as const;

/** How much a place is called like the field, 0 to 1: by its label, class, id or mark. */
const isCalled = (name: string, { element }: Place, label: string | null): number => {
  const { id = "", itemprop = "" } = element.attribs;
  const said = [label ?? "", itemprop, id, ...classesOf(element)].filter(Boolean);
  const wanted = splitWords(name).join(" ");
  const concept = conceptOf(name);
  return Math.max(
    0,
    ...said.map((word) => {
      const words = splitWords(word);
      // "Total price" is a price, and not the price.
      if (` ${words.join(" ")} `.includes(` ${wanted} `))
        return Math.max(CALLED.among, splitWords(name).length / words.length);
      return concept !== null && conceptOf(word) === concept ? CALLED.meant : 0;
    }),
  );
};

/** How many elements hold both. */
export const nearness = (left: AnyNode, right: AnyNode): number => {
  const above = new Set(outward(left));
  return outward(right).filter((at) => above.has(at)).length;
};

/** Options that nothing but chance would choose between: a difference set by hand. */
const CLOSE = 0.75;

const pickOption = (options: readonly Option[]): { option: Option | null; rivals: readonly Option[] } => {
  const ranked = [...options].sort((left, right) => right.score - left.score);
  const [best] = ranked;
  if (!best) return { option: null, rivals: [] };
  const rivals = ranked.filter(({ reads, score }) => reads !== best.reads && best.score - score < CLOSE);
  const distinct = rivals.filter(
    ({ reads }, at) => rivals.findIndex((other) => other.reads === reads) === at,
  );
  return distinct.length > 0 ? { option: null, rivals: [best, ...distinct] } : { option: best, rivals: [] };
};

/** What stands next to the fields that are sure goes before what stands elsewhere. */
const withNearness = (options: readonly Option[], sure: readonly Chosen[]): Option[] =>
  options.map((option) => ({
    ...option,
    score:
      option.score +
      NEAR_WEIGHT *
        Math.max(0, ...sure.map((other) => nearness(option.place.element, other.option.place.element))),
  }));
/** For each element that holds both; set by hand. */
const NEAR_WEIGHT = 0.5;

interface Decided {
  readonly chosen: readonly Chosen[];
  readonly notes: readonly FieldNote[];
}

/** What is to be chosen for each field: first where one place is best, then by what stands nearest to those. */
export const decide = (fields: ReturnType<typeof optionsOfAll>): Decided => {
  const chosen = new Map<string, Chosen>();
  const take = (name: string, found: Found | null, option: Option | null): void => {
    if (found && option) chosen.set(name, { name, found, option });
  };
  for (const { name, found, options } of fields) take(name, found, pickOption(options).option);
  const sure = [...chosen.values()];
  const notes = fields
    .filter(({ name }) => !chosen.has(name))
    .flatMap(({ name, text, found, options }): FieldNote[] => {
      const { option, rivals } = pickOption(withNearness(options, sure));
      take(name, found, option);
      if (option) return [];
      if (rivals.length > 0) return [ambiguous(name, text, rivals)];
      return [found ? notReached(name, text) : notFound(name, text)];
    });
  const ordered = fields.map(({ name }) => chosen.get(name)).filter((each) => each !== undefined);
  return { chosen: ordered, notes };
};

/** How the values of examples are held against the records or pages that they stand in. */
interface FieldsQuery extends Pick<OptionQuery, "sample" | "isPage" | "context"> {
  readonly examples: readonly ExampleRecord[];
  /** Of each example, the record or page that holds it, and where its values stand. */
  readonly held: readonly { readonly scope: AnyNode; readonly fields: FoundFields }[];
  /** All records or pages: none of them may read what was ruled out. */
  readonly scopes: readonly AnyNode[];
  readonly ruledOut: RuledOut;
  /** What speaks for a place besides how much it is called like the field, from 0 to 1. */
  readonly worth: (place: Place, called: number) => number;
}

/** Each field of the examples, with the ways to read it. */
export const optionsOfAll = ({ examples, held, scopes, ruledOut, worth, ...query }: FieldsQuery) =>
  [...new Set(examples.flatMap((example) => Object.keys(example)))].map((name) => {
    const shown = held.flatMap(({ scope, fields }): Shown[] => {
      const found = fields.get(name);
      return found ? [{ scope, found }] : [];
    });
    const options = optionsOf({
      ...query,
      name,
      shown,
      allows: (written) => readsNoneOf(written, ruledOut.values.get(name) ?? [], scopes),
      worth: (place, label) => worth(place, isCalled(name, place, label)),
    });
    const text = examples.find((example) => example[name] !== undefined)?.[name] ?? "";
    return { name, text, found: shown[0]?.found ?? null, options };
  });

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
  { name, option: { place, written, isConstant } }: Chosen,
  isList: boolean,
  confidence: number,
): FieldPlace => {
  const where = isList ? "of each record" : isConstant ? "of the pages" : "of the page";
  const selector = written.field.source?.selector ?? "";
  const kind = kindOf(place.element);
  const how =
    written.label !== null
      ? `the value after "${written.label}"`
      : place.attribute !== null
        ? `the attribute ${place.attribute} of "${selector || "the record"}"`
        : `the text of ${kind === "" ? "" : `the ${kind} `}"${selector}"`;
  const same = isConstant ? `, the same on all of them` : "";
  return {
    field: name,
    confidence: Number(confidence.toFixed(2)),
    found: `${how} ${where}${same}`.slice(0, 500),
  };
};
