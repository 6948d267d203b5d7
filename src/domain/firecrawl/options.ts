/** Which options of Firecrawl's requests are honoured, ignored with a word about it, or refused. */
import { DomainError } from "../../contract/errors.ts";
import { notOffered } from "../../contract/firecrawl/errors.ts";
import type { FirecrawlFormat, FirecrawlScrapeOptions } from "../../contract/firecrawl/requests.ts";
import type { PageOutput } from "../../contract/steps/pageOutputs.ts";

type Options = Readonly<Record<string, unknown>>;

/** Promises that would not be kept: a request that makes one is refused. */
const PROMISES: Readonly<Record<string, string>> = {
  ignoreRobotsTxt: "sites are always asked. A flow of your own can set `robots` to `ignore`.",
  robotsUserAgent: "requests and robots.txt rules use the name Gleaner.",
  zeroDataRetention: "results are kept for 24 hours, until they are fetched.",
  redactPII: "pages are not scanned for personal data.",
  lockdown: "there is no cache to answer from.",
  profile: "there are no stored browser profiles. Use a flow with secrets to log in.",
  threatProtection: "there is no threat database.",
};

/** Options without effect on what is promised, and why. A value on the right is what happens anyway. */
const IGNORED: Readonly<Record<string, { readonly why: string; readonly anyway?: unknown }>> = {
  skipTlsVerification: { why: "certificates are always checked" },
  removeBase64Images: { why: "inline images are always left out", anyway: true },
  location: { why: "pages are requested from where this service runs" },
  parsers: { why: "documents are always read", anyway: undefined },
  parsePDF: { why: "documents are always read", anyway: true },
  minAge: { why: "pages are always fetched" },
  blockAds: { why: "advertisements are not blocked" },
  fastMode: { why: "there is one mode", anyway: false },
  allowExternalLinks: { why: "a crawl stays on its site", anyway: false },
  prompt: { why: "options are not derived from a prompt: set them" },
  systemPrompt: { why: "data is found by the schema and the prompt" },
  filter: { why: "put operators into the query" },
  highlights: { why: "descriptions are those of the search engine", anyway: false },
  enableWebSearch: { why: "only the given pages are read", anyway: false },
};

const isSet = (value: unknown): boolean => value !== undefined && value !== null && value !== false;

/** @throws FirecrawlError where events of a job are asked for and not sent: of single pages and extractions */
export const refuseWebhook = (options: Options): void => {
  if (isSet(options.webhook)) throw notOffered("webhook", "ask for the job's status, or use a flow.");
};

/** @throws FirecrawlError for what is promised but not kept */
export const refusePromises = (options: Options): void => {
  for (const [name, why] of Object.entries(PROMISES)) if (isSet(options[name])) throw notOffered(name, why);
  if (options.proxy === "stealth" || options.proxy === "enhanced")
    throw notOffered(
      `proxy ${String(options.proxy)}`,
      "requests identify this service and are not disguised.",
    );
  if (options.agent !== undefined && options.agent !== null)
    throw notOffered("agent", "no agent acts on pages. Use `actions`, or a flow.");
  if (isSet(options.enableWebSearch) && !Array.isArray(options.urls))
    throw notOffered("enableWebSearch", "there is no web search.");
};

/** A sentence on each option that is ignored. */
export const tellIgnored = (options: Options, names: readonly string[] = Object.keys(IGNORED)): string[] =>
  names.flatMap((name) => {
    const { why = "", anyway } = IGNORED[name] ?? {};
    const value = options[name];
    const isQuiet = why === "" || value === anyway || value === undefined || value === null;
    return isQuiet || (value === false && anyway === undefined) ? [] : [`\`${name}\` was ignored: ${why}.`];
  });

/** Options that apply to each page. */
const OF_PAGES = ["skipTlsVerification", "removeBase64Images", "location", "parsePDF", "minAge"];

/** Options that clients send with every request get no warning. */
const SENT_BY_CLIENTS = new Set(["skipTlsVerification", "removeBase64Images", "blockAds", "fastMode"]);

export const tellIgnoredOnPages = (options: FirecrawlScrapeOptions): string[] =>
  tellIgnored(
    options,
    OF_PAGES.filter((name) =>
      name === "skipTlsVerification" ? options[name] === true : !SENT_BY_CLIENTS.has(name),
    ),
  );

/** What the formats ask for. */
export interface Wanted {
  readonly outputs: readonly PageOutput[];
  readonly fullPage: boolean;
  readonly attributes: readonly { readonly selector: string; readonly attribute: string }[];
  readonly schema: Options | null;
  readonly prompt: string | null;
  readonly jsonAs: "json" | "extract";
  readonly isSummary: boolean;
  /** Whether Markdown itself was asked for, and not only what is made of it. */
  readonly showsMarkdown: boolean;
}

const PLAIN: Readonly<Record<string, PageOutput>> = {
  markdown: "markdown",
  html: "html",
  rawHtml: "rawHtml",
  links: "links",
  images: "images",
};

/** Formats that are known, and why they are not offered. */
const NOT_OFFERED: Readonly<Record<string, string>> = {
  changeTracking: "use a flow in `monitor` mode, which compares each run with the last.",
  branding: "logos, colours and fonts are not derived.",
  audio: "audio is not extracted.",
  video: "video is not extracted.",
  product: "ask for `json` with a schema.",
  menu: "ask for `json` with a schema.",
  query: "ask for `json` with a schema.",
  question: "ask for `json` with a schema.",
  highlights: "ask for `markdown`.",
  deterministicJson: "ask for `json` with a schema.",
};

const typeOf = (format: FirecrawlFormat): string => (typeof format === "string" ? format : format.type);

const badFormat = (type: string): DomainError =>
  new DomainError("invalid-request", `Unknown format "${type}".`, {
    details: [{ path: "formats", message: `unknown format "${type}"` }],
  });

/** @throws FirecrawlError for formats that are not offered · DomainError `invalid-request` for unknown ones */
export const readFormats = ({ formats, jsonOptions, extract }: FirecrawlScrapeOptions): Wanted => {
  const outputs = new Set<PageOutput>();
  const attributes: { selector: string; attribute: string }[] = [];
  let [fullPage, isSummary] = [false, false];
  let jsonAs: "json" | "extract" = "json";
  let asked: { schema?: Options | null | undefined; prompt?: string | null | undefined } = {};
  for (const format of formats && formats.length > 0 ? formats : ["markdown"]) {
    const type = typeOf(format);
    const own = typeof format === "string" ? null : format;
    if (Object.hasOwn(NOT_OFFERED, type)) throw notOffered(type, NOT_OFFERED[type] ?? "");
    if (Object.hasOwn(PLAIN, type)) outputs.add(PLAIN[type] as PageOutput);
    else if (type === "screenshot" || type === "screenshot@fullPage") {
      outputs.add("screenshot");
      fullPage ||= type === "screenshot@fullPage" || own?.fullPage === true;
    } else if (type === "json" || type === "extract") {
      outputs.add("json");
      jsonAs = type;
      asked = own ?? (type === "json" ? (jsonOptions ?? extract) : (extract ?? jsonOptions)) ?? {};
    } else if (type === "attributes") {
      outputs.add("attributes");
      attributes.push(...(own?.selectors ?? []).map(({ selector, attribute }) => ({ selector, attribute })));
    } else if (type === "summary") isSummary = true;
    else throw badFormat(type);
  }
  const showsMarkdown = outputs.has("markdown");
  if (isSummary) outputs.add("markdown");
  return {
    outputs: [...outputs],
    fullPage,
    attributes,
    schema: asked.schema ?? null,
    prompt: asked.prompt ?? null,
    jsonAs,
    isSummary,
    showsMarkdown,
  };
};
