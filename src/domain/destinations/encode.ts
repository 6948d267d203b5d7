import type { DestinationFormat } from "../../contract/destinations.ts";
import { toCsv } from "../items/csv.ts";
import { parquetTypesOf, toParquet } from "./parquet.ts";
import type { Rows } from "./rows.ts";

type Encode = (lines: readonly string[]) => Promise<Buffer>;

interface Encoding {
  readonly extension: string;
  readonly contentType: string;
  /**
   * What makes a file of a part's rows. Each file is complete: every CSV file has the header.
   *
   * @param renew called as long as this takes; throws if another worker has taken the delivery over
   */
  readonly open: (rows: Rows, renew: () => Promise<void>) => Promise<Encode>;
}

const csv = async (lines: readonly string[], { columns, currencies }: Rows): Promise<Buffer> => {
  const chunks: string[] = [];
  const source = (async function* () {
    yield* lines;
  })();
  for await (const chunk of toCsv(source, columns, { currencies })) chunks.push(chunk);
  return Buffer.from(chunks.join(""));
};

/** How the rows of a part become a file. */
export const ENCODINGS: Readonly<Record<DestinationFormat, Encoding>> = {
  ndjson: {
    extension: "ndjson",
    contentType: "application/x-ndjson",
    open: async () => async (lines) => Buffer.from(lines.map((line) => `${line}\n`).join("")),
  },
  csv: {
    extension: "csv",
    contentType: "text/csv; charset=utf-8",
    open: async (rows) => (lines) => csv(lines, rows),
  },
  parquet: {
    extension: "parquet",
    contentType: "application/vnd.apache.parquet",
    open: async (rows, renew) => {
      // Readers take the parts for one table, so the types are those of all rows, which are read twice.
      const types = await parquetTypesOf(rows.lines, renew);
      return (lines) => toParquet(lines, rows, types);
    },
  },
};
