import type { DeliveryAttempt, DeliveryStatus } from "../../contract/deliveries/webhooks.ts";
import { collection } from "../collection.ts";
import type { Table } from "../table.ts";
import { attemptStore } from "./attempts.ts";

/** What has arrived of a run's items: the next worker continues at the place after it. */
export interface ReachedPlace {
  /** The first item of the run that is in no part, by its place in the run. */
  readonly place: number;
  readonly items: number;
  /** Of files: those that were written, for the manifest. */
  readonly files?: readonly { readonly items: number; readonly bytes: number; readonly sha256: string }[];
  /** Of Parquet: the fields' types in all items. */
  readonly types?: Readonly<Record<string, string>>;
}

interface DeliveryProgress {
  /** Of the destination: another version may be another place, where no part has arrived. */
  readonly version: number;
  readonly parts: number;
  /** Absent: the run is read from its start, to find the part after these. */
  readonly reached?: ReachedPlace;
}

/** The delivery of one run's data to one destination. */
export interface DestinationDeliveryRecord {
  readonly id: string;
  readonly accountId: string;
  readonly destinationId: string;
  readonly flowId: string;
  readonly runId: string;
  readonly status: DeliveryStatus;
  /** Delivered rows; null before it has succeeded. */
  readonly itemCount: number | null;
  readonly note: string | null;
  /** All attempts, including those before a replay. */
  readonly attempts: readonly DeliveryAttempt[];
  /** Attempts of the retry schedule since the delivery was created or replayed. */
  readonly step: number;
  readonly nextAttemptAt: string | null;
  /** Attempts in a row that started and never reported a result; absent: none. */
  readonly losses?: number;
  /** How far an attempt is that was not finished; null or absent: there is none. */
  readonly progress?: DeliveryProgress | null;
  /** Incremented with every change, for optimistic locking. */
  readonly turn: number;
  readonly createdAt: string;
}

const deliveries = collection<DestinationDeliveryRecord, "destinationId">({
  name: "DESTINATIONDELIVERIES",
  first: "destinationId",
  firstIsUnbounded: true,
});

const digitsOf = (id: string): string => id.replace(/\D/g, "");

/** Derived from run and destination, so that a run is delivered to a destination once, however often it is announced. */
export const destinationDeliveryId = (runId: string, destinationId: string): string =>
  `dlv-${digitsOf(runId)}${digitsOf(destinationId)}`;

export const destinationDeliveryStore = (table: Table) => ({
  ...attemptStore(table, "destinationDelivery", deliveries),

  /** Deliveries to one destination, newest run first. */
  list: (accountId: string, destinationId: string, page: { limit: number; afterId?: string | undefined }) =>
    deliveries.list(table, accountId, { destinationId }, page),
});
