/** Every client of AWS against a server that accepts connections and never answers. */
import { once } from "node:events";
import { readdirSync, readFileSync } from "node:fs";
import { createServer as createHttpServer } from "node:http";
import { type AddressInfo, createServer, type Socket } from "node:net";
import { join } from "node:path";
import { afterAll, beforeAll, describe, expect, it, jest } from "@jest/globals";
import { FUNCTIONS } from "../../../lib/functions.ts";
import { createCaller } from "../../../src/adapters/caller.ts";
import { createConfinedCaller } from "../../../src/adapters/confinedCaller.ts";
import { createMailer } from "../../../src/adapters/mailer.ts";
import { createMessageQueue } from "../../../src/adapters/messageQueue.ts";
import { readModelKey } from "../../../src/adapters/modelKey.ts";
import { createObjects } from "../../../src/adapters/objects.ts";
import { createOperatedQueue } from "../../../src/adapters/operatedQueue.ts";
import { createPayments } from "../../../src/adapters/payments.ts";
import { createRoleKeys } from "../../../src/adapters/roleKeys.ts";
import { createRunQueue } from "../../../src/adapters/runQueue.ts";
import { readSecretText } from "../../../src/adapters/secrets.ts";
import { openServiceSecret } from "../../../src/adapters/serviceSecret.ts";
import { createUploads } from "../../../src/adapters/uploads.ts";
import { AWS_REQUESTS, isUnanswered, waitedRequests } from "../../../src/contract/awsRequests.ts";
import { createDynamoTable } from "../../../src/store/dynamo/dynamoTable.ts";

jest.setTimeout(60_000);

const ROOT = join(import.meta.dirname, "../../..");
/** The SDK waits for less than this between attempts. */
const PAUSES_MS = 2_000;

const boundOf = ({ maxAttempts, requestHandler }: (typeof AWS_REQUESTS)[keyof typeof AWS_REQUESTS]): number =>
  maxAttempts * Math.min(requestHandler.requestTimeout, requestHandler.socketTimeout) + PAUSES_MS;

const sockets = new Set<Socket>();
/** @param answer is sent for each request */
const serve = (answer?: string) =>
  createServer((socket) => {
    sockets.add(socket);
    socket.on("error", () => undefined);
    socket.on("data", () => answer && socket.write(answer));
  });
const [silent, breaking] = [serve(), serve("HTTP/1.1 200 OK\r\ncontent-length: 1000\r\n\r\nhalf")];
let [endpoint, breakingEndpoint] = ["", ""];

beforeAll(async () => {
  [endpoint = "", breakingEndpoint = ""] = await Promise.all(
    [silent, breaking].map(async (server) => {
      await once(server.listen(0, "127.0.0.1"), "listening");
      return `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
    }),
  );
  Object.assign(process.env, {
    AWS_ENDPOINT_URL: endpoint,
    AWS_REGION: "us-east-1",
    AWS_ACCESS_KEY_ID: "test",
    AWS_SECRET_ACCESS_KEY: "test",
  });
});
afterAll(() => {
  for (const socket of sockets) socket.destroy();
  for (const server of [silent, breaking]) server.close();
});

const SESSION_ANSWER = `<AssumeRoleResponse xmlns="https://sts.amazonaws.com/doc/2011-06-15/"><AssumeRoleResult><Credentials>
  <AccessKeyId>a</AccessKeyId><SecretAccessKey>s</SecretAccessKey><SessionToken>t</SessionToken>
  <Expiration>2099-01-01T00:00:00Z</Expiration></Credentials></AssumeRoleResult></AssumeRoleResponse>`;
const TIMED_OUT = Object.assign(new Error(), { name: "TimeoutError", $metadata: {} });
const ROLE = "arn:aws:iam::123456789012:role/r";
const message = { accountId: "a", id: "r", queue: "runs" } as const;
const mail = { to: "a@example.com", subject: "s", html: "h", text: "t" };

type Clients = Readonly<Record<string, readonly [keyof typeof AWS_REQUESTS, () => Promise<unknown>]>>;

const clients = (): Clients => {
  const queueUrl = `${endpoint}/123456789012/runs`;
  const queues = { runs: queueUrl, browserRuns: queueUrl };
  const confined = { functionName: "f", roleArn: ROLE, waits: true };
  const objects = createObjects("bucket");
  return {
    "the table, read": ["table", () => createDynamoTable({ tableName: "t" }).get({ pk: "a", sk: "b" })],
    "the table, whose answer breaks off": [
      "table",
      () => createDynamoTable({ tableName: "t", endpoint: breakingEndpoint }).get({ pk: "a", sk: "b" }),
    ],
    "the table, written": [
      "table",
      () => createDynamoTable({ tableName: "t" }).transact([{ kind: "put", item: { pk: "a", sk: "b" } }]),
    ],
    "a queue of runs": ["short", () => createRunQueue(queues).send(message)],
    "a queue of messages": ["short", () => createMessageQueue(queueUrl).send({ accountId: "a" })],
    "a queue in an operator's hands": ["short", () => createOperatedQueue(queueUrl).take()],
    "the service secret": ["short", () => openServiceSecret("arn").keysFor("test")],
    "the proxy's secret": ["short", () => readSecretText("arn")],
    "the model's secret": ["short", () => readModelKey("arn")],
    "the payment provider's secret": [
      "short",
      () =>
        createPayments({ secretArn: "arn", prices: {}, returnUrl: undefined, apiUrl: undefined }).readEvent(
          "{}",
          "",
        ),
    ],
    "a session of a confined function": [
      "short",
      () => createConfinedCaller(confined).call({}, { partitions: [], objects: [] }),
    ],
    "a role of somebody else's": [
      "short",
      () =>
        createRoleKeys({ roleArn: ROLE, externalId: "e", bucket: "b" })().catch(({ message }: Error) => {
          // Its owner is told the error's name only.
          throw message.endsWith("AWS answered TimeoutError.") ? TIMED_OUT : new Error(message);
        }),
    ],
    "a function that nobody waits for": ["short", () => createCaller("f").call({})],
    mail: [
      "mail",
      () =>
        createMailer({ sender: "b@example.com", configurationSet: undefined })
          .send(mail)
          .catch((error: Error) => {
            throw error.cause;
          }),
    ],
    "an object, written": ["objects", () => objects.put("k", "text", "text/plain")],
    "an object, read": ["objects", () => objects.getText("k")],
    "objects, listed": ["objects", () => objects.list("k")],
    "an upload": ["objects", () => createUploads("bucket").read("k")],
  };
};

describe("a client of AWS that gets no answer", () => {
  it("ends with an error that is retryable, within the bound of its kind", async () => {
    const ended = await Promise.all(
      Object.entries(clients()).map(async ([name, [kind, call]]) => {
        const since = performance.now();
        const error = await call().then(
          () => "answered",
          (thrown: unknown) => thrown,
        );
        const inTime = performance.now() - since < boundOf(AWS_REQUESTS[kind]);
        return { name, isUnanswered: isUnanswered(error), inTime };
      }),
    );
    expect(ended).toEqual(ended.map(({ name }) => ({ name, isUnanswered: true, inTime: true })));
  });

  it("waits for a run in a browser for longer than for other calls, and calls once", async () => {
    expect(waitedRequests(900_000)).toMatchObject({
      maxAttempts: 1,
      requestHandler: { connectionTimeout: 2_000, requestTimeout: 900_000, socketTimeout: 900_000 },
    });
    const calls: number[] = [];
    const slow = createHttpServer((request, response) => {
      const isCall = request.url?.includes("/invocations") ?? false;
      if (isCall) calls.push(performance.now());
      const answer = isCall ? "{}" : SESSION_ANSWER;
      setTimeout(
        () => response.end(answer),
        isCall ? AWS_REQUESTS.short.requestHandler.requestTimeout + 1_000 : 0,
      );
    });
    await once(slow.listen(0, "127.0.0.1"), "listening");
    process.env.AWS_ENDPOINT_URL = `http://127.0.0.1:${(slow.address() as AddressInfo).port}`;
    try {
      const caller = createConfinedCaller({ functionName: "f", roleArn: ROLE, waits: true });
      await caller.call({}, { partitions: [], objects: [] });
    } finally {
      process.env.AWS_ENDPOINT_URL = endpoint;
      slow.closeAllConnections();
      slow.close();
    }
    expect(calls).toHaveLength(1);
  });
});

describe("the time of a function", () => {
  it("is longer than all attempts of each client that it may use", () => {
    const short = [...FUNCTIONS.values()].flatMap(({ name, timeoutSeconds, touches }) => {
      const kinds = [
        ...(touches.table ? (["table"] as const) : []),
        ...(touches.objects || touches.uploads ? (["objects"] as const) : []),
        ...(touches.mail ? (["mail"] as const) : []),
        ...(touches.sends || touches.secret || touches.calls ? (["short"] as const) : []),
      ];
      return kinds.flatMap((kind) =>
        timeoutSeconds * 1_000 > boundOf(AWS_REQUESTS[kind]) ? [] : [`${name}: ${kind}`],
      );
    });
    expect(short).toEqual([]);
  });
});

describe("the code of the service", () => {
  const files = ["src", "local/operatorPlace.ts"].flatMap((place) =>
    place.endsWith(".ts")
      ? [place]
      : readdirSync(join(ROOT, place), { recursive: true })
          .map((name) => join(place, String(name)))
          .filter((name) => name.endsWith(".ts")),
  );

  it("makes no client of AWS without these bounds", () => {
    const made = files.flatMap((file) =>
      [
        ...readFileSync(join(ROOT, file), "utf8").matchAll(/new (\w+)Client\(([^;]*?)\)(?:[;,]|\.send)/gs),
      ].map(([, name = "", options = ""]) => ({
        file,
        name,
        bounded: /AWS_REQUESTS|waitedRequests/.test(options),
      })),
    );
    expect(made.length).toBeGreaterThan(15);
    expect(made.filter(({ bounded }) => !bounded)).toEqual([]);
  });
});
