/** A collected page as a document of Firecrawl. */
import type { FirecrawlDocument } from "../../contract/firecrawl/answers.ts";
import type { Item, RunScreenshot } from "../../contract/runs/runs.ts";
import type { PageMetadata } from "../../contract/steps/pageOutputs.ts";
import type { JobAbout } from "../../store/runs/runs.ts";
import { LIST_FIELD, PAGE_LABEL } from "./labels.ts";

/** Tags that Firecrawl names in its own way. */
const NAMES: Readonly<Record<string, string>> = {
  "og:title": "ogTitle",
  "og:description": "ogDescription",
  "og:url": "ogUrl",
  "og:image": "ogImage",
  "og:audio": "ogAudio",
  "og:determiner": "ogDeterminer",
  "og:locale": "ogLocale",
  "og:site_name": "ogSiteName",
  "og:video": "ogVideo",
  "article:published_time": "publishedTime",
  "article:modified_time": "modifiedTime",
  "article:tag": "articleTag",
  "article:section": "articleSection",
};

const oneText = (value: string | readonly string[] | undefined): string | undefined =>
  typeof value === "string" || value === undefined ? value : value.join(", ");

const toMetadata = (
  {
    title,
    description,
    language,
    statusCode,
    contentType,
    favicon,
    publishedAt,
    meta,
    permissions,
  }: PageMetadata,
  url: string,
  sourceUrl: string,
) => {
  const named = Object.entries(NAMES).flatMap(([tag, name]): [string, string][] => {
    const value = oneText(Object.hasOwn(meta, tag) ? meta[tag] : undefined);
    return value === undefined ? [] : [[name, value]];
  });
  const known = { title, description, language, favicon, publishedTime: publishedAt };
  return {
    ...meta,
    ...Object.fromEntries(Object.entries(known).filter(([, value]) => value !== null)),
    ...Object.fromEntries(named),
    sourceURL: sourceUrl,
    url,
    statusCode,
    contentType,
    ...(permissions && { permissions }),
    proxyUsed: "basic",
    creditsUsed: 1,
  };
};

const SUMMARY_CHARS = 300;
/** The first sentences of a text, without its headings. */
const firstSentences = (markdown: string): string => {
  const text = markdown
    .split("\n")
    .filter((line) => line.trim() !== "" && !/^(?:#|!\[|\||-{3}|```)/.test(line))
    .join(" ")
    .replace(/\[([^\]]*)\]\([^)]*\)/g, "$1");
  if (text.length <= SUMMARY_CHARS) return text;
  const end = text.slice(0, SUMMARY_CHARS).search(/[.!?…](?=[^.!?…]*$)/);
  return end > 0 ? text.slice(0, end + 1) : `${text.slice(0, SUMMARY_CHARS).trimEnd()}…`;
};

/** A word on values that only a language model found. */
export const tellModel = (fields: unknown): string[] =>
  Array.isArray(fields) && fields.length > 0 ? [`A language model read ${fields.join(", ")}.`] : [];

export interface Shown {
  readonly job: JobAbout;
  /** Of the whole run. */
  readonly screenshots: readonly RunScreenshot[];
  readonly sourceUrl?: string | undefined;
  readonly warnings?: readonly string[];
}

/** @param item as an `extract` step with `as: "page"` returns it */
export const toDocument = (
  { url: address, metadata, json, readByModel, ...content }: Item,
  { job, screenshots, sourceUrl, warnings = [] }: Shown,
): FirecrawlDocument => {
  const url = String(address);
  const about = metadata as PageMetadata;
  const shot = screenshots.find((each) => each.step === PAGE_LABEL && each.url === url && !each.isFailure);
  const { markdown, ...others } = content;
  const summary = about.description ?? firstSentences(String(markdown ?? ""));
  const notices = [...warnings, ...tellModel(readByModel)];
  const data = job.isList ? ((json as Item | null)?.[LIST_FIELD] ?? []) : json;
  return {
    ...others,
    ...(job.showsMarkdown && { markdown: String(markdown ?? "") }),
    ...(job.isSummary && { summary }),
    ...(json !== undefined && { [job.jsonAs ?? "json"]: data }),
    ...(shot && { screenshot: shot.screenshotUrl }),
    metadata: toMetadata(about, url, sourceUrl ?? url),
    ...(notices.length > 0 && { warning: notices.join(" ") }),
  };
};
