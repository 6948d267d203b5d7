/** Pairs of the fields of a page that have no value and the texts of the page that no field has. */
import type { OutputSchema, ValueType } from "../../../../contract/fields/outputSchema.ts";
import { isLink } from "../../page/leads.ts";
import { outward } from "../../page/tree.ts";
import { signatureOf } from "../../regions/markers.ts";
import { type CoerceContext, coerceValue, resolveUrl } from "../../values/coerce.ts";
import { isEmpty } from "../../values/types.ts";
import { conceptOf, foldedWords } from "../../vocabulary/concepts.ts";
import { areOpposed } from "../../vocabulary/likeness.ts";
import { rememberedFor } from "../../vocabulary/remember.ts";
import { describeName, type Features, leadsOf, namesTitle } from "../guess/nameFeatures.ts";
import { ENTRIES, isTold, readText, says, TYPES } from "../guess/textValues.ts";
import type { MatchedItem } from "../match.ts";
import type { PageView } from "../pageFacts.ts";
import { checkValue } from "../values.ts";
import { listOpenTexts, type OpenText, statedDay, wordingOf } from "./openTexts.ts";
import {
  COMPARED,
  describePlace,
  describeSaid,
  describeText,
  readSaying,
  type Said,
} from "./textFeatures.ts";

/** A field without a value and a text that may be it. */
export interface TextPair {
  readonly name: string;
  readonly text: OpenText;
  readonly value: unknown;
  readonly features: Features;
}

/** A text without the field's name at its start: "Grade Moderate" is a `grade` of "Moderate". */
const withoutName = (text: string, words: readonly string[]): string => {
  const [first = "", ...rest] = text.split(" ");
  const said = foldedWords(first).join("");
  return rest.length > 0 && said !== "" && (said === words.at(-1) || said === words.join(""))
    ? rest.join(" ")
    : text;
};

const readValue = (
  { texts, element }: OpenText,
  name: string,
  type: unknown,
  context: CoerceContext,
): unknown => {
  const [text = "", ...more] = texts;
  const bare = withoutName(text, foldedWords(name));
  if (type === "string[]") {
    const entries = more.length > 0 ? [bare, ...more] : bare.split(ENTRIES);
    return entries.length > 1 ? entries : null;
  }
  if (more.length > 0) return null;
  if (type === "url") {
    const link = outward(element).slice(0, 3).find(isLink);
    return link ? resolveUrl(link.attribs.href?.trim() ?? "", context.baseUrl) : null;
  }
  const stated = type === "date" ? statedDay(element) : null;
  const day = stated === null ? null : coerceValue(stated, "date", context);
  return day ?? readText(bare, type as ValueType, context);
};

/** Prices have a reader of their own, which knows instalments and former prices. */
const mayBeOpen = (type: unknown): boolean => type === "url" || (TYPES.has(type) && type !== "price");

const countBy = <T>(all: readonly T[], keyOf: (one: T) => string): ((one: T) => number) => {
  const counts = new Map<string, number>();
  for (const one of all) counts.set(keyOf(one), (counts.get(keyOf(one)) ?? 0) + 1);
  return (one) => counts.get(keyOf(one)) ?? 0;
};
const kindOf = ({ element }: OpenText): string => signatureOf(element);
const MAX_KIND = 50;

const MAX_PLAIN = 400;
/** The beginning of a value, in lower case. */
const plainOf = (value: unknown): string =>
  String(value).slice(0, MAX_PLAIN).toLowerCase().replace(/\s+/g, " ").trim();

const MIN_WORD = 3;
/** Whether a label has the field's name with another word before it, which says that it is something else: "Art director". */
const isOtherKind = (label: readonly string[], words: readonly string[]): boolean =>
  words.length === 1 &&
  label.length > 1 &&
  label.at(-1) === words[0] &&
  (label.at(-2) ?? "").length >= MIN_WORD;
/** Whether a label only begins with the field's name, as "Agent" does with `agen`: labels match in whole words. */
const onlyBegins = (
  [label = "", ...more]: readonly string[],
  [word = "", ...others]: readonly string[],
): boolean =>
  more.length === 0 &&
  others.length === 0 &&
  label !== word &&
  label.startsWith(word) &&
  !label.endsWith("s");
/** Whether what stands before a text says that it is another field. */
const isOtherField = ({ words: label, concept: said }: Said, name: string): boolean => {
  const [words, asked] = [foldedWords(name), conceptOf(name)];
  return (
    (said !== null && asked !== null && said !== asked) ||
    areOpposed(label, words) ||
    isOtherKind(label, words) ||
    onlyBegins(label, words)
  );
};
/** A title names a page, and a day that another field has is that field's. */
const isTaken = (
  { texts: [text = ""] }: OpenText,
  value: unknown,
  { titles }: PageView,
  isTitle: boolean,
  days: ReadonlySet<unknown>,
): boolean => (!isTitle && titles.includes(text)) || days.has(value);
const LABELS: ReadonlySet<string> = new Set(["dt", "th", "label"]);
/** Whether a text is a label, or what a field is called. */
const isLabel = ({ texts, element }: OpenText, words: readonly string[]): boolean =>
  LABELS.has(element.name) || texts.some((text) => foldedWords(text).join(" ") === words.join(" "));

/** The pairs of a page that is about one thing. */
export const listTextPairs = (
  view: PageView,
  item: MatchedItem["item"],
  schema: OutputSchema,
  others: ReadonlySet<unknown>,
): readonly TextPair[] => {
  const { context, titles } = view;
  const names = Object.keys(schema);
  const open = names.filter((name) => mayBeOpen(schema[name]) && isEmpty(item[name]));
  if (open.length === 0) return [];
  const all = listOpenTexts(view.page.root.children).filter(({ texts }) => texts.every(isTold));
  const placed = new Map<string, number>();
  const known = new Map(names.map((name) => [name, plainOf(item[name])]));
  const free = all.filter(({ texts, at }) => {
    const saying = names.filter((name) =>
      texts.some((text) => says(text, item[name], schema[name], context)),
    );
    for (const name of saying) if (!placed.has(name)) placed.set(name, at);
    return !saying.some((name) => texts.some((text) => plainOf(text) === known.get(name)));
  });
  const title = all.find(({ texts: [text = ""] }) => titles.includes(text))?.at ?? 0;
  const [countWording, countKind] = [countBy(all, wordingOf), countBy(all, kindOf)];
  const looks = new Map(
    free.map((text): [OpenText, Features] => [
      text,
      {
        ...describeText(text, view, others),
        repeated: countWording(text),
        sameKind: Math.min(MAX_KIND, countKind(text)),
      },
    ]),
  );
  const sayingOf = rememberedFor(readSaying);
  const days = new Set(names.filter((name) => schema[name] === "date").map((name) => item[name]));
  return open.flatMap((name) => {
    const [concept, words] = [conceptOf(name), foldedWords(name)];
    // Users ask first for what names the thing.
    const isTitle = namesTitle(name) || names[0] === name;
    const able = free.flatMap((text) => {
      const value =
        isLabel(text, words) || isOtherField(sayingOf(text).beside.before, name)
          ? null
          : readValue(text, name, schema[name], context);
      return isEmpty(value) ||
        isTaken(text, value, view, isTitle, days) ||
        (typeof value === "string" && !checkValue(value, concept))
        ? []
        : [{ text, value }];
    });
    const named = describeName(name, schema[name]);
    const said = able.map(({ text }) => describeSaid(name, text, sayingOf(text)));
    const leads = leadsOf(said, COMPARED, "OfName");
    return able.map(({ text, value }, at) => ({
      name,
      text,
      value,
      features: {
        ...named,
        ...looks.get(text),
        ...said[at],
        ...leads[at],
        ...describePlace(name, text.at, title, names, placed),
        options: able.length,
        open: open.length / names.length,
      },
    }));
  });
};
