/** A page as a run keeps it, and the names under which it is found again. */
import { createHash } from "node:crypto";
import type { Format } from "../../../engine/extract/extract.ts";
import type { RunRecord } from "../../../store/runs.ts";
import { keptFolderOf } from "../../objectFolders.ts";

/** A page as it was when a run collected it. */
export interface KeptPage {
  /** Where it came from, after redirects. */
  readonly url: string;
  readonly status: number;
  readonly html: string;
  readonly fetchedAt: string;
  /** What it was read as (default: HTML). */
  readonly format?: Format | undefined;
  /** How the target named this version of the page. */
  readonly validators?: { readonly etag?: string; readonly lastModified?: string } | undefined;
}

/** The run that kept pages, and for how long. */
export type Keeper = Pick<RunRecord, "id" | "accountId" | "retentionDays">;

/** All that is kept of a run's pages lies here. */
export const snapshotFolder = ({ accountId, id, retentionDays }: Keeper): string =>
  `${keptFolderOf("snapshots", retentionDays, accountId)}${id}/`;

const digestOf = (url: string): Buffer =>
  createHash("sha256").update(new URL(url).href.replace(/#.*$/, "")).digest();

/** 128 bits of the address that was asked for, without its fragment: the name of a page in an index. */
export const pageName = (url: string): string => digestOf(url).subarray(0, 16).toString("base64url");

/** Where releases before November 2026 kept each page, as an object of its own. */
export const singlePageKey = (keeper: Keeper, url: string): string =>
  `${snapshotFolder(keeper)}${digestOf(url).toString("hex").slice(0, 32)}.json.gz`;
