import { RUN_AUDIT_DAYS } from "../contract/account/journal.ts";
import { LEAST_DUE_PARTITIONS } from "../contract/due.ts";
import { accountStore } from "./account/accounts.ts";
import { alertStore } from "./account/alerts.ts";
import { apiKeyStore } from "./account/apiKeys.ts";
import { dayStore } from "./account/days.ts";
import { journalStore } from "./account/journal.ts";
import { paymentStore } from "./account/payments.ts";
import { ticketStore } from "./account/tickets.ts";
import { usageStore } from "./account/usage.ts";
import { deliveryStore } from "./deliveries/deliveries.ts";
import { destinationDeliveryStore } from "./deliveries/destinationDeliveries.ts";
import { destinationStore } from "./deliveries/destinations.ts";
import { exportStore } from "./deliveries/exports.ts";
import { mailStore } from "./deliveries/mails.ts";
import { outboxStore } from "./deliveries/outbox.ts";
import { suppressionStore } from "./deliveries/suppressions.ts";
import { webhookStore } from "./deliveries/webhooks.ts";
import { getDue, listDue, moveDue, postponeDue, spreadDue } from "./due.ts";
import { erasureStore } from "./erasure.ts";
import { flowListStore } from "./flows/flowLists.ts";
import { flowSecretStore } from "./flows/flowSecrets.ts";
import { flowSessionStore } from "./flows/flowSessions.ts";
import { flowStore } from "./flows/flows.ts";
import { flowTokenStore } from "./flows/flowTokens.ts";
import { inspectionStore } from "./flows/inspections.ts";
import { selectorMemoryStore } from "./flows/selectorMemory.ts";
import { tallyStore } from "./flows/tallies.ts";
import { uploadStore } from "./flows/uploads.ts";
import { changeStore } from "./monitors/changes.ts";
import { digestStore } from "./monitors/digests.ts";
import { recordStore } from "./monitors/records.ts";
import { deviceSignInStore } from "./people/deviceSignIns.ts";
import { invitationStore } from "./people/invitations.ts";
import { peopleStore } from "./people/people.ts";
import { personSessionStore } from "./people/personSessions.ts";
import { signInLinkStore } from "./people/signInLinks.ts";
import { ssoStore } from "./people/sso.ts";
import { goodRunStore } from "./runs/goodRuns.ts";
import { runStore } from "./runs/runs.ts";
import { slotStore } from "./runs/slots.ts";
import { waitStore } from "./runs/waits.ts";
import { clockStore } from "./service/clock.ts";
import { deniedStore } from "./service/denied.ts";
import { deploymentStore } from "./service/deployment.ts";
import { idempotencyStore } from "./service/idempotency.ts";
import { originStore } from "./service/origins.ts";
import { rateWindowStore } from "./service/rateWindows.ts";
import type { Item, Key, Table, Write } from "./table.ts";

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
