/** The format of stored pages, and the keys under which they are found. */
import { hash } from "node:crypto";
import { constants, zstdCompressSync, zstdDecompressSync } from "node:zlib";
import type { PagePermissions } from "../../../contract/permissions.ts";
import type { Format } from "../../../engine/extract/extract.ts";
import type { RunRecord } from "../../../store/runs/runs.ts";
import { keptFolderOf } from "../../files/folders.ts";
import { decompress } from "../../shared/gzip.ts";

/** A page as it was when a run collected it. */
export interface KeptPage {
  /** Its URL after redirects. */
  readonly url: string;
  readonly status: number;
  readonly html: string;
  readonly fetchedAt: string;
  /** How it was parsed (default: HTML). */
  readonly format?: Format | undefined;
  /** Headers that say what it may be used for, and what its owner permits. */
  readonly signals?: Readonly<Record<string, string>> | undefined;
  readonly permissions?: PagePermissions | undefined;
  /** The server's validators for this version of the page. */
  readonly validators?: { readonly etag?: string; readonly lastModified?: string } | undefined;
}

/** The run that stored the pages, and for how long. */
export type Keeper = Pick<RunRecord, "id" | "accountId" | "retentionDays">;

/** Prefix of all stored pages of a run. */
export const snapshotFolder = ({ accountId, id, retentionDays }: Keeper): string =>
  `${keptFolderOf("snapshots", retentionDays, accountId)}${id}/`;

const digestOf = (url: string): Buffer => hash("sha256", new URL(url).href.replace(/#.*$/, ""), "buffer");

/** 128 bits of a hash of the requested URL without its fragment: the page's key in an index. */
export const pageName = (url: string): string => digestOf(url).subarray(0, 16).toString("base64url");

/** A fifth of gzip's time at the same size (30 KB pages, November 2026). The checksum detects damage. */
const ZSTD = { params: { [constants.ZSTD_c_compressionLevel]: 3, [constants.ZSTD_c_checksumFlag]: 1 } };

/** A page within a pack: a line of JSON with its metadata, then its text. */
export const packPage = ({ html, ...head }: KeptPage): Buffer =>
  zstdCompressSync(`${JSON.stringify(head)}\n${html}`, ZSTD);

const isGzip = (body: Buffer): boolean => body[0] === 0x1f && body[1] === 0x8b;

/** Reads the output of `packPage`, or the gzipped JSON of earlier releases. @throws Error for anything else */
export const unpackPage = (member: Buffer): KeptPage => {
  if (isGzip(member)) return JSON.parse(decompress(member)) as KeptPage;
  const text = zstdDecompressSync(member).toString("utf8");
  const end = text.indexOf("\n");
  return { ...(JSON.parse(text.slice(0, end)) as Omit<KeptPage, "html">), html: text.slice(end + 1) };
};

/** Where releases before November 2026 stored each page, as its own object. */
export const singlePageKey = (keeper: Keeper, url: string): string =>
  `${snapshotFolder(keeper)}${digestOf(url).toString("hex").slice(0, 32)}.json.gz`;
