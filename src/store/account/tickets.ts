import type { TicketPriority, TicketStatus, TicketType } from "../../contract/account/tickets.ts";
import { collection } from "../collection.ts";
import type { Table, Write } from "../table.ts";

export interface TicketRecord {
  readonly id: string;
  readonly accountId: string;
  /** Who opened it; absent in tickets of earlier releases. */
  readonly userId?: string;
  readonly subject: string;
  readonly description: string;
  readonly type: TicketType;
  readonly priority: TicketPriority;
  readonly status: TicketStatus;
  readonly flowId: string | null;
  /** Object that holds the PNG. */
  readonly screenshotKey: string | null;
  readonly createdAt: string;
  readonly updatedAt: string;
  /** Incremented with every change. */
  readonly version: number;
}

const tickets = collection<TicketRecord, "status", "priority">({
  name: "TICKETS",
  first: "status",
  second: "priority",
});

export const ticketStore = (table: Table) => ({
  insert: (ticket: TicketRecord): Write[] => tickets.insert(ticket),

  /** Refused if someone else has changed the ticket since `before` was read. */
  change: (before: TicketRecord, patch: Partial<TicketRecord>): Write[] =>
    tickets.change(before, { ...patch, version: before.version + 1 }, { version: { eq: before.version } }),

  /** Refused if someone else has changed the ticket since it was read. */
  remove: (ticket: TicketRecord): Write[] => tickets.remove(ticket, { version: { eq: ticket.version } }),

  get: (accountId: string, id: string) => tickets.get(table, accountId, id),

  list: (
    accountId: string,
    filters: { status?: TicketStatus | undefined; priority?: TicketPriority | undefined },
    page: { limit: number; afterId?: string | undefined },
  ) => tickets.list(table, accountId, filters, page),
});
