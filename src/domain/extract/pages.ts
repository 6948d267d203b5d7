/** What the extraction asks of the engine. */
import type { OutputSchema } from "../../contract/outputSchema.ts";

export interface DataQuery {
  readonly schema?: OutputSchema | undefined;
  readonly instructions?: string | undefined;
  /** Milliseconds since the epoch. */
  readonly now: number;
}

export interface PageData {
  /** Where the page came from, after redirects. */
  readonly url: string;
  readonly results: readonly {
    readonly item: Readonly<Record<string, unknown>>;
    readonly provenance: Readonly<
      Record<string, { readonly source: string; readonly confidence: number; readonly path: string }>
    >;
  }[];
}

export interface Pages {
  /** Gets a page and reads its data. @throws DomainError `target-refused`, `target-failed` or `timeout` */
  read(url: string, query: DataQuery, signal: AbortSignal): Promise<PageData>;
}

export interface WithPages {
  readonly pages: Pages;
}
