import { LEAST_DUE_PARTITIONS } from "../contract/due.ts";
import { RUN_AUDIT_DAYS } from "../contract/journal.ts";
import { accountStore } from "./accounts.ts";
import { alertStore } from "./alerts.ts";
import { apiKeyStore } from "./apiKeys.ts";
import { changeStore } from "./changes.ts";
import { clockStore } from "./clock.ts";
import { dayStore } from "./days.ts";
import { deliveryStore } from "./deliveries.ts";
import { deniedStore } from "./denied.ts";
import { deploymentStore } from "./deployment.ts";
import { destinationDeliveryStore } from "./destinationDeliveries.ts";
import { destinationStore } from "./destinations.ts";
import { deviceSignInStore } from "./deviceSignIns.ts";
import { digestStore } from "./digests.ts";
import { getDue, listDue, moveDue, postponeDue, spreadDue } from "./due.ts";
import { erasureStore } from "./erasure.ts";
import { exportStore } from "./exports.ts";
import { flowListStore } from "./flowLists.ts";
import { flowSecretStore } from "./flowSecrets.ts";
import { flowSessionStore } from "./flowSessions.ts";
import { flowStore } from "./flows.ts";
import { flowTokenStore } from "./flowTokens.ts";
import { goodRunStore } from "./goodRuns.ts";
import { idempotencyStore } from "./idempotency.ts";
import { inspectionStore } from "./inspections.ts";
import { invitationStore } from "./invitations.ts";
import { journalStore } from "./journal.ts";
import { mailStore } from "./mails.ts";
import { originStore } from "./origins.ts";
import { outboxStore } from "./outbox.ts";
import { paymentStore } from "./payments.ts";
import { peopleStore } from "./people.ts";
import { personSessionStore } from "./personSessions.ts";
import { rateWindowStore } from "./rateWindows.ts";
import { recordStore } from "./records.ts";
import { runStore } from "./runs.ts";
import { selectorMemoryStore } from "./selectorMemory.ts";
import { signInLinkStore } from "./signInLinks.ts";
import { slotStore } from "./slots.ts";
import { ssoStore } from "./sso.ts";
import { suppressionStore } from "./suppressions.ts";
import type { Item, Key, Table, Write } from "./table.ts";
import { tallyStore } from "./tallies.ts";
import { ticketStore } from "./tickets.ts";
import { uploadStore } from "./uploads.ts";
import { usageStore } from "./usage.ts";
import { waitStore } from "./waits.ts";
import { webhookStore } from "./webhooks.ts";

/** What an operator can set about the table. */
interface StoreSettings {
  /** Partitions of the index of what is due. */
  readonly duePartitions?: number;
  /** Days for which the audit entries of runs that keys have started are kept. */
  readonly runAuditDays?: number;
}

/** All stored records, by kind. Functions that return `Write`s do nothing until committed. */
export const createStore = (
  given: Table,
  { duePartitions = LEAST_DUE_PARTITIONS, runAuditDays = RUN_AUDIT_DAYS }: StoreSettings = {},
) => storesOf(spreadDue(given, duePartitions), { duePartitions, runAuditDays });

const storesOf = (table: Table, { duePartitions, runAuditDays }: Required<StoreSettings>) => ({
  accounts: accountStore(table),
  alerts: alertStore(table),
  apiKeys: apiKeyStore(table),
  changes: changeStore(table),
  clock: clockStore(table),
  days: dayStore(table),
  deliveries: deliveryStore(table),
  denied: deniedStore(table),
  destinations: destinationStore(table),
  destinationDeliveries: destinationDeliveryStore(table),
  deployment: deploymentStore(table),
  deviceSignIns: deviceSignInStore(table),
  digests: digestStore(table),
  erasure: erasureStore(table),
  exports: exportStore(table),
  flows: flowStore(table),
  flowLists: flowListStore(table),
  flowSecrets: flowSecretStore(table),
  flowSessions: flowSessionStore(table),
  flowTokens: flowTokenStore(table),
  goodRuns: goodRunStore(table),
  idempotency: idempotencyStore(table),
  inspections: inspectionStore(table),
  invitations: invitationStore(table),
  journal: journalStore(table, runAuditDays),
  mails: mailStore(table),
  payments: paymentStore(table),
  origins: originStore(table),
  outbox: outboxStore(table),
  people: peopleStore(table),
  personSessions: personSessionStore(table),
  rateWindows: rateWindowStore(table),
  records: recordStore(table),
  runs: runStore(table),
  selectorMemory: selectorMemoryStore(table),
  signInLinks: signInLinkStore(table),
  slots: slotStore(table),
  sso: ssoStore(table),
  webhooks: webhookStore(table),
  suppressions: suppressionStore(table),
  tallies: tallyStore(table),
  tickets: ticketStore(table),
  uploads: uploadStore,
  usage: usageStore(table),
  waits: waitStore(table),

  /** Commits all of the writes or none. */
  commit: (...writes: readonly (readonly Write[])[]): Promise<void> => table.transact(writes.flat()),

  /** Partitions of the index of what is due that items are put into. */
  duePartitions,

  /** @param partition its number (default: all that items are put into) */
  listDue: async (beforeMs: number, limit: number, partition?: number): Promise<Item[]> => {
    const all = Array.from({ length: duePartitions }, (_, number) => number);
    const asked = partition === undefined ? all : [partition];
    return (await Promise.all(asked.map((number) => listDue(table, beforeMs, limit, number)))).flat();
  },

  moveDue: (item: Item): Promise<void> => moveDue(table, item, duePartitions),

  getDue: (key: Key): Promise<Item | null> => getDue(table, key),

  postponeDue: (item: Item, atMs: number, failures: number): Promise<void> =>
    postponeDue(table, item, atMs, failures),
});

export type Store = ReturnType<typeof createStore>;
