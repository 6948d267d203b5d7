import {
  CreateTicket,
  ListTicketsQuery,
  MAX_TICKET_BODY_BYTES,
  Ticket,
  TicketCreated,
  TicketSummary,
  UpdateTicket,
} from "../account/tickets.ts";
import { Deleted, IdParams } from "../common.ts";
import { LIST_INDEXES, type Operation } from "../operation.ts";

export const listTickets = {
  method: "GET",
  path: "/tickets",
  tag: "Tickets",
  summary: "List tickets, newest first",
  scope: "tickets:read",
  query: ListTicketsQuery,
  success: {
    status: 200,
    description: "A page of tickets, without their screenshots.",
    list: TicketSummary,
  },
  touches: { table: "read", indexes: LIST_INDEXES, secret: true },
} as const satisfies Operation;

export const createTicket = {
  method: "POST",
  path: "/tickets",
  tag: "Tickets",
  summary: "Open a ticket",
  description: "A screenshot must be a PNG image. `flowId` must be one of your flows.",
  scope: "tickets:write",
  body: CreateTicket,
  maxBodyBytes: MAX_TICKET_BODY_BYTES,
  success: {
    status: 201,
    description: "The open ticket.",
    data: TicketCreated,
    location: "/tickets/{id}",
  },
  errors: ["not-found"],
  touches: { table: "update", objects: "add" },
  memoryMb: 1024,
} as const satisfies Operation;

export const getTicket = {
  method: "GET",
  path: "/tickets/{id}",
  tag: "Tickets",
  summary: "Get a ticket with its screenshot",
  scope: "tickets:read",
  params: IdParams,
  success: { status: 200, description: "The ticket.", data: Ticket },
  touches: { table: "read", objects: "read" },
} as const satisfies Operation;

export const deleteTicket = {
  method: "DELETE",
  path: "/tickets/{id}",
  tag: "Tickets",
  summary: "Delete a ticket",
  description: "Its screenshot is deleted too.",
  scope: "tickets:write",
  params: IdParams,
  success: { status: 200, description: "The ticket was deleted.", data: Deleted },
  errors: ["conflict"],
  touches: { table: "write", objects: "remove" },
} as const satisfies Operation;

export const updateTicket = {
  method: "PUT",
  path: "/tickets/{id}",
  tag: "Tickets",
  summary: "Update a ticket",
  description: "Only the fields you send change.",
  scope: "tickets:write",
  params: IdParams,
  body: UpdateTicket,
  success: { status: 200, description: "The updated ticket.", data: TicketSummary },
  errors: ["conflict"],
  touches: { table: "update" },
} as const satisfies Operation;

export const TICKETS_OPERATIONS = {
  listTickets,
  createTicket,
  getTicket,
  deleteTicket,
  updateTicket,
};
