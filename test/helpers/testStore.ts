import { createDynamoTable } from "../../src/store/dynamoTable.ts";
import type { FlowRecord } from "../../src/store/flows.ts";
import { createStore } from "../../src/store/index.ts";
import type { RunRecord } from "../../src/store/runs.ts";
import type { Table } from "../../src/store/table.ts";

/** The table that the suite's set-up started. */
export const openTestTable = (): Table => {
  process.env.AWS_ACCESS_KEY_ID = "local";
  process.env.AWS_SECRET_ACCESS_KEY = "local";
  process.env.AWS_REGION = "us-east-1";
  const { TEST_TABLE_ENDPOINT: endpoint, TEST_TABLE_NAME: tableName } = process.env;
  if (!endpoint || !tableName) throw new Error("the suite's set-up did not start a table");
  return createDynamoTable({ tableName, endpoint });
};

export const openTestStore = () => createStore(openTestTable());

let made = 0;

/** An id that no other test of this process uses. */
export const uniqueId = (prefix: string): string => {
  made += 1;
  return `${prefix}${String(Date.now()).padStart(13, "0")}${String(made).padStart(6, "0")}`;
};

/** An account of the test's own: tests share a table, never an account. */
export const uniqueAccount = (): string => `acct-${crypto.randomUUID()}`;

export const makeFlow = (accountId: string, over: Partial<FlowRecord> = {}): FlowRecord => ({
  id: uniqueId("flow-"),
  accountId,
  name: "Books",
  description: "",
  url: "https://shop.example/",
  mode: "extract",
  render: "auto",
  steps: [],
  outputSchema: {},
  monitor: {},
  schedule: null,
  limits: {},
  status: "draft",
  version: 1,
  nextRunAt: null,
  totalRuns: 0,
  completedRuns: 0,
  failedRuns: 0,
  failuresInRow: 0,
  createdAt: "2026-11-21T00:00:00.000Z",
  updatedAt: "2026-11-21T00:00:00.000Z",
  ...over,
});

export const makeRun = (accountId: string, over: Partial<RunRecord> = {}): RunRecord => ({
  id: uniqueId("run-"),
  accountId,
  flowId: "flow-1",
  flowName: "Books",
  flowVersion: 1,
  queue: "runs",
  status: "queued",
  origin: "api",
  startedAt: "2026-11-21T00:00:00.000Z",
  executionStartedAt: null,
  finishedAt: null,
  durationMs: 0,
  itemsExtracted: 0,
  pagesFetched: 0,
  dataPoints: 0,
  cost: { compute: 0, table: 0, objects: 0, queue: 0 },
  error: null,
  hasSlot: true,
  fence: 0,
  leaseUntil: null,
  stalls: 0,
  checkpointKey: null,
  logCount: 0,
  logBytes: 0,
  logsDropped: 0,
  fieldNames: [],
  ...over,
});
