import { Health } from "../health.ts";
import type { Operation } from "../operation.ts";
import { RUN_QUEUES } from "../operation.ts";

export const HEALTH_OPERATIONS = {
  getHealth: {
    method: "GET",
    head: true,
    path: "/health",
    tag: "Health",
    summary: "Tell whether the service and its parts are up",
    scope: null,
    success: { status: 200, description: "The state of each part.", bare: Health },
    touches: { table: "read", sends: RUN_QUEUES, model: true, build: true },
  },
  getOpenApi: {
    method: "GET",
    head: true,
    path: "/openapi.json",
    tag: "Health",
    summary: "Read this document",
    scope: null,
    success: { status: 200, description: "The OpenAPI document.", text: "application/json" },
    touches: {},
  },
  getDocs: {
    method: "GET",
    head: true,
    path: "/docs",
    tag: "Health",
    summary: "Read this document as a page",
    scope: null,
    success: { status: 200, description: "A page for people.", text: "text/html; charset=utf-8" },
    touches: {},
  },
} as const satisfies Record<string, Operation>;
