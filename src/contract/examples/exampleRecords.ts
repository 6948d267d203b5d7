/** Records used in the examples of the operations; see `examples.ts`. */

import type { Inspection } from "../extraction/inspections.ts";
import type { RunWarning } from "../flows/expect.ts";
import type { FlowPreview } from "../runs/previews.ts";

export const CREATED_AT = "2026-11-21T06:00:00.000Z";
export const CHANGED_AT = "2026-11-21T06:05:00.000Z";
export const FLOW_ID = "flow-1795240800000123456";
export const RUN_ID = "run-1795240860000654321";
export const KEY_ID = "key-1795240800000111222";
export const DESTINATION_ID = "dst-1795240800000333444";
export const WEBHOOK_ID = "wh-1795240800000222333";
const ALERT_ID = "alert-1795240862000333444";
const CHANGE_ID = "change-1795241100000777888";
const TICKET_ID = "ticket-1795240900000555666";

/** A function, so that each use gets its own lists, which can be changed. */
export const flowBody = () => ({
  name: "Books",
  description: "Titles and prices of all books.",
  url: "https://shop.example/books",
  mode: "extract" as const,
  render: "auto" as const,
  steps: [
    { type: "navigate" as const },
    {
      type: "extract" as const,
      label: "books",
      selector: "article.book",
      fields: ["title: h2", "price: .price"],
    },
    { type: "paginate" as const, selector: "a.next", maxPages: 20 },
  ],
  outputSchema: { title: "string", price: "number" } as const,
});

export const flow = {
  ...flowBody(),
  render: "auto",
  robots: "obey",
  permissions: "record",
  pace: "auto",
  session: { keep: false },
  inputs: {},
  urls: [] as string[],
  uploadId: null,
  urlCount: null,
  monitor: {},
  schedule: { every: "6h" },
  limits: { maxPages: 20 },
  expect: { minItems: 10 },
  id: FLOW_ID,
  status: "active",
  successRate: 97.5,
  totalRuns: 40,
  completedRuns: 39,
  failedRuns: 1,
  version: 3,
  nextRunAt: "2026-11-21T12:00:00.000Z",
  lastRunAt: "2026-11-21T06:01:00.000Z",
  lastItemCount: 1000,
  tags: ["books"] as string[],
  secrets: ["password"] as string[],
  needsAttention: true,
  warnings: [
    {
      code: "lost-field",
      message:
        '"price" is empty in all items, but the last good runs had it. If this is correct, set expect.maxNullShare.price to 1. Step books (article.book).',
      step: "books",
      field: "price",
    },
  ] as RunWarning[],
  proposedPatch: null,
  proposedExpect: { minItems: 12, maxNullShare: { title: 0.1 }, maxDrop: 0.25 },
  createdAt: CREATED_AT,
  updatedAt: CHANGED_AT,
} as const;

export const flowSession = {
  flowId: FLOW_ID,
  kept: true,
  site: "shop.example",
  cookies: 3,
  storage: 2,
  bytes: 412,
  source: "sign-in" as const,
  signedInAt: CREATED_AT,
  savedAt: CHANGED_AT,
  expiresAt: "2026-12-21T06:00:00.000Z",
  failedSignIns: 0,
  signInStopped: false,
};

export const queuedRun = {
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
  warnings: [] as RunWarning[],
} as const;

export const completedRun = {
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

export const key = {
  id: KEY_ID,
  name: "Reader",
  key: "gl_live_************x7Qa",
  scopes: ["flows:read", "runs:read"],
  createdBy: "ada@shop.example",
  createdAt: CREATED_AT,
  expiresAt: null,
  lastUsedAt: CHANGED_AT,
};

export const newKey = { ...key, key: `gl_live_${"EXAMPLE0".repeat(4)}x7Qa`, lastUsedAt: null };

export const flowToken = {
  id: "token-1795240800000555666",
  name: "Price sheet",
  token: "gl_read_************x7Qa",
  createdAt: CREATED_AT,
  lastUsedAt: CHANGED_AT,
};

export const newFlowToken = {
  ...flowToken,
  token: `gl_read_${"EXAMPLE0".repeat(4)}x7Qa`,
  lastUsedAt: null,
};

export const alert = {
  id: ALERT_ID,
  type: "change_detected",
  severity: "info",
  flowId: FLOW_ID,
  message: "Books: the price of Walden went from 9 to 9.5.",
  read: false,
  createdAt: CREATED_AT,
} as const;

const FIELD_CHANGES = { price: { previous: 9, current: 9.5 } };

export const change = {
  id: CHANGE_ID,
  flowId: FLOW_ID,
  runId: RUN_ID,
  createdAt: CHANGED_AT,
  message: '"Walden": price 9 → 9.5.',
  severity: "info",
  alertId: ALERT_ID,
  added: 0,
  removed: 0,
  changed: 1,
  records: [{ key: "walden", type: "changed" as const, fields: FIELD_CHANGES }],
  recordsOmitted: 0,
  noise: { differences: 3, reasons: { age: 2, visit: 1 } },
} as const;

export const historyEntry = {
  changeId: CHANGE_ID,
  runId: RUN_ID,
  createdAt: CHANGED_AT,
  type: "changed",
  fields: FIELD_CHANGES,
} as const;

export const ticket = {
  id: TICKET_ID,
  subject: "Prices are missing",
  description: "Since this morning the price of every book is empty.",
  type: "bug",
  priority: "high",
  status: "open",
  flowId: FLOW_ID,
  hasScreenshot: false,
  openedBy: "ada@shop.example",
  createdAt: CREATED_AT,
  updatedAt: CREATED_AT,
} as const;

export const inspection = {
  id: "insp-1795240800000567890",
  status: "completed",
  url: "https://shop.example/books",
  createdAt: CREATED_AT,
  expiresAt: "2026-11-21T07:00:00.000Z",
  cost: 0.000_12,
  pictureUrl: "https://api.example.com/files/mQ0V6Xk1cGljdHVyZQ",
  page: {
    title: "Books",
    pageUrl: "https://shop.example/books",
    width: 1280,
    height: 4210,
    pictureHeight: 4210,
    direction: "ltr",
    elements: [
      { node: 41, kind: "link", text: "Walden", box: [240, 180, 96, 24], record: [0, 0] },
      { node: 43, kind: "text", text: "$9.50", box: [240, 210, 48, 20], record: [0, 0] },
    ],
    elementCount: 2,
    regions: [{ recordCount: 1, records: [{ node: 40, box: [240, 160, 320, 90] }] }],
    notes: [],
  },
} satisfies Inspection;

export const runningInspection = {
  id: inspection.id,
  status: "running",
  url: inspection.url,
  createdAt: inspection.createdAt,
  expiresAt: inspection.expiresAt,
} satisfies Inspection;

export const preview = {
  id: "preview-1795240800000678901",
  status: "completed",
  createdAt: CREATED_AT,
  finishedAt: "2026-11-21T06:00:02.000Z",
  expiresAt: "2026-11-21T07:00:02.000Z",
  duration: 1600,
  pagesFetched: 1,
  cost: 0.000_041,
  opening: null,
  error: null,
  logs: [
    {
      timestamp: "2026-11-21T06:00:02.000Z",
      level: "info",
      message: "Completed: 2 items from 1 page.",
    },
  ],
  screenshots: [],
  items: [
    { title: "Walden", price: 9.5 },
    { title: "Emma", price: 7 },
  ],
} satisfies FlowPreview;
