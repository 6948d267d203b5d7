/**
 * The IAM calls of a request to DynamoDB. Each part of a request is a separate call.
 *
 * @see https://docs.aws.amazon.com/amazondynamodb/latest/developerguide/specifying-conditions.html
 */
import { LOCAL_ACCOUNT, LOCAL_REGION } from "../../stack/names.ts";
import { contextOf } from "../patterns.ts";
import type { Call } from "../policy.ts";

/** A value in DynamoDB's JSON: `{"S": "text"}`. */
type Attribute = Readonly<Record<string, unknown>>;
type Attributes = Readonly<Record<string, Attribute>>;

/** The relevant parts of all requests. */
interface Part {
  readonly TableName: string;
  readonly IndexName?: string;
  readonly Key?: Attributes;
  readonly Item?: Attributes;
  readonly Select?: string;
  readonly ReturnValues?: string;
  readonly AttributesToGet?: readonly string[];
  readonly ProjectionExpression?: string;
  readonly KeyConditionExpression?: string;
  readonly FilterExpression?: string;
  readonly UpdateExpression?: string;
  readonly ConditionExpression?: string;
  readonly ExpressionAttributeNames?: Readonly<Record<string, string>>;
  readonly ExpressionAttributeValues?: Attributes;
  readonly ReturnConsumedCapacity?: string;
}

/** The partition keys of a table and its indexes. */
export type PartitionKeyOf = (table: string, index: string | undefined) => string;

const KEYWORDS =
  /^(?:SET|REMOVE|ADD|DELETE|AND|OR|NOT|IN|BETWEEN|if_not_exists|list_append|attribute_(?:exists|not_exists|type)|begins_with|contains|size)$/i;

/** Names of the attributes in an expression: the first part of each path. */
const namesIn = (expression: string | undefined, names: Part["ExpressionAttributeNames"]): string[] => {
  const paths = expression?.match(/(?<![\w#:.\]])#?[A-Za-z_][\w-]*/g) ?? [];
  return paths.filter((path) => !KEYWORDS.test(path)).map((path) => names?.[path] ?? path);
};

const textOf = (value: Attribute | undefined): string | undefined => {
  const text = value?.S ?? value?.N ?? value?.B;
  return text === undefined ? undefined : String(text);
};

/** The partition key's value in a key condition: `#n0 = :v0`. */
const partitionIn = (part: Part, partitionKey: string): string | undefined => {
  for (const [, name = "", value = ""] of part.KeyConditionExpression?.matchAll(
    /(#?[\w-]+)\s*=\s*(:[\w-]+)/g,
  ) ?? [])
    if ((part.ExpressionAttributeNames?.[name] ?? name) === partitionKey)
      return textOf(part.ExpressionAttributeValues?.[value]);
  return undefined;
};

const arnOf = ({ TableName, IndexName }: Part): string => {
  const table = TableName.startsWith("arn:")
    ? TableName
    : `arn:aws:dynamodb:${LOCAL_REGION}:${LOCAL_ACCOUNT}:table/${TableName}`;
  return IndexName === undefined ? table : `${table}/index/${IndexName}`;
};

const tableNameOf = ({ TableName }: Part): string => TableName.replace(/^.*:table\//, "");

const attributesOf = (part: Part): string[] => [
  ...new Set([
    ...Object.keys(part.Key ?? {}),
    ...Object.keys(part.Item ?? {}),
    ...(part.AttributesToGet ?? []),
    ...[
      part.ProjectionExpression,
      part.KeyConditionExpression,
      part.FilterExpression,
      part.UpdateExpression,
      part.ConditionExpression,
    ].flatMap((expression) => namesIn(expression, part.ExpressionAttributeNames)),
  ]),
];

const callOf = (action: string, part: Part, partitionKeyOf: PartitionKeyOf, enclosing?: string): Call => {
  const partitionKey = partitionKeyOf(tableNameOf(part), part.IndexName);
  return {
    action: `dynamodb:${action}`,
    resource: arnOf(part),
    context: contextOf({
      "dynamodb:LeadingKeys":
        textOf((part.Key ?? part.Item)?.[partitionKey]) ?? partitionIn(part, partitionKey),
      "dynamodb:Attributes": attributesOf(part),
      "dynamodb:Select": part.Select,
      "dynamodb:ReturnValues": part.ReturnValues,
      "dynamodb:ReturnConsumedCapacity": part.ReturnConsumedCapacity,
      "dynamodb:EnclosingOperation": enclosing,
    }),
  };
};

/** The calls of a transaction. */
const PARTS: Readonly<Record<string, string>> = {
  Put: "PutItem",
  Update: "UpdateItem",
  Delete: "DeleteItem",
  ConditionCheck: "ConditionCheckItem",
  Get: "GetItem",
};

interface Body extends Partial<Part> {
  readonly TransactItems?: readonly Readonly<Record<string, Part>>[];
  readonly RequestItems?: Readonly<
    Record<string, Omit<Part, "TableName"> & { readonly Keys?: readonly Attributes[] }>
  >;
}

/** @param operation as in the request's header: `TransactWriteItems` */
export const tableCalls = (
  operation: string,
  text: string,
  partitionKeyOf: PartitionKeyOf,
): readonly Call[] => {
  const body = JSON.parse(text || "{}") as Body;
  if (body.TransactItems !== undefined)
    return body.TransactItems.flatMap((item) =>
      Object.entries(item).map(([kind, part]) =>
        callOf(PARTS[kind] ?? kind, part, partitionKeyOf, operation),
      ),
    );
  if (operation === "BatchGetItem")
    return Object.entries(body.RequestItems ?? {}).flatMap(([TableName, { Keys = [], ...part }]) =>
      Keys.map((Key) => callOf(operation, { ...part, TableName, Key }, partitionKeyOf)),
    );
  return [callOf(operation, { ...body, TableName: body.TableName ?? "*" }, partitionKeyOf)];
};
