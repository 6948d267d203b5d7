/** One request and one answer of each operation, as the OpenAPI document shows them. Tests hold them to their schemas. */
import type * as z from "zod";
import type { OPERATIONS, OperationName } from "./operations.ts";

type Row<N extends OperationName> = (typeof OPERATIONS)[N];

type Sent<R> = R extends { readonly body: infer B extends z.ZodType } ? { readonly body: z.input<B> } : object;

/** The record alone; of a list, one of its records. */
type Answered<R> = R extends { readonly success: infer S }
  ? S extends { readonly data: infer D extends z.ZodType }
    ? { readonly answer: z.input<D> }
    : S extends { readonly list: infer L extends z.ZodType }
      ? { readonly answer: z.input<L> }
      : S extends { readonly bare: infer B extends z.ZodType }
        ? { readonly answer: z.input<B> }
        : object
  : never;

type Examples = { readonly [N in OperationName]: Sent<Row<N>> & Answered<Row<N>> };

const CREATED_AT = "2026-11-21T06:00:00.000Z";
const CHANGED_AT = "2026-11-21T06:05:00.000Z";
const FLOW_ID = "flow-1795240800000123456";
const RUN_ID = "run-1795240860000654321";
const KEY_ID = "key-1795240800000111222";
const ALERT_ID = "alert-1795240862000333444";

/** A function, so that each use gets lists of its own, which may be changed. */
const flowBody = () => ({
  name: "Books",
  description: "Titles and prices of all books.",
  url: "https://shop.example/books",
  mode: "extract" as const,
  steps: [
    { type: "navigate" as const },
    { type: "extract" as const, label: "books", selector: "article.book", fields: ["title: h2", "price: .price"] },
    { type: "paginate" as const, selector: "a.next", maxPages: 20 },
  ],
  outputSchema: { title: "string", price: "number" } as const,
});

const flow = {
  ...flowBody(),
  schedule: { every: "6h" },
  limits: { maxPages: 20 },
  id: FLOW_ID,
  status: "active",
  successRate: 97.5,
  totalRuns: 40,
  version: 3,
  nextRunAt: "2026-11-21T12:00:00.000Z",
  createdAt: CREATED_AT,
  updatedAt: CHANGED_AT,
} as const;

const queuedRun = {
  id: RUN_ID,
  flowId: FLOW_ID,
  flowName: "Books",
  status: "queued",
  origin: "api",
  startedAt: "2026-11-21T06:01:00.000Z",
  executionStartedAt: null,
  finishedAt: null,
  duration: 0,
  itemsExtracted: 0,
  pagesFetched: 0,
  dataPointsExtracted: 0,
  cost: 0,
} as const;

const completedRun = {
  ...queuedRun,
  status: "completed",
  executionStartedAt: "2026-11-21T06:01:00.400Z",
  finishedAt: "2026-11-21T06:01:02.250Z",
  duration: 1850,
  itemsExtracted: 2,
  pagesFetched: 1,
  dataPointsExtracted: 4,
  cost: 0.000041,
} as const;

const key = {
  id: KEY_ID,
  name: "Reader",
  key: "gl_live_************x7Qa",
  scopes: ["flows:read", "runs:read"],
  createdAt: CREATED_AT,
  expiresAt: null,
  lastUsedAt: CHANGED_AT,
};

const newKey = { ...key, key: `gl_live_${"EXAMPLE0".repeat(4)}x7Qa`, lastUsedAt: null };

const alert = {
  id: ALERT_ID,
  type: "change_detected",
  severity: "info",
  flowId: FLOW_ID,
  message: "Books: the price of Walden went from 9 to 9.5.",
  read: false,
  createdAt: CREATED_AT,
} as const;

export const EXAMPLES: Examples = {
  getHealth: {
    answer: {
      status: "healthy",
      services: { api: "up", database: "up", scraping_engine: "up", ai: "up" },
      version: "0.1.0",
      uptime: 86_400,
    },
  },
  getOpenApi: {},
  getDocs: {},

  listFlows: { answer: flow },
  createFlow: {
    body: flowBody(),
    answer: { id: FLOW_ID, name: "Books", status: "draft", createdAt: CREATED_AT, version: 1 },
  },
  getFlow: { answer: flow },
  updateFlow: {
    body: { name: "Books, daily", status: "active" },
    answer: { id: FLOW_ID, name: "Books, daily", status: "active", updatedAt: CHANGED_AT, version: 4 },
  },
  deleteFlow: { answer: { message: `Flow ${FLOW_ID} was deleted.` } },

  listRuns: { answer: completedRun },
  createRun: { body: { flowId: FLOW_ID }, answer: queuedRun },
  triggerRun: {
    body: { flowId: FLOW_ID, trigger: "price-import" },
    answer: { ...queuedRun, origin: "trigger", trigger: "price-import" },
  },
  getRun: {
    answer: {
      ...completedRun,
      costBreakdown: { compute: 0.000025, table: 0.000012, objects: 0.000003, queue: 0.000001 },
      error: null,
      logs: [
        {
          timestamp: "2026-11-21T06:01:00.400Z",
          level: "info",
          message: "The run starts at https://shop.example/books.",
        },
        { timestamp: "2026-11-21T06:01:02.200Z", level: "info", message: "2 items from 1 page." },
      ],
      outputPreview: [
        { title: "Walden", price: 9.5 },
        { title: "Emma", price: 7 },
      ],
    },
  },
  cancelRun: { answer: { ...queuedRun, status: "cancelled", finishedAt: "2026-11-21T06:01:01.000Z" } },
  listRunItems: { answer: { title: "Walden", price: 9.5 } },

  listKeys: { answer: key },
  createKey: { body: { name: "Reader", scopes: ["flows:read", "runs:read"] }, answer: newKey },
  revokeKey: { answer: { id: KEY_ID, name: "Reader", revokedAt: CHANGED_AT } },
  rotateKey: { body: { overlapSeconds: 3600 }, answer: newKey },

  listAlerts: { answer: alert },
  updateAlert: { body: { read: true }, answer: { ...alert, read: true } },
  readAllAlerts: { answer: { updated: 3 } },

  getAnalytics: {
    answer: {
      totalRuns: 40,
      successRate: 97.5,
      totalCost: 0.0021,
      dataPointsExtracted: 1600,
      dailyBreakdown: [
        { date: "2026-11-20", runs: 22, success: 22, cost: 0.0011 },
        { date: "2026-11-21", runs: 18, success: 17, cost: 0.001 },
      ],
    },
  },
  listAudit: {
    answer: {
      id: "audit-1795240800000777888",
      action: "flow.created",
      userId: "user-1795240000000100200",
      resource: FLOW_ID,
      timestamp: CREATED_AT,
      metadata: { keyId: KEY_ID, address: "203.0.113.7", requestId: "f3b1c2d4" },
    },
  },
  listActivity: {
    answer: {
      id: "act-1795240862000999000",
      type: "run.completed",
      message: "Books collected 2 items from 1 page.",
      flowId: FLOW_ID,
      timestamp: "2026-11-21T06:01:02.250Z",
    },
  },
};
