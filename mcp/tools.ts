/** What an agent can do with the service: each tool is one or two calls of the public API, its answer kept small. */
import * as z from "zod";
import type { Client } from "../client/index.ts";
import { VALUE_TYPES } from "../client/vocabulary.ts";
import { fitted, pageOf } from "./answers.ts";
import type { Progress } from "./progress.ts";
import { awaitRun, showRun } from "./runs.ts";

/** One thing that an agent can ask for. */
interface Tool<Shape extends z.ZodRawShape = z.ZodRawShape> {
  readonly name: string;
  readonly title: string;
  readonly description: string;
  readonly input: Shape;
  /** Whether it changes nothing at the service. */
  readonly readOnly: boolean;
  readonly call: (
    client: Client,
    input: z.output<z.ZodObject<Shape>>,
    progress: Progress,
  ) => Promise<unknown>;
}

const url = z.url({ protocol: /^https?$/ }).describe("Address of the page.");
const limit = z.int().min(1).max(50).default(10).describe("How many records at the most.");
const textChars = z
  .int()
  .min(100)
  .max(15_000)
  .optional()
  .describe("Longest text in the answer, in characters (default 1,000).");
const cursor = z.string().optional().describe("`nextCursor` of the answer before, for the next page.");
const runId = z.string().describe("Id of a run, such as run-1795244439994240041.");
const flowId = z.string().describe("Id of a flow, such as flow-1795244439677827220.");

const define = <Shape extends z.ZodRawShape>(tool: Tool<Shape>): Tool<Shape> => tool;

export const TOOLS = [
  define({
    name: "extract",
    title: "Extract data from a page",
    description:
      "Opens one page and gives its data as items that follow the schema, without a stored flow. " +
      "Values that are not on the page are null. Every call opens the page again. " +
      "For many pages, or to collect again later, use generate_flow.",
    input: {
      url,
      schema: z
        .record(z.string(), z.unknown())
        .optional()
        .describe(
          `Field names and types, such as {"name": "string", "price": "price", "tags": "string[]"}. Types: ${VALUE_TYPES.join(", ")}; [] after one makes a list; an object nests.`,
        ),
      instructions: z.string().max(2_000).optional().describe("What is wanted, in words."),
      offset: z
        .int()
        .min(0)
        .default(0)
        .describe("How many items to pass over: `nextOffset` of the answer before."),
      limit,
      textChars,
    },
    readOnly: true,
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
    name: "generate_flow",
    title: "Make a flow from a sentence or an example",
    description:
      "Makes a flow (a collection job) that collects what the prompt describes, or what the examples show, from the page " +
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
      pace: z
        .union([
          z.literal("auto"),
          z.object({ concurrency: z.int().min(1).max(32), delayMs: z.int().min(0).max(60_000) }),
        ])
        .optional()
        .describe("How fast the site is visited: `auto` (default) is as fast as the site bears."),
    },
    readOnly: false,
    call: async (client, { url: address, prompt, examples, pace }, { signal, tell }) => {
      tell(`Reading ${address}`);
      const flow = await client.generateFlow({ url: address, prompt, examples }, { signal });
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
    description: "The stored collection jobs of the account, newest first.",
    input: { limit, cursor },
    readOnly: true,
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
      "Runs a stored flow and waits up to 45 seconds for its end. Every call starts a new run: wait on with get_run.",
    input: { flowId },
    readOnly: false,
    call: async (client, { flowId: id }, progress) => {
      const run = await client.createRun({ flowId: id }, { signal: progress.signal });
      return awaitRun(client, run.id, progress);
    },
  }),
  define({
    name: "get_run",
    title: "Look at a run",
    description: "Status, counts, cost and error of a run; waits up to 45 seconds for its end.",
    input: { runId },
    readOnly: true,
    call: (client, { runId: id }, progress) => awaitRun(client, id, progress),
  }),
  define({
    name: "cancel_run",
    title: "Cancel a run",
    description: "Ends a run that is queued or running. What it has collected stays, and can be read.",
    input: { runId },
    readOnly: false,
    call: async (client, { runId: id }, { signal }) => {
      await client.cancelRun(id, { signal });
      return showRun(await client.getRun(id, { signal }));
    },
  }),
  define({
    name: "read_items",
    title: "Read what a run collected",
    description: "The items of a run, a page at a time; of one under way, those so far.",
    input: { runId, limit, cursor, textChars },
    readOnly: true,
    call: async (client, { runId: id, textChars: _, ...query }, { signal }) =>
      pageOf(await client.listRunItems(id, query, { signal }), (item) => item),
  }),
  define({
    name: "list_changes",
    title: "List changes",
    description:
      "What a monitor flow found changed, newest first: counts, a sentence, and the records that differ.",
    input: { flowId, limit, cursor },
    readOnly: true,
    call: async (client, { flowId: id, ...query }, { signal }) =>
      pageOf(await client.listFlowChanges(id, query, { signal }), (change) => change),
  }),
  define({
    name: "screenshot",
    title: "Take a screenshot",
    description: "A picture of a page, as a link that needs no key and lives 24 hours.",
    input: {
      url,
      fullPage: z.boolean().default(false),
      width: z.int().min(200).max(3840).optional().describe("Of the window, in pixels."),
    },
    readOnly: true,
    call: (client, { url: address, fullPage, width }, { signal, tell }) => {
      tell(`Opening ${address}`);
      return client.takeScreenshot({ url: address, fullPage, width }, { signal });
    },
  }),
] as const;

/** An answer as text, small enough for an agent's window. */
export const callTool = async (
  tool: (typeof TOOLS)[number],
  client: Client,
  input: unknown,
  progress: Progress,
): Promise<string> => {
  const call = tool.call as (client: Client, input: unknown, progress: Progress) => Promise<unknown>;
  const parsed = z.object(tool.input as z.ZodRawShape).parse(input);
  return fitted(await call(client, parsed, progress), parsed.textChars as number | undefined);
};
