import { Health } from "../health.ts";
import type { Operation } from "../operation.ts";
import { RUN_QUEUES } from "../operation.ts";
import { DIRECTORY_PATH, DIRECTORY_TYPE } from "../people/identity.ts";

export const getHealth = {
  method: "GET",
  head: true,
  path: "/health",
  tag: "Health",
  summary: "Check the service's health",
  scope: null,
  success: { status: 200, description: "The status of each component.", bare: Health },
  touches: { table: "read", sends: RUN_QUEUES, model: true, build: true },
} as const satisfies Operation;

export const getOpenApi = {
  method: "GET",
  head: true,
  path: "/openapi.json",
  tag: "Health",
  summary: "Get the OpenAPI document",
  scope: null,
  success: { status: 200, description: "The OpenAPI document.", text: "application/json" },
  touches: {},
} as const satisfies Operation;

export const getSignatureDirectory = {
  method: "GET",
  head: true,
  path: DIRECTORY_PATH,
  tag: "Health",
  summary: "Get the keys that sign requests",
  description:
    "The public keys with which sites verify that a request is from this service (Web Bot Auth), as a JSON Web Key " +
    "Set signed with each of them. 404 if the service does not sign its requests.",
  scope: null,
  success: { status: 200, description: "The directory of keys.", text: DIRECTORY_TYPE },
  errors: ["not-found"],
  touches: { signs: true },
} as const satisfies Operation;

export const getDocs = {
  method: "GET",
  head: true,
  path: "/docs",
  tag: "Health",
  summary: "Open the API reference",
  scope: null,
  success: { status: 200, description: "An HTML page.", text: "text/html; charset=utf-8" },
  touches: {},
} as const satisfies Operation;

export const HEALTH_OPERATIONS = {
  getHealth,
  getOpenApi,
  getSignatureDirectory,
  getDocs,
};
