import type * as z from "zod";
import type { ErrorCode } from "./errors.ts";
import type { Scope } from "./scopes.ts";

/** The queues of the service; the stack makes one (with its dead-letter queue) for each. */
export const QUEUES = ["runs", "browserRuns", "events", "deliveries", "mails"] as const;
export type QueueName = (typeof QUEUES)[number];

/** Where runs wait for a worker: those that need a browser on a queue and function size of their own. */
export const RUN_QUEUES = ["runs", "browserRuns"] as const satisfies readonly QueueName[];
export type RunQueueName = (typeof RUN_QUEUES)[number];

/** Functions that others call without waiting. */
export const CALLED = ["handOverDue", "inspectPage"] as const;
export type CalledName = (typeof CALLED)[number];

/** Indexes of the table: lists by their first filter, by their second, by both; what is due. */
type TableIndex = "byFirst" | "bySecond" | "byBoth" | "due";

/** The indexes of a list with two filters. */
export const LIST_INDEXES = ["byFirst", "bySecond", "byBoth"] as const;

/** What a function may touch. The stack derives its IAM grants and its environment from this. */
export interface Touches {
  /** `update`: to read and to write, but to remove nothing. */
  readonly table?: "read" | "update" | "write";
  /** The indexes that are asked: by lists with a filter, and for what is due. */
  readonly indexes?: readonly TableIndex[];
  /** `add`: to put without reading; `write`: to read and to put; `erase`: to remove, and to list what is there. */
  readonly objects?: "read" | "add" | "write" | "remove" | "erase";
  /**
   * `add`: to sign the form with which a list is uploaded; `read`: to read what was uploaded, and to keep it as a run's;
   * `keep`: the same, as a flow's.
   */
  readonly uploads?: "add" | "read" | "keep";
  /** Queues to which the function sends. */
  readonly sends?: readonly QueueName[];
  /** Functions that it calls, and does not wait for. */
  readonly calls?: readonly CalledName[];
  /** The function may put what nobody can handle among the dead letters, where an alarm watches. */
  readonly deadLetters?: true;
  /** The service secret, from which cursors, links and seals are derived. */
  readonly secret?: true;
  /** The function sends mail. */
  readonly mail?: true;
  /** The payment provider's keys. */
  readonly payments?: true;
  /** The function says what plans cost. */
  readonly planPrices?: true;
  /** The language model: its key, and on Bedrock the right to ask it. */
  readonly model?: true;
  /** The function runs Chromium: it gets the browser layer, and the processor that Chromium is built for. */
  readonly browser?: true;
  /** The function is told which build it is part of. */
  readonly build?: true;
}

type HttpMethod = "GET" | "POST" | "PUT" | "DELETE";

/**
 * How a success is wrapped: `{data}`, `{data, total, nextCursor?}`, or as it is; or text of a media type; or a file
 * of one of these media types, with an ETag, and 304 for who has it.
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
  /** Present where the answer may be a 303 to a signed link instead; says when. */
  readonly redirect?: string;
  /** Present where the answer may be text of another media type instead; says when. */
  readonly orText?: { readonly type: string; readonly when: string };
  /** Present where the answer may be a record that is not done, with the status 202; says when. Its `status` is then `running`. */
  readonly unfinished?: string;
  /** Where the record is found from now on, its `id` in the place of `{id}`: the Location header. */
  readonly location?: string;
  /** The record's `version` is the ETag header, to be sent back as If-Match. */
  readonly etag?: true;
};

/** Errors of an operation that opens a page. */
export const OPENING_ERRORS = [
  "target-refused",
  "robots-disallowed",
  "target-failed",
  "timeout",
] as const satisfies readonly ErrorCode[];

/** Errors of an operation that also reads the page. */
export const READING_ERRORS = [
  ...OPENING_ERRORS,
  "target-unsupported",
] as const satisfies readonly ErrorCode[];

/**
 * One operation of the API: the single source for its route, validation, scope check,
 * handler types, IAM grants, function size, OpenAPI entry, client method and contract tests.
 */
export interface Operation {
  readonly method: HttpMethod;
  /** A GET that is asked with HEAD too, as monitors do; each such route costs resources of the stack. */
  readonly head?: true;
  /** Path in API Gateway and OpenAPI form: `/flows/{id}`. */
  readonly path: string;
  readonly tag: string;
  readonly summary: string;
  readonly description?: string;
  /** Scope that the key must carry; null where no key is asked for. */
  readonly scope: Scope | null;
  /** A read-only token of the flow, in the query, does in place of a key: see `links.ts`. */
  readonly takesToken?: true;
  readonly params?: z.ZodObject;
  readonly query?: z.ZodObject;
  readonly body?: z.ZodType;
  /** No body at all is taken for an empty object. */
  readonly bodyIsOptional?: true;
  /** Largest accepted body in bytes (default `DEFAULT_MAX_BODY_BYTES`). */
  readonly maxBodyBytes?: number;
  readonly success: Success;
  /** With `Prefer: wait` the answer comes when what was begun has ended, if that is soon. */
  readonly waits?: true;
  /** The answer shows a key or a secret, this once: a stored outcome is sealed. */
  readonly showsSecret?: true;
  /** Codes beyond those that follow from the row itself (see `errorsOf` in openapiErrors.ts). */
  readonly errors?: readonly ErrorCode[];
  readonly touches: Touches;
  /** Memory of the function in MB (default 512). */
  readonly memoryMb?: number;
  /** Timeout of the function in seconds (default 10; at most 29, one less than the gateway's). */
  readonly timeoutSeconds?: number;
}

export const DEFAULT_MAX_BODY_BYTES = 1_000_000;
