import { typeOfField } from "../../client/fieldType.ts";
import type { Item } from "../../client/index.ts";
import { OneLine } from "./basics.tsx";
import { showAmount, showName, showValue } from "./format.ts";
import type { Column } from "./table.tsx";

const MAX_COLUMNS = 30;

const isLink = (value: unknown): value is string =>
  typeof value === "string" && /^https?:\/\/\S+$/.test(value);

interface ValueProps {
  readonly value: unknown;
  /** The ISO 4217 code of a price, null if unknown; undefined: not a price. */
  readonly currency?: string | null | undefined;
}

/** A collected value in a cell. Links open, prices have two decimals, booleans are ticks and crosses. */
export const Value = ({ value, currency }: ValueProps) => {
  if (value === null || value === undefined) return <span className="muted">–</span>;
  if (typeof value === "boolean")
    return (
      <span className={value ? "tick" : "muted"}>
        <span aria-hidden="true">{value ? "✓" : "✗"}</span>
        <span className="visually-hidden">{value ? "Yes" : "No"}</span>
      </span>
    );
  if (typeof value === "number" && currency !== undefined) return <span>{showAmount(value, currency)}</span>;
  if (isLink(value))
    return (
      <a className="truncate" href={value} target="_blank" rel="noreferrer noopener" title={value}>
        {value.replace(/^https?:\/\//, "")}
      </a>
    );
  return <OneLine>{showValue(value)}</OneLine>;
};

/** The currency in an item's field `currency`. */
export const currencyIn = (item: Item): string | null =>
  typeof item.currency === "string" && /^[A-Z]{3}$/.test(item.currency) ? item.currency : null;

/** The known currencies of price fields. */
export type Currencies = Readonly<Record<string, string | null>>;

/** Undefined unless the field is a price, by its type or because it has cents and the item a currency. */
const currencyOf = (
  item: Item,
  name: string,
  schema: Schema,
  currencies: Currencies,
): string | null | undefined => {
  if (typeOfField(schema[name]) === "price" || currencies[name] !== undefined)
    return currencyIn(item) ?? currencies[name] ?? null;
  const value = item[name];
  const hasCents = typeof value === "number" && !Number.isInteger(value);
  return schema[name] === undefined && hasCents ? (currencyIn(item) ?? undefined) : undefined;
};

export type Schema = Readonly<Record<string, unknown>>;
const NO_SCHEMA: Schema = {};
const NO_CURRENCIES: Currencies = {};

const sortValue = (value: unknown): string | number | null => {
  if (value === null || value === undefined) return null;
  return typeof value === "number" ? value : showValue(value);
};

/** One column per field, in the order of the flow's fields if it names all of them, else in the order of the items. */
export const columnsOf = <T,>(
  rows: readonly T[],
  itemOf: (row: T) => Item,
  schema: Schema = NO_SCHEMA,
  currencies: Currencies = NO_CURRENCIES,
): Column<T>[] => {
  const present = new Set(rows.flatMap((row) => Object.keys(itemOf(row))));
  const chosen = Object.keys(schema).filter((name) => present.has(name));
  const names = chosen.length === present.size ? chosen : [...present];
  const isAlone = (name: string): boolean =>
    names.every((other) => other === name || showName(other) !== showName(name));
  return names.slice(0, MAX_COLUMNS).map((name) => ({
    title: isAlone(name) ? showName(name) : name,
    isNumber:
      rows.every((row) => ["number", "object", "undefined"].includes(typeof itemOf(row)[name])) &&
      rows.some((row) => typeof itemOf(row)[name] === "number"),
    cell: (row) => (
      <Value value={itemOf(row)[name]} currency={currencyOf(itemOf(row), name, schema, currencies)} />
    ),
    field: name,
    sortBy: (row) => sortValue(itemOf(row)[name]),
  }));
};
