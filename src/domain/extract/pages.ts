/** What the extraction asks of the engine. */
import type { ModelQuestion } from "../../adapters/model.ts";
import type { ExtractRequest } from "../../contract/extract.ts";
import type { OutputSchema } from "../../contract/outputSchema.ts";
import type { ExampleRecord } from "../../contract/recordExamples.ts";
import type { Deadline } from "../shared/deadline.ts";

export interface DataQuery {
  readonly schema?: OutputSchema | undefined;
  readonly instructions?: string | undefined;
  /** Records as the page shows them: what is like them is read, and nothing else. */
  readonly examples?: readonly ExampleRecord[] | undefined;
  /** Milliseconds since the epoch. */
  readonly now: number;
}

interface ReadPage {
  /** Where the page came from, after redirects. */
  readonly url: string;
  /** What stood in the way of reading the page, in sentences for people. */
  readonly warnings: readonly string[];
}

export interface PageData extends ReadPage {
  readonly results: readonly {
    readonly item: Readonly<Record<string, unknown>>;
    readonly provenance: Readonly<
      Record<string, { readonly source: string; readonly confidence: number; readonly path: string }>
    >;
  }[];
  /** Whether the instructions, if any, said which fields are wanted. */
  readonly isUnderstood: boolean;
  /** The question for a model; null if a model could add nothing. */
  readonly question: ModelQuestion<ReadItems> | null;
  /** The part of a model's answer that is on the page. */
  keep(answer: ReadItems): Record<string, unknown>[];
}

/** The main content of a page as Markdown, and what stands above it. */
export interface PageMarkdown extends ReadPage {
  readonly title: string | null;
  readonly language: string | null;
  readonly date: string | null;
  readonly markdown: string;
}

/** Items as a model read them. */
export interface ReadItems {
  readonly items: readonly Readonly<Record<string, unknown>>[];
}

/** Gets pages and reads them, each site at its own pace. */
export interface PageReader {
  /** @throws DomainError `target-refused`, `target-unsupported`, `robots-disallowed`, `target-failed`, `not-configured` or `timeout` */
  readData(url: string, query: DataQuery): Promise<PageData>;
  /** @throws as `readData` */
  readMarkdown(url: string, now: number): Promise<PageMarkdown>;
}

export interface Pages {
  /**
   * What one request reads pages with.
   *
   * @param isOneOfMany a page may not take the time of the others
   */
  open(how: Pick<ExtractRequest, "robots" | "render">, deadline: Deadline, isOneOfMany: boolean): PageReader;
}

export interface WithPages {
  readonly pages: Pages;
}
