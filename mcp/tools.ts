/** What an agent can do with the service: each tool is one or two calls of the public API, its answer kept small. */

import type { CallToolResult } from "@modelcontextprotocol/sdk/types.js";
import * as z from "zod";
import type { Client, Screenshot } from "../client/index.ts";
import { CHOICES, VALUE_TYPES } from "../client/vocabulary.ts";
import { fitted, pageOf } from "./answers.ts";
import { FLOW_TOOLS } from "./flows.ts";
import { readPicture } from "./pictures.ts";
import type { Progress } from "./progress.ts";
import { awaitRun, cancelRun } from "./runs.ts";
import { define, flowId, OUTPUTS } from "./tool.ts";

const url = z.url({ protocol: /^https?$/ }).describe("URL of the page.");
const limit = z.int().min(1).max(50).default(10).describe("Maximum number of records to return.");
const textChars = z
  .int()
  .min(100)
  .max(15_000)
  .optional()
  .describe("Maximum length of a text in the result, in characters (default 1,000).");
const cursor = z.string().optional().describe("`nextCursor` of the previous result, for the next page.");
const runId = z.string().describe("Id of a run, such as run-1795244439994240041.");
/** Of one part of a long page: it fits an answer even where each character has to be escaped. */
const MARKDOWN_CHARS = 9_500;

export const TOOLS = [
  define({
    name: "extract",
    title: "Extract data from a page",
    description:
      "Fetches one page and returns its data as items that follow the schema, without saving a flow. " +
      "Values that are not on the page are null. Every call opens the page again. " +
      "To collect many pages or repeat the job later, use generate_flow.",
    input: {
      url,
      schema: z
        .record(z.string(), z.unknown())
        .optional()
        .describe(
          `Field names and types, such as {"name": "string", "price": "price", "tags": "string[]"}. Types: ${VALUE_TYPES.join(", ")}; [] after one makes a list; an object nests.`,
        ),
      instructions: z.string().max(2_000).optional().describe("What to collect, in plain words."),
      offset: z
        .int()
        .min(0)
        .default(0)
        .describe("Number of items to skip: `nextOffset` of the previous result."),
      limit,
      textChars,
    },
    readOnly: true,
    output: OUTPUTS.extraction,
    call: async (client, { url: address, schema, instructions, offset, limit: most }, { signal, tell }) => {
      tell(`Opening ${address}`);
      const asked = { url: address, schema, instructions };
      const { items, itemCount, url: openedUrl, warnings } = await client.extract(asked, {}, { signal });
      const end = offset + most;
      return {
        url: openedUrl,
        itemCount,
        offset,
        ...(warnings && { warnings }),
        items: items.slice(offset, end),
        ...(end < items.length && { nextOffset: end }),
      };
    },
  }),
  define({
    name: "read_page",
    title: "Read a page",
    description:
      "Fetches one page and returns its main content as Markdown, without navigation and adverts, below its title, URL, " +
      "language and date. For single values, use extract.",
    input: {
      url,
      offset: z
        .int()
        .min(0)
        .default(0)
        .describe("Number of characters to skip: `nextOffset` of the previous result."),
    },
    readOnly: true,
    textChars: MARKDOWN_CHARS,
    output: OUTPUTS.markdown,
    call: async (client, { url: address, offset }, { signal, tell }) => {
      tell(`Opening ${address}`);
      const text = await client.extract({ url: address }, { format: "markdown" }, { signal });
      const end = offset + MARKDOWN_CHARS;
      return {
        markdown: text.slice(offset, end).toWellFormed(),
        characters: text.length,
        offset,
        ...(end < text.length && { nextOffset: end }),
      };
    },
  }),
  define({
    name: "map_site",
    title: "List a site's URLs",
    description:
      "Lists the URLs of a site from its sitemaps and the links of one page, without opening the pages. Use it to find " +
      "the pages to read or to collect.",
    input: {
      url,
      q: z.string().min(1).max(200).optional().describe("Words that the URLs must contain, all of them."),
      limit: z.int().min(1).max(500).default(100).describe("Maximum number of URLs to return."),
    },
    readOnly: true,
    output: OUTPUTS.urls,
    call: async (client, { url: address, q, limit: most }, { signal, tell }) => {
      tell(`Reading the sitemaps of ${address}`);
      const { urls, truncated, warnings } = await client.mapSite(
        { url: address, q, limit: most },
        { signal },
      );
      return { truncated, ...(warnings && { warnings }), items: urls.map(({ url: each }) => each) };
    },
  }),
  define({
    name: "generate_flow",
    title: "Generate a flow",
    description:
      "Creates a flow (a saved collection job) that collects what the prompt describes, or what the examples show, from the page " +
      "and those after it, and stores it. Give prompt, examples or both. Collects nothing by itself: run it with run_flow.",
    input: {
      url,
      prompt: z
        .string()
        .min(1)
        .max(2_000)
        .optional()
        .describe('What to collect, in words, such as "name and price of all products, first 100".'),
      examples: z
        .array(z.record(z.string(), z.string().min(1).max(500)))
        .min(1)
        .max(5)
        .optional()
        .describe(
          'One or a few records as the page shows them, such as [{"title": "Oak Kettle", "price": "141.85"}]: surer than a prompt.',
        ),
      urls: z
        .array(url)
        .min(1)
        .max(20)
        .optional()
        .describe("With examples: other pages of the same kind, which settle where each value stands."),
      pace: z
        .union([
          z.literal("auto"),
          z.object({ concurrency: z.int().min(1).max(32), delayMs: z.int().min(0).max(60_000) }),
        ])
        .optional()
        .describe("How fast to fetch pages. `auto` (default) adapts to how the site responds."),
    },
    readOnly: false,
    output: OUTPUTS.flow,
    call: async (client, { url: address, urls, prompt, examples, pace }, { signal, tell }) => {
      tell(`Reading ${address}`);
      const flow = await client.generateFlow({ url: address, urls, prompt, examples }, { signal });
      const { id } = await client.createFlow({ ...flow, ...(pace && { pace }) }, { signal });
      return {
        flowId: id,
        name: flow.name,
        description: flow.description,
        mode: flow.mode,
        steps: flow.steps,
        outputSchema: flow.outputSchema,
        ...(flow.notes && { notes: flow.notes }),
        ...(flow.preview && { preview: flow.preview }),
      };
    },
  }),
  define({
    name: "list_flows",
    title: "List flows",
    description: "Lists the account's flows (saved collection jobs), newest first.",
    input: { limit, cursor },
    readOnly: true,
    output: OUTPUTS.page,
    call: async (client, query, { signal }) => {
      const page = await client.listFlows(query, { signal });
      return pageOf(page, ({ id, name, mode, status, url: address }) => ({
        id,
        name,
        mode,
        status,
        url: address,
      }));
    },
  }),
  define({
    name: "run_flow",
    title: "Run a flow",
    description:
      "Starts a run of a flow and waits up to 45 seconds for it to finish. Every call starts a new run; use get_run to keep waiting.",
    input: {
      flowId,
      input: z
        .record(z.string(), z.union([z.string(), z.number()]))
        .optional()
        .describe("A value for each of the flow's `inputs`."),
      urls: z
        .array(url)
        .min(1)
        .max(1_000)
        .optional()
        .describe(
          "URLs to open instead of the flow's own. One that fails doesn't fail the run: see list_pages.",
        ),
    },
    readOnly: false,
    output: OUTPUTS.run,
    call: async (client, { flowId: id, input, urls }, progress) => {
      const run = await client.createRun({ flowId: id, input, urls }, { signal: progress.signal });
      return awaitRun(client, run.id, progress);
    },
  }),
  define({
    name: "get_run",
    title: "Get a run",
    description: "Returns a run's status, counts, cost and error. Waits up to 45 seconds for it to finish.",
    input: { runId },
    readOnly: true,
    output: OUTPUTS.run,
    call: (client, { runId: id }, progress) => awaitRun(client, id, progress),
  }),
  define({
    name: "list_pages",
    title: "List a run's pages",
    description: "Returns what became of each page of a run over a list of URLs or a crawl, and why.",
    input: {
      runId,
      status: z.enum(CHOICES.PageStatus).optional().describe("Only pages with this status."),
      limit,
      cursor,
    },
    readOnly: true,
    output: OUTPUTS.page,
    call: async (client, { runId: id, ...query }, { signal }) =>
      pageOf(await client.listRunPages(id, query, { signal }), (page) => page),
  }),
  define({
    name: "cancel_run",
    title: "Cancel a run",
    description:
      "Cancels a queued or running run. The items it has collected stay readable. A run that has ended stays as it is.",
    input: { runId },
    readOnly: false,
    destructive: true,
    output: OUTPUTS.run,
    call: (client, { runId: id }, { signal }) => cancelRun(client, id, signal),
  }),
  define({
    name: "read_items",
    title: "Read a run's items",
    description:
      "Returns a run's items, one page at a time. A running run returns the items collected so far.",
    input: { runId, limit, cursor, textChars },
    readOnly: true,
    output: OUTPUTS.page,
    call: async (client, { runId: id, textChars: _, ...query }, { signal }) =>
      pageOf(await client.listRunItems(id, query, { signal }), (item) => item),
  }),
  define({
    name: "list_changes",
    title: "List changes",
    description:
      "Lists the changes a monitor found, newest first: counts and a summary. recordsPerChange adds the records that differ.",
    input: {
      flowId,
      limit,
      cursor,
      recordsPerChange: z
        .int()
        .min(0)
        .max(20)
        .default(0)
        .describe(
          "How many of the records that differ to show of each change, with the values of their fields.",
        ),
    },
    readOnly: true,
    output: OUTPUTS.page,
    call: async (client, { flowId: id, recordsPerChange, ...query }, { signal }) =>
      pageOf(await client.flows.listChanges(id, query, { signal }), (change) => ({
        createdAt: change.createdAt,
        runId: change.runId,
        message: change.message,
        severity: change.severity,
        added: change.added,
        removed: change.removed,
        changed: change.changed,
        ...(recordsPerChange > 0 && { records: change.records.slice(0, recordsPerChange) }),
      })),
  }),
  define({
    name: "screenshot",
    title: "Take a screenshot",
    description:
      "Takes a screenshot of a page. Returns the picture, and a link to it that needs no key and expires after 24 hours.",
    input: {
      url,
      fullPage: z.boolean().default(false),
      width: z.int().min(200).max(3840).optional().describe("Width of the window, in pixels."),
    },
    readOnly: true,
    output: OUTPUTS.screenshot,
    pictureOf: (answer) => (answer as Screenshot).screenshotUrl,
    call: (client, { url: address, fullPage, width }, { signal, tell }) => {
      tell(`Opening ${address}`);
      return client.takeScreenshot({ url: address, fullPage, width }, { signal });
    },
  }),
  ...FLOW_TOOLS,
] as const;

/** An answer, as text and as data, small enough for an agent's window; and its picture, where it has one. */
export const callTool = async (
  tool: (typeof TOOLS)[number],
  client: Client,
  input: unknown,
  progress: Progress,
): Promise<CallToolResult> => {
  const { pictureOf } = tool;
  const call = tool.call as (client: Client, input: unknown, progress: Progress) => Promise<unknown>;
  const parsed = z.object(tool.input as z.ZodRawShape).parse(input);
  const answer = await call(client, parsed, progress);
  const text = fitted(answer, tool.textChars ?? (parsed.textChars as number | undefined));
  const picture = pictureOf && (await readPicture(pictureOf(answer), progress.signal));
  return {
    content: [{ type: "text", text }, ...(picture ? [picture] : [])],
    structuredContent: JSON.parse(text) as Record<string, unknown>,
  };
};
