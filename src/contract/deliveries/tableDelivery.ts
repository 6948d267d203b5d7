/** What is delivered to a table: shared by the domain, which decides on deliveries, and the database adapter. */

import type { Item } from "../runs/runs.ts";
import type { DestinationContent } from "./destinations.ts";

/** A row of a table, with its record's key or else its place in the run, from 1. */
export interface TableRow {
  readonly key: string;
  readonly record: Item;
}

/** One run's data for a table. */
export interface TableDelivery {
  readonly destinationId: string;
  readonly flowId: string;
  readonly runId: string;
  /** When the run ended. */
  readonly collectedAt: string | null;
  readonly content: DestinationContent;
  readonly parts: AsyncIterable<readonly TableRow[]>;
  /** Whether rows have keys of their own, by which removed records are known. */
  readonly hasKeys: boolean;
}
