import * as z from "zod";
import { pageQuery, Timestamp } from "../common.ts";
import { line, lines } from "../text.ts";

export const TicketType = z.enum(["bug", "question", "feature", "billing", "other"]);
export type TicketType = z.infer<typeof TicketType>;

export const TicketPriority = z.enum(["low", "normal", "high", "urgent"]);
export type TicketPriority = z.infer<typeof TicketPriority>;

export const TicketStatus = z.enum(["open", "pending", "resolved", "closed"]);
export type TicketStatus = z.infer<typeof TicketStatus>;

/** Largest body of a request that opens a ticket, in bytes: it includes the screenshot. */
export const MAX_TICKET_BODY_BYTES = 5_000_000;

const writable = {
  subject: line(200),
  description: lines(20_000),
  type: TicketType,
  priority: TicketPriority,
};

export const CreateTicket = z
  .strictObject({
    ...writable,
    description: writable.description.default(""),
    flowId: z.string().min(1).max(128).optional().describe("The flow the ticket is about."),
    screenshot: z
      .string()
      .startsWith("data:image/png;base64,", "must be a data URI of a base64 PNG image")
      .optional()
      .describe("Data URI of a base64 PNG image, up to 16,384 pixels wide and high."),
  })
  .meta({ examples: [{ subject: "Prices are missing", type: "bug", priority: "high" }] });
export type CreateTicket = z.infer<typeof CreateTicket>;

export const UpdateTicket = z
  .strictObject({ ...writable, status: TicketStatus })
  .partial()
  .refine((patch) => Object.keys(patch).length > 0, "must name at least one field to change")
  .meta({ examples: [{ status: "resolved" }] });
export type UpdateTicket = z.infer<typeof UpdateTicket>;

const summary = {
  id: z.string(),
  subject: z.string(),
  description: z.string(),
  type: TicketType,
  priority: TicketPriority,
  status: TicketStatus,
  flowId: z.string().nullable(),
  hasScreenshot: z.boolean(),
  openedBy: z
    .string()
    .nullable()
    .describe("The email address of the person who opened it; null if not known."),
  createdAt: Timestamp,
  updatedAt: Timestamp,
};

export const TicketSummary = z.object(summary);
export type TicketSummary = z.infer<typeof TicketSummary>;

export const Ticket = z.object({
  ...summary,
  screenshot: z.string().nullable().describe("Data URI of a base64 PNG image."),
});
export type Ticket = z.infer<typeof Ticket>;

export const TicketCreated = z.object({
  id: z.string(),
  subject: z.string(),
  status: TicketStatus,
  priority: TicketPriority,
  createdAt: Timestamp,
});
export type TicketCreated = z.infer<typeof TicketCreated>;

export const ListTicketsQuery = z.strictObject({
  status: TicketStatus.optional(),
  priority: TicketPriority.optional(),
  ...pageQuery(),
});
