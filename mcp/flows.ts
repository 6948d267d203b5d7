/** Tools that change flows. */
import * as z from "zod";
import type { Flow, FlowPatch } from "../client/index.ts";
import { define, flowId, OUTPUTS } from "./tool.ts";

/** A flow in few words. */
const showFlow = ({
  id,
  name,
  status,
  mode,
  url,
  version,
  steps,
  outputSchema,
  schedule,
  nextRunAt,
}: Flow) => ({
  flowId: id,
  name,
  status,
  mode,
  url,
  version,
  steps,
  outputSchema,
  schedule: schedule ?? null,
  nextRunAt,
});

export const FLOW_TOOLS = [
  define({
    name: "get_flow",
    title: "Look at a flow",
    description: "Returns a stored flow: its URL, steps, fields, schedule and version.",
    input: { flowId },
    readOnly: true,
    output: OUTPUTS.flow,
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
    output: OUTPUTS.flow,
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
    },
    readOnly: false,
    destructive: true,
    output: OUTPUTS.flow,
    call: async (client, { flowId: id, every, cron, timezone }, { signal }) => {
      const schedule =
        every !== undefined ? { every } : cron !== undefined ? { cron, ...(timezone && { timezone }) } : null;
      const patch = schedule === null ? { status: "paused" } : { status: "active", schedule };
      await client.flows.update(id, patch as FlowPatch, { signal });
      return showFlow(await client.flows.get(id, { signal }));
    },
  }),
  define({
    name: "delete_flow",
    title: "Delete a flow",
    description:
      "Deletes a flow for good and cancels its queued runs. Its finished runs stay readable. Ask the person first.",
    input: { flowId },
    readOnly: false,
    destructive: true,
    output: OUTPUTS.deleted,
    call: (client, { flowId: id }, { signal }) => client.flows.delete(id, { signal }),
  }),
] as const;
