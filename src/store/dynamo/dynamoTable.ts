import {
  ConditionalCheckFailedException,
  DynamoDBClient,
  type DynamoDBClientConfig,
} from "@aws-sdk/client-dynamodb";
import {
  DynamoDBDocumentClient,
  GetCommand,
  QueryCommand,
  type QueryCommandOutput,
  TransactWriteCommand,
  UpdateCommand,
} from "@aws-sdk/lib-dynamodb";
import { AWS_REQUESTS } from "../../contract/awsRequests.ts";
import { ConditionFailed, type Item, type Key, mergeWrites, type Table, TableBusy } from "../table.ts";
import { retryConflicts } from "./conflicts.ts";
import { isConflict, refusedKeys, toQuery, toTransactItem, toUpdate } from "./dynamoCommands.ts";

interface ConsumedCapacity {
  ReadCapacityUnits?: number | undefined;
  WriteCapacityUnits?: number | undefined;
  CapacityUnits?: number | undefined;
}

/** Called with the request units that each call consumed. */
export type OnConsumed = (units: { read: number; write: number }) => void;

interface DynamoTableOptions {
  readonly tableName: string;
  readonly endpoint?: string;
  /** Default: those of the function's role. */
  readonly credentials?: NonNullable<DynamoDBClientConfig["credentials"]>;
  readonly onConsumed?: OnConsumed;
  /** Waits between attempts at a conflicting write. */
  readonly sleep?: (ms: number) => Promise<void>;
}

const defaultSleep = (ms: number): Promise<void> => new Promise((resolve) => setTimeout(resolve, ms));

const createClient = ({ endpoint, credentials }: DynamoTableOptions): DynamoDBDocumentClient =>
  DynamoDBDocumentClient.from(
    new DynamoDBClient({
      ...AWS_REQUESTS.table,
      ...(endpoint && { endpoint }),
      ...(credentials && { credentials }),
    }),
    { marshallOptions: { removeUndefinedValues: true } },
  );

/** Reports the units that a call consumed. */
const createMeter =
  (onConsumed: OnConsumed | undefined) =>
  (kind: "read" | "write", capacity: ConsumedCapacity | ConsumedCapacity[] | undefined): void => {
    if (!onConsumed || !capacity) return;
    for (const each of [capacity].flat()) {
      const read = each.ReadCapacityUnits ?? (kind === "read" ? (each.CapacityUnits ?? 0) : 0);
      const write = each.WriteCapacityUnits ?? (kind === "write" ? (each.CapacityUnits ?? 0) : 0);
      onConsumed({ read, write });
    }
  };

/** Implements the table port on DynamoDB. */
export const createDynamoTable = (options: DynamoTableOptions): Table => {
  const { tableName: TableName, onConsumed, sleep = defaultSleep } = options;
  const client = createClient(options);
  const meter = createMeter(onConsumed);
  const ReturnConsumedCapacity = onConsumed ? "TOTAL" : "NONE";

  /** Retries a write that conflicts with a transaction; the SDK makes only one attempt. */
  const write = async <T>(send: () => Promise<T>, refused: (error: unknown) => Key[]): Promise<T> => {
    try {
      return await retryConflicts(send, (error) => refused(error).length === 0 && isConflict(error), sleep);
    } catch (error) {
      const keys = refused(error);
      if (keys.length > 0) throw new ConditionFailed(keys);
      throw isConflict(error) ? new TableBusy(error) : error;
    }
  };

  return {
    async get({ pk, sk }) {
      const { Item: item, ConsumedCapacity: capacity } = await client.send(
        new GetCommand({ TableName, Key: { pk, sk }, ConsistentRead: true, ReturnConsumedCapacity }),
      );
      meter("read", capacity);
      return (item as Item | undefined) ?? null;
    },

    async query(query) {
      const items: Item[] = [];
      let ExclusiveStartKey: QueryCommandOutput["LastEvaluatedKey"];
      do {
        const page = await client.send(
          new QueryCommand({
            ...toQuery(TableName, query),
            ...(query.limit !== undefined && { Limit: query.limit - items.length }),
            ...(ExclusiveStartKey && { ExclusiveStartKey }),
            ReturnConsumedCapacity,
          }),
        );
        meter("read", page.ConsumedCapacity);
        items.push(...((page.Items ?? []) as Item[]));
        ExclusiveStartKey = page.LastEvaluatedKey;
      } while (ExclusiveStartKey && (query.limit === undefined || items.length < query.limit));
      return items;
    },

    async update(update) {
      const command = new UpdateCommand({
        ...toUpdate(TableName, update),
        ReturnValues: "UPDATED_NEW",
        ReturnConsumedCapacity,
      });
      const { Attributes, ConsumedCapacity: capacity } = await write(
        () => client.send(command),
        (error) => (error instanceof ConditionalCheckFailedException ? [update.key] : []),
      );
      meter("write", capacity);
      return Attributes ?? {};
    },

    async transact(writes) {
      const merged = mergeWrites(writes);
      const command = new TransactWriteCommand({
        TransactItems: merged.map((each) => toTransactItem(TableName, each)),
        // The same token on every attempt, so that a retry after a lost response does not write twice.
        ClientRequestToken: crypto.randomUUID(),
        ReturnConsumedCapacity,
      });
      const { ConsumedCapacity: capacity } = await write(
        () => client.send(command),
        (error) => refusedKeys(error, merged),
      );
      meter("write", capacity);
    },
  };
};
