/** The outcome of each page of a run over a list of URLs or a whole site. */
import * as z from "zod";
import { pageQuery } from "../common.ts";
import { PagePermissions } from "../permissions.ts";

const PAGE_STATUSES = ["completed", "failed", "skipped"] as const;
export const PageStatus = z.enum(PAGE_STATUSES);
export type PageStatus = z.infer<typeof PageStatus>;

/** Why a page failed, or was skipped. */
export const PageError = z.object({
  code: z.string().describe("Stable code, such as `target-failed`, `target-refused` or `duplicate`."),
  message: z.string(),
  step: z.string().nullable().describe("The step that failed, as `steps[1]` or by its label."),
  httpStatus: z.int().nullable(),
  retryable: z.boolean().describe("Whether trying the page again may succeed."),
});

/** A finished page of a list or a crawl. */
export const PageOutcome = z.object({
  url: z.string(),
  status: PageStatus.describe(
    "`failed`: it could not be read completely; items collected before are kept. `skipped`: in a crawl, a " +
      "page that robots.txt disallows, a file that is not a page (such as a picture or an archive), or a page that " +
      "was read under another URL; in lists too, a page that reserves a use which the flow's `permissions` obey.",
  ),
  items: z.int().min(0).describe("Items that it gave."),
  error: PageError.nullable(),
  permissions: PagePermissions.optional().describe(
    "What the page and its site say about its use. Absent if nothing is said, or the page was not opened.",
  ),
});
export type PageOutcome = z.infer<typeof PageOutcome>;

/** A finished site of a list of sites. */
export const SiteOutcome = z.object({
  url: z.string().describe("The URL in the list."),
  status: PageStatus.describe(
    "`failed`: it could not be read; items collected before are kept. `skipped`: a limit of the run was reached before all " +
      "of it was read, or before it was started.",
  ),
  pages: z.int().min(0).describe("Pages fetched."),
  failedPages: z.int().min(0).describe("Pages of it that failed."),
  items: z.int().min(0),
  error: PageError.nullable().describe("Why it is not `completed`."),
});
export type SiteOutcome = z.infer<typeof SiteOutcome>;

/** Message of a run of which no page could be read. */
export const tellAllFailed = (failed: number, { url, error }: Pick<PageOutcome, "url" | "error">): string =>
  failed === 1
    ? (error?.message ?? "")
    : `Every address failed: ${failed} of ${failed}. The first was ${url}: ${error?.message ?? ""}`;

/** How many pages of a list or a crawl, or sites of a list, are done. */
export const PageCounts = z.object({
  completed: z.int().min(0),
  failed: z.int().min(0),
  skipped: z.int().min(0),
});
export type PageCounts = z.infer<typeof PageCounts>;

export const ListRunPagesQuery = z.strictObject({ status: PageStatus.optional(), ...pageQuery() });
