import { describe, expect, it } from "@jest/globals";
import type { APIGatewayProxyEventV2, Context } from "aws-lambda";
import { DomainError } from "../../../src/contract/errors.ts";
import { getHealth } from "../../../src/contract/operations/health.ts";

Object.assign(process.env, {
  TABLE_NAME: "none",
  STAGE: "test",
  SERVICE_VERSION: "0.0.0",
  AWS_LAMBDA_FUNCTION_NAME: "getHealth",
  AWS_LAMBDA_FUNCTION_MEMORY_SIZE: "512",
  AWS_REGION: "us-east-1",
  POWERTOOLS_DEV: "false",
});
const { http } = await import("../../../src/runtime/http/index.ts");

const HEALTHY = {
  status: "healthy",
  services: { api: "up", database: "up", scraping_engine: "up", ai: "not-configured", clock: "up" },
  version: "1",
  uptime: 1,
} as const;

const event = {
  headers: {},
  rawPath: "/health",
  requestContext: { requestId: "request-1", http: { method: "GET", path: "/health", sourceIp: "127.0.0.1" } },
} as unknown as APIGatewayProxyEventV2;

const contextWith = (remainingMs: number) =>
  ({ getRemainingTimeInMillis: () => remainingMs, awsRequestId: "x" }) as unknown as Context;

/** Runs an operation that needs no key, and so no table. */
const call = async (run: () => Promise<typeof HEALTHY>, remainingMs = 10_000) => {
  const { statusCode, headers, body } = (await http(getHealth, run)(event, contextWith(remainingMs))) as {
    statusCode: number;
    headers: Record<string, string>;
    body: string;
  };
  return { statusCode, headers, body: JSON.parse(body) };
};

describe("the HTTP handler of an operation", () => {
  it("serializes the result, adds a request id and forbids sniffing and caching", async () => {
    const { statusCode, headers, body } = await call(async () => HEALTHY);
    expect({ statusCode, body }).toEqual({ statusCode: 200, body: HEALTHY });
    expect(headers).toMatchObject({
      "x-request-id": "request-1",
      "x-content-type-options": "nosniff",
      "cache-control": "no-store",
    });
  });

  it("returns a domain error with its code, status and headers", async () => {
    const { statusCode, headers, body } = await call(() =>
      Promise.reject(new DomainError("rate-limited", "Slow down.", { headers: { "retry-after": "1" } })),
    );
    expect({ statusCode, retryAfter: headers["retry-after"], body }).toEqual({
      statusCode: 429,
      retryAfter: "1",
      body: {
        error: { code: "rate-limited", message: "Slow down.", requestId: "request-1", retryable: true },
      },
    });
  });

  it("hides an unexpected error behind its request id", async () => {
    const { statusCode, body } = await call(() => Promise.reject(new Error("secret at 10.0.0.1")));
    expect(statusCode).toBe(500);
    expect(body.error).toMatchObject({ code: "internal", requestId: "request-1" });
    expect(JSON.stringify(body)).not.toContain("10.0.0.1");
  });

  it("answers 504 before the function times out", async () => {
    const { statusCode, body } = await call(() => new Promise(() => {}), 1_050);
    expect({ statusCode, code: body.error.code }).toEqual({ statusCode: 504, code: "timeout" });
  });
});
