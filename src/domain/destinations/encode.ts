import type { DestinationFormat } from "../../contract/destinations.ts";
import { toCsv } from "../items/csv.ts";
import type { Rows } from "./rows.ts";

type Shape = Pick<Rows, "columns" | "currencies">;

interface Encoding {
  readonly extension: string;
  readonly contentType: string;
  readonly encode: (lines: readonly string[], shape: Shape) => Promise<Buffer>;
}

const csv = async (lines: readonly string[], { columns, currencies }: Shape): Promise<Buffer> => {
  const chunks: string[] = [];
  const source = (async function* () {
    yield* lines;
  })();
  for await (const chunk of toCsv(source, columns, { currencies })) chunks.push(chunk);
  return Buffer.from(chunks.join(""));
};

/** How the rows of a part become a file. Each file is complete: every CSV file has the header. */
export const ENCODINGS: Readonly<Record<DestinationFormat, Encoding>> = {
  ndjson: {
    extension: "ndjson",
    contentType: "application/x-ndjson",
    encode: async (lines) => Buffer.from(lines.map((line) => `${line}\n`).join("")),
  },
  csv: { extension: "csv", contentType: "text/csv; charset=utf-8", encode: csv },
};
