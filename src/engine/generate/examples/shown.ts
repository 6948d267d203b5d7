/** Splits shown records into the texts to search for unchanged, and their lists and nested records. */
import type { ExampleRecord, ShownRecord } from "../../../contract/fields/recordExamples.ts";
import { type CoerceContext, coerceValue } from "../../extract/values/coerce.ts";

type Inner = Readonly<Record<string, string | number>>;

export interface SplitRecords {
  /** For each record, its texts. */
  readonly plain: readonly ExampleRecord[];
  /** The first entries of each list, by field. */
  readonly lists: ReadonlyMap<string, readonly string[]>;
  /** Nested records by field; `isList`: they are a list of records. */
  readonly nested: ReadonlyMap<
    string,
    { readonly isList: boolean; readonly records: readonly ExampleRecord[] }
  >;
}

/** A number as the page's language writes it, so that it is read as that number. */
const write = (value: string | number, context: CoerceContext): string => {
  if (typeof value === "string") return value;
  const text = String(value);
  const other = text.replace(".", ",");
  return [text, other].find((each) => coerceValue(each, "number", context) === value) ?? text;
};

const writeAll = (record: Inner, context: CoerceContext): ExampleRecord =>
  Object.fromEntries(Object.entries(record).map(([name, value]) => [name, write(value, context)]));

const isPlain = (example: ShownRecord): example is ExampleRecord =>
  Object.values(example).every((value) => typeof value === "string");

/** Records of texts stay the same objects. */
export const splitRecords = (examples: readonly ShownRecord[], context: CoerceContext): SplitRecords => {
  const plain: ExampleRecord[] = [];
  const lists = new Map<string, readonly string[]>();
  const nested = new Map<string, { isList: boolean; records: readonly ExampleRecord[] }>();
  for (const example of examples) {
    if (isPlain(example)) {
      plain.push(example);
      continue;
    }
    const own: Record<string, string> = {};
    for (const [name, value] of Object.entries(example)) {
      if (typeof value !== "object") own[name] = write(value, context);
      else if (!Array.isArray(value))
        nested.set(name, nested.get(name) ?? { isList: false, records: [writeAll(value, context)] });
      else if (value.every((entry) => typeof entry !== "object"))
        lists.set(name, lists.get(name) ?? value.map((entry) => write(entry, context)));
      else {
        const records = value
          .filter((entry) => typeof entry === "object")
          .map((entry) => writeAll(entry, context));
        nested.set(name, nested.get(name) ?? { isList: true, records });
      }
    }
    if (Object.keys(own).length > 0) plain.push(own);
  }
  return { plain, lists, nested };
};
