import type * as z from "zod";
import type { Scope } from "./account/scopes.ts";
import type { ErrorCode } from "./errors.ts";

/** The queues of the service; the stack creates each of them with a dead-letter queue. */
export const QUEUES = [
  "runs",
  "browserRuns",
  "events",
  "deliveries",
  "destinations",
  "exports",
  "mails",
] as const;
export type QueueName = (typeof QUEUES)[number];

/** Queues in which runs wait for a worker. Runs that need a browser have a separate queue and function size. */
export const RUN_QUEUES = ["runs", "browserRuns"] as const satisfies readonly QueueName[];
export type RunQueueName = (typeof RUN_QUEUES)[number];

/**
 * Functions that other functions call. Those that are confined run Chromium: their role writes logs and nothing else, and
 * each call brings credentials for what it works on.
 */
export const CALLED = ["handOverDue", "inspectPage", "openPage", "executeBrowserRun"] as const;
export type CalledName = (typeof CALLED)[number];
export const CONFINED = [
  "inspectPage",
  "openPage",
  "executeBrowserRun",
] as const satisfies readonly CalledName[];
export type ConfinedName = (typeof CONFINED)[number];

export const isConfined = (name: string): name is ConfinedName =>
  (CONFINED as readonly string[]).includes(name);

/** Indexes of the table: lists by their first filter, by their second, by both; due items. */
type TableIndex = "byFirst" | "bySecond" | "byBoth" | "due";

/** The indexes of a list with two filters. */
export const LIST_INDEXES = ["byFirst", "bySecond", "byBoth"] as const;

/** The resources a function may use. The stack derives its IAM grants and environment from them. */
export interface Touches {
  /** `update`: read and write, but not remove. */
  readonly table?: "read" | "update" | "write";
  /** The indexes that are queried: for lists with a filter, and for due items. */
  readonly indexes?: readonly TableIndex[];
  /** `add`: put without reading; `write`: read and put; `erase`: list and remove. */
  readonly objects?: "read" | "add" | "write" | "remove" | "erase";
  /**
   * `add`: sign upload forms; `read`: read an uploaded list and store it for a run; `keep`: the same for a flow;
   * `open`: read uploaded files as pages.
   */
  readonly uploads?: "add" | "read" | "keep" | "open";
  /** Queues to which the function sends. */
  readonly sends?: readonly QueueName[];
  /** Functions that it calls. To those that are confined, it gives the credentials of a session. */
  readonly calls?: readonly CalledName[];
  /** The function may report what cannot be handed over to the queue `stuck`, which has an alarm. */
  readonly stuck?: true;
  /** For operators: the function may look into, redrive and drain all queues. */
  readonly operates?: true;
  /** The service secret, from which cursors, links and seals are derived. */
  readonly secret?: true;
  /** The function sends mail. */
  readonly mail?: true;
  /** The payment provider's keys. */
  readonly payments?: true;
  /** The prices of the plans. */
  readonly planPrices?: true;
  /** The language model: its key or, on Bedrock, permission to invoke it. */
  readonly model?: true;
  /** The deployment's search engine. */
  readonly search?: true;
  /** The function connects to addresses that users name: it gets the operator's proxy, if there is one. */
  readonly web?: true;
  /** The function assumes the roles that users name for their buckets. */
  readonly roles?: true;
  /** The function knows the keys that sign requests to sites, if the deployment has an address for their directory. */
  readonly signs?: true;
  /** The function runs Chromium: it gets the browser layer and the processor architecture that Chromium needs. */
  readonly browser?: true;
  /** The id of the build that the function is part of. */
  readonly build?: true;
}

/** What a role needs to claim, keep and release an Idempotency-Key. */
type TouchesWithIdempotency = Touches & { readonly table: "update" | "write" };

/**
 * The method, the scope that the key must have (null if no key is needed), and the resources that the function may use.
 * A POST with a key accepts the Idempotency-Key header, so it does not compile unless its role can update the table.
 */
type Access =
  | { readonly method: "GET" | "PUT" | "DELETE"; readonly scope: Scope | null; readonly touches: Touches }
  | { readonly method: "POST"; readonly scope: Scope; readonly touches: TouchesWithIdempotency }
  | { readonly method: "POST"; readonly scope: null; readonly touches: Touches };

/**
 * How a success is wrapped: `{data}`, `{data, total, nextCursor?}`, or not at all; or text of a media type; or a file
 * of one of these media types, with an ETag, and 304 if the client already has it.
 */
type SuccessBody =
  | { readonly data: z.ZodType }
  | { readonly list: z.ZodType }
  | { readonly bare: z.ZodType }
  | { readonly text: string }
  | { readonly file: readonly string[] };

export type Success = SuccessBody & {
  readonly status: 200 | 201 | 202;
  readonly description: string;
  /** Describes when the answer is a 303 to a signed link instead; absent: never. */
  readonly redirect?: string;
  /** Describes when the answer is text of another media type instead; absent: never. */
  readonly orText?: { readonly type: string; readonly when: string };
  /** Describes when the answer is a 202 with an unfinished record, whose `status` is `running`; absent: never. */
  readonly unfinished?: string;
  /** The Location header: the record's path, in which its `id` replaces `{id}`. */
  readonly location?: string;
  /** The record's `version` is sent as the ETag header; clients return it as If-Match. */
  readonly etag?: true;
};

/** Errors of an operation that opens a page. */
export const OPENING_ERRORS = [
  "target-refused",
  "target-denied",
  "robots-disallowed",
  "use-reserved",
  "target-failed",
  "egress-failed",
  "timeout",
] as const satisfies readonly ErrorCode[];

/** Errors of an operation that also reads the page. */
export const READING_ERRORS = [
  ...OPENING_ERRORS,
  "target-unsupported",
] as const satisfies readonly ErrorCode[];

type PersonNeeded = "needed" | "browser";

/** Whether an operation is about the person who sends the request. */
export const needsPerson = ({ session }: Pick<Operation, "session">): boolean =>
  session === "needed" || session === "browser";

/**
 * One operation of the API: the single source for its route, validation, scope check,
 * handler types, IAM grants, function size, OpenAPI entry, client method and contract tests.
 */
export type Operation = Access & OperationDetails;

interface OperationDetails {
  /** A GET that also answers HEAD, which uptime monitors and LibreOffice send. Each such route costs resources of the stack. */
  readonly head?: true;
  /** Path in API Gateway and OpenAPI form: `/flows/{id}`. */
  readonly path: string;
  readonly tag: string;
  readonly summary: string;
  readonly description?: string;
  /** Errors are answered as clients of another service read them: see `firecrawl/errors.ts`. */
  readonly dialect?: "firecrawl";
  /**
   * `begins`: the operation may start a browser's session. `needed`: it is about the person whose session the request has,
   * by a browser's cookie or a device's token. `browser`: the same, by a cookie only. Requests of browsers that change
   * something must come from a page of the service itself: see `browser.ts`.
   */
  readonly session?: "begins" | PersonNeeded;
  /** A read-only token of the flow, in the query, is accepted instead of a key: see `links.ts`. */
  readonly takesToken?: true;
  readonly params?: z.ZodObject;
  readonly query?: z.ZodObject;
  readonly body?: z.ZodType;
  /** A missing body counts as an empty object. */
  readonly bodyIsOptional?: true;
  /** Largest accepted body in bytes (default `DEFAULT_MAX_BODY_BYTES`). */
  readonly maxBodyBytes?: number;
  readonly success: Success;
  /** `Prefer: wait` delays the answer until the work that was started has ended, if that is soon. */
  readonly waits?: true;
  /** The answer shows a key or a secret, only this time, so a stored outcome is sealed. */
  readonly showsSecret?: true;
  /** Codes beyond those that follow from the row itself (see `errorsOf` in openapiErrors.ts). */
  readonly errors?: readonly ErrorCode[];
  /** The error's message if it takes too long: what to do instead. */
  readonly tooLong?: string;
  /** Memory of the function in MB (default 512). */
  readonly memoryMb?: number;
  /** Timeout of the function in seconds (default 10; at most 29, one less than the gateway's). */
  readonly timeoutSeconds?: number;
}

export const DEFAULT_MAX_BODY_BYTES = 1_000_000;

/** Whether an operation accepts the Idempotency-Key header: every POST with a key does. */
export const takesIdempotencyKey = ({ method, scope }: Pick<Operation, "method" | "scope">): boolean =>
  method === "POST" && scope !== null;
