/** Parses sitemaps (sitemaps.org protocol 0.9, XML or text), broken ones as far as possible. */
import { Parser } from "htmlparser2";
import { DocumentError } from "../extract/extract.ts";

export interface SitemapEntry {
  readonly url: string;
  /** Last change in milliseconds since the epoch, if the sitemap gives it. */
  readonly modifiedAtMs: number | null;
}

interface Sitemap {
  /** Whether the entries are sitemaps themselves. */
  readonly isIndex: boolean;
  readonly entries: readonly SitemapEntry[];
}

/** The protocol's limit per file. */
const MAX_ENTRIES = 50_000;
const MAX_URL_CHARS = 2_048;
/** Unclosed entries and URLs nest and are still read, but the parser scans all open elements. */
const MAX_DEPTH = 2 * MAX_ENTRIES + 100;

interface Draft {
  /** Namespace prefix of the entry's element; children with another one, such as `image:`, are ignored. */
  readonly prefix: string;
  loc: string;
  lastmod: string;
}

const toEntry = ({ loc, lastmod }: Pick<Draft, "loc" | "lastmod">, base: string): SitemapEntry | null => {
  const url = loc.trim().length <= MAX_URL_CHARS ? URL.parse(loc.trim(), base) : null;
  if (loc.trim() === "" || !url || !/^https?:$/.test(url.protocol)) return null;
  url.hash = "";
  const modifiedAtMs = Date.parse(lastmod.trim());
  return { url: url.href, modifiedAtMs: Number.isNaN(modifiedAtMs) ? null : modifiedAtMs };
};

const parseXml = (text: string, base: string): Sitemap => {
  const entries: SitemapEntry[] = [];
  let draft: Draft | null = null;
  let part: "loc" | "lastmod" | null = null;
  let isIndex = false;
  let depth = 0;
  const finish = (): void => {
    const entry = draft && toEntry(draft, base);
    if (entry && entries.length < MAX_ENTRIES) entries.push(entry);
    draft = null;
    part = null;
  };
  const parser = new Parser(
    {
      onopentagname: (tag) => {
        const [name = "", prefix = ""] = tag.toLowerCase().split(":").reverse();
        part = null;
        depth += 1;
        if (depth > MAX_DEPTH) throw new DocumentError("The sitemap is nested too deeply.");
        if (name === "url" || name === "sitemap") {
          finish();
          isIndex ||= name === "sitemap";
          draft = { prefix, loc: "", lastmod: "" };
        } else if (draft?.prefix === prefix && (name === "loc" || name === "lastmod")) part = name;
      },
      ontext: (data) => {
        if (draft && part && draft[part].length <= MAX_URL_CHARS) draft[part] += data;
      },
      onclosetag: (tag) => {
        part = null;
        depth -= 1;
        if (/(?:^|:)(?:url|sitemap)$/i.test(tag)) finish();
      },
    },
    { xmlMode: true },
  );
  parser.end(text);
  finish();
  return { isIndex, entries };
};

const parseText = (text: string, base: string): Sitemap => {
  const lines = text.split(/[\r\n]+/).filter((line) => /^\s*https?:\/\//i.test(line));
  const entries = lines.slice(0, MAX_ENTRIES).map((loc) => toEntry({ loc, lastmod: "" }, base));
  return { isIndex: false, entries: entries.filter((entry) => entry !== null) };
};

/**
 * @param base URL of the sitemap: entries should be absolute, but not all are
 * @throws DocumentError if it is nested too deeply
 */
export const parseSitemap = (text: string, base: string): Sitemap =>
  text.trimStart().startsWith("<") ? parseXml(text, base) : parseText(text, base);
