import { IdParams } from "../common.ts";
import type { Operation } from "../operation.ts";
import {
  CreateFlowToken,
  FlowToken,
  FlowTokenParams,
  FlowTokenRevoked,
  LatestItemsQuery,
  MAX_FLOW_TOKENS,
  TOKEN_REQUESTS_PER_MINUTE,
} from "../runs/links.ts";

const WITH_A_TOKEN =
  `Programs that can't send headers can add a token of the flow to the URL: \`?token=gl_read_…\`. Each token allows ` +
  `${TOKEN_REQUESTS_PER_MINUTE} requests a minute, which don't count against the account. Send the \`ETag\` as ` +
  "`If-None-Match` to get 304 if nothing is new.";

export const getLatestItems = {
  method: "GET",
  head: true,
  path: "/flows/{id}/latest",
  tag: "Links",
  summary: "Get the items of the last good run",
  description:
    "Returns one file. A good run completed with items and without warnings. Files over 4 MB return 303 with a link " +
    `that is valid for 15 minutes. ${WITH_A_TOKEN}`,
  scope: "runs:read",
  takesToken: true,
  params: IdParams,
  query: LatestItemsQuery,
  success: {
    status: 200,
    description: "The items, as one file.",
    file: [
      "application/json",
      "application/x-ndjson",
      "text/csv",
      "application/vnd.openxmlformats-officedocument.spreadsheetml.sheet",
    ],
    redirect: "The file is ready at the address in the Location header.",
  },
  errors: ["conflict"],
  touches: { table: "read", indexes: ["byBoth"], objects: "write" },
  memoryMb: 1024,
  timeoutSeconds: 28,
} as const satisfies Operation;

export const getChangesFeed = {
  method: "GET",
  head: true,
  path: "/flows/{id}/changes.atom",
  tag: "Links",
  summary: "Get changes as an Atom feed",
  description: `The last 50 changes, newest first. ${WITH_A_TOKEN}`,
  scope: "flows:read",
  takesToken: true,
  params: IdParams,
  success: { status: 200, description: "The feed.", file: ["application/atom+xml"] },
  touches: { table: "read", indexes: ["byFirst"] },
} as const satisfies Operation;

export const listFlowTokens = {
  method: "GET",
  path: "/flows/{id}/tokens",
  tag: "Links",
  summary: "List tokens",
  scope: "flows:read",
  params: IdParams,
  success: { status: 200, description: "The tokens, masked, newest first.", list: FlowToken },
  touches: { table: "read" },
} as const satisfies Operation;

export const createFlowToken = {
  method: "POST",
  path: "/flows/{id}/tokens",
  tag: "Links",
  summary: "Create a token",
  description:
    "The full token is shown once. It can read the flow's latest items and changes, and nothing else. A flow can have " +
    `${MAX_FLOW_TOKENS} tokens. The API key also needs \`runs:read\` and \`flows:read\`.`,
  scope: "flows:write",
  params: IdParams,
  body: CreateFlowToken,
  success: { status: 201, description: "The token was created.", data: FlowToken },
  showsSecret: true,
  errors: ["limit-reached", "unavailable"],
  touches: { table: "update" },
} as const satisfies Operation;

export const rotateFlowToken = {
  method: "POST",
  path: "/flows/{id}/tokens/{tokenId}/rotate",
  tag: "Links",
  summary: "Replace a token",
  description: "The new token is shown once. The old one stops working immediately.",
  scope: "flows:write",
  params: FlowTokenParams,
  success: { status: 200, description: "The new token, under the same id.", data: FlowToken },
  showsSecret: true,
  errors: ["unavailable"],
  touches: { table: "write" },
} as const satisfies Operation;

export const revokeFlowToken = {
  method: "DELETE",
  path: "/flows/{id}/tokens/{tokenId}",
  tag: "Links",
  summary: "Revoke a token",
  description: "URLs with it stop working immediately.",
  scope: "flows:write",
  params: FlowTokenParams,
  success: { status: 200, description: "The token was revoked.", data: FlowTokenRevoked },
  errors: ["unavailable"],
  touches: { table: "write" },
} as const satisfies Operation;

export const LINKS_OPERATIONS = {
  getLatestItems,
  getChangesFeed,
  listFlowTokens,
  createFlowToken,
  rotateFlowToken,
  revokeFlowToken,
};
