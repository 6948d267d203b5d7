/** The sets of `../shared/data`, read in place: each is a folder with a manifest and gzipped pages. */
import { existsSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { gunzipSync } from "node:zlib";
import { detectFormat, type PageDocument, parseDocument } from "../../src/engine/extract/extract.ts";
import { decodeBody } from "../../src/engine/page/charset.ts";

const FOLDER = join(import.meta.dirname, "..", "..", "..", "shared", "data");
const manifestOf = (set: string): string => join(FOLDER, set, "manifest.json");

export type Split = "train" | "dev";

/** A page of a set; `../shared/data/README.md` describes `Truth` for each set. */
export interface Entry<Truth> {
  readonly id: string;
  readonly set: string;
  readonly kind: string;
  readonly split: Split;
  /** Pages with an unknown URL get one that does not resolve. */
  readonly url: string;
  /** Pages of one site are never in both training and scoring. */
  readonly site: string;
  readonly truth: Truth;
  /** Other fields of the manifest. */
  readonly facts: Readonly<Record<string, unknown>>;
  /** The page itself, read on demand: all pages at once take several gigabytes. */
  readonly read: () => string;
}

/** Why a set is unavailable; null if it is available. */
export const setMissing = (set: string): string | null =>
  existsSync(manifestOf(set)) ? null : `../shared/data/${set} is not beside this clone`;

/** When pages are read, unless their truth says when they were stored. */
export const NOW = Date.UTC(2026, 10, 21);

const UNKNOWN = "https://unknown.invalid/";

interface Row {
  readonly id: string;
  readonly kind: string;
  readonly split: Split;
  readonly html: string;
  readonly url: string | null;
  readonly site?: string;
  readonly encoding?: string;
  readonly truth: unknown;
}

/** Some URLs lack their scheme. */
const siteOf = (url: string): string =>
  (URL.parse(url) ?? URL.parse(`https://${url}`))?.hostname.split(".").slice(-2).join(".") ?? url;

/** The pages of one split of a set, in manifest order. */
export const loadSet = <Truth>(set: string, split: Split): Entry<Truth>[] => {
  const rows = JSON.parse(readFileSync(manifestOf(set), "utf8")) as Row[];
  return rows
    .filter((row) => row.split === split)
    .map((row) => ({
      id: row.id,
      set,
      kind: row.kind,
      split,
      url: row.url && URL.canParse(row.url) ? row.url : UNKNOWN,
      site: row.site ?? (row.url ? siteOf(row.url) : row.id),
      truth: row.truth as Truth,
      facts: { ...row },
      read: () =>
        decodeBody(
          gunzipSync(readFileSync(join(FOLDER, set, row.html))),
          row.encoding === undefined ? "" : `text/html; charset=${row.encoding}`,
        ),
    }));
};

/** The page as the service reads it: two of the lists are JSON. */
export const parseEntry = ({ read, url }: Pick<Entry<unknown>, "read" | "url">): PageDocument => {
  const text = read();
  return parseDocument(text, {
    url,
    format: detectFormat({ contentType: "text/html", text, url }) ?? "html",
  });
};
