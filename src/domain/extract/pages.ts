/** What the extraction asks of the engine. */
import type { ModelQuestion } from "../../adapters/model.ts";
import type { RobotsRule } from "../../contract/common.ts";
import type { FlowRender } from "../../contract/flows.ts";
import type { OutputSchema } from "../../contract/outputSchema.ts";
import type { Deadline } from "../deadline.ts";

export interface DataQuery {
  readonly schema?: OutputSchema | undefined;
  readonly instructions?: string | undefined;
  readonly robots?: RobotsRule | undefined;
  readonly render?: FlowRender | undefined;
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
  /** What stood in the way of reading the page, in sentences for people. */
  readonly warnings: readonly string[];
  /** Whether the words of the instructions told which fields are wanted, where there are any. */
  readonly isUnderstood: boolean;
  /** What a model is asked, to read the page; null where it could read no more than is read already. */
  readonly question: ModelQuestion<ReadItems> | null;
  /** Of a model's answer, what stands on the page. */
  keep(answer: ReadItems): Record<string, unknown>[];
}

/** Items as a model read them. */
export interface ReadItems {
  readonly items: readonly Readonly<Record<string, unknown>>[];
}

export interface Pages {
  /** Gets a page and reads its data. @throws DomainError `target-refused`, `target-unsupported`, `robots-disallowed`, `target-failed`, `not-configured` or `timeout` */
  read(url: string, query: DataQuery, deadline: Deadline): Promise<PageData>;
}

export interface WithPages {
  readonly pages: Pages;
}
