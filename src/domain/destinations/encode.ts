import type { DestinationFormat } from "../../contract/destinations.ts";
import type { Formulas } from "../../contract/runs.ts";
import { toCsv } from "../items/csv.ts";
import { type ParquetTypes, toParquet } from "./parquet.ts";
import type { Rows } from "./rows.ts";

/** What the rows of all parts have in common. */
interface Table extends Pick<Rows, "columns" | "currencies"> {
  /** CSV only; see `toCsv`. */
  readonly formulas?: Formulas | undefined;
  /** Parquet only: readers take the parts for one table, so the types are those of all rows, which are read twice. */
  readonly types: ParquetTypes;
}

interface Encoding {
  readonly contentType: string;
  /** Makes a file of a part's rows. Each file is complete: every CSV file has the header. */
  readonly encode: (lines: readonly string[], table: Table) => Promise<Buffer>;
}

const csv: Encoding["encode"] = async (lines, { columns, currencies, formulas }) => {
  const chunks: string[] = [];
  const source = (async function* () {
    yield* lines;
  })();
  for await (const chunk of toCsv(source, columns, { currencies, formulas })) chunks.push(chunk);
  return Buffer.from(chunks.join(""));
};

/** How the rows of a part become a file. */
export const ENCODINGS: Readonly<Record<DestinationFormat, Encoding>> = {
  ndjson: {
    contentType: "application/x-ndjson",
    encode: async (lines) => Buffer.from(lines.map((line) => `${line}\n`).join("")),
  },
  csv: { contentType: "text/csv; charset=utf-8", encode: csv },
  parquet: { contentType: "application/vnd.apache.parquet", encode: toParquet },
};
