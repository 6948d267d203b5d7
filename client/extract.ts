/** Responses of POST /extract, by the kind of request. */

import type { CallOptions } from "./calls.ts";
import type { Extraction, ExtractionList, ExtractRequest, OutputSchema } from "./generated.ts";
import type { ItemOf } from "./typed.ts";

type About<Page> = Omit<ExtractRequest, "url" | "urls"> & Page;
interface AsData {
  /** `true`: show where each value came from and how confident it is. */
  readonly explain?: "true" | "false";
  readonly format?: "json";
}

export interface Extract {
  /** The main content of a page as Markdown, below its title, URL, language and date. */
  (
    body: Pick<ExtractRequest, "robots" | "permissions" | "render" | "request"> & { readonly url: string },
    query: { readonly format: "markdown" },
    options?: CallOptions,
  ): Promise<string>;
  /** The data of one page. A literal schema gives the items its types. */
  <const S extends OutputSchema = OutputSchema>(
    body: Omit<About<{ readonly url: string }>, "schema"> & { readonly schema?: S | undefined },
    query?: AsData,
    options?: CallOptions,
  ): Promise<Omit<Extraction, "items"> & { readonly items: ItemOf<S>[] }>;
  /** The data of up to 20 pages, one result per URL: a page that cannot be read has an `error`. */
  (
    body: About<{ readonly urls: readonly string[] }>,
    query?: AsData,
    options?: CallOptions,
  ): Promise<ExtractionList>;
}
