import type { Item } from "../../client/index.ts";
import { showName, showValue } from "./format.ts";
import type { Column } from "./table.tsx";

const MAX_COLUMNS = 30;

const isLink = (value: unknown): value is string =>
  typeof value === "string" && /^https?:\/\/\S+$/.test(value);

/** A collected value in a cell; an address can be opened. */
export const Value = ({ value }: { readonly value: unknown }) => {
  if (value === null || value === undefined) return <span className="muted">–</span>;
  if (isLink(value))
    return (
      <a className="truncate" href={value} target="_blank" rel="noreferrer noopener" title={value}>
        {value}
      </a>
    );
  const text = showValue(value);
  return (
    <span className="truncate" title={text}>
      {text}
    </span>
  );
};

/** One column for each field that the items hold. */
export const columnsOf = <T,>(rows: readonly T[], itemOf: (row: T) => Item): Column<T>[] => {
  const names = [...new Set(rows.flatMap((row) => Object.keys(itemOf(row))))];
  return names.slice(0, MAX_COLUMNS).map((name) => ({
    title: showName(name),
    isNumber:
      rows.every((row) => ["number", "object", "undefined"].includes(typeof itemOf(row)[name])) &&
      rows.some((row) => typeof itemOf(row)[name] === "number"),
    cell: (row) => <Value value={itemOf(row)[name]} />,
  }));
};
