import type {
  CreateTicket,
  Ticket,
  TicketCreated,
  TicketPriority,
  TicketStatus,
  TicketSummary,
  UpdateTicket,
} from "../../contract/account/tickets.ts";
import type { Deleted, Page } from "../../contract/common.ts";
import { DomainError } from "../../contract/errors.ts";
import type { TicketRecord } from "../../store/account/tickets.ts";
import { ConditionFailed } from "../../store/table.ts";
import { notFound } from "../errors.ts";
import { folderOf } from "../files/folders.ts";
import { addActivity, audit } from "../journal/journal.ts";
import { type Names, readNames } from "../journal/names.ts";
import { listPage } from "../lists/listPage.ts";
import type { Caller, Deps, WithCursors, WithObjects } from "../ports.ts";
import { findPngFault } from "./png.ts";

const PNG_URI = "data:image/png;base64,";
const CHANGE_ATTEMPTS = 10;

/** The image in a data URI. @throws DomainError `invalid-request` if it is not one */
const decodeScreenshot = (uri: string): Buffer => {
  const base64 = uri.slice(PNG_URI.length);
  const bytes = Buffer.from(base64, "base64");
  // Node ignores invalid base64, so the text is valid only if it survives decoding and encoding.
  const isBase64 = bytes.toString("base64").replace(/=+$/, "") === base64.replace(/=+$/, "");
  const fault = isBase64 ? findPngFault(bytes) : "is not valid base64";
  if (fault === null) return bytes;
  throw new DomainError("invalid-request", `The screenshot ${fault}.`, {
    details: [{ path: "screenshot", message: fault }],
  });
};

const showSummary = (
  { accountId, userId = "", version, screenshotKey, ...ticket }: TicketRecord,
  names: Names,
): TicketSummary => ({
  ...ticket,
  openedBy: names.get(userId) ?? null,
  hasScreenshot: screenshotKey !== null,
});

const show = async ({ objects }: WithObjects, ticket: TicketRecord, names: Names): Promise<Ticket> => {
  const bytes = ticket.screenshotKey === null ? null : await objects.getBytes(ticket.screenshotKey);
  return { ...showSummary(ticket, names), screenshot: bytes && PNG_URI + bytes.toString("base64") };
};

/** Opens a ticket. @throws DomainError `invalid-request` (screenshot), `not-found` (flow) */
export const createTicket = async (
  deps: Deps & WithObjects,
  caller: Caller,
  { screenshot, flowId: givenFlowId, ...fields }: CreateTicket,
): Promise<TicketCreated> => {
  const { store, objects, newId, now } = deps;
  const { accountId } = caller;
  const flowId = givenFlowId ?? null;
  const image = screenshot === undefined ? null : decodeScreenshot(screenshot);
  if (flowId !== null && !(await store.flows.get(accountId, flowId))) throw notFound("flow", flowId);
  const id = newId("ticket");
  const screenshotKey = image && `${folderOf("tickets", accountId)}${id}.png`;
  if (image && screenshotKey) await objects.put(screenshotKey, image, "image/png");
  const createdAt = new Date(now()).toISOString();
  const ticket: TicketRecord = {
    ...fields,
    id,
    accountId,
    userId: caller.userId,
    status: "open",
    flowId,
    screenshotKey,
    createdAt,
    updatedAt: createdAt,
    version: 1,
  };
  const { subject, type, priority, status } = ticket;
  await store.commit(
    store.tickets.insert(ticket),
    audit(deps, caller, {
      action: "ticket.created",
      resource: id,
      metadata: { subject, type, priority, flowId },
    }),
    addActivity(deps, accountId, {
      type: "ticket.created",
      message: `The ticket "${subject}" was opened.`,
      flowId,
      subject: id,
      userId: caller.userId,
    }),
  );
  return { id, subject, status, priority, createdAt };
};

const findTicket = async ({ store }: Deps, { accountId }: Caller, id: string): Promise<TicketRecord> => {
  const ticket = await store.tickets.get(accountId, id);
  if (!ticket) throw notFound("ticket", id);
  return ticket;
};

/** The ticket with its screenshot. */
export const getTicket = async (deps: Deps & WithObjects, caller: Caller, id: string): Promise<Ticket> => {
  const [ticket, names] = await Promise.all([findTicket(deps, caller, id), readNames(deps, caller)]);
  return show(deps, ticket, names);
};

interface TicketListQuery {
  readonly status?: TicketStatus | undefined;
  readonly priority?: TicketPriority | undefined;
  readonly limit: number;
  readonly cursor?: string | undefined;
}

export const listTickets = async (
  deps: Deps & WithCursors,
  caller: Caller,
  { status, priority, ...page }: TicketListQuery,
): Promise<Page<TicketSummary>> => {
  const [list, names] = await Promise.all([
    listPage(deps, caller, {
      operation: "listTickets",
      filters: { status, priority },
      page,
      read: (wanted) => deps.store.tickets.list(caller.accountId, { status, priority }, wanted),
      show: (ticket) => ticket,
    }),
    readNames(deps, caller),
  ]);
  return { ...list, items: list.items.map((ticket) => showSummary(ticket, names)) };
};

/** The fields of a patch that change something. */
const newFields = (before: TicketRecord, patch: UpdateTicket): Partial<TicketRecord> =>
  Object.fromEntries(
    Object.entries(patch).filter(
      ([name, value]) => value !== undefined && value !== before[name as keyof UpdateTicket],
    ),
  );

/** Changes a ticket. A patch without changes writes nothing. */
export const updateTicket = async (
  deps: Deps,
  caller: Caller,
  id: string,
  patch: UpdateTicket,
): Promise<TicketSummary> => {
  const { store, now } = deps;
  for (let attempt = 1; attempt <= CHANGE_ATTEMPTS; attempt += 1) {
    const before = await findTicket(deps, caller, id);
    const fields = newFields(before, patch);
    if (Object.keys(fields).length === 0) return showSummary(before, await readNames(deps, caller));
    const change = { ...fields, updatedAt: new Date(now()).toISOString() };
    const after: TicketRecord = { ...before, ...change };
    try {
      await store.commit(
        store.tickets.change(before, change),
        audit(deps, caller, {
          action: "ticket.updated",
          resource: id,
          metadata: { fields: Object.keys(fields), status: after.status },
        }),
        after.status === before.status ? [] : statusActivity(deps, caller, after),
      );
      return showSummary(after, await readNames(deps, caller));
    } catch (error) {
      if (!(error instanceof ConditionFailed)) throw error;
    }
  }
  throw new DomainError("conflict", "The ticket is being changed by other requests. Try again.");
};

/** Deletes a ticket with its screenshot. @throws DomainError `not-found`, `conflict` */
export const deleteTicket = async (
  deps: Deps & WithObjects,
  caller: Caller,
  id: string,
): Promise<Deleted> => {
  const { store, objects, now } = deps;
  const ticket = await findTicket(deps, caller, id);
  try {
    await store.commit(
      store.tickets.remove(ticket),
      audit(deps, caller, {
        action: "ticket.deleted",
        resource: id,
        metadata: { subject: ticket.subject },
      }),
    );
  } catch (error) {
    if (!(error instanceof ConditionFailed)) throw error;
    throw new DomainError("conflict", "The ticket has just been changed by another request: try again.");
  }
  // Nothing links to the object any more. If this fails, it is deleted with the account.
  if (ticket.screenshotKey !== null) await objects.remove(ticket.screenshotKey);
  return { id, deletedAt: new Date(now()).toISOString() };
};

const statusActivity = (
  deps: Deps,
  { userId }: Caller,
  { id, accountId, subject, status, flowId }: TicketRecord,
) =>
  addActivity(deps, accountId, {
    type: `ticket.${status}`,
    message: `The ticket "${subject}" is now ${status}.`,
    flowId,
    subject: id,
    userId,
  });
