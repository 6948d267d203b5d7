import { ApiKey, CreateKey, KeyRevoked, ListKeysQuery, RotateKey } from "../account/keys.ts";
import { IdParams } from "../common.ts";
import type { Operation } from "../operation.ts";

export const listKeys = {
  method: "GET",
  path: "/keys",
  tag: "API keys",
  summary: "List API keys, newest first",
  scope: "keys:read",
  query: ListKeysQuery,
  success: { status: 200, description: "A page of keys, masked.", list: ApiKey },
  touches: { table: "read", secret: true },
} as const satisfies Operation;

export const getKey = {
  method: "GET",
  path: "/keys/{id}",
  tag: "API keys",
  summary: "Get an API key",
  scope: "keys:read",
  params: IdParams,
  success: { status: 200, description: "The key, masked.", data: ApiKey },
  touches: { table: "read" },
} as const satisfies Operation;

export const createKey = {
  method: "POST",
  path: "/keys",
  tag: "API keys",
  summary: "Create an API key",
  description: "The response shows the full key once. You can only grant scopes that your own key has.",
  scope: "keys:write",
  body: CreateKey,
  success: { status: 201, description: "The key was created.", data: ApiKey, location: "/keys/{id}" },
  showsSecret: true,
  touches: { table: "update" },
} as const satisfies Operation;

export const rotateKey = {
  method: "POST",
  path: "/keys/{id}/rotate",
  tag: "API keys",
  summary: "Rotate an API key",
  description:
    "The response shows the new key once. It has the same name and scopes. The old key keeps working " +
    "for `overlapSeconds`, then expires.",
  scope: "keys:write",
  params: IdParams,
  body: RotateKey,
  success: { status: 201, description: "The new key.", data: ApiKey, location: "/keys/{id}" },
  showsSecret: true,
  errors: ["conflict"],
  touches: { table: "update" },
} as const satisfies Operation;

export const revokeKey = {
  method: "DELETE",
  path: "/keys/{id}",
  tag: "API keys",
  summary: "Revoke an API key",
  description:
    "The key stops working immediately. You can't revoke the last key with `keys:write`, or a key with a scope " +
    "that your own key lacks.",
  scope: "keys:write",
  params: IdParams,
  success: { status: 200, description: "The key was revoked.", data: KeyRevoked },
  errors: ["conflict"],
  touches: { table: "write" },
} as const satisfies Operation;

export const KEYS_OPERATIONS = {
  listKeys,
  getKey,
  createKey,
  rotateKey,
  revokeKey,
};
