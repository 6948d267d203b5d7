import type { APIGatewayProxyEventV2 } from "aws-lambda";
import type * as z from "zod";
import { DomainError } from "../../contract/errors.ts";
import { DEFAULT_MAX_BODY_BYTES, type Operation } from "../../contract/operation.ts";
import { parseInput } from "../../domain/shared/parse.ts";
import { checkJson, explainRefusal } from "./json.ts";

const JSON_TYPE = /^application\/(?:[\w.+-]+\+)?json\s*(?:;|$)/i;

/** The first bytes of gzip, and how they look after the gateway decoded them as text. */
const GZIP = ["\u001f\u008b", "\u001f\ufffd"];

const unsupported = (message: string) => new DomainError("unsupported-media-type", message);

/** The body as sent, as text. */
export const textOfBody = ({ body = "", isBase64Encoded }: APIGatewayProxyEventV2): string =>
  Buffer.from(body, isBase64Encoded ? "base64" : "utf8").toString();

/** Rejects a body that is too large, compressed or not declared as JSON, before it is parsed. */
export const checkBody = (operation: Operation, event: APIGatewayProxyEventV2): void => {
  if (!operation.body) return;
  const { body = "", isBase64Encoded, headers } = event;
  const sizeBytes = Buffer.byteLength(body, isBase64Encoded ? "base64" : "utf8");
  if (operation.bodyIsOptional && sizeBytes === 0) {
    event.body = "{}";
    event.isBase64Encoded = false;
    return;
  }
  const maxBytes = operation.maxBodyBytes ?? DEFAULT_MAX_BODY_BYTES;
  if (sizeBytes > maxBytes)
    throw new DomainError(
      "payload-too-large",
      `The body has ${sizeBytes} bytes; at most ${maxBytes} are accepted.`,
    );
  const encoding = headers["content-encoding"]?.trim().toLowerCase() ?? "";
  if (encoding !== "" && encoding !== "identity")
    throw unsupported(
      `Send the body as it is: Content-Encoding "${encoding.slice(0, 40)}" is not supported.`,
    );
  // Without a body, there is nothing of a wrong type: the parser says that it is empty.
  if (sizeBytes > 0 && !JSON_TYPE.test(headers["content-type"] ?? ""))
    throw unsupported("Send the body as JSON, with Content-Type: application/json.");
  const text = isBase64Encoded ? Buffer.from(body, "base64").toString("latin1") : body;
  if (GZIP.some((start) => text.startsWith(start)))
    throw unsupported("The body is compressed with gzip: send it as it is, without a Content-Encoding.");
};

/** The JSON body parser's errors as domain errors. */
export const asBodyError = (error: unknown, text: string): unknown =>
  (error as { statusCode?: unknown } | null)?.statusCode === 422 ? explainRefusal(text, error) : error;

/** A malformed id gets the same response as one that does not exist. */
const parseParams = (params: z.ZodObject, { pathParameters, rawPath }: APIGatewayProxyEventV2) => {
  const parsed = params.safeParse(pathParameters ?? {});
  if (parsed.success) return parsed.data;
  throw new DomainError("not-found", `There is no ${rawPath.slice(0, 200)}.`);
};

/** The gateway joins the values of a parameter that was sent twice with a comma, which would make one wrong value of them. */
const checkQuery = ({ rawQueryString = "" }: APIGatewayProxyEventV2): void => {
  const names = [...new URLSearchParams(rawQueryString).keys()];
  const repeated = names.find((name, index) => names.indexOf(name) < index);
  if (repeated === undefined) return;
  throw new DomainError("invalid-request", `The query is not valid: ${repeated} is given more than once.`, {
    details: [{ path: repeated, message: "is given more than once" }],
  });
};

/** Parses parameters, query and body with the operation's schemas. */
export const parseRequest = (operation: Operation, event: APIGatewayProxyEventV2) => {
  const { params, query, body } = operation;
  // The JSON body parser has already replaced the text with the parsed value.
  if (body) checkJson(event.body);
  if (query) checkQuery(event);
  return {
    params: params && parseParams(params, event),
    query: query && parseInput(query, event.queryStringParameters ?? {}, "query"),
    body: body && parseInput(body, event.body as unknown, "body"),
  };
};
