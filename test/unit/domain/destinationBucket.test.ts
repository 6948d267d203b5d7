/** Large deliveries to an S3 server that checks signatures. */
import { afterAll, beforeAll, describe, expect, it } from "@jest/globals";
import { createBucketPlace, type SendRequest } from "../../../src/adapters/bucketPlace.ts";
import { sendFiles } from "../../../src/domain/destinations/files.ts";
import type { DestinationRecord } from "../../../src/store/deliveries/destinations.ts";
import type { RunRecord } from "../../../src/store/runs/runs.ts";
import { BUCKET_KEY, type BucketServer, startBucketServer } from "../../helpers/bucketServer.ts";

let server: BucketServer;
beforeAll(async () => {
  server = await startBucketServer();
});
afterAll(() => server?.stop());

const fetched: SendRequest = async (url, { method, headers, body }) => {
  const response = await fetch(url, { method, headers, ...(body && { body: new Uint8Array(body) }) });
  return {
    status: response.status,
    headers: Object.fromEntries(response.headers),
    body: Buffer.from(await response.arrayBuffer()),
    isPublic: false,
  };
};

const openBucket = (key = BUCKET_KEY) =>
  createBucketPlace(
    { endpoint: server.endpoint, bucket: server.bucket, region: "eu-west-1", readKey: async () => key },
    fetched,
  );

const ROW_COUNT = 25_000;
const rowAt = (place: number) => JSON.stringify({ place, text: "x".repeat(1_000) });
const ROWS = {
  columns: ["place", "text"],
  currencies: {},
  lines: Array.from({ length: ROW_COUNT }, (_, place) => rowAt(place)),
  note: null,
};
const PROGRESS = {
  arrived: 0,
  reached: undefined,
  renew: async () => {},
  note: async () => {},
  isOutOfTime: () => false,
};
const DESTINATION = { id: "dst-1", content: "items", format: "ndjson" } as DestinationRecord;
const runOf = (id: string) => ({ id, flowId: "flow-1", finishedAt: null }) as RunRecord;

describe("a delivery in several parts", () => {
  it("arrives in a bucket as the manifest lists it", async () => {
    const sent = await sendFiles(openBucket(), DESTINATION, runOf("run-1"), ROWS, PROGRESS);
    expect(sent).toEqual({ itemCount: ROW_COUNT, note: null });
    const { parts } = JSON.parse(await server.read("flow-1/items/run-1/manifest.json")) as {
      readonly parts: readonly { readonly path: string; readonly bytes: number }[];
    };
    expect(parts.length).toBe(4);
    const bodies = await Promise.all(parts.map(({ path }) => server.read(path)));
    expect(bodies.map((body) => body.length)).toEqual(parts.map(({ bytes }) => bytes));
    expect(bodies.join("")).toBe(ROWS.lines.map((line) => `${line}\n`).join(""));
  });

  it("that is refused at its first part leaves nothing", async () => {
    const place = openBucket({ ...BUCKET_KEY, secretAccessKey: "wrong" });
    await expect(sendFiles(place, DESTINATION, runOf("run-2"), ROWS, PROGRESS)).rejects.toMatchObject({
      code: "bucket-refused",
      httpStatus: 403,
    });
    expect((await server.list()).filter((name) => name.includes("run-2"))).toEqual([]);
  });
});
