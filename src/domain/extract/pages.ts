/** Interface of extraction to the engine. */
import type { ModelQuestion } from "../../adapters/model.ts";
import type { ExtractRequest } from "../../contract/extraction/extract.ts";
import type { OpenedSibling } from "../../contract/extraction/siblings.ts";
import type { DescribedSchema } from "../../contract/fields/outputSchema.ts";
import type { ShownRecord } from "../../contract/fields/recordExamples.ts";
import type { PagePermissions } from "../../contract/permissions.ts";
import type { PageContent, PageSelection } from "../../contract/steps/pageOutputs.ts";
import type { PageRecords } from "../../contract/steps/pageRecords.ts";
import type { Deadline } from "../shared/deadline.ts";
import type { ReadFile } from "../uploads/uploadedFile.ts";

export interface DataQuery extends PageSelection {
  readonly schema?: DescribedSchema | undefined;
  readonly instructions?: string | undefined;
  /** Whether to read the page as one item or as all of its records. */
  readonly records?: PageRecords | undefined;
  /** Records as the page shows them: only records like these are read. */
  readonly examples?: readonly ShownRecord[] | undefined;
  /** Whether to open further pages of the same template and compare. */
  readonly siblings?: boolean | undefined;
  /** Forms of the page itself to return. */
  readonly outputs?: ExtractRequest["outputs"];
  /** Milliseconds since the epoch. */
  readonly now: number;
}

interface ReadPage {
  /** URL of the page, after redirects. */
  readonly url: string;
  /** Problems while reading the page, as sentences for people. */
  readonly warnings: readonly string[];
  /** What its owner permits, if anything is said. */
  readonly permissions?: PagePermissions | undefined;
}

export interface PageData extends ReadPage {
  readonly results: readonly {
    readonly item: Readonly<Record<string, unknown>>;
    readonly provenance: Readonly<
      Record<
        string,
        {
          readonly source: string;
          readonly confidence: number;
          readonly path: string;
          readonly currency?: string;
          readonly doubt?: string;
        }
      >
    >;
    /** The values that a field could have, the given one first, for fields that are not certain. */
    readonly rivals?: Readonly<
      Record<
        string,
        readonly { readonly value: unknown; readonly where: string; readonly confidence: number }[]
      >
    >;
  }[];
  /** The reading that was not chosen, if it is not sure whether the page is one item or a list. */
  readonly other?: {
    readonly kind: "detail" | "list";
    readonly likelihood: number;
    readonly results: PageData["results"];
  };
  /** The page itself in the requested forms; absent if there are none. */
  readonly content?: PageContent | undefined;
  /** Further pages that were opened to compare with, and why some of them were not used. */
  readonly siblings?: readonly OpenedSibling[];
  /** Number of further pages that were opened. */
  readonly siblingPages?: number;
  /** Whether the instructions, if any, named the wanted fields. */
  readonly isUnderstood: boolean;
  /** The question for a model; null if a model could add nothing. */
  readonly question: ModelQuestion<ReadItems> | null;
  /** The part of a model's answer that appears on the page. */
  keep(answer: ReadItems): Record<string, unknown>[];
}

/** A page's main content as Markdown, with its title, author and date. */
export interface PageMarkdown extends ReadPage {
  readonly title: string | null;
  readonly language: string | null;
  readonly date: string | null;
  readonly markdown: string;
}

/** Items as read by a model. */
export interface ReadItems {
  readonly items: readonly Readonly<Record<string, unknown>>[];
}

/** Fetches pages and reads them, at the pace of each site. */
export interface PageReader {
  /**
   * @throws DomainError `target-refused`, `target-unsupported`, `robots-disallowed`, `use-reserved`, `target-failed`,
   *   `not-configured` or `timeout`
   */
  readData(url: string, query: DataQuery): Promise<PageData>;
  /** @throws as `readData` */
  readMarkdown(url: string, now: number): Promise<PageMarkdown>;
}

export interface Pages {
  /**
   * Creates the reader for one request.
   *
   * @param isOneOfMany whether a slow page must leave time for the others
   */
  open(
    how: Pick<ExtractRequest, "robots" | "permissions" | "render" | "request"> & {
      readonly readFile: ReadFile;
    },
    deadline: Deadline,
    isOneOfMany: boolean,
  ): PageReader;
}

export interface WithPages {
  readonly pages: Pages;
}
