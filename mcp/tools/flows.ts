/** Tools that create, show and change flows. */
import * as z from "zod";
import { type FlowPatch, type GenerateRequest, missingFields } from "../../client/index.ts";
import { freeName } from "../../client/names.ts";
import { pageOf } from "../answers.ts";
import { nextOfDraft, notStored, showFlow } from "../flows.ts";
import { define } from "../tool.ts";
import { cursor, flowId, limit, obey, policyOf, request, runInput, url } from "./inputs.ts";

export const FLOW_TOOLS = [
  define({
    name: "generate_flow",
    core: true,
    rare: ["inspectionId", "picks", "pace", "render", "request", "obey"],
    title: "Generate a flow",
    description:
      "Creates a flow (a saved collection job) that collects what the prompt describes, or what the examples show, from the page " +
      "and those after it, and stores it. Nothing is stored if a field was not found: see missing. Give url and prompt, examples or " +
      "both. Collects nothing by itself: run it with run_flow.",
    more: "After inspect_page, give inspectionId and picks instead of url.",
    input: {
      url: url.optional(),
      inspectionId: z.string().optional().describe("Of inspect_page: its page is read as it was inspected."),
      picks: z
        .array(
          z.strictObject({
            node: z.int().min(1).describe("Number of the element in the inspection."),
            name: z.string().min(1).max(100).optional().describe("Name of the field; proposed if left out."),
            take: z
              .enum(["text", "link", "image", "next"])
              .optional()
              .describe("`link` and `image` take its address; `next` is what leads to the next page."),
            not: z
              .literal(true)
              .optional()
              .describe("Not the field's value or, without a name, not a record."),
          }),
        )
        .min(1)
        .max(40)
        .optional()
        .describe(
          "Elements to collect, each a field of one record; the list's other records follow. A second pick of the same name is an " +
            "example from another record.",
        ),
      prompt: z
        .string()
        .min(1)
        .max(2_000)
        .optional()
        .describe('What to collect, in words, such as "name and price of all products, first 100".'),
      examples: z
        .array(z.record(z.string(), z.unknown()))
        .min(1)
        .max(5)
        .optional()
        .describe(
          'One or a few records as the page shows them, such as [{"title": "Oak Kettle", "price": "141.85"}]: surer than a prompt. Values can be lists and records.',
        ),
      urls: z
        .array(url)
        .min(1)
        .max(20)
        .optional()
        .describe("With examples: other pages of the same kind, which help to find each value."),
      partial: z.literal(true).optional().describe("Store the flow even if it lacks some of the fields."),
      render: z
        .enum(["auto", "static", "browser"])
        .optional()
        .describe("Whether to use a browser (default: auto, where scripts load the content)."),
      pace: z
        .union([
          z.literal("auto"),
          z.strictObject({ concurrency: z.int().min(1).max(32), delayMs: z.int().min(0).max(60_000) }),
        ])
        .optional()
        .describe("How fast to fetch pages (default: auto)."),
      request,
      obey,
    },
    readOnly: false,
    call: async (client, { url: address, pace, examples, partial, obey: uses, ...rest }, agent) => {
      const { signal, tell } = agent;
      tell(`Reading ${address ?? "the inspected page"}`);
      // The API says what an example must not hold.
      const shown = examples as GenerateRequest["examples"];
      const asked = { url: address, examples: shown, ...rest, ...policyOf(uses) };
      const flow = await client.generateFlow(asked, { signal });
      const missing = missingFields(flow);
      const notes = flow.notes?.filter((note) => !missing.includes(note)) ?? [];
      const isStored = missing.length === 0 || partial === true;
      const name = await freeName(client, flow.name);
      const stored =
        isStored && (await client.flows.create({ ...flow, name, ...(pace && { pace }) }, { signal }));
      return {
        ...(missing.length > 0 && { missing }),
        ...(stored ? { flowId: stored.id } : { flowId: null, hint: notStored(agent) }),
        name,
        ...(stored && { status: stored.status }),
        description: flow.description,
        mode: flow.mode,
        steps: flow.steps,
        outputSchema: flow.outputSchema,
        ...(flow.schedule && { schedule: flow.schedule }),
        ...(notes.length > 0 && { notes }),
        ...(flow.questions && { questions: flow.questions }),
        ...(flow.preview && { preview: flow.preview }),
        ...(stored && { next: nextOfDraft(flow, agent) }),
      };
    },
  }),
  define({
    name: "list_flows",
    core: true,
    title: "List flows",
    description: "Lists the account's flows (saved collection jobs), newest first.",
    input: { limit, cursor },
    readOnly: true,
    call: async (client, query, { signal }) => {
      const page = await client.flows.list(query, { signal });
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
    name: "get_flow",
    title: "Look at a flow",
    description:
      "Returns a stored flow with all its settings, its schedule, its version, and the warnings of its last run.",
    input: { flowId },
    readOnly: true,
    call: async (client, { flowId: id }, { signal }) => showFlow(await client.flows.get(id, { signal })),
  }),
  define({
    name: "edit_flow",
    title: "Edit a flow",
    description:
      "Changes a flow by a merge-patch: only the fields you send change, null removes one, lists are replaced whole. " +
      "Look at the flow with get_flow first, and send its version as ifVersion, so that nobody else's change is lost.",
    input: {
      flowId,
      changes: z
        .record(z.string(), z.unknown())
        .describe(
          'Such as {"name": "Books", "outputSchema": {"title": "string"}, "limits": {"maxItems": 100}}.',
        ),
      ifVersion: z.int().min(1).optional().describe("Change only this version of the flow."),
    },
    readOnly: false,
    destructive: true,
    call: async (client, { flowId: id, changes, ifVersion }, { signal }) => {
      const options = { signal, ...(ifVersion !== undefined && { ifMatch: ifVersion }) };
      await client.flows.update(id, changes as FlowPatch, options);
      return showFlow(await client.flows.get(id, { signal }));
    },
  }),
  define({
    name: "schedule_flow",
    title: "Schedule a flow",
    description:
      "Sets when a flow runs by itself, in place of the schedule it has, and activates it. Give every, or cron. " +
      "With neither, the flow is paused and keeps its schedule.",
    input: {
      flowId,
      every: z.string().optional().describe("An interval, such as 15m, 6h or 1d."),
      cron: z.string().optional().describe("Five fields: minute hour day month weekday, such as 0 6 * * *."),
      timezone: z
        .string()
        .optional()
        .describe("Of cron: an IANA time zone, such as Europe/Paris. Default: UTC."),
      input: runInput,
    },
    readOnly: false,
    destructive: true,
    call: async (client, { flowId: id, every, cron, timezone, input }, { signal }) => {
      if (every !== undefined && cron !== undefined) throw new Error("Send every or cron, and not both.");
      if (timezone !== undefined && cron === undefined)
        throw new Error("timezone goes with cron, and not with every.");
      const given = input && { input };
      const schedule =
        every !== undefined
          ? { every, ...given }
          : cron !== undefined
            ? { cron, ...(timezone && { timezone }), ...given }
            : null;
      const patch = schedule === null ? { status: "paused" } : { status: "active", schedule };
      await client.flows.update(id, patch as FlowPatch, { signal });
      return showFlow(await client.flows.get(id, { signal }));
    },
  }),
  define({
    name: "delete_flow",
    title: "Delete a flow",
    description:
      "Deletes a flow for good and cancels its queued and running runs. Its finished runs stay readable. Ask the person first.",
    input: { flowId },
    readOnly: false,
    destructive: true,
    call: (client, { flowId: id }, { signal }) => client.flows.delete(id, { signal }),
  }),
  define({
    name: "list_changes",
    core: true,
    title: "List changes",
    description:
      "Lists the changes a monitor found, newest first: counts and a summary. recordsPerChange adds the records that differ. noise is the number of differences that are taken for noise.",
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
    call: async (client, { flowId: id, recordsPerChange, ...query }, { signal }) =>
      pageOf(await client.flows.listChanges(id, query, { signal }), (change) => ({
        createdAt: change.createdAt,
        runId: change.runId,
        message: change.message,
        severity: change.severity,
        added: change.added,
        removed: change.removed,
        changed: change.changed,
        noise: change.noise.differences,
        ...(recordsPerChange > 0 && { records: change.records.slice(0, recordsPerChange) }),
      })),
  }),
] as const;
