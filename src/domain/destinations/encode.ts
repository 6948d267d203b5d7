import type { DestinationFormat } from "../../contract/deliveries/destinations.ts";
import type { Formulas } from "../../contract/runs/runs.ts";
import { toCsv } from "../items/csv.ts";
import { openParquet, type ParquetTypes } from "./parquet.ts";
import type { Rows } from "./rows.ts";

/** What the rows of all parts have in common. */
export interface Table extends Pick<Rows, "columns" | "currencies"> {
  /** CSV only; see `toCsv`. */
  readonly formulas?: Formulas | undefined;
  /** Parquet only: readers take the parts for one table, so the types are those of all rows, which are read twice. */
  readonly types: ParquetTypes;
}

/** A file that is being written. Its bytes are held, and of its lines only those that are being added. */
interface Encoder {
  readonly add: (lines: readonly string[]) => Promise<void>;
  readonly end: () => Promise<Buffer>;
}

interface Encoding {
  readonly contentType: string;
  /** Each file is complete: every CSV file has the header. */
  readonly open: (table: Table) => Encoder;
}

/** A file whose bytes follow one another. */
const inChunks = (encode: (lines: readonly string[], isFirst: boolean) => Promise<string>): Encoder => {
  const chunks: Buffer[] = [];
  return {
    add: async (lines) => {
      chunks.push(Buffer.from(await encode(lines, chunks.length === 0)));
    },
    end: async () => Buffer.concat(chunks),
  };
};

const csv: Encoding["open"] = ({ columns, currencies, formulas }) =>
  inChunks(async (lines, hasHeader) => {
    const source = (async function* () {
      yield* lines;
    })();
    let text = "";
    for await (const chunk of toCsv(source, columns, { currencies, formulas, hasHeader })) text += chunk;
    return text;
  });

/** How rows become a file. */
export const ENCODINGS: Readonly<Record<DestinationFormat, Encoding>> = {
  ndjson: {
    contentType: "application/x-ndjson",
    open: () => inChunks(async (lines) => `${lines.join("\n")}\n`),
  },
  csv: { contentType: "text/csv; charset=utf-8", open: csv },
  parquet: { contentType: "application/vnd.apache.parquet", open: openParquet },
};
