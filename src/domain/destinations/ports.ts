/** What delivering needs from outside: places that take files, receivers of requests, and tables. */
import type { DestinationContent } from "../../contract/deliveries/destinations.ts";
import type { DestinationTarget } from "../../contract/deliveries/destinationTargets.ts";
import type { TableDelivery } from "../../contract/deliveries/tableDelivery.ts";
import type { DestinationRecord } from "../../store/deliveries/destinations.ts";

/** A place that takes files. Each method throws `PlaceError` if the place refuses or does not answer. */
export interface FilePlace {
  /** Writes a whole file: readers see the old one or the new one, and nothing in between. */
  readonly put: (path: string, body: Buffer, contentType: string) => Promise<void>;
  /** The file; null if there is none. */
  readonly get: (path: string) => Promise<Buffer | null>;
  /** Removing a file that does not exist succeeds. */
  readonly remove: (path: string) => Promise<void>;
}

/** A receiver of requests. @throws PlaceError unless it answers 2xx */
export interface Receiver {
  readonly post: (headers: Readonly<Record<string, string>>, body: string) => Promise<void>;
}

/** A table of a database. Each method throws `PlaceError` if the database refuses or does not answer. */
export interface TablePlace {
  /**
   * Writes all rows and names their run, or does nothing.
   *
   * @param renew called between the parts; what it throws undoes the delivery
   * @returns the number of rows; null if a newer run was delivered before
   */
  readonly deliver: (delivery: TableDelivery, renew: () => Promise<void>) => Promise<number | null>;
  /** Does as a delivery does, and undoes it. */
  readonly test: (content: DestinationContent) => Promise<void>;
}

type FileTarget = Extract<DestinationTarget, { type: "s3" | "folder" }>;
type HttpTarget = Extract<DestinationTarget, { type: "http" }>;
type TableTarget = Extract<DestinationTarget, { type: "postgres" }>;

export interface WithPlaces {
  readonly places: {
    /** @param owner the account, whose id is the external ID for the roles that it names */
    readonly openFiles: (
      target: FileTarget,
      owner: Pick<DestinationRecord, "accountId">,
    ) => Promise<FilePlace>;
    readonly openReceiver: (target: HttpTarget) => Receiver;
    readonly openTable: (target: TableTarget) => Promise<TablePlace>;
  };
  /** A number in [0, 1). */
  readonly random: () => number;
}

/** Which kinds of places this deployment can open. */
export interface WithPlaceSettings {
  /** Whether the operator has named a folder for destinations of type `folder`. */
  readonly hasFolderRoot: boolean;
  /** Whether the service runs on AWS, which gives it the keys of roles. */
  readonly canAssumeRoles: boolean;
}
