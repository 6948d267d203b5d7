/** A table that grows with what is delivered to it. */
import { PlaceError } from "../../contract/placeError.ts";
import { type ColumnType, columnOf, META_COLUMNS, mustWiden, quote, storable, typeOf } from "./columns.ts";
import type { Run } from "./connect.ts";

/** Marks the columns that deliveries made: those that owners add are never written. */
const MARK = "Collected by Gleaner.";

export interface TableShape {
  readonly schema: string;
  readonly table: string;
  /** Columns besides the fields, the key first. */
  readonly meta: readonly string[];
  readonly key: readonly string[];
}

type Row = Readonly<Record<string, unknown>>;

interface Column {
  readonly type: string;
  readonly isOurs: boolean;
}

const READ_COLUMNS = `select attname as name, format_type(atttypid, atttypmod) as type,
  col_description(attrelid, attnum) as mark from pg_attribute
  where attrelid = to_regclass($1) and attnum > 0 and not attisdropped`;

const CREATED_BY_OTHERS = (name: string, missing: string): string =>
  `The table ${name} exists without the column ${missing}: it was made for other data. Choose another table.`;

/** @throws PlaceError if a table of other data has this name */
export const openTable = async (run: Run, { schema, table, meta, key }: TableShape) => {
  const name = `${quote(schema)}.${quote(table)}`;
  const definitions = meta.map(
    (column) => `${quote(column)} ${META_COLUMNS[column]}${key.includes(column) ? " not null" : ""}`,
  );
  const keyList = key.map(quote).join(", ");
  await run(`create table if not exists ${name} (${definitions.join(", ")}, primary key (${keyList}))`);
  const columns = new Map<string, Column>();
  for (const { name: column, type, mark } of await run(READ_COLUMNS, [name]))
    columns.set(String(column), { type: String(type), isOurs: mark === MARK });
  const missing = meta.find((column) => !columns.has(column));
  if (missing !== undefined)
    throw new PlaceError("table-refused", CREATED_BY_OTHERS(`${schema}.${table}`, missing));

  const addColumn = async (column: string, type: ColumnType): Promise<void> => {
    await run(`alter table ${name} add column ${quote(column)} ${type}`);
    await run(`comment on column ${name}.${quote(column)} is '${MARK}'`);
    columns.set(column, { type, isOurs: true });
  };

  /** Adds the columns that rows need, and turns into text those whose type no longer fits. */
  const grow = async (rows: readonly Row[]): Promise<void> => {
    const wanted = new Map<string, ColumnType>();
    for (const row of rows)
      for (const [column, value] of Object.entries(row)) {
        const type = meta.includes(column) ? null : typeOf(value);
        if (type === null) continue;
        const before = wanted.get(column);
        wanted.set(column, before === undefined || before === type ? type : "text");
      }
    for (const [column, type] of wanted) {
      const known = columns.get(column);
      if (known === undefined) await addColumn(column, type);
      else if (known.isOurs && mustWiden(known.type, type)) {
        await run(`alter table ${name} alter column ${quote(column)} type text using ${quote(column)}::text`);
        columns.set(column, { ...known, type: "text" });
      }
    }
  };

  return {
    name,

    /** Writes rows, each in place of the one with the same key. Fields that a row lacks become null. */
    upsert: async (records: readonly { readonly meta: Row; readonly fields: Row }[]): Promise<void> => {
      if (records.length === 0) return;
      const rows = records.map(({ meta: own, fields }) => ({
        ...Object.fromEntries(
          Object.entries(fields).map(([field, value]) => [columnOf(field), storable(value)]),
        ),
        ...(storable(own) as Row),
      }));
      await grow(rows);
      const used = new Set(rows.flatMap((row) => Object.keys(row)));
      const written = [...columns].filter(
        ([column, { isOurs }]) => meta.includes(column) || isOurs || used.has(column),
      );
      const list = written.map(([column]) => quote(column)).join(", ");
      const types = written.map(([column, { type }]) => `${quote(column)} ${type}`).join(", ");
      const changes = written
        .filter(([column]) => !key.includes(column))
        .map(([column]) => `${quote(column)} = excluded.${quote(column)}`)
        .join(", ");
      await run(
        `insert into ${name} (${list}) select ${list} from json_to_recordset($1::text::json) as delivered(${types})
         on conflict (${keyList}) do update set ${changes}`,
        [JSON.stringify(rows)],
      );
    },
  };
};
