/** A page as a run keeps it, and the names under which it is found again. */
import { hash } from "node:crypto";
import { constants, zstdCompressSync, zstdDecompressSync } from "node:zlib";
import type { Format } from "../../../engine/extract/extract.ts";
import type { RunRecord } from "../../../store/runs.ts";
import { keptFolderOf } from "../../files/folders.ts";
import { decompress } from "../../shared/gzip.ts";

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

const digestOf = (url: string): Buffer => hash("sha256", new URL(url).href.replace(/#.*$/, ""), "buffer");

/** 128 bits of the address that was asked for, without its fragment: the name of a page in an index. */
export const pageName = (url: string): string => digestOf(url).subarray(0, 16).toString("base64url");

/** A fifth of the time of gzip for the same size (pages of 30 KB, November 2026). Damage is found by the checksum. */
const ZSTD = { params: { [constants.ZSTD_c_compressionLevel]: 3, [constants.ZSTD_c_checksumFlag]: 1 } };

/** A page as a member of a pack: a line of JSON with all but its text, then its text. */
export const packPage = ({ html, ...head }: KeptPage): Buffer =>
  zstdCompressSync(`${JSON.stringify(head)}\n${html}`, ZSTD);

const isGzip = (body: Buffer): boolean => body[0] === 0x1f && body[1] === 0x8b;

/** Reads what `packPage` made, and the gzipped JSON of earlier releases. @throws Error for anything else */
export const unpackPage = (member: Buffer): KeptPage => {
  if (isGzip(member)) return JSON.parse(decompress(member)) as KeptPage;
  const text = zstdDecompressSync(member).toString("utf8");
  const end = text.indexOf("\n");
  return { ...(JSON.parse(text.slice(0, end)) as Omit<KeptPage, "html">), html: text.slice(end + 1) };
};

/** Where releases before November 2026 kept each page, as an object of its own. */
export const singlePageKey = (keeper: Keeper, url: string): string =>
  `${snapshotFolder(keeper)}${digestOf(url).toString("hex").slice(0, 32)}.json.gz`;
