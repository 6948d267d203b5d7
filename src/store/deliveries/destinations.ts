import type { DestinationContent, DestinationFormat } from "../../contract/deliveries/destinations.ts";
import type { ShownTarget } from "../../contract/deliveries/destinationTargets.ts";
import { collection } from "../collection.ts";
import type { Table, Update, Write } from "../table.ts";

/** How the latest delivery failed. */
export interface DestinationFailure {
  readonly httpStatus: number | null;
  readonly error: string | null;
}

export interface DestinationRecord {
  readonly id: string;
  readonly accountId: string;
  readonly name: string;
  /** Without its secrets. */
  readonly target: ShownTarget;
  /** The whole target as JSON, sealed for account and destination: one entry. */
  readonly secrets: readonly { readonly sealed: string }[];
  /** The flows whose data is delivered; null: all. */
  readonly flowIds: readonly string[] | null;
  readonly content: DestinationContent;
  readonly format: DestinationFormat;
  readonly active: boolean;
  /** Since when every delivery has failed; absent after a success. */
  readonly failingSince?: string;
  readonly failure?: DestinationFailure;
  /** Incremented with every change of an owner: what is noted about another version is refused. */
  readonly version: number;
  readonly createdAt: string;
}

const FAILING = ["failingSince", "failure"];

const destinations = collection<DestinationRecord>({ name: "DESTINATIONS" });

export const destinationStore = (table: Table) => {
  const update = (
    { accountId, id, version }: DestinationRecord,
    change: Pick<Update, "set" | "remove" | "when">,
  ): Write[] => [
    {
      kind: "update",
      key: destinations.key(accountId, id),
      ...change,
      when: { version: { eq: version }, ...change.when },
    },
  ];

  return {
    key: destinations.key,

    insert: (record: DestinationRecord): Write[] => destinations.insert(record),

    /** Sets these fields; refused if another request has changed it. Earlier failures are cleared. */
    change: (
      record: DestinationRecord,
      patch: Partial<
        Pick<DestinationRecord, "name" | "target" | "secrets" | "flowIds" | "content" | "format" | "active">
      >,
    ): Write[] => update(record, { set: { ...patch, version: record.version + 1 }, remove: FAILING }),

    remove: (record: DestinationRecord): Write[] => destinations.remove(record, { pk: { exists: true } }),

    /** Records a failure; refused if the destination has been changed. */
    noteFailure: (record: DestinationRecord, failingSince: string, failure: DestinationFailure): Write[] =>
      update(record, { set: { failingSince: record.failingSince ?? failingSince, failure } }),

    /** Records a success; refused if the destination has been changed. */
    endFailing: (record: DestinationRecord): Write[] => update(record, { remove: FAILING }),

    /** Disables the destination; refused if it is off, gone or changed. */
    disable: (record: DestinationRecord): Write[] =>
      update(record, {
        set: { active: false, version: record.version + 1 },
        remove: FAILING,
        when: { active: { eq: true } },
      }),

    get: (accountId: string, id: string) => destinations.get(table, accountId, id),

    list: (accountId: string, page: { limit: number; afterId?: string | undefined }) =>
      destinations.list(table, accountId, {}, page),
  };
};
