import type { APIGatewayProxyEventV2 } from "aws-lambda";
import type * as z from "zod";
import { DomainError } from "../../contract/errors.ts";
import { DEFAULT_MAX_BODY_BYTES, type Operation } from "../../contract/operation.ts";
import { parseInput } from "../../domain/parse.ts";

/** Refuses a body that is too large or not declared as JSON, before it is parsed. */
export const checkBody = (operation: Operation, event: APIGatewayProxyEventV2): void => {
  if (!operation.body) return;
  if (operation.bodyIsOptional && !event.body && event.headers["content-type"] === undefined) {
    event.body = "{}";
    event.headers["content-type"] = "application/json";
  }
  const { body = "", isBase64Encoded, headers } = event;
  const sizeBytes = Buffer.byteLength(body, isBase64Encoded ? "base64" : "utf8");
  const maxBytes = operation.maxBodyBytes ?? DEFAULT_MAX_BODY_BYTES;
  if (sizeBytes > maxBytes) {
    throw new DomainError(
      "payload-too-large",
      `The body has ${sizeBytes} bytes; at most ${maxBytes} are accepted.`,
    );
  }
  if (!/^application\/(?:[\w.+-]+\+)?json\s*(?:;|$)/i.test(headers["content-type"] ?? "")) {
    throw new DomainError(
      "unsupported-media-type",
      "Send the body as JSON, with Content-Type: application/json.",
    );
  }
};

/** What the JSON body parser throws, in our words. */
export const asBodyError = (error: unknown): unknown => {
  const statusCode = (error as { statusCode?: unknown } | null)?.statusCode;
  if (statusCode !== 415 && statusCode !== 422) return error;
  return new DomainError("invalid-request", "The body is not valid JSON.", {
    details: [{ path: "", message: "is not valid JSON" }],
    cause: error,
  });
};

/** What no id can look like is an id that no record has. */
const parseParams = (params: z.ZodObject, { pathParameters, rawPath }: APIGatewayProxyEventV2) => {
  const parsed = params.safeParse(pathParameters ?? {});
  if (parsed.success) return parsed.data;
  throw new DomainError("not-found", `There is no ${rawPath.slice(0, 200)}.`);
};

/** Parameters, query and body by the operation's schemas. */
export const parseRequest = (operation: Operation, event: APIGatewayProxyEventV2) => {
  const { params, query, body } = operation;
  const queryStrings = event.queryStringParameters ?? {};
  return {
    params: params && parseParams(params, event),
    query: query && parseInput(query, queryStrings, "query"),
    // By now the JSON body parser has put the parsed value in the place of the text.
    body: body && parseInput(body, event.body as unknown, "body"),
  };
};
