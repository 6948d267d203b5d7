import type { APIGatewayProxyStructuredResultV2 } from "aws-lambda";
import { isUnanswered } from "../../contract/awsRequests.ts";
import type { FileAnswer, Page, Redirect, TextAnswer } from "../../contract/common.ts";
import { DomainError, ERRORS } from "../../contract/errors.ts";
import { firecrawlErrorOf } from "../../contract/firecrawl/errors.ts";
import type { Operation, Success } from "../../contract/operation.ts";
import { TableBusy, TableFull } from "../../store/table.ts";
import { log } from "../deps/base.ts";
import { readEnv } from "../env.ts";

const JSON_HEADERS = {
  "content-type": "application/json; charset=utf-8",
  "cache-control": "no-store",
  "x-content-type-options": "nosniff",
};

const json = (statusCode: number, body: unknown, headers: Record<string, string> = {}) => ({
  statusCode,
  headers: { ...JSON_HEADERS, ...headers },
  body: JSON.stringify(body),
});

const isRedirect = (result: unknown): result is Redirect =>
  typeof result === "object" && result !== null && "redirectTo" in result;

const isText = (result: unknown): result is TextAnswer =>
  typeof result === "object" && result !== null && "text" in result;

/** What the row specifies besides the body. */
const recordHeaders = ({ location, etag }: Success, record: unknown): Record<string, string> => {
  const { id, version } = record as { readonly id?: unknown; readonly version?: unknown };
  return {
    ...(location !== undefined && { location: location.replace("{id}", encodeURIComponent(String(id))) }),
    ...(etag && { etag: `"${String(version)}"` }),
  };
};

const UNFINISHED = 202;

/** A record that is still in progress is returned with the status 202, if its row says so. */
const statusOf = ({ status, unfinished }: Success, record: unknown): number =>
  unfinished !== undefined && (record as { readonly status?: unknown }).status === "running"
    ? UNFINISHED
    : status;

/** For URLs with a token: the response must not be cached, indexed or leaked to other sites. */
export const LINK_HEADERS = {
  "cache-control": "no-store",
  "x-content-type-options": "nosniff",
  "x-robots-tag": "noindex",
  "referrer-policy": "no-referrer",
} as const;

const fileReply = (status: number, file: FileAnswer): APIGatewayProxyStructuredResultV2 => {
  const headers = {
    ...LINK_HEADERS,
    etag: file.etag,
    "last-modified": new Date(file.lastModified).toUTCString(),
  };
  if ("notModified" in file) return { statusCode: 304, headers, body: "" };
  const disposition = `inline; filename="${file.name}"`;
  return {
    statusCode: status,
    headers: { ...headers, "content-type": file.contentType, "content-disposition": disposition },
    body: Buffer.from(file.bytes).toString("base64"),
    isBase64Encoded: true,
  };
};

/** Wraps the domain's result as the operation's row says. */
export const successReply = (success: Success, result: unknown): APIGatewayProxyStructuredResultV2 => {
  if (isRedirect(result))
    return {
      statusCode: 303,
      headers: {
        location: result.redirectTo,
        "cache-control": "no-store",
        "x-content-type-options": "nosniff",
      },
      body: "",
    };
  if (success.orText && isText(result))
    return {
      statusCode: success.status,
      headers: { ...JSON_HEADERS, ...result.headers, "content-type": success.orText.type },
      body: result.text,
    };
  if ("file" in success) return fileReply(success.status, result as FileAnswer);
  if ("data" in success)
    return json(statusOf(success, result), { data: result }, recordHeaders(success, result));
  if ("bare" in success) return json(success.status, result);
  const { items, total, nextCursor } = result as Page<unknown>;
  return json(success.status, { data: items, total, ...(nextCursor !== undefined && { nextCursor }) });
};

/** Seconds after which a write to a full disk is worth another try. */
const FULL_RETRY_SECONDS = "30";

const diskFull = (cause: TableFull): DomainError =>
  new DomainError(
    "unavailable",
    "Nothing was changed: the disk of the service is full. Free some space on it. Until then, stored data can be read.",
    { headers: { "retry-after": FULL_RETRY_SECONDS }, cause },
  );

const tableBusy = (cause: TableBusy): DomainError =>
  new DomainError(
    "unavailable",
    "Too many requests from this account are changing the same records. Try again in a moment.",
    { headers: { "retry-after": "1" }, cause },
  );

/** A connection that is dead is left by the next request. */
const UNANSWERED_RETRY_SECONDS = "5";

const unanswered = (cause: unknown): DomainError =>
  new DomainError(
    "timeout",
    "A part of the service did not answer in time. Try again in a few seconds. A write may have taken effect: if you sent an " +
      "Idempotency-Key, repeat the request with it.",
    { headers: { "retry-after": UNANSWERED_RETRY_SECONDS }, cause },
  );

/** Any other error is a bug in the service: logged in full, and returned with its request id only. */
const asDomainError = (error: unknown, requestId: string): DomainError => {
  if (error instanceof DomainError) return error;
  if (error instanceof TableFull) return diskFull(error);
  if (error instanceof TableBusy) return tableBusy(error);
  if (isUnanswered(error)) {
    log.error("AWS did not answer a request in time", { requestId, error });
    return unanswered(error);
  }
  log.error("an operation failed unexpectedly", { requestId, error });
  return new DomainError("internal", "The service failed unexpectedly. Quote the request id in a ticket.");
};

/** On one machine, the caller is also the operator who can allow it. */
const LOCAL_HINT =
  " To allow a private address on this machine, start the service with --allow-private host:port.";

const hintOf = (code: DomainError["code"]): string =>
  code === "target-refused" && readEnv().STAGE === "local" ? LOCAL_HINT : "";

export const errorReply = (
  thrown: unknown,
  requestId: string,
  dialect?: Operation["dialect"],
): APIGatewayProxyStructuredResultV2 => {
  const error = asDomainError(thrown, requestId);
  if (dialect === "firecrawl") {
    const { status, body } = firecrawlErrorOf(error, requestId);
    return json(status, { ...body, error: body.error + hintOf(error.code) }, error.headers);
  }
  const { code, message, details, headers, retryable } = error;
  const text = message + hintOf(code);
  const body = {
    error: { code, message: text, requestId, retryable, ...(details.length > 0 && { details }) },
  };
  return json(ERRORS[code].status, body, headers);
};
