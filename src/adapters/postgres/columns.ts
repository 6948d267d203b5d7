/** Columns of a delivered table: their names and types, and how they grow with the data. */
import { createHash } from "node:crypto";

/** Types of columns that deliveries create. Owners may change them: values are cast to what a column has become. */
export type ColumnType = "boolean" | "double precision" | "text" | "jsonb";

/** PostgreSQL's `NAMEDATALEN` less one: longer names are cut, and two of them may then be the same. */
const MAX_NAME_BYTES = 63;

/** Columns that every delivery writes besides the fields. */
export const META_COLUMNS: Readonly<Record<string, string>> = {
  _flow: "text",
  _run: "text",
  _collected_at: "timestamptz",
  _row: "bigint",
  _key: "text",
  _removed_at: "timestamptz",
  _change: "text",
  _previous: "jsonb",
};

/** Names that PostgreSQL keeps for itself in every table: https://www.postgresql.org/docs/current/ddl-system-columns.html. */
const SYSTEM_COLUMNS: readonly string[] = ["tableoid", "xmin", "cmin", "xmax", "cmax", "ctid"];

/** With or without underscores at its end: two fields never get the same column. */
const isTaken = (name: string): boolean => {
  const start = name.replace(/_+$/, "");
  return start === "" || Object.hasOwn(META_COLUMNS, start) || SYSTEM_COLUMNS.includes(start);
};

const shorten = (name: string): string => {
  if (Buffer.byteLength(name) <= MAX_NAME_BYTES) return name;
  const hash = createHash("sha256").update(name).digest("hex").slice(0, 8);
  let start = "";
  for (const character of name) {
    if (Buffer.byteLength(start + character) > MAX_NAME_BYTES - hash.length - 1) break;
    start += character;
  }
  return `${start}_${hash}`;
};

/** The column of a field. Fields named like a column that every table has get an underscore at their end. */
export const columnOf = (field: string): string => {
  const name = field.replaceAll("\0", "").toWellFormed();
  return shorten(isTaken(name) ? `${name}_` : name);
};

export const quote = (name: string): string => `"${name.replaceAll('"', '""')}"`;

/** Type of a column that holds this value; null for a value that any column can hold. */
export const typeOf = (value: unknown): ColumnType | null => {
  if (value === null || value === undefined) return null;
  if (typeof value === "boolean") return "boolean";
  if (typeof value === "number") return "double precision";
  return typeof value === "string" ? "text" : "jsonb";
};

const OWN_TYPES: readonly string[] = ["boolean", "double precision", "jsonb"] satisfies ColumnType[];

/** Whether values of a type need a column of this type to become text. */
export const mustWiden = (column: string, value: ColumnType): boolean =>
  column !== value && OWN_TYPES.includes(column) && column !== "jsonb";

/** A value without what PostgreSQL cannot store: NUL characters and half surrogate pairs. */
export const storable = (value: unknown): unknown => {
  if (typeof value === "string") return value.replaceAll("\0", "\uFFFD").toWellFormed();
  if (Array.isArray(value)) return value.map(storable);
  if (typeof value !== "object" || value === null) return value;
  return Object.fromEntries(
    Object.entries(value).map(([name, each]) => [storable(name) as string, storable(each)]),
  );
};
