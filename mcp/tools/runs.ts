/** Tools that run flows and read what the runs collected. */
import * as z from "zod";
import { startCrawl } from "../../client/crawl.ts";
import type { Client, OutputSchema } from "../../client/index.ts";
import { CHOICES } from "../../client/vocabulary.ts";
import { pageOf } from "../answers.ts";
import { awaitStarted, awaitWork, cancelWork } from "../longWork.ts";
import { runWork } from "../runs.ts";
import { define } from "../tool.ts";
import { cursor, flowId, limit, runId, runInput, schema, textChars, uploadId, url } from "./inputs.ts";

/** More than any model writes at once. */
const MAX_LIST_CHARS = 2_000_000;

const lastCompletedRun = async (client: Client, flowId: string | undefined, signal: AbortSignal) => {
  const { data } = await client.runs.list({ flowId, status: "completed", limit: 1 }, { signal });
  const [run] = data;
  if (!run) throw new Error(`No run of ${flowId} has completed. run_flow starts one.`);
  return run.id;
};

export const RUN_TOOLS = [
  define({
    name: "run_flow",
    core: true,
    rare: ["uploadId"],
    title: "Run a flow",
    description:
      "Starts a run of a flow and waits up to 45 seconds for it to finish. Every call starts a new run; use get_run to keep waiting.",
    input: {
      flowId,
      input: runInput,
      urls: z
        .array(url)
        .min(1)
        .max(1_000)
        .optional()
        .describe("URLs to open instead of the flow's own. One that fails doesn't fail the run."),
      uploadId: uploadId.optional(),
    },
    readOnly: false,
    call: async (client, { flowId: id, ...given }, agent) => {
      const run = await client.runs.create({ flowId: id, ...given }, { signal: agent.signal });
      return awaitStarted(run.id, runWork(client, run.id, agent), agent);
    },
  }),
  define({
    name: "upload_list",
    title: "Upload a list of URLs",
    description:
      "Uploads a list of URLs that is too long for the urls of run_flow, or that a flow should open in each of its runs. " +
      'Returns an uploadId for one use within a day: run_flow, or edit_flow with {"uploadId": …}.',
    input: {
      list: z
        .string()
        .min(1)
        .max(MAX_LIST_CHARS)
        .describe("The list: one URL per line, or CSV or NDJSON with a column of URLs."),
      format: z.enum(["text", "csv", "ndjson"]).default("text").describe("`text`: one URL per line."),
    },
    readOnly: false,
    call: async (client, { list, format }, { signal }) => {
      const { id } = await client.uploads.send(list, { format, signal });
      return { uploadId: id };
    },
  }),
  define({
    name: "crawl_site",
    core: true,
    title: "Crawl a site",
    description:
      "Opens a page and the pages of its site that it links to, nearest first, each once, and collects each as Markdown, " +
      "or the fields of the schema. Stores the crawl as a flow, starts a run of it and waits up to 45 seconds for it to " +
      "finish; use get_run to keep waiting, then read_items. To only find URLs, use map_site.",
    input: {
      url,
      match: z
        .array(z.string())
        .min(1)
        .max(20)
        .optional()
        .describe("Only pages that match one of these, such as /docs/*. `*` matches any characters."),
      exclude: z
        .array(z.string())
        .min(1)
        .max(20)
        .optional()
        .describe("No pages that match one of these, such as *?sort=*."),
      depth: z.int().min(0).max(1_000).optional().describe("How many links away from the page to go."),
      maxPages: z.int().min(1).max(10_000).default(100).describe("Maximum number of pages to open."),
      schema,
    },
    readOnly: false,
    call: async (client, { url: address, schema: fields, ...where }, agent) => {
      const { signal, tell } = agent;
      tell(`Crawling ${address}`);
      const request = { url: address, ...where, schema: fields as OutputSchema | undefined };
      const { runId: id } = await startCrawl(client, request, { signal });
      return awaitStarted(id, runWork(client, id, agent), agent);
    },
  }),
  define({
    name: "get_run",
    core: true,
    title: "Get a run",
    description: "Returns a run's status, counts, cost and error. Waits up to 45 seconds for it to finish.",
    input: { runId },
    readOnly: true,
    call: (client, { runId: id }, agent) => awaitWork(runWork(client, id, agent), agent),
  }),
  define({
    name: "list_runs",
    title: "List runs",
    description: "Lists runs, newest first: of one flow, or of all, scheduled ones included.",
    input: {
      flowId: flowId.optional(),
      status: z.enum(CHOICES.RunStatus).optional().describe("Only runs with this status."),
      limit,
      cursor,
    },
    readOnly: true,
    call: async (client, query, { signal }) =>
      pageOf(await client.runs.list(query, { signal }), (run) => ({
        id: run.id,
        flowId: run.flowId,
        flowName: run.flowName,
        status: run.status,
        origin: run.origin,
        startedAt: run.startedAt,
        itemsExtracted: run.itemsExtracted,
        ...(run.pages && { pages: run.pages }),
        ...(run.sites && { sites: run.sites }),
        ...(run.warnings.length > 0 && { warnings: run.warnings.map(({ message }) => message) }),
      })),
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
    call: async (client, { runId: id, ...query }, { signal }) =>
      pageOf(await client.runs.listPages(id, query, { signal }), (page) => page),
  }),
  define({
    name: "list_sites",
    title: "List a run's sites",
    description: "Returns what became of each site of a run over a list of sites, and why.",
    input: {
      runId,
      status: z.enum(CHOICES.PageStatus).optional().describe("Only sites with this status."),
      limit,
      cursor,
    },
    readOnly: true,
    call: async (client, { runId: id, ...query }, { signal }) =>
      pageOf(await client.runs.listSites(id, query, { signal }), (page) => page),
  }),
  define({
    name: "cancel_run",
    title: "Cancel a run",
    description:
      "Cancels a queued or running run. The items it has collected stay readable. A run that has ended stays as it is.",
    input: { runId },
    readOnly: false,
    destructive: true,
    call: (client, { runId: id }, agent) => cancelWork(runWork(client, id, agent), agent.signal),
  }),
  define({
    name: "delete_run",
    title: "Delete a run",
    description:
      "Deletes a run for good, with its log, items and screenshots. Cancel a run in progress first. Ask the person first.",
    input: { runId },
    readOnly: false,
    destructive: true,
    call: async (client, { runId: id }, { signal }) => {
      await client.runs.delete(id, { signal });
      return { message: `Run ${id} was deleted.` };
    },
  }),
  define({
    name: "read_items",
    core: true,
    title: "Read a run's items",
    description:
      "Returns a run's items, one page at a time. A running run returns the items collected so far.",
    input: {
      runId: runId.optional(),
      flowId: flowId.optional().describe("Instead of runId: the flow's last completed run."),
      limit,
      cursor,
      textChars,
    },
    readOnly: true,
    call: async (client, { runId: given, flowId: flow, textChars: _, ...query }, { signal }) => {
      if ((given === undefined) === (flow === undefined))
        throw new Error("Send runId or flowId, and not both.");
      const id = given ?? (await lastCompletedRun(client, flow, signal));
      const items = pageOf(await client.runs.listItems(id, query, { signal }), (item) => item);
      return given === undefined ? { runId: id, ...items } : items;
    },
  }),
] as const;
