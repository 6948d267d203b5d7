/** Examples of the operations on runs and the lists that they open; see `examples.ts`. */
import { CHANGED_AT, completedRun, FLOW_ID, queuedRun, RUN_ID } from "./exampleRecords.ts";
import type { Examples } from "./exampleTypes.ts";

const finishedExport = {
  id: "exp-1795240980000222444",
  runId: RUN_ID,
  flowId: FLOW_ID,
  format: "parquet" as const,
  status: "completed" as const,
  totalItems: 240_000,
  itemCount: 240_000,
  bytes: 12_300_000,
  partCount: 3,
  error: null,
  createdAt: CHANGED_AT,
  finishedAt: "2026-11-21T06:06:00.000Z",
  expiresAt: "2026-11-28T06:06:00.000Z",
};

export const RUN_EXAMPLES = {
  listRuns: { answer: completedRun },
  createRun: { body: { flowId: FLOW_ID }, answer: queuedRun },
  createUpload: {
    body: { format: "csv" },
    answer: {
      id: "upload-1780300800000000001",
      url: "https://results.s3.eu-central-1.amazonaws.com/",
      fields: {
        "Content-Type": "text/csv",
        key: "tmp/uploads/acct-1780300800000000001/upload-1780300800000000001",
        Policy: "eyJleHBpcmF0aW9uIjoi…",
        "X-Amz-Signature": "5d672d79c15b13162d92…",
      },
      maxBytes: 20_000_000,
      expiresAt: CHANGED_AT,
    },
  },
  retryRun: {
    body: { from: "snapshots" },
    answer: { ...queuedRun, origin: "retry", retryOf: RUN_ID, snapshotsOf: RUN_ID },
  },
  triggerRun: {
    body: { flowId: FLOW_ID, trigger: "price-import" },
    answer: { ...queuedRun, origin: "trigger", trigger: "price-import" },
  },
  getRun: {
    answer: {
      ...completedRun,
      opening: null,
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
      screenshots: [],
      outputPreview: [
        { title: "Walden", price: 9.5 },
        { title: "Emma", price: 7 },
      ],
    },
  },
  cancelRun: { answer: { ...queuedRun, status: "cancelled", finishedAt: "2026-11-21T06:01:01.000Z" } },
  deleteRun: { answer: { id: RUN_ID, deletedAt: CHANGED_AT } },
  listRunItems: { answer: { title: "Walden", price: 9.5 } },
  listRunPages: {
    answer: {
      url: "https://shop.example/books/walden",
      status: "failed",
      items: 0,
      error: {
        code: "target-failed",
        message: "The target answered with status 404.",
        step: null,
        httpStatus: 404,
        retryable: false,
      },
    },
  },
  listRunSites: {
    answer: {
      url: "https://books.example/",
      status: "completed",
      pages: 50,
      failedPages: 1,
      items: 48,
      error: null,
    },
  },
  exportRunItems: {
    answer: {
      url: "https://files.example.com/exports/42.csv?X-Amz-Signature=…",
      format: "csv",
      itemCount: 42,
      expiresAt: "2026-11-21T06:15:00.000Z",
    },
  },
  createExport: {
    body: { format: "parquet" },
    answer: {
      ...finishedExport,
      status: "pending",
      itemCount: 0,
      bytes: 0,
      partCount: 0,
      finishedAt: null,
      expiresAt: null,
    },
  },
  listExports: { answer: finishedExport },
  getExport: {
    answer: {
      ...finishedExport,
      manifestUrl: "https://files.example.com/manifest.json?X-Amz-Signature=…",
    },
  },
  cancelExport: {
    answer: { ...finishedExport, status: "cancelled", itemCount: 80_000, partCount: 1, bytes: 4_100_000 },
  },
  listExportParts: {
    answer: {
      path: "part-00001.parquet",
      items: 80_000,
      bytes: 4_100_000,
      sha256: "9f86d081884c7d659a2feaa0c55ad015a3bf4f1b2b0b822cd15d6c15b0f00a08",
      url: "https://files.example.com/part-00001.parquet?X-Amz-Signature=…",
    },
  },
} satisfies Partial<Examples>;
