import { DynamoDBClient } from "@aws-sdk/client-dynamodb";
import { DynamoDBDocumentClient, paginateScan } from "@aws-sdk/lib-dynamodb";
import { afterAll } from "@jest/globals";
import { createServiceTable } from "../../local/emulators/serviceTable.ts";
import { FlowDefinition } from "../../src/contract/flows/flowDefinition.ts";
import { createDynamoTable, type OnConsumed } from "../../src/store/dynamo/dynamoTable.ts";
import { type FlowRecord, NEW_FLOW } from "../../src/store/flows/flows.ts";
import { createStore } from "../../src/store/index.ts";
import { NEW_RUN, type RunRecord } from "../../src/store/runs/runs.ts";
import type { Item, Table } from "../../src/store/table.ts";
import { openEmbeddedTables } from "./embeddedTable.ts";
import { createMemoryTable } from "./memoryTable.ts";

/** The same tests run on DynamoDB, the embedded table and the in-memory table; the suite's setup decides. */
const tableKind = () => process.env.TEST_TABLE_KIND ?? "dynamodb";

const scan = async (endpoint: string, tableName: string): Promise<Item[]> => {
  const client = DynamoDBDocumentClient.from(new DynamoDBClient({ endpoint }));
  const pages = paginateScan({ client }, { TableName: tableName, ConsistentRead: true });
  return (await Array.fromAsync(pages)).flatMap(({ Items }) => (Items ?? []) as Item[]);
};

/** A table for tests. */
export interface WholeTable {
  readonly table: Table;
  /** Everything it contains. */
  readonly all: () => Promise<Item[]>;
}

interface WholeTableOptions {
  readonly now?: () => number;
  /** How far the embedded table's indexes may lag. */
  readonly indexLagMs?: () => number;
  /** Told the units of each call; never by the table in memory. */
  readonly onConsumed?: OnConsumed;
}

const openMemory = (): WholeTable => {
  const table = createMemoryTable();
  return { table, all: async () => table.all() };
};

const closers: (() => void)[] = [];
afterAll(() => {
  for (const close of closers) close();
});

const openEmbedded = (options: WholeTableOptions): WholeTable => {
  const embedded = openEmbeddedTables();
  closers.push(embedded.close);
  return embedded.open(options);
};

/** A new table on the suite's DynamoDB Local, if its set-up started one. */
const openDynamoTable = async ({ onConsumed }: WholeTableOptions = {}): Promise<WholeTable | undefined> => {
  const { TEST_TABLE_ENDPOINT: endpoint } = process.env;
  if (!endpoint) return undefined;
  process.env.AWS_ACCESS_KEY_ID = "local";
  process.env.AWS_SECRET_ACCESS_KEY = "local";
  process.env.AWS_REGION = "us-east-1";
  const tableName = `test-${crypto.randomUUID()}`;
  await createServiceTable(endpoint, tableName);
  const table = createDynamoTable({ tableName, endpoint, ...(onConsumed && { onConsumed }) });
  return { table, all: () => scan(endpoint, tableName) };
};

// What one file leaves due is nothing that another's clock should find: each file has a table of its own.
const fileTable = tableKind() === "dynamodb" ? await openDynamoTable() : undefined;

const found = (opened: WholeTable | undefined): WholeTable => {
  if (!opened) throw new Error("the suite's set-up did not start DynamoDB Local");
  return opened;
};

const openShared = (): WholeTable => {
  if (tableKind() === "memory") return openMemory();
  if (tableKind() === "embedded") return openEmbedded({});
  return found(fileTable);
};

let shared: WholeTable | undefined;
const sharedTable = (): WholeTable => {
  shared ??= openShared();
  return shared;
};

/** The table shared by the tests of a file. */
export const openTestTable = (): Table => sharedTable().table;

/** Everything in the shared table, from all tests of the file. */
export const readTestTable = (): Promise<Item[]> => sharedTable().all();

/** A table for one test. */
export const openWholeTable = async (options: WholeTableOptions = {}): Promise<WholeTable> => {
  if (tableKind() === "memory") return openMemory();
  if (tableKind() === "embedded") return openEmbedded(options);
  return found(await openDynamoTable(options));
};

export const openFreshTable = async (): Promise<Table> => (await openWholeTable()).table;

export const openTestStore = () => createStore(openTestTable());

let made = 0;

/** An id that no other test of the file uses. */
export const uniqueId = (prefix: string): string => {
  made += 1;
  return `${prefix}${String(Date.now()).padStart(13, "0")}${String(made).padStart(6, "0")}`;
};

/** An account for one test: tests share a table, never an account. */
export const uniqueAccount = (): string => `acct-${crypto.randomUUID()}`;

export const makeFlow = (accountId: string, over: Partial<FlowRecord> = {}): FlowRecord => ({
  id: uniqueId("flow-"),
  accountId,
  ...FlowDefinition.parse({ name: "Books", url: "https://shop.example/", mode: "extract" }),
  ...NEW_FLOW,
  createdAt: "2026-11-21T00:00:00.000Z",
  updatedAt: "2026-11-21T00:00:00.000Z",
  ...over,
});

export const makeRun = (accountId: string, over: Partial<RunRecord> = {}): RunRecord => ({
  ...NEW_RUN,
  id: uniqueId("run-"),
  accountId,
  flowId: "flow-1",
  flowName: "Books",
  flowVersion: 1,
  queue: "runs",
  origin: "api",
  startedAt: "2026-11-21T00:00:00.000Z",
  retentionDays: 30,
  cost: { compute: 0, table: 0, objects: 0, queue: 0 },
  hasSlot: true,
  ...over,
});
