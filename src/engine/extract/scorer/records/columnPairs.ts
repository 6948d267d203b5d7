/** Pairs of the fields of a list that have no value and the columns of its records that no field has. */
import type { Element } from "domhandler";
import type { OutputSchema, ValueType } from "../../../../contract/fields/outputSchema.ts";
import { mean } from "../../values/averages.ts";
import type { CoerceContext } from "../../values/coerce.ts";
import { evenly } from "../../values/evenly.ts";
import { isEmpty } from "../../values/types.ts";
import { describeName, type Features, leadsOf } from "../guess/nameFeatures.ts";
import { ENTRIES, isTold, readText, says, TYPES } from "../guess/textValues.ts";
import type { MatchedItem } from "../match.ts";
import {
  COMPARED,
  describeMeaning,
  describeNaming,
  describeOrder,
  describeTexts,
  type OpenColumn,
  type PlacedField,
} from "./columnFeatures.ts";
import { cellsIn, type Spot, spotsOf } from "./ways.ts";

/** A field without a value and a column that may be it. */
export interface Pair {
  readonly name: string;
  readonly column: OpenColumn;
  readonly features: Features;
  /** The value of the field in each record; null if the column has none. */
  readonly read: () => readonly unknown[];
}

const MIN_RECORDS = 3;
/** Enough records to describe a column by. */
const SAMPLE = 30;
/** Shares of the records in which a column has a text, and of its texts that have the field's type. Set by hand. */
const SHARE = { there: 0.3, typed: 0.8 } as const;
/** A list whose fields are partly filled. */
interface PartlyFilled {
  readonly records: readonly Element[];
  readonly items: readonly MatchedItem[];
  readonly schema: OutputSchema;
  readonly context: CoerceContext;
}

/** The fields that have a text as their value in a record. */
const fieldsSaying = ({ items, schema, context }: PartlyFilled, text: string, at: number): string[] =>
  Object.keys(schema).filter((name) => says(text, items[at]?.item[name], schema[name], context));

/** A record's text in one place, unless a field has it; several are joined. */
const freeText = (list: PartlyFilled, spot: Spot, at: number): string | undefined => {
  const cells = cellsIn(list.records[at] as Element, spot);
  const text = cells.map((cell) => cell.text).join(", ");
  return cells.length === 0 || fieldsSaying(list, text, at).length > 0 ? undefined : text;
};

const readValue = (list: PartlyFilled, name: string, spot: Spot, at: number): unknown => {
  const text = freeText(list, spot, at);
  const type = list.schema[name];
  if (text === undefined) return null;
  if (type !== "string[]") return readText(text, type as ValueType, list.context);
  const cells = cellsIn(list.records[at] as Element, spot).map((cell) => cell.text);
  return spot.place === null ? cells : text.split(ENTRIES);
};

type SpottedColumn = OpenColumn & { readonly spot: Spot };

/** The columns that no field has, and where the fields are, as far as the records of the sample show. */
const lookAt = (list: PartlyFilled, sample: readonly number[]) => {
  const least = Math.max(2, sample.length * SHARE.there);
  const found = new Map<string, number[]>();
  const columns = spotsOf(sample.map((at) => list.records[at] as Element)).flatMap(
    (spot): [string, SpottedColumn][] => {
      const texts: (string | undefined)[] = [];
      const elements: Element[] = [];
      const places: number[] = [];
      for (const at of sample) {
        const cells = cellsIn(list.records[at] as Element, spot);
        const text = cells.map((cell) => cell.text).join(", ");
        const names = cells.length === 0 ? [] : fieldsSaying(list, text, at);
        const isFree = cells.length > 0 && names.length === 0;
        texts.push(isFree ? text : undefined);
        elements.push(...cells.map(({ element }) => element));
        if (isFree) places.push(cells[0]?.at ?? 0);
        for (const name of names)
          found.set(`${name} ${at}`, [...(found.get(`${name} ${at}`) ?? []), cells[0]?.at ?? 0]);
      }
      const there = texts.filter((text) => text !== undefined);
      if (there.length < least || new Set(there).size < 2 || !there.every(isTold)) return [];
      const entries = spot.place === null ? elements.length / sample.length : 0;
      return [[texts.join("\n"), { spot, texts: there, elements, entries, at: mean(places) }]];
    },
  );
  const fields = Object.keys(list.schema).flatMap((name): PlacedField[] => {
    const places = sample.flatMap((at) => {
      const own = found.get(`${name} ${at}`) ?? [];
      return own.length === 0 ? [] : [Math.min(...own)];
    });
    return places.length < sample.length * SHARE.there ? [] : [{ name, at: mean(places) }];
  });
  // A text in two elements, one around the other, is in two columns.
  return { columns: [...new Map(columns).values()], fields };
};

/** Whether the column's texts have the field's type. */
const mayBe = (
  list: PartlyFilled,
  name: string,
  column: SpottedColumn,
  sample: readonly number[],
): boolean => {
  const values = sample.map((at) => readValue(list, name, column.spot, at)).filter((value) => value !== null);
  if (list.schema[name] === "string[]")
    return (
      values.filter((value) => (value as readonly string[]).length > 1).length >= sample.length * SHARE.there
    );
  return column.spot.place !== null && values.length >= column.texts.length * SHARE.typed;
};

/** The pairs of a list, described by some of its records. */
export const listPairs = (
  records: readonly Element[],
  items: readonly MatchedItem[],
  schema: OutputSchema,
  context: CoerceContext,
): readonly Pair[] => {
  const names = Object.keys(schema);
  const open = names.filter(
    (name) => TYPES.has(schema[name]) && items.every(({ item }) => isEmpty(item[name])),
  );
  if (records.length < MIN_RECORDS || open.length === 0) return [];
  const list: PartlyFilled = { records, items, schema, context };
  const sample = evenly([...records.keys()], SAMPLE);
  const { columns, fields } = lookAt(list, sample);
  const placed = [...fields, ...columns].sort((one, other) => one.at - other.at);
  const looks = new Map(columns.map((column) => [column, describeTexts(column, sample.length)]));
  const able = open.map((name) => ({
    name,
    said: describeName(name, schema[name]),
    options: columns.filter((column) => mayBe(list, name, column, sample)),
  }));
  const pairs = able.flatMap(({ name, said, options }) =>
    options.map((column, optionAt) => {
      const rivals = able.filter((other) => other.options.includes(column));
      const rivalAt = rivals.findIndex((other) => other.name === name);
      const features: Features = {
        ...said,
        ...looks.get(column),
        ...describeNaming(name, column),
        ...describeMeaning(name, column),
        ...describeOrder(name, column, names, placed),
        options: options.length,
        optionAt,
        rivals: rivals.length,
        rivalAt,
        offset: optionAt - rivalAt,
        open: open.length,
        columns: columns.length,
        records: sample.length,
      };
      return { name, column, features };
    }),
  );
  const leads = new Map<Features, Features>();
  const compare = (groups: Iterable<typeof pairs>, as: string): void => {
    for (const group of groups) {
      const all = group.map(({ features }) => features);
      leadsOf(all, COMPARED, as).forEach((lead, at) => {
        const own = all[at] as Features;
        leads.set(own, { ...leads.get(own), ...lead });
      });
    }
  };
  compare(Map.groupBy(pairs, ({ name }) => name).values(), "OfName");
  compare(Map.groupBy(pairs, ({ column }) => column).values(), "OfColumn");
  return pairs.map(({ name, column, features }) => ({
    name,
    column,
    features: { ...features, ...leads.get(features) },
    read: () => records.map((_, at) => readValue(list, name, column.spot, at)),
  }));
};
