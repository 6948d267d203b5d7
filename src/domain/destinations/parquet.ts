/** Rows as Parquet: a column of one type for each field, the same in every part of a run. */
import type { Item } from "../../contract/runs/runs.ts";
import { currencyColumns } from "../items/csv.ts";
import type { Rows } from "./rows.ts";

/** As Parquet names them; `JSON` holds lists and objects. */
export type ParquetType = "BOOLEAN" | "DOUBLE" | "STRING" | "JSON";

const typeOf = (value: unknown): ParquetType | null => {
  if (value === null || value === undefined) return null;
  if (typeof value === "boolean") return "BOOLEAN";
  if (typeof value === "number") return "DOUBLE";
  return typeof value === "string" ? "STRING" : "JSON";
};

/** Types by field. */
export type ParquetTypes = Readonly<Record<string, ParquetType>>;

/** Adds the types of a row's values; a field whose values are of several types is text. */
export const noteTypes = (types: Map<string, ParquetType>, line: string): void => {
  for (const [name, value] of Object.entries(JSON.parse(line) as Item)) {
    const type = typeOf(value);
    if (type === null) continue;
    types.set(name, (types.get(name) ?? type) === type ? type : "STRING");
  }
};

/**
 * The types of all rows.
 *
 * @param renew called for each row; throws if another worker has taken the delivery over
 */
export const parquetTypesOf = async (
  lines: Rows["lines"],
  renew: () => Promise<void>,
): Promise<ParquetTypes> => {
  const types = new Map<string, ParquetType>();
  for await (const line of lines) {
    noteTypes(types, line);
    await renew();
  }
  return Object.fromEntries(types);
};

const valueFor = (type: ParquetType, value: unknown): unknown => {
  if (value === null || value === undefined) return null;
  return type === "STRING" && typeof value !== "string" ? JSON.stringify(value) : value;
};

const typeIn = (types: ParquetTypes, name: string): ParquetType =>
  (Object.hasOwn(types, name) ? types[name] : undefined) ?? "STRING";

/**
 * A file, written as its lines come: each batch of them is a row group. As in CSV, the currencies of prices are in columns of their
 * own.
 *
 * @param types by field; fields without a value in any row are text
 */
export const openParquet = ({
  columns,
  currencies,
  types,
}: Pick<Rows, "columns" | "currencies"> & { readonly types: ParquetTypes }) => {
  const columnDataOf = (lines: readonly string[]) => {
    const items = lines.map((line) => JSON.parse(line) as Item);
    const valuesOf = (name: string) => items.map((item) => (Object.hasOwn(item, name) ? item[name] : null));
    const columnOf = (name: string, type: ParquetType, values: readonly unknown[]) => ({
      name,
      type,
      nullable: true,
      data: values.map((value) => valueFor(type, value)),
    });
    return [
      ...columns.map((name) => columnOf(name, typeIn(types, name), valuesOf(name))),
      ...currencyColumns(columns, currencies).map(({ field, name, currency }) =>
        columnOf(
          name,
          "STRING",
          valuesOf(field).map((value) => (typeof value === "number" ? currency || null : null)),
        ),
      ),
    ];
  };
  // Only exports and destinations with this format need the writer.
  const opened = import("hyparquet-writer").then(({ ByteWriter, ParquetWriter, schemaFromColumnData }) => {
    const writer = new ByteWriter();
    // Of no rows: the columns and their types.
    const schema = schemaFromColumnData({ columnData: columnDataOf([]) });
    return { writer, file: new ParquetWriter({ writer, schema }) };
  });
  return {
    add: async (lines: readonly string[]): Promise<void> => {
      const { file } = await opened;
      // Types are those of the schema.
      const columnData = columnDataOf(lines).map(({ name, data }) => ({ name, data }));
      file.write({ columnData, rowGroupSize: lines.length });
    },
    end: async (): Promise<Buffer> => {
      const { writer, file } = await opened;
      file.finish();
      return Buffer.from(writer.getBuffer());
    },
  };
};
