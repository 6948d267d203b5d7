/** Data of runs in a bucket of an S3 server that checks signatures, through the whole service. */
import { createHash } from "node:crypto";
import { afterAll, beforeAll, describe, expect, it } from "@jest/globals";
import { type Api, endOfRun, newAccount, until } from "../helpers/api.ts";
import { BUCKET_KEY, type BucketServer, startBucketServer } from "../helpers/bucketServer.ts";
import { type PageServer, startPageServer } from "../helpers/pageServer.ts";

let server: BucketServer;
let pages: PageServer;
beforeAll(async () => {
  server = await startBucketServer();
  pages = await startPageServer({ "/two": { body: "<ul><li><b>Emma</b></li><li><b>سوق</b></li></ul>" } });
});
afterAll(() => Promise.all([server?.stop(), pages?.stop()]));

const targetOf = (over: object) => {
  const { endpoint, bucket } = server;
  const { accessKeyId, secretAccessKey } = BUCKET_KEY;
  return { type: "s3", endpoint, bucket, accessKeyId, secretAccessKey, ...over };
};

const add = async (account: Api, over: object = {}, content = "items") => {
  const target = targetOf({ prefix: "raw data/a-1", ...over });
  const { status, body } = await account.post("/destinations", { name: "Lake", target, content });
  expect([status, body.error]).toEqual([201, undefined]);
  return body.data.id as string;
};

const test = async (account: Api, id: string) => (await account.post(`/destinations/${id}/test`)).body.data;

const runOnce = async (account: Api, flowId: string): Promise<string> => {
  const { id } = (await account.post("/runs", { flowId })).body.data;
  await endOfRun(account, id);
  return id;
};

const makeFlow = async (account: Api): Promise<string> => {
  const steps = [{ type: "extract", selector: "li", fields: ["title: b"] }];
  const flow = { name: "Books", url: `${pages.url}/two`, mode: "extract", steps };
  return (await account.post("/flows", flow)).body.data.id;
};

const deliveriesOf = async (account: Api, id: string) =>
  (await account.get(`/destinations/${id}/deliveries`)).body.data;

const settled = (account: Api, id: string, count: number) =>
  until(
    () => deliveriesOf(account, id),
    (list) => list.length === count && list.every(({ status }: { status: string }) => status !== "pending"),
  );

describe("a bucket that checks signatures", () => {
  it("gets each run's items with the right key", async () => {
    const account = await newAccount();
    const flowId = await makeFlow(account);
    const id = await add(account);
    expect(await test(account, id)).toMatchObject({ succeeded: true, error: null });
    const runId = await runOnce(account, flowId);
    expect(await settled(account, id, 1)).toMatchObject([{ status: "succeeded", itemCount: 2 }]);
    const folder = `raw data/a-1/${flowId}/items/${runId}`;
    const manifest = JSON.parse(await server.read(`${folder}/manifest.json`));
    expect(manifest).toMatchObject({ runId, itemCount: 2, parts: [{ items: 2 }] });
    const text = await server.read(`${folder}/part-00001.ndjson`);
    expect(text).toBe('{"title":"Emma"}\n{"title":"سوق"}\n');
    expect(createHash("sha256").update(text).digest("hex")).toBe(manifest.parts[0].sha256);
  });

  it("holds the latest records only, and drops those of an older run", async () => {
    const account = await newAccount();
    const flowId = await makeFlow(account);
    const id = await add(account, { prefix: "latest" }, "latest");
    await runOnce(account, flowId);
    await settled(account, id, 1);
    const runId = await runOnce(account, flowId);
    expect(await settled(account, id, 2)).toMatchObject([{ status: "succeeded" }, { status: "succeeded" }]);
    const names = (await server.list()).filter((name) => name.startsWith(`latest/${flowId}/`));
    expect(names).toEqual([
      `latest/${flowId}/latest/manifest.json`,
      `latest/${flowId}/latest/${runId}/part-00001.ndjson`,
    ]);
  });

  it.each([
    [
      "a wrong secret",
      { secretAccessKey: "wrong" },
      403,
      "The bucket answered 403 SignatureDoesNotMatch. The secret key does not belong to this access key. Send secretAccessKey again.",
    ],
    [
      "an unknown key",
      { accessKeyId: "AKIANOBODY" },
      403,
      "The bucket answered 403 InvalidAccessKeyId. There is no such access key. Check accessKeyId and endpoint.",
    ],
    [
      "a bucket that does not exist",
      { bucket: "pond" },
      404,
      "The bucket answered 404 NoSuchBucket. There is no such bucket. Check bucket and endpoint, or create it.",
    ],
  ])("refuses %s, and the test says what to do", async (_what, over, httpStatus, message) => {
    const account = await newAccount();
    const id = await add(account, over);
    expect(await test(account, id)).toMatchObject({
      succeeded: false,
      httpStatus,
      error: { code: "bucket-refused", message },
    });
  });

  it("receives the deliveries that it refused once the secret is correct", async () => {
    const account = await newAccount();
    const flowId = await makeFlow(account);
    const id = await add(account, { secretAccessKey: "wrong", prefix: "late" });
    const runId = await runOnce(account, flowId);
    const [failed] = await until(
      () => deliveriesOf(account, id),
      (list) => list[0]?.attempts.length === 1,
    );
    expect(failed.attempts[0].error.message).toMatch(/SignatureDoesNotMatch/);
    const target = targetOf({ prefix: "late" });
    expect((await account.put(`/destinations/${id}`, { target })).status).toBe(200);
    await account.post(`/destinations/${id}/deliveries/${failed.id}/replay`);
    expect(await settled(account, id, 1)).toMatchObject([{ status: "succeeded", itemCount: 2 }]);
    expect(await server.list()).toContain(`late/${flowId}/items/${runId}/manifest.json`);
  });
});
