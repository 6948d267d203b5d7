import { readdirSync, readFileSync, statSync } from "node:fs";
import { join } from "node:path";
import { beforeAll, describe, expect, it } from "@jest/globals";
import { type Bundle, type Bundles, bundleFunctions } from "../../lib/bundle.ts";
import { findEntryProblems } from "../../lib/function-entries.ts";
import { entryOf, FUNCTIONS } from "../../lib/functions.ts";
import { Flow } from "../../src/contract/flows/flows.ts";
import { OPERATIONS, operationEntries } from "../../src/contract/operations.ts";

const KB = 1024;
/** The document client and the SDK's core, zod, the store and OpenTelemetry's API, which every function holds, are 460 KB of it. */
const MAX_API_BYTES = 520 * KB;
const MAX_API_BYTES_WITH_S3 = 710 * KB;
/** What reads cookies, with the public suffix list. */
const SIGNED_IN: ReadonlySet<string> = new Set(["getFlowSession", "putFlowSession"]);
const MAX_API_BYTES_WITH_COOKIES = 655 * KB;
/** What describes the operations to people, with their examples. */
const DESCRIBING: ReadonlySet<string> = new Set(["getOpenApi", "getDocs"]);
const MAX_API_BYTES_WITH_WORDS = 655 * KB;
/** What reads pages: undici, and the engine with its weights and words, 990 KB of which are the meanings of words. */
const READING: ReadonlySet<string> = new Set(["extract", "generateFlow", "searchWeb"]);
const MAX_API_BYTES_WITH_READING = 3_620 * KB;
/** What has a page opened by another function: the clients of Lambda and STS. */
const CALLING: ReadonlySet<string> = new Set(["takeScreenshot"]);
const MAX_API_BYTES_WITH_CALLS = 640 * KB;

/** Stripe's package weighs 230 KB, and only what is bought waits for it; the client of SES 60 KB. */
const MAX_API_BYTES_WITH_PAYMENTS = 740 * KB;
const MAX_API_BYTES_WITH_MAIL = 575 * KB;

/**
 * Operations that open addresses of users themselves: undici, which resolves once and dials what it has
 * checked, weighs 520 KB.
 */
const FETCHING: ReadonlySet<string> = new Set([
  ...["getHealth", "testDestination", "testWebhook", "putSso", "startSso", "finishSso"],
]);
const MAX_API_BYTES_WITH_EGRESS = 1_160 * KB;

/** What reads sitemaps and the links of pages: the egress, what finds a page's elements, and robots.txt. */
const MAPPING: ReadonlySet<string> = new Set(["mapSite", "firecrawlMap"]);
const MAX_API_BYTES_WITH_PAGES = 1_540 * KB;

/** What starts a run of a list, or gives a flow one: the client of S3, evaluated where the list is an object, and what reads CSV. */
const LISTING: ReadonlySet<string> = new Set([
  "createRun",
  "firecrawlScrape",
  "firecrawlCrawl",
  "firecrawlBatch",
  "firecrawlExtract",
  "triggerRun",
  "retryRun",
  "createFlow",
  "updateFlow",
]);
const MAX_API_BYTES_WITH_LISTS = 825 * KB;
/** What starts such runs and asks the search engine through the egress. */
const SEARCHING: ReadonlySet<string> = new Set(["firecrawlSearch"]);
const MAX_API_BYTES_WITH_SEARCH = 1_380 * KB;
/** Beside S3's client, what signs a form of it. */
const SIGNING: ReadonlySet<string> = new Set(["createUpload"]);
const MAX_API_BYTES_WITH_FORMS = 720 * KB;

/** What opens a page for steps: their grammar, and the clients of S3, Lambda and STS. */
const INSPECTING: ReadonlySet<string> = new Set(["createInspection"]);
const MAX_API_BYTES_WITH_STEPS = 820 * KB;

/** Operations that write flows: the grammar of steps with the words that describe it, and the calendar of schedules. */
const WRITING_FLOWS: ReadonlySet<string> = new Set([
  ...[
    "deleteFlow",
    "cancelRun",
    "createPreview",
    "convertBackup",
    "firecrawlCancelCrawl",
    "firecrawlCancelBatch",
  ],
]);
const MAX_API_BYTES_WITH_FLOWS = 575 * KB;

/** The AI SDK with its two providers weighs 1 MB. */
const MODEL_BYTES = 1_200 * KB;
const ASKING: ReadonlySet<string> = new Set(["extract", "generateFlow", "searchWeb"]);

/**
 * Of those two, without what they load late: undici, the engine with its tables and weights, the meanings of words (990 KB), 174 KB of them the letters by which
 * languages are told apart, what every function holds, and the client of S3, from which one of them reads inspections.
 */
const MAX_BYTES_AT_ONCE = 3_990 * KB;

/**
 * The thread that reads documents, a file beside the function, loaded by its first document: pdf.js 1,670 KB and its tables of
 * encodings 1,140, the other readers 270.
 */
const DOCUMENT_BYTES = 3_080 * KB;
const OPENING: ReadonlySet<string> = new Set([
  "extract",
  "searchWeb",
  "generateFlow",
  "executeRun",
  "executeBrowserRun",
  "inspectPage",
  "openPage",
]);

/** A file of a bundle and those that it imports on load. */
const loadedAtOnce = (directory: string, file: string, found = new Set<string>()): ReadonlySet<string> => {
  if (found.has(file)) return found;
  found.add(file);
  const code = readFileSync(join(directory, file), "utf8");
  for (const [, next = ""] of code.matchAll(/(?:from|import)"\.\/([^"]+)"/g))
    loadedAtOnce(directory, next, found);
  return found;
};

const touchesObjects = ({ name }: Bundle): boolean => FUNCTIONS.get(name)?.touches.objects !== undefined;

const limitOf = (bundle: Bundle): number =>
  limitWithoutModel(bundle) +
  (ASKING.has(bundle.name) ? MODEL_BYTES : 0) +
  (OPENING.has(bundle.name) ? DOCUMENT_BYTES : 0);

const limitWithoutModel = (bundle: Bundle): number => {
  const touches = FUNCTIONS.get(bundle.name)?.touches;
  if (READING.has(bundle.name)) return MAX_API_BYTES_WITH_READING;
  if (CALLING.has(bundle.name)) return MAX_API_BYTES_WITH_CALLS;
  if (touches?.payments) return MAX_API_BYTES_WITH_PAYMENTS;
  if (touches?.mail) return MAX_API_BYTES_WITH_MAIL;
  if (SIGNED_IN.has(bundle.name)) return MAX_API_BYTES_WITH_COOKIES;
  if (DESCRIBING.has(bundle.name)) return MAX_API_BYTES_WITH_WORDS;
  if (FETCHING.has(bundle.name)) return MAX_API_BYTES_WITH_EGRESS;
  if (MAPPING.has(bundle.name)) return MAX_API_BYTES_WITH_PAGES;
  if (SEARCHING.has(bundle.name)) return MAX_API_BYTES_WITH_SEARCH;
  if (LISTING.has(bundle.name)) return MAX_API_BYTES_WITH_LISTS;
  if (SIGNING.has(bundle.name)) return MAX_API_BYTES_WITH_FORMS;
  if (INSPECTING.has(bundle.name)) return MAX_API_BYTES_WITH_STEPS;
  if (WRITING_FLOWS.has(bundle.name)) return MAX_API_BYTES_WITH_FLOWS;
  return touchesObjects(bundle) ? MAX_API_BYTES_WITH_S3 : MAX_API_BYTES;
};

describe("the bundles", () => {
  let bundles: Bundles;
  beforeAll(async () => {
    bundles = await bundleFunctions();
  }, 600_000);

  it("exist for each function of the contract", () => {
    expect([...bundles.keys()].sort()).toEqual([...FUNCTIONS.keys()].sort());
    expect([...bundles.keys()]).toEqual(expect.arrayContaining(Object.keys(OPERATIONS)));
  });

  it("of the API are within 520 KB, or 710 KB if they use objects", () => {
    const tooLarge = [...bundles.values()].filter(
      (bundle) => bundle.kind === "http" && bundle.sizeBytes > limitOf(bundle),
    );
    expect(tooLarge.map(({ name, sizeBytes }) => `${name}: ${Math.ceil(sizeBytes / KB)} KB`)).toEqual([]);
  });

  it("hold no row but that of their operation, and no schema of its answer", () => {
    const codeOf = (name: string): string =>
      readFileSync(join(bundles.get(name)?.directory ?? "", "index.mjs"), "utf8");
    const paths = new Set(operationEntries().map(([, { path }]) => path));
    expect(paths.size).toBeGreaterThan(80);
    for (const [name, { path }] of operationEntries()) {
      const written = [...codeOf(name).matchAll(/\bpath:"(\/[^"]+)"/g)].map(([, text = ""]) => text);
      const others = written.filter((text) => paths.has(text) && text !== path);
      expect([name, ...others]).toEqual([name]);
    }
    const { description = "" } = Flow.shape.needsAttention;
    expect(codeOf("getAlert")).toContain('path:"/alerts/{id}"');
    expect(codeOf("unknownRoute")).toContain('path:"/alerts/{id}"');
    expect(codeOf("getOpenApi")).toContain(description);
    expect(codeOf("getFlow")).not.toContain(description);
  });

  it("export the handler that the stack names", () => {
    expect(bundles.size).toBe(FUNCTIONS.size);
    for (const { name, directory } of bundles.values()) {
      const code = readFileSync(join(directory, "index.mjs"), "utf8");
      expect([name, /export\s*\{[^}]*\bas handler\b[^}]*\}/.test(code)]).toEqual([name, true]);
    }
  });

  it("load Chromium's driver and the model clients lazily", () => {
    for (const name of ASKING) {
      const { directory = "", sizeBytes = 0 } = bundles.get(name) ?? {};
      const atOnce = loadedAtOnce(directory, "index.mjs");
      expect(atOnce.size).toBeGreaterThan(1);
      const bytes = [...atOnce].reduce((sum, file) => sum + statSync(join(directory, file)).size, 0);
      expect(bytes).toBeLessThan(MAX_BYTES_AT_ONCE);
      expect(bytes).toBeLessThan(sizeBytes - MODEL_BYTES / 2);
    }
  });

  it("include the document readers lazily, for functions that open pages", () => {
    const beside = [...bundles.values()].filter(({ directory }) =>
      readdirSync(directory).includes("documentThread.mjs"),
    );
    expect(beside.map(({ name }) => name).filter((name) => !OPENING.has(name))).toEqual([]);
    expect(beside.map(({ name }) => name)).toEqual(expect.arrayContaining(["extract", "executeRun"]));
    for (const { directory, bytesByPackage } of bundles.values()) {
      expect(bytesByPackage["pdfjs-dist"]).toBeUndefined();
      expect(loadedAtOnce(directory, "index.mjs")).not.toContain("documentThread.mjs");
    }
  });

  it("contain only what the current build made", () => {
    expect(bundles.size).toBeGreaterThan(100);
    for (const { directory, sizeBytes } of bundles.values()) {
      const sizes = readdirSync(directory).map((file) => statSync(join(directory, file)).size);
      expect(sizes.reduce((sum, size) => sum + size, 0)).toBe(sizeBytes);
    }
  });

  it("are built once per process", () => {
    expect(bundleFunctions()).toBe(bundleFunctions());
  });
});

describe("the function files", () => {
  const rows = [...FUNCTIONS.values()];
  const files = rows.map(entryOf);

  it("match their operations and workers", () => {
    expect(findEntryProblems(rows, files)).toEqual([]);
  });

  it("are reported with the operation if they are missing", () => {
    const present = files.filter((file) => file !== "functions/http/createFlow.ts");
    expect(findEntryProblems(rows, present)).toEqual([
      "createFlow (http) has no function file: functions/http/createFlow.ts is missing.",
    ]);
  });

  it("are reported if they belong to no operation", () => {
    expect(findEntryProblems(rows, [...files, "functions/http/dropTable.ts"])).toEqual([
      expect.stringContaining("functions/http/dropTable.ts belongs to no operation"),
    ]);
  });
});
