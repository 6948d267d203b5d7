import { createServer } from "node:http";
import type { AddressInfo } from "node:net";
import { afterAll, beforeAll, describe, expect, it } from "@jest/globals";
import type { APIGatewayProxyEventV2, Context } from "aws-lambda";
import { ERRORS } from "../../../src/contract/errors.ts";

/** Secrets Manager on this machine, with the secret as the stack makes it: no operator has put keys into it. */
const secrets = createServer((_request, response) => {
  response
    .writeHead(200, { "content-type": "application/x-amz-json-1.1" })
    .end(JSON.stringify({ SecretString: '{"unused":"x7Gd"}' }));
});
beforeAll(async () => {
  await new Promise<void>((resolve) => {
    secrets.listen(0, "127.0.0.1", resolve);
  });
  Object.assign(process.env, {
    AWS_ENDPOINT_URL_SECRETS_MANAGER: `http://127.0.0.1:${(secrets.address() as AddressInfo).port}`,
    AWS_ACCESS_KEY_ID: "test",
    AWS_SECRET_ACCESS_KEY: "test",
    AWS_REGION: "us-east-1",
    TABLE_NAME: "none",
    STAGE: "prod",
    SERVICE_VERSION: "0.0.0",
    AWS_LAMBDA_FUNCTION_NAME: "receivePaymentEvent",
    AWS_LAMBDA_FUNCTION_MEMORY_SIZE: "512",
    PAYMENT_SECRET_ARN: "arn:aws:secretsmanager:us-east-1:000000000000:secret:paymentKeys",
    POWERTOOLS_DEV: "false",
  });
});
afterAll(() => {
  secrets.closeAllConnections();
  secrets.close();
});

const CHECKOUT = {
  accountId: "acct-1",
  email: "a@example.com",
  customerId: null,
  plan: "pro",
  interval: "month",
} as const;

describe("a deployed stage without the payment provider's keys", () => {
  it("answers a payment event with 503 not-configured, whatever its signature", async () => {
    const { handler } = await import("../../../functions/http/receivePaymentEvent.ts");
    const event = {
      headers: { "content-type": "application/json", "stripe-signature": "t=1,v1=00" },
      rawPath: "/payments/events",
      body: JSON.stringify({ id: "evt_1", type: "invoice.paid" }),
      requestContext: {
        requestId: "request-1",
        http: { method: "POST", path: "/payments/events", sourceIp: "127.0.0.1" },
      },
    } as unknown as APIGatewayProxyEventV2;
    const context = { getRemainingTimeInMillis: () => 20_000, awsRequestId: "x" } as unknown as Context;
    const answer = (await handler(event, context)) as { statusCode: number; body: string };
    expect({ ...answer, body: JSON.parse(answer.body) }).toMatchObject({
      statusCode: 503,
      body: {
        error: {
          code: "not-configured",
          message: expect.stringContaining("operator"),
          requestId: "request-1",
        },
      },
    });
  });

  it.each([
    ["without prices", {}, "https://app.example/plan"],
    ["without an address to come back to", { "pro/month": "price_1" }, undefined],
    ["with both, and no keys", { "pro/month": "price_1" }, "https://app.example/plan"],
  ])("refuses a checkout %s with 503 not-configured", async (_what, prices, returnUrl) => {
    const { createPayments } = await import("../../../src/adapters/payments.ts");
    const payments = createPayments({ secretArn: "arn:aws:x", prices, returnUrl, apiUrl: undefined });
    await expect(payments.createSession(CHECKOUT)).rejects.toMatchObject({ code: "not-configured" });
    expect(ERRORS["not-configured"].status).toBe(503);
  });
});

describe("a deployed stage without a sender address", () => {
  it("refuses to send email with 503 not-configured", async () => {
    const { createMailer } = await import("../../../src/adapters/mailer.ts");
    const mailer = createMailer({ sender: undefined, configurationSet: undefined });
    const mail = { to: "a@example.com", subject: "s", html: "h", text: "t" };
    await expect(mailer.send(mail)).rejects.toMatchObject({ code: "not-configured" });
  });
});

describe("an email provider", () => {
  const sendTo = async (status: number, type: string) => {
    const requests: string[] = [];
    const ses = createServer(async (request, response) => {
      let body = "";
      for await (const chunk of request) body += String(chunk);
      requests.push(body);
      response.writeHead(status, { "content-type": "application/json", "x-amzn-errortype": type });
      response.end(status === 200 ? '{"MessageId":"m-1"}' : '{"message":"no"}');
    });
    await new Promise<void>((resolve) => {
      ses.listen(0, "127.0.0.1", resolve);
    });
    process.env.AWS_ENDPOINT_URL_SESV2 = `http://127.0.0.1:${(ses.address() as AddressInfo).port}`;
    const { createMailer } = await import("../../../src/adapters/mailer.ts");
    const mailer = createMailer({ sender: "us@example.com", configurationSet: "our-set" });
    const outcome = mailer.send({ to: "a@example.com", subject: "s", html: "h", text: "t" });
    const settled = await outcome.catch((error: { code: string }) => error.code);
    ses.closeAllConnections();
    ses.close();
    return { settled, requests };
  };

  it("gets the sender and the configuration set for bounces", async () => {
    const { settled, requests } = await sendTo(200, "");
    expect(settled).toEqual({ providerId: "m-1" });
    expect(JSON.parse(requests[0] ?? "")).toMatchObject({
      FromEmailAddress: "us@example.com",
      ConfigurationSetName: "our-set",
    });
  });

  it.each([
    [429, "TooManyRequestsException", "unavailable"],
    [500, "InternalServiceErrorException", "unavailable"],
    [400, "SendingPausedException", "unavailable"],
    [400, "MessageRejected", "conflict"],
  ])(
    "that answers %i %s makes the email %s: only a permanent refusal is not retried",
    async (status, type, code) => {
      expect((await sendTo(status, type)).settled).toBe(code);
    },
  );
});
