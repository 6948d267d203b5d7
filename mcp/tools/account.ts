/** Tools for an account beyond its flows: alerts and tickets. */
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
