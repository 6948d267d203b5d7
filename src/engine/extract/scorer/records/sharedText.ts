/** Text that all records of a list share at the end or start of a field: "Continue reading" after each teaser, "Call:" before each number. */
import type { Element } from "domhandler";
import type { OutputSchema } from "../../../../contract/fields/outputSchema.ts";
import { listBits } from "../../page/bits.ts";
import { conceptOf } from "../../vocabulary/concepts.ts";
import type { MatchedItem } from "../match.ts";

const MIN_RECORDS = 3;
const MAX_RECORDS = 1_000;
/** This share of the records has the text in an element of its own. Set by hand. */
const SHARED = 0.9;

const PRESSED: ReadonlySet<string> = new Set(["a", "button"]);
const IN_PARENTHESES = /^[(（].*[)）]$/u;
/** Texts that almost all records have and that say what to do, not what is: links, and remarks in parentheses. */
const listShared = (records: readonly Element[]): readonly string[] => {
  const counts = new Map<string, number>();
  for (const record of records) {
    const own = listBits([record]).filter(
      ({ text, element }) => PRESSED.has(element.name) || IN_PARENTHESES.test(text),
    );
    for (const text of new Set(own.map(({ text: said }) => said)))
      counts.set(text, (counts.get(text) ?? 0) + 1);
  }
  return [...counts]
    .filter(([, count]) => count >= records.length * SHARED)
    .map(([text]) => text)
    .sort((one, other) => other.length - one.length);
};

const LABEL = /^(\p{L}[^:：]{1,30})[:：]\s*\S/u;
/** A label that all values begin with: the name of a known field, not a series or a code. */
const labelOf = ([first = ""]: readonly string[]): string | undefined => {
  const [, label = ""] = LABEL.exec(first) ?? [];
  return label !== "" && conceptOf(label) !== null ? `${label}${first.charAt(label.length)}` : undefined;
};

/** What to cut from the values of a field, if all values have it and none is nothing but it. */
const sharedBy = (
  values: readonly string[],
  shared: readonly string[],
): ((value: string) => string) | null => {
  const haveAll = (test: (value: string) => boolean): boolean => values.every(test);
  const end = shared.find((text) =>
    haveAll((value) => value.length > text.length && value.endsWith(` ${text}`)),
  );
  if (end !== undefined) return (value) => value.slice(0, -end.length).trim();
  const label = labelOf(values);
  return label !== undefined && haveAll((value) => value.startsWith(label) && value.length > label.length)
    ? (value) => value.slice(label.length).trim()
    : null;
};

/** The items with their texts, but for what all of them share beside the value. */
export const withoutShared = (
  records: readonly Element[],
  items: readonly MatchedItem[],
  schema: OutputSchema,
): readonly MatchedItem[] => {
  if (records.length < MIN_RECORDS || records.length > MAX_RECORDS) return items;
  const shared = listShared(records);
  const cuts = Object.keys(schema).flatMap((name) => {
    const values = items.flatMap(({ item }) => (typeof item[name] === "string" ? [item[name]] : []));
    const cut =
      schema[name] === "string" && new Set(values).size >= MIN_RECORDS ? sharedBy(values, shared) : null;
    return cut ? [{ name, cut }] : [];
  });
  if (cuts.length === 0) return items;
  return items.map((own) => {
    const short = cuts.flatMap(({ name, cut }) => {
      const value = own.item[name];
      return typeof value === "string" ? [[name, cut(value)] as const] : [];
    });
    return { ...own, item: { ...own.item, ...Object.fromEntries(short) } };
  });
};
