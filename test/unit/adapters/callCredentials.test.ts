import { createServer } from "node:http";
import type { AddressInfo } from "node:net";
import { DynamoDBClient, GetItemCommand } from "@aws-sdk/client-dynamodb";
import { afterAll, beforeAll, describe, expect, it } from "@jest/globals";
import { callCredentials, setCallCredentials } from "../../../src/adapters/callCredentials.ts";

const signers: string[] = [];
const server = createServer((request, response) => {
  signers.push(/Credential=([^/]+)/.exec(request.headers.authorization ?? "")?.[1] ?? "nobody");
  request.resume();
  response.setHeader("content-type", "application/x-amz-json-1.0");
  response.end("{}");
});

beforeAll(async () => {
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
});
afterAll(() => {
  server.close();
  server.closeAllConnections();
});

const ask = (client: DynamoDBClient): Promise<unknown> =>
  client.send(new GetItemCommand({ TableName: "t", Key: { pk: { S: "x" } } }));

const microtasks = async (count: number): Promise<void> => {
  for (let at = 0; at < count; at += 1) await null;
};

describe("credentials of a call", () => {
  it("are absent before the first call, so the client uses its role's", () => {
    expect(callCredentials()).toEqual({});
  });

  it("sign each request of a reused client, even if calls start close together", async () => {
    setCallCredentials({ accessKeyId: "first", secretAccessKey: "s", sessionToken: "t" });
    const { port } = server.address() as AddressInfo;
    const client = new DynamoDBClient({
      region: "eu-west-1",
      endpoint: `http://127.0.0.1:${port}`,
      ...callCredentials(),
    });
    for (const accessKeyId of ["first", "second", "third"]) {
      setCallCredentials({ accessKeyId, secretAccessKey: "s", sessionToken: "t" });
      signers.length = 0;
      const late = Array.from({ length: 12 }, (_, at) => at);
      await Promise.all(late.map((count) => microtasks(count).then(() => ask(client))));
      expect(signers).toEqual(late.map(() => accessKeyId));
    }
    client.destroy();
  });
});
