/** Exports of a run's items: files behind a signed link, often on another origin. */

import type { CallOptions } from "./calls.ts";
import { apiErrorOf } from "./errors.ts";
import type { Item } from "./generated.ts";
import type { Transport } from "./transport.ts";

export type ExportFormat = "ndjson" | "csv" | "xlsx";

export interface ExportOptions extends CallOptions {
  /**
   * For `csv`: texts that a spreadsheet may take for formulas get an apostrophe (`escape`, the default) or are
   * kept.
   */
  readonly formulas?: "escape" | "keep";
  /** Only items with a value that contains this text. */
  readonly q?: string | undefined;
  /** Only items that meet these conditions, such as `price < 20`. */
  readonly where?: string | undefined;
  /** Sort by this field; `-price` in descending order. */
  readonly sort?: string | undefined;
}

/** The whole export, as a response to be streamed. The link is opened without the API key. */
export const openExport = async (
  { send }: Transport,
  runId: string,
  format: ExportFormat,
  { signal, formulas, q, where, sort }: ExportOptions = {},
): Promise<Response> => {
  const given = Object.entries({ format, formulas, q, where, sort }).flatMap(([name, value]) =>
    value === undefined ? [] : [[name, value] as [string, string]],
  );
  const query = new URLSearchParams(given).toString();
  const answer = await send("GET", `/runs/${encodeURIComponent(runId)}/items?${query}`, { signal });
  const link = answer.headers.get("location");
  if (answer.status !== 303 || link === null) throw apiErrorOf(answer);
  const file = await fetch(link, signal ? { signal } : {});
  if (file.ok) return file;
  throw apiErrorOf({ status: file.status, headers: file.headers, body: await file.text() });
};

/** The items of an NDJSON export, one by one, in bounded memory. */
export const readNdjson = async function* (response: Response): AsyncGenerator<Item> {
  if (response.body === null) return;
  let rest = "";
  for await (const chunk of response.body.pipeThrough(new TextDecoderStream())) {
    const lines = (rest + chunk).split("\n");
    rest = lines.pop() ?? "";
    for (const line of lines) yield JSON.parse(line) as Item;
  }
  if (rest !== "") yield JSON.parse(rest) as Item;
};
