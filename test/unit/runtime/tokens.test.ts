/** A token is part of the URL, which is often logged: no log may contain it, whatever goes wrong. */
import { describe, expect, it, jest } from "@jest/globals";
import type { APIGatewayProxyEventV2, Context } from "aws-lambda";
import { getLatestItems } from "../../../src/contract/operations/links.ts";
import { flowTokenFormat } from "../../../src/domain/keys/format.ts";

Object.assign(process.env, {
  TABLE_NAME: "none",
  STAGE: "test",
  SERVICE_VERSION: "0.0.0",
  AWS_LAMBDA_FUNCTION_NAME: "getLatestItems",
  AWS_LAMBDA_FUNCTION_MEMORY_SIZE: "512",
  AWS_REGION: "us-east-1",
  AWS_ACCESS_KEY_ID: "none",
  AWS_SECRET_ACCESS_KEY: "none",
  // Nothing listens there: the table cannot be read.
  AWS_ENDPOINT_URL_DYNAMODB: "http://127.0.0.1:9",
  AWS_MAX_ATTEMPTS: "1",
  POWERTOOLS_DEV: "false",
});
const { http } = await import("../../../src/runtime/http/index.ts");

describe("a flow token in the URL", () => {
  it("is never logged, even if the service fails", async () => {
    const lines: string[] = [];
    const spies = [process.stdout, process.stderr].map((stream) =>
      jest.spyOn(stream, "write").mockImplementation((text) => lines.push(String(text)) > 0),
    );
    const token = flowTokenFormat.make();
    const path = "/flows/flow-1795244439677827220/latest";
    const event = {
      headers: {},
      rawPath: path,
      rawQueryString: `format=csv&token=${token}`,
      pathParameters: { id: "flow-1795244439677827220" },
      queryStringParameters: { format: "csv", token },
      requestContext: { requestId: "request-1", http: { method: "GET", path, sourceIp: "127.0.0.1" } },
    } as unknown as APIGatewayProxyEventV2;
    const context = { getRemainingTimeInMillis: () => 10_000, awsRequestId: "x" } as unknown as Context;
    const answer = await http(getLatestItems, () => Promise.reject(new Error("never called")))(
      event,
      context,
    );
    for (const spy of spies) spy.mockRestore();
    expect(answer).toMatchObject({ statusCode: 500 });
    const logged = lines.join("");
    expect(logged).toContain("an operation failed unexpectedly");
    expect(logged).not.toContain(token);
    expect(JSON.stringify(answer)).not.toContain(token);
  });
});
