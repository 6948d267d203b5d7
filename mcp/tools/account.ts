/** Tools for an account beyond its flows: alerts, where data and alerts are sent, and tickets. */
import * as z from "zod";
import { CHOICES } from "../../client/vocabulary.ts";
import { pageOf } from "../answers.ts";
import { define } from "../tool.ts";
import { cursor, limit } from "./inputs.ts";

const ticketId = z.string().describe("ID of a ticket, such as ticket-1795244439677827220.");

export const ACCOUNT_TOOLS = [
  define({
    name: "list_alerts",
    title: "List alerts",
    description:
      "Lists the account's alerts, newest first: failed runs, broken selectors, missing data, changes, quotas.",
    input: {
      severity: z.enum(CHOICES.AlertSeverity).optional().describe("Only alerts of this severity."),
      unreadOnly: z.boolean().default(false).describe("Only alerts that are not marked read."),
      limit,
      cursor,
    },
    readOnly: true,
    call: async (client, { unreadOnly, ...query }, { signal }) =>
      pageOf(
        await client.alerts.list({ ...query, ...(unreadOnly && { read: "false" as const }) }, { signal }),
        (alert) => alert,
      ),
  }),
  define({
    name: "mark_alert_read",
    title: "Mark an alert read",
    description: "Marks an alert read, after the person has seen it or its cause is fixed.",
    input: { alertId: z.string().describe("ID of an alert, such as alert-1795244439677827220.") },
    readOnly: false,
    call: (client, { alertId: id }, { signal }) => client.alerts.update(id, { read: true }, { signal }),
  }),
  define({
    name: "create_webhook",
    title: "Send alerts to people",
    description:
      "Sends alerts, such as a monitor's changes, to Slack, Discord, Microsoft Teams (a Workflows URL), ntfy or any URL, " +
      "and sends a test message. Ask the person for the URL: it is a secret.",
    input: {
      url: z.string().describe("The incoming webhook's URL; for ntfy it ends in the topic."),
      format: z.enum(CHOICES.WebhookFormat).exclude(["json"]),
      minSeverity: z.enum(CHOICES.AlertSeverity).optional().describe("Default: all alerts."),
      flowIds: z.array(z.string()).optional().describe("Only alerts of these flows. Default: all."),
      template: z
        .union([z.string(), z.record(z.string(), z.unknown())])
        .optional()
        .describe('For custom: the body, such as {"text": "{{title}}\\n{{changes}}\\n{{dashboardUrl}}"}.'),
    },
    readOnly: false,
    call: async (client, wish, { signal }) => {
      const { id, url } = await client.webhooks.create(wish, { signal });
      const { status, attempts } = await client.webhooks.test(id, { signal });
      const { httpStatus = null, error = null, reply = null } = attempts.at(-1) ?? {};
      return { id, url, test: status, httpStatus, error: error?.message ?? null, reply };
    },
  }),
  define({
    name: "create_destination",
    title: "Deliver data",
    description:
      "Delivers the data of each good run to a URL or to a folder on the server, and tests it. For a bucket or Postgres, which " +
      "need a secret, ask the person to create it in the dashboard or with `gleaner destinations create`.",
    input: {
      name: z.string().min(1).max(200),
      target: z.discriminatedUnion("type", [
        z.strictObject({ type: z.literal("http"), url: z.string() }),
        z.strictObject({ type: z.literal("folder"), folder: z.string() }),
      ]),
      content: z
        .enum(CHOICES.DestinationContent)
        .default("items")
        .describe("items: of each run; latest: the records as they are now; changes: what a run changed."),
      format: z.enum(CHOICES.DestinationFormat).default("ndjson").describe("http: only ndjson."),
      flowIds: z.array(z.string()).optional().describe("Only the data of these flows. Default: all."),
    },
    readOnly: false,
    call: async (client, wish, { signal }) => {
      const { id, target } = await client.destinations.create(wish, { signal });
      const { succeeded, error } = await client.destinations.test(id, { signal });
      return { id, target, test: succeeded ? "succeeded" : "failed", error: error?.message ?? null };
    },
  }),
  define({
    name: "list_destinations",
    title: "List destinations",
    description:
      "Lists where the data of runs is delivered, newest first; with a destination's id, its latest deliveries and why they failed.",
    input: {
      destinationId: z.string().optional().describe("ID of a destination, such as dst-1795244439677827220."),
      limit,
      cursor,
    },
    readOnly: true,
    call: async (client, { destinationId, ...query }, { signal }) =>
      destinationId === undefined
        ? pageOf(await client.destinations.list(query, { signal }), (destination) => destination)
        : pageOf(
            await client.destinations.listDeliveries(destinationId, query, { signal }),
            ({ attempts, ...delivery }) => ({
              ...delivery,
              attempts: attempts.length,
              error: attempts.at(-1)?.error?.message ?? null,
            }),
          ),
  }),
  define({
    name: "replay_delivery",
    title: "Repeat a delivery of data",
    description: "Delivers a run's data to a destination again, or now if it waits for a retry.",
    input: {
      destinationId: z.string(),
      deliveryId: z.string().describe("ID of a delivery, from list_destinations."),
    },
    readOnly: false,
    call: async (client, { destinationId, deliveryId }, { signal }) => {
      const { status, nextAttemptAt } = await client.destinations.replayDelivery(destinationId, deliveryId, {
        signal,
      });
      return { deliveryId, status, nextAttemptAt };
    },
  }),
  define({
    name: "list_tickets",
    title: "List tickets",
    description: "Lists the account's support tickets, newest first.",
    input: {
      status: z.enum(CHOICES.TicketStatus).optional().describe("Only tickets with this status."),
      limit,
      cursor,
    },
    readOnly: true,
    call: async (client, query, { signal }) =>
      pageOf(await client.tickets.list(query, { signal }), (ticket) => ticket),
  }),
  define({
    name: "open_ticket",
    title: "Open a ticket",
    description:
      "Opens a support ticket with whoever operates the service. Ask the person first. Include run and flow ids in the description.",
    input: {
      subject: z.string().min(1).max(200),
      description: z.string().max(20_000).optional(),
      type: z.enum(CHOICES.TicketType),
      priority: z.enum(CHOICES.TicketPriority).default("normal"),
      flowId: z.string().optional().describe("The flow the ticket is about."),
    },
    readOnly: false,
    call: (client, ticket, { signal }) => client.tickets.create(ticket, { signal }),
  }),
  define({
    name: "update_ticket",
    title: "Update a ticket",
    description: "Changes a ticket's status, priority or text: only the fields you send change.",
    input: {
      ticketId,
      status: z.enum(CHOICES.TicketStatus).optional(),
      priority: z.enum(CHOICES.TicketPriority).optional(),
      subject: z.string().min(1).max(200).optional(),
      description: z.string().max(20_000).optional(),
    },
    readOnly: false,
    destructive: true,
    call: (client, { ticketId: id, ...changes }, { signal }) =>
      client.tickets.update(id, changes, { signal }),
  }),
] as const;
