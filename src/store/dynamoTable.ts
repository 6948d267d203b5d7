import {
  ConditionalCheckFailedException,
  DynamoDBClient,
  TransactionCanceledException,
} from "@aws-sdk/client-dynamodb";
import {
  DynamoDBDocumentClient,
  GetCommand,
  QueryCommand,
  type QueryCommandOutput,
  TransactWriteCommand,
  type TransactWriteCommandInput,
  UpdateCommand,
} from "@aws-sdk/lib-dynamodb";
import { retryConflicts } from "./conflicts.ts";
import { conditionExpression, Placeholders, updateExpression } from "./expressions.ts";
import { INDEXES, TABLE } from "./schema.ts";
import {
  ConditionFailed,
  type Item,
  type Key,
  mergeWrites,
  type Query,
  type Table,
  type Write,
} from "./table.ts";

type TransactItem = NonNullable<TransactWriteCommandInput["TransactItems"]>[number];

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
  readonly onConsumed?: OnConsumed;
  /** Waits between attempts at a conflicting write. */
  readonly sleep?: (ms: number) => Promise<void>;
}

const defaultSleep = (ms: number): Promise<void> => new Promise((resolve) => setTimeout(resolve, ms));

/** Implements the table port on DynamoDB. */
export const createDynamoTable = (options: DynamoTableOptions): Table => {
  const { tableName: TableName, onConsumed, sleep = defaultSleep } = options;
  const client = DynamoDBDocumentClient.from(
    new DynamoDBClient({
      maxAttempts: 5,
      // A hanging table must not use up a function's time.
      requestHandler: { connectionTimeout: 2_000, requestTimeout: 5_000 },
      ...(options.endpoint && { endpoint: options.endpoint }),
    }),
    { marshallOptions: { removeUndefinedValues: true } },
  );
  const meter = (kind: "read" | "write", capacity: ConsumedCapacity | ConsumedCapacity[] | undefined) => {
    if (!onConsumed || !capacity) return;
    for (const each of [capacity].flat()) {
      const read = each.ReadCapacityUnits ?? (kind === "read" ? (each.CapacityUnits ?? 0) : 0);
      const write = each.WriteCapacityUnits ?? (kind === "write" ? (each.CapacityUnits ?? 0) : 0);
      onConsumed({ read, write });
    }
  };
  const ReturnConsumedCapacity = onConsumed ? "TOTAL" : "NONE";

  const queryPage = async (query: Query, start: QueryCommandOutput["LastEvaluatedKey"], limit?: number) => {
    const { partitionKey, sortKey } = query.index
      ? INDEXES[query.index]
      : { partitionKey: TABLE.partitionKey, sortKey: TABLE.sortKey };
    const places = new Placeholders();
    const page = await client.send(
      new QueryCommand({
        TableName,
        ...(query.index && { IndexName: query.index }),
        ConsistentRead: !query.index,
        KeyConditionExpression: [
          `${places.name(partitionKey)} = ${places.value(query.pk)}`,
          ...sortKeyBounds(query, sortKey, places),
        ].join(" AND "),
        ScanIndexForward: !query.descending,
        ...(limit !== undefined && { Limit: limit }),
        ...(start && { ExclusiveStartKey: start }),
        ReturnConsumedCapacity,
        ...places.used(),
      }),
    );
    meter("read", page.ConsumedCapacity);
    return page;
  };

  /** Retries a write that conflicts with a transaction; the SDK makes only one attempt. */
  const write = async <T>(send: () => Promise<T>, refused: (error: unknown) => Key[]): Promise<T> => {
    try {
      return await retryConflicts(send, (error) => refused(error).length === 0 && isConflict(error), sleep);
    } catch (error) {
      const keys = refused(error);
      throw keys.length > 0 ? new ConditionFailed(keys) : error;
    }
  };

  const toTransactItem = (write: Write): TransactItem => {
    const places = new Placeholders();
    const when = write.when && { ConditionExpression: conditionExpression(write.when, places) };
    switch (write.kind) {
      case "put":
        return { Put: { TableName, Item: write.item, ...when, ...places.used() } };
      case "remove":
        return { Delete: { TableName, Key: write.key, ...when, ...places.used() } };
      case "check":
        return {
          ConditionCheck: {
            TableName,
            Key: write.key,
            ConditionExpression: when?.ConditionExpression,
            ...places.used(),
          },
        };
      case "update": {
        const UpdateExpression = updateExpression(write, places);
        return { Update: { TableName, Key: write.key, UpdateExpression, ...when, ...places.used() } };
      }
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
      let start: QueryCommandOutput["LastEvaluatedKey"];
      do {
        const wanted = query.limit === undefined ? undefined : query.limit - items.length;
        const page = await queryPage(query, start, wanted);
        items.push(...((page.Items ?? []) as Item[]));
        start = page.LastEvaluatedKey;
      } while (start && (query.limit === undefined || items.length < query.limit));
      return items;
    },

    async update(update) {
      const places = new Placeholders();
      const UpdateExpression = updateExpression(update, places);
      const when = update.when && { ConditionExpression: conditionExpression(update.when, places) };
      const command = new UpdateCommand({
        TableName,
        Key: update.key,
        UpdateExpression,
        ...when,
        ...places.used(),
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
        TransactItems: merged.map(toTransactItem),
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

const sortKeyBounds = (query: Query, sortKey: string, places: Placeholders): string[] => {
  const { prefix, from, below } = query;
  if (prefix !== undefined) return [`begins_with(${places.name(sortKey)}, ${places.value(prefix)})`];
  if (from !== undefined) return [`${places.name(sortKey)} >= ${places.value(from)}`];
  if (below !== undefined) return [`${places.name(sortKey)} < ${places.value(below)}`];
  return [];
};

const reasonsOf = (error: unknown) =>
  error instanceof TransactionCanceledException ? (error.CancellationReasons ?? []) : [];

const refusedKeys = (error: unknown, writes: readonly Write[]): Key[] =>
  reasonsOf(error).flatMap((reason, i) => {
    const write = writes[i];
    if (reason.Code !== "ConditionalCheckFailed" || !write) return [];
    const { pk, sk } = write.kind === "put" ? write.item : write.key;
    return [{ pk, sk }];
  });

const PASSING = new Set(["TransactionConflict", "ThrottlingError", "ProvisionedThroughputExceeded"]);

const CONFLICTS = new Set(["TransactionInProgressException", "TransactionConflictException"]);

const isConflict = (error: unknown): boolean =>
  (error instanceof Error && CONFLICTS.has(error.name)) ||
  reasonsOf(error).some(({ Code }) => Code !== undefined && PASSING.has(Code));
