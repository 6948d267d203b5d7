import { Aws } from "aws-cdk-lib";
import { PolicyStatement } from "aws-cdk-lib/aws-iam";
import type { Function as LambdaFunction } from "aws-cdk-lib/aws-lambda";
import type { Queue } from "aws-cdk-lib/aws-sqs";
import { DESTINATION_ROLE_PREFIX } from "../src/contract/deliveries/destinationTargets.ts";
import { isConfined } from "../src/contract/operation.ts";
import { type IndexName, TABLE } from "../src/store/schema.ts";
import { CONFINED_TO, partitionsOf } from "./confinement.ts";
import type { DataNames } from "./data-stack.ts";
import type { FunctionRow } from "./functions.ts";

const TABLE_READS = ["dynamodb:GetItem", "dynamodb:Query"];
const TABLE_UPDATES = ["dynamodb:PutItem", "dynamodb:UpdateItem", "dynamodb:ConditionCheckItem"];
const TABLE_WRITES = { read: [], update: TABLE_UPDATES, write: [...TABLE_UPDATES, "dynamodb:DeleteItem"] };
const OBJECT_PUTS = ["s3:PutObject", "s3:AbortMultipartUpload"];
const OBJECT_ACTIONS = {
  read: ["s3:GetObject"],
  add: OBJECT_PUTS,
  write: ["s3:GetObject", ...OBJECT_PUTS],
  remove: ["s3:DeleteObject"],
  erase: ["s3:DeleteObject"],
};
/** What Lambda needs in the role of a function with a queue as its event source. */
const QUEUE_CONSUMES = ["sqs:ReceiveMessage", "sqs:DeleteMessage", "sqs:GetQueueAttributes"];

/**
 * Everything that authentication writes: the rate window of the account, token or address, and the last use of a key, token or
 * session.
 * A test compares this with what the store does.
 */
export const COUNTED_BY_AUTHENTICATION = {
  partitions: ["RATE#*", "ADDRESS#*", "KEYHASH#*", "KEYS#*", "TOKENHASH#*", "SESSION#*"],
  attributes: [TABLE.partitionKey, TABLE.sortKey, TABLE.ttl, "n", "lastUsedAt"],
} as const;

/** Roles that users name for their buckets, in any account. Those of the stacks have other names. */
const ASSUMED_ROLES = `arn:${Aws.PARTITION}:iam::*:role/*${DESTINATION_ROLE_PREFIX}*`;

/** What functions may access. */
export interface Reachable extends DataNames {
  /** Bedrock models that may be called; empty if the deployment uses none. */
  readonly modelArns: readonly string[];
  /** The secret with the operator's proxy; undefined: there is none. */
  readonly proxySecretArn?: string | undefined;
  /** SES identities and configuration set for sending mail; empty if the deployment sends none. */
  readonly mailArns: readonly string[];
  readonly queues: ReadonlyMap<string, Pick<Queue, "queueArn" | "queueUrl">>;
  readonly deadLetters: Pick<Queue, "queueArn" | "queueUrl">;
  readonly stuck: Pick<Queue, "queueArn" | "queueUrl">;
  /** Functions that are already in the stack and can be called. */
  readonly callable: ReadonlyMap<string, Callable>;
}

export interface Callable extends Pick<LambdaFunction, "functionArn" | "functionName"> {
  /** The role of the sessions that its callers begin, if it is confined. */
  readonly sessionRoleArn?: string | undefined;
}

const allow = (actions: readonly string[], resources: readonly string[]): PolicyStatement =>
  new PolicyStatement({ actions: [...actions], resources: [...resources] });

const tableStatements = (row: FunctionRow, tableArn: string): PolicyStatement[] => {
  if (row.touches.table === undefined) return [];
  const indexArns = (row.touches.indexes ?? []).map((index: IndexName) => `${tableArn}/index/${index}`);
  const writes = TABLE_WRITES[row.touches.table];
  if (isConfined(row.name)) {
    const { reads, changes, adds } = CONFINED_TO[row.name];
    return [
      within(allow(TABLE_READS, [tableArn, ...indexArns]), [...changes, ...reads]),
      ...(changes.length === 0 ? [] : [within(allow(writes, [tableArn]), changes)]),
      ...(adds.length === 0 ? [] : [within(allow(["dynamodb:PutItem"], [tableArn]), adds)]),
    ];
  }
  const statements = [
    allow([...TABLE_READS, ...writes], [tableArn]),
    ...(indexArns.length > 0 ? [allow(["dynamodb:Query"], indexArns)] : []),
  ];
  if (row.authenticates && writes.length === 0) statements.push(countStatement(tableArn));
  return statements;
};

/** Restricts a statement to kinds of partitions. */
const within = (statement: PolicyStatement, kinds: readonly string[]): PolicyStatement => {
  statement.addCondition("ForAllValues:StringLike", {
    "dynamodb:LeadingKeys": partitionsOf(kinds),
  });
  // ForAllValues is also true for a request without the key.
  statement.addCondition("Null", { "dynamodb:LeadingKeys": "false" });
  return statement;
};

/** Lets a read-only function write what authentication counts, and nothing else. */
const countStatement = (tableArn: string): PolicyStatement =>
  new PolicyStatement({
    actions: ["dynamodb:UpdateItem"],
    resources: [tableArn],
    conditions: {
      "ForAllValues:StringLike": { "dynamodb:LeadingKeys": COUNTED_BY_AUTHENTICATION.partitions },
      "ForAllValues:StringEquals": { "dynamodb:Attributes": COUNTED_BY_AUTHENTICATION.attributes },
      // Returning the whole old or new item would reveal all of its attributes.
      StringEqualsIfExists: { "dynamodb:ReturnValues": ["NONE", "UPDATED_NEW"] },
      // ForAllValues is also true for a request without the key.
      Null: { "dynamodb:LeadingKeys": "false", "dynamodb:Attributes": "false" },
    },
  });

const objectStatements = (row: FunctionRow, bucketArn: string): PolicyStatement[] => {
  if (row.touches.objects === undefined) return [];
  const objects = allow(OBJECT_ACTIONS[row.touches.objects], [`${bucketArn}/*`]);
  // Only the bucket knows objects that a worker stored before its commit was refused.
  return row.touches.objects === "erase" ? [objects, allow(["s3:ListBucket"], [bucketArn])] : [objects];
};

/** Uploads have their own folder, and so do the lists of runs and flows. */
const uploadStatements = ({ touches }: FunctionRow, bucketArn: string): PolicyStatement[] => {
  const uploaded = `${bucketArn}/tmp/uploads/*`;
  const files = `${bucketArn}/kept/*/uploads/*`;
  if (touches.uploads === undefined) return [];
  if (touches.uploads === "add") return [allow(["s3:PutObject"], [uploaded, files])];
  if (touches.uploads === "open") return [allow(["s3:GetObject"], [files])];
  return [
    allow(["s3:GetObject"], [uploaded]),
    new PolicyStatement({
      actions: ["s3:ListBucketVersions"],
      resources: [bucketArn],
      conditions: { StringLike: { "s3:prefix": "tmp/uploads/*" } },
    }),
    allow(["s3:PutObject"], [`${bucketArn}/${touches.uploads === "read" ? "kept/*/lists" : "flows"}/*`]),
  ];
};

/** @throws Error for a queue that is not in the stack: the contract names one without a worker */
export const queueNamed = ({ queues }: Reachable, name: string): Pick<Queue, "queueArn" | "queueUrl"> => {
  const queue = queues.get(name);
  if (queue === undefined)
    throw new Error(`No worker in src/contract/workers.ts consumes the queue "${name}".`);
  return queue;
};

/** @throws Error for a function that is not in the stack before its caller */
export const functionNamed = ({ callable }: Reachable, name: string): Callable => {
  const found = callable.get(name);
  if (found === undefined) throw new Error(`The stack has no function "${name}" that could be called.`);
  return found;
};

const callStatements = (row: FunctionRow, reachable: Reachable): PolicyStatement[] =>
  (row.touches.calls ?? []).flatMap((name) => {
    const { functionArn, sessionRoleArn } = functionNamed(reachable, name);
    return [
      allow(["lambda:InvokeFunction"], [functionArn]),
      ...(sessionRoleArn === undefined ? [] : [allow(["sts:AssumeRole"], [sessionRoleArn])]),
    ];
  });

const queueStatements = (row: FunctionRow, reachable: Reachable): PolicyStatement[] => {
  const sends = row.touches.sends ?? [];
  const statements = sends.map((queue) =>
    allow([row.safe ? "sqs:GetQueueAttributes" : "sqs:SendMessage"], [queueNamed(reachable, queue).queueArn]),
  );
  if (row.consumes !== undefined)
    statements.push(allow(QUEUE_CONSUMES, [queueNamed(reachable, row.consumes).queueArn]));
  return statements;
};

/** Every queue can be counted and drained, work sent back to its queue, and what failed looked into and moved. */
const operatorStatements = ({ queues, deadLetters, stuck }: Reachable): PolicyStatement[] => [
  allow(
    ["sqs:GetQueueAttributes", "sqs:PurgeQueue", "sqs:SendMessage"],
    [...queues.values()].map(({ queueArn }) => queueArn),
  ),
  allow(
    [
      "sqs:GetQueueAttributes",
      "sqs:PurgeQueue",
      "sqs:ReceiveMessage",
      "sqs:DeleteMessage",
      "sqs:ChangeMessageVisibility",
    ],
    [deadLetters.queueArn, stuck.queueArn],
  ),
];

/** Grants nothing if the deployment does not have the secret. */
const secretStatements = (secretArn: string | undefined): PolicyStatement[] =>
  secretArn === undefined ? [] : [allow(["secretsmanager:GetSecretValue"], [secretArn])];

/** A function that only checks whether the model is available may not invoke it. */
const modelStatements = (row: FunctionRow, { modelSecretArn, modelArns }: Reachable): PolicyStatement[] => [
  ...secretStatements(modelSecretArn),
  ...(modelArns.length > 0 && !row.safe ? [allow(["bedrock:InvokeModel"], modelArns)] : []),
];

/** The permissions of a function: what its row's `touches` lists, and nothing else. */
export const grantStatements = (row: FunctionRow, reachable: Reachable): PolicyStatement[] => [
  ...tableStatements(row, reachable.tableArn),
  ...objectStatements(row, reachable.bucketArn),
  ...uploadStatements(row, reachable.bucketArn),
  ...queueStatements(row, reachable),
  ...callStatements(row, reachable),
  ...(row.touches.stuck ? [allow(["sqs:SendMessage"], [reachable.stuck.queueArn])] : []),
  ...(row.touches.operates ? operatorStatements(reachable) : []),
  ...(row.touches.secret ? secretStatements(reachable.secretArn) : []),
  ...(row.touches.mail && reachable.mailArns.length > 0
    ? [allow(["ses:SendEmail"], reachable.mailArns)]
    : []),
  ...(row.touches.model ? modelStatements(row, reachable) : []),
  ...(row.touches.web ? secretStatements(reachable.proxySecretArn) : []),
  ...(row.touches.roles ? [allow(["sts:AssumeRole"], [ASSUMED_ROLES])] : []),
  ...(row.touches.signs ? secretStatements(reachable.signingSecretArn) : []),
  ...(row.touches.payments ? secretStatements(reachable.paymentSecretArn) : []),
];
