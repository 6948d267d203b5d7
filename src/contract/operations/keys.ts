import { IdParams } from "../common.ts";
import { ApiKey, CreateKey, KeyRevoked, ListKeysQuery, RotateKey } from "../keys.ts";
import type { Operation } from "../operation.ts";

export const KEYS_OPERATIONS = {
  listKeys: {
    method: "GET",
    path: "/keys",
    tag: "API keys",
    summary: "List API keys, newest first",
    scope: "keys:read",
    query: ListKeysQuery,
    success: { status: 200, description: "A page of keys, masked.", list: ApiKey },
    touches: { table: "read", secret: true },
  },
  getKey: {
    method: "GET",
    path: "/keys/{id}",
    tag: "API keys",
    summary: "Get an API key",
    scope: "keys:read",
    params: IdParams,
    success: { status: 200, description: "The key, masked.", data: ApiKey },
    touches: { table: "read" },
  },
  createKey: {
    method: "POST",
    path: "/keys",
    tag: "API keys",
    summary: "Create an API key",
    description:
      "The answer shows the full key, this once. A key cannot be given a scope that the calling key lacks.",
    scope: "keys:write",
    body: CreateKey,
    success: { status: 201, description: "The key was created.", data: ApiKey, location: "/keys/{id}" },
    showsSecret: true,
    touches: { table: "write" },
  },
  rotateKey: {
    method: "POST",
    path: "/keys/{id}/rotate",
    tag: "API keys",
    summary: "Rotate an API key",
    description:
      "The answer shows the new key, this once. It has the old one's name and scopes; the old key works on " +
      "for `overlapSeconds`, then expires.",
    scope: "keys:write",
    params: IdParams,
    body: RotateKey,
    success: { status: 201, description: "The new key.", data: ApiKey, location: "/keys/{id}" },
    showsSecret: true,
    errors: ["conflict"],
    touches: { table: "write" },
  },
  revokeKey: {
    method: "DELETE",
    path: "/keys/{id}",
    tag: "API keys",
    summary: "Revoke an API key",
    description:
      "It stops working at once. The last key that may write keys cannot be revoked, nor can one with a scope that " +
      "the calling key lacks.",
    scope: "keys:write",
    params: IdParams,
    success: { status: 200, description: "The key was revoked.", data: KeyRevoked },
    errors: ["conflict"],
    touches: { table: "write" },
  },
} as const satisfies Record<string, Operation>;
