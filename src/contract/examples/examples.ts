/** A request and an answer of each operation, for the OpenAPI document. Tests check them against their schemas. */
import { ACCOUNT_EXAMPLES } from "./accountExamples.ts";
import { delivery, destination, destinationDelivery, secretOfWebhook, webhook } from "./deliveryRecords.ts";
import {
  alert,
  CHANGED_AT,
  CREATED_AT,
  change,
  DESTINATION_ID,
  FLOW_ID,
  flow,
  flowBody,
  flowSession,
  flowToken,
  historyEntry,
  inspection,
  KEY_ID,
  key,
  newFlowToken,
  newKey,
  preview,
  runningInspection,
  ticket,
  WEBHOOK_ID,
} from "./exampleRecords.ts";
import type { Examples } from "./exampleTypes.ts";
import { FIRECRAWL_EXAMPLES } from "./firecrawlExamples.ts";
import { PEOPLE_EXAMPLES } from "./peopleExamples.ts";
import { RUN_EXAMPLES } from "./runExamples.ts";
import { SSO_EXAMPLES } from "./ssoExamples.ts";

export const EXAMPLES: Examples = {
  ...FIRECRAWL_EXAMPLES,
  ...PEOPLE_EXAMPLES,
  ...RUN_EXAMPLES,
  ...SSO_EXAMPLES,
  getHealth: {
    answer: {
      status: "healthy",
      services: { api: "up", database: "up", scraping_engine: "up", ai: "up", clock: "up" },
      version: "0.1.0",
      uptime: 86_400,
    },
  },
  getOpenApi: {},
  getDocs: {},
  getSignatureDirectory: {},

  listFlows: { answer: flow },
  createFlow: {
    body: flowBody(),
    answer: { id: FLOW_ID, name: "Books", status: "draft", createdAt: CREATED_AT, version: 1 },
  },
  getFlow: { answer: flow },
  putFlowSecret: {
    body: { value: "correct horse battery staple" },
    answer: { name: "password", origins: ["https://shop.example"], updatedAt: CHANGED_AT },
  },
  deleteFlowSecret: { answer: { name: "password", deletedAt: CHANGED_AT } },
  getFlowSession: { answer: flowSession },
  putFlowSession: {
    body: {
      cookies: [
        { name: "sid", value: "s3cr3t", domain: ".shop.example", path: "/", secure: true, httpOnly: true },
      ],
    },
    answer: { ...flowSession, source: "import", storage: 0, skipped: 0 },
  },
  deleteFlowSession: { answer: { flowId: FLOW_ID, deletedAt: CHANGED_AT } },
  updateFlow: {
    body: { name: "Books, daily", status: "active" },
    answer: { id: FLOW_ID, name: "Books, daily", status: "active", updatedAt: CHANGED_AT, version: 4 },
  },
  deleteFlow: { answer: { message: `Flow ${FLOW_ID} was deleted.` } },

  createPreview: {
    body: { flow: flowBody() },
    answer: {
      ...preview,
      status: "queued",
      finishedAt: null,
      expiresAt: null,
      duration: 0,
      logs: [],
      items: [],
    },
  },
  getPreview: { answer: preview },

  extract: {
    body: { url: "https://shop.example/books/walden", schema: { title: "string", price: "price" } },
    answer: {
      url: "https://shop.example/books/walden",
      extractedAt: CREATED_AT,
      itemCount: 1,
      items: [{ title: "Walden", price: 9.5 }],
    },
  },
  mapSite: {
    body: { url: "https://shop.example/", q: "books" },
    answer: {
      url: "https://shop.example/",
      mappedAt: CREATED_AT,
      urlCount: 2,
      urls: [
        { url: "https://shop.example/books/walden", source: "sitemap", modifiedAt: CREATED_AT },
        { url: "https://shop.example/books", source: "link" },
      ],
      truncated: false,
      cost: 0.000_041,
    },
  },
  searchWeb: {
    body: { query: "walden thoreau", limit: 1 },
    answer: {
      query: "walden thoreau",
      searchedAt: CREATED_AT,
      resultCount: 1,
      results: [
        {
          position: 1,
          url: "https://shop.example/books/walden",
          title: "Walden",
          description: "Two years in the woods.",
          engines: ["brave", "duckduckgo"],
        },
      ],
      cost: 0.000_038,
    },
  },
  convertBackup: {
    body: {
      from: "changedetection.io",
      backup: { watching: { "8f4c": { url: "https://hotel.example/rules", title: "Hotel rules" } } },
    },
    answer: {
      flows: [
        {
          definition: {
            name: "Hotel rules",
            url: "https://hotel.example/rules",
            mode: "monitor",
            monitor: { watch: "text" },
            schedule: { every: "3h" },
          },
          active: true,
          leftOut: [
            {
              setting: "notification_urls",
              reason: "Notifications are not imported. Create a webhook, or set who gets emails.",
            },
          ],
        },
      ],
      refused: [],
      leftOut: [],
    },
  },
  generateFlow: {
    body: { prompt: "All books with title and price", url: "https://shop.example/books" },
    answer: {
      name: "Books",
      description: "All books with title and price",
      url: "https://shop.example/books",
      mode: "extract",
      steps: [
        { type: "extract", selector: "article", fields: ["title: h3 a@title", "price: .price"] },
        { type: "paginate", selector: "a[rel=next]" },
      ],
      outputSchema: { title: "string", price: "price" },
    },
  },
  createInspection: {
    body: { url: "https://shop.example/books" },
    answer: inspection,
    unfinished: runningInspection,
  },
  getInspection: { answer: inspection },
  takeScreenshot: {
    body: { url: "https://shop.example/books", fullPage: true, width: 1280 },
    answer: {
      url: "https://shop.example/books",
      screenshotUrl: "https://api.example.com/files/mQ0V6Xk1c2NyZWVuc2hvdHM",
      width: 1280,
      height: 4210,
      capturedAt: CREATED_AT,
    },
  },
  getFile: {},

  listFlowChanges: { answer: { ...change, records: change.records.map((record) => ({ ...record })) } },
  listFlowRecords: { answer: { key: "walden", record: { title: "Walden", price: 9.5 } } },
  getRecordHistory: { answer: historyEntry },

  getLatestItems: {},
  getChangesFeed: {},
  listFlowTokens: { answer: flowToken },
  createFlowToken: { body: { name: "Price sheet" }, answer: newFlowToken },
  rotateFlowToken: { answer: newFlowToken },
  revokeFlowToken: { answer: { id: flowToken.id, name: flowToken.name, revokedAt: CHANGED_AT } },

  listKeys: { answer: key },
  getKey: { answer: key },
  createKey: { body: { name: "Reader", scopes: ["flows:read", "runs:read"] }, answer: newKey },
  revokeKey: { answer: { id: KEY_ID, name: "Reader", revokedAt: CHANGED_AT } },
  rotateKey: { body: { overlapSeconds: 3600 }, answer: newKey },

  listAlerts: { answer: alert },
  getAlert: { answer: alert },
  deleteAlert: { answer: { id: alert.id, deletedAt: CHANGED_AT } },
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
      email: "ada@shop.example",
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
      by: null,
      timestamp: "2026-11-21T06:01:02.250Z",
    },
  },

  listTickets: { answer: ticket },
  createTicket: {
    body: { subject: "Prices are missing", type: "bug", priority: "high", flowId: FLOW_ID },
    answer: ticket,
  },
  getTicket: { answer: { ...ticket, screenshot: null } },
  deleteTicket: { answer: { id: ticket.id, deletedAt: CHANGED_AT } },
  updateTicket: {
    body: { status: "resolved" },
    answer: { ...ticket, status: "resolved", updatedAt: CHANGED_AT },
  },

  listDestinations: { answer: destination },
  getDestination: { answer: destination },
  createDestination: {
    body: {
      name: destination.name,
      target: { ...destination.target, secretAccessKey: "wJalrXUtnFEMI/K7MDENG/bPxRfiCYEXAMPLEKEY" },
    },
    answer: destination,
  },
  updateDestination: { body: { active: false }, answer: { ...destination, active: false } },
  deleteDestination: { answer: { id: DESTINATION_ID, deletedAt: CHANGED_AT } },
  testDestination: { answer: { succeeded: true, httpStatus: null, duration: 112, error: null } },
  listDestinationDeliveries: { answer: destinationDelivery },
  replayDestinationDelivery: {
    answer: { ...destinationDelivery, status: "pending", nextAttemptAt: CHANGED_AT },
  },
  listWebhooks: { answer: webhook },
  getWebhook: { answer: webhook },
  createWebhook: {
    body: { url: webhook.url, events: webhook.events },
    answer: { ...webhook, secret: secretOfWebhook },
  },
  updateWebhook: { body: { active: false }, answer: { ...webhook, active: false } },
  deleteWebhook: { answer: { id: WEBHOOK_ID, deletedAt: CHANGED_AT } },
  testWebhook: { answer: { ...delivery, event: "webhook.test" } },
  rotateWebhookSecret: { answer: { ...webhook, secret: secretOfWebhook } },
  listWebhookDeliveries: { answer: delivery },
  replayDelivery: {
    answer: { ...delivery, status: "pending", nextAttemptAt: CHANGED_AT },
  },

  ...ACCOUNT_EXAMPLES,
};
