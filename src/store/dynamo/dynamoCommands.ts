/** Translates the table port's queries and writes to DynamoDB's, and DynamoDB's errors to the port's. */
import { TransactionCanceledException } from "@aws-sdk/client-dynamodb";
import type { QueryCommandInput, TransactWriteCommandInput } from "@aws-sdk/lib-dynamodb";
import { INDEXES, TABLE } from "../schema.ts";
import type { Key, Query, Update, Write } from "../table.ts";
import { conditionExpression, Placeholders, updateExpression } from "./expressions.ts";

type TransactItem = NonNullable<TransactWriteCommandInput["TransactItems"]>[number];

const sortKeyBounds = (query: Query, sortKey: string, places: Placeholders): string[] => {
  const { prefix, from, below } = query;
  if (prefix !== undefined) return [`begins_with(${places.name(sortKey)}, ${places.value(prefix)})`];
  if (from !== undefined) return [`${places.name(sortKey)} >= ${places.value(from)}`];
  if (below !== undefined) return [`${places.name(sortKey)} < ${places.value(below)}`];
  return [];
};

/** A query for the first page of results. */
export const toQuery = (TableName: string, query: Query): QueryCommandInput => {
  const { partitionKey, sortKey } = query.index ? INDEXES[query.index] : TABLE;
  const places = new Placeholders();
  return {
    TableName,
    ...(query.index && { IndexName: query.index }),
    ConsistentRead: !query.index,
    KeyConditionExpression: [
      `${places.name(partitionKey)} = ${places.value(query.pk)}`,
      ...sortKeyBounds(query, sortKey, places),
    ].join(" AND "),
    ScanIndexForward: !query.descending,
    ...places.used(),
  };
};

export const toUpdate = (TableName: string, update: Omit<Update, "kind">) => {
  const places = new Placeholders();
  const UpdateExpression = updateExpression(update, places);
  const when = update.when && { ConditionExpression: conditionExpression(update.when, places) };
  return { TableName, Key: update.key, UpdateExpression, ...when, ...places.used() };
};

export const toTransactItem = (TableName: string, write: Write): TransactItem => {
  if (write.kind === "update") return { Update: toUpdate(TableName, write) };
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
  }
};

const reasonsOf = (error: unknown) =>
  error instanceof TransactionCanceledException ? (error.CancellationReasons ?? []) : [];

/** The keys of a transaction whose conditions did not hold. */
export const refusedKeys = (error: unknown, writes: readonly Write[]): Key[] =>
  reasonsOf(error).flatMap((reason, i) => {
    const write = writes[i];
    if (reason.Code !== "ConditionalCheckFailed" || !write) return [];
    const { pk, sk } = write.kind === "put" ? write.item : write.key;
    return [{ pk, sk }];
  });

const PASSING = new Set(["TransactionConflict", "ThrottlingError", "ProvisionedThroughputExceeded"]);

const CONFLICTS = new Set(["TransactionInProgressException", "TransactionConflictException"]);

/** Whether a write may succeed if it is sent again. */
export const isConflict = (error: unknown): boolean =>
  (error instanceof Error && CONFLICTS.has(error.name)) ||
  reasonsOf(error).some(({ Code }) => Code !== undefined && PASSING.has(Code));
