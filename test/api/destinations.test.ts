import { createHash } from "node:crypto";
import { readFileSync } from "node:fs";
import { join } from "node:path";
import { afterAll, beforeAll, describe, expect, it } from "@jest/globals";
import { parquetReadObjects } from "hyparquet";
import { type Api, endOfRun, newAccount, until } from "../helpers/api.ts";
import { type PageServer, startPageServer } from "../helpers/pageServer.ts";
import { startWebhookReceiver, type WebhookReceiver } from "../helpers/webhookReceiver.ts";

let receiver: WebhookReceiver;
let pages: PageServer;
const root = process.env.TEST_DESTINATION_FOLDER ?? "";
beforeAll(async () => {
  receiver = await startWebhookReceiver();
  pages = await startPageServer({ "/two": { body: "<ul><li><b>Emma</b></li><li><b>Walden</b></li></ul>" } });
});
afterAll(() => Promise.all([receiver.stop(), pages.stop()]));

const makeFlow = async (account: Api): Promise<string> => {
  const steps = [{ type: "extract", selector: "li", fields: ["title: b"] }];
  const flow = { name: "Books", url: `${pages.url}/two`, mode: "extract", steps };
  const { status, body } = await account.post("/flows", flow);
  expect([status, body.error]).toEqual([201, undefined]);
  return body.data.id;
};

const runOnce = async (account: Api, flowId: string): Promise<string> => {
  const run = (await account.post("/runs", { flowId })).body.data;
  await endOfRun(account, run.id);
  return run.id;
};

const add = async (account: Api, target: object, over: object = {}) => {
  const { status, body } = await account.post("/destinations", { name: "Lake", target, ...over });
  expect([status, body.error]).toEqual([201, undefined]);
  return body.data;
};

const deliveriesOf = async (account: Api, id: string) =>
  (await account.get(`/destinations/${id}/deliveries`)).body.data;

const settled = (account: Api, id: string, count = 1) =>
  until(
    () => deliveriesOf(account, id),
    (list) => list.length === count && list.every(({ status }: { status: string }) => status !== "pending"),
  );

describe("a destination", () => {
  it("is created, changed and deleted without revealing a secret", async () => {
    const account = await newAccount();
    const target = {
      type: "http",
      url: `${receiver.url}/data?token=canary`,
      headers: { Authorization: "Bearer canary" },
    };
    const made = await add(account, target);
    expect(made).toMatchObject({
      id: expect.stringMatching(/^dst-\d+$/),
      target: { url: `${receiver.url}/data?…`, headers: { Authorization: "…" } },
      content: "items",
      format: "ndjson",
      active: true,
    });
    const changed = await account.put(`/destinations/${made.id}`, { ...made, name: "Pond" });
    expect([changed.status, changed.body.data?.name]).toEqual([200, "Pond"]);
    const moved = { ...made.target, url: "https://elsewhere.example/" };
    expect((await account.put(`/destinations/${made.id}`, { target: moved })).status).toBe(400);
    expect((await account.post(`/destinations/${made.id}/test`)).body.data).toMatchObject({
      succeeded: true,
    });
    expect(receiver.delivered.at(-1)).toMatchObject({
      path: "/data?token=canary",
      headers: { authorization: "Bearer canary", "gleaner-test": "true" },
    });
    for (const path of ["/destinations", "/audit"])
      expect(JSON.stringify((await account.get(path)).body)).not.toMatch(/canary/);
    expect((await account.remove(`/destinations/${made.id}`)).status).toBe(200);
    expect((await account.get(`/destinations/${made.id}`)).status).toBe(404);
  });

  it("is refused for a private address or a path outside the operator's folder", async () => {
    const account = await newAccount();
    const post = (target: object) => account.post("/destinations", { name: "x", target });
    const key = { bucket: "lake", accessKeyId: "a", secretAccessKey: "b" };
    expect((await post({ type: "http", url: "http://10.0.0.1/" })).status).toBe(422);
    expect((await post({ type: "s3", endpoint: "http://169.254.169.254", ...key })).status).toBe(422);
    for (const folder of ["..", "../x", "/etc", "a/../../b", ""])
      expect((await post({ type: "folder", folder })).status).toBe(400);
  });
});

describe("a bucket that a role opens", () => {
  const roleArn = "arn:aws:iam::123456789012:role/gleaner-destination-shop";
  const bucket = { type: "s3", bucket: "lake" };

  it.each([
    ["a role of another name", { roleArn: "arn:aws:iam::123456789012:role/admin" }, "target.roleArn"],
    ["a role and a key", { roleArn, accessKeyId: "a", secretAccessKey: "b" }, "target.accessKeyId"],
    ["a role and an endpoint", { roleArn, endpoint: "https://s3.example.com" }, "target.endpoint"],
    ["neither", {}, "target.accessKeyId"],
  ])("is refused with %s", async (_what, access, path) => {
    const account = await newAccount();
    const { status, body } = await account.post("/destinations", {
      name: "x",
      target: { ...bucket, ...access },
    });
    expect([status, body.error.details.map((detail: { readonly path: string }) => detail.path)]).toEqual([
      400,
      expect.arrayContaining([path]),
    ]);
  });

  it("needs AWS, which this machine is not", async () => {
    const account = await newAccount();
    const { status, body } = await account.post("/destinations", {
      name: "x",
      target: { ...bucket, roleArn },
    });
    expect([status, body.error.code]).toEqual([503, "not-configured"]);
  });
});

describe("a successful run", () => {
  it("is delivered to a folder as parts and a manifest that lists them", async () => {
    const account = await newAccount();
    const flowId = await makeFlow(account);
    const { id } = await add(
      account,
      { type: "folder", folder: `t/${account.accountId}` },
      { format: "csv" },
    );
    expect((await account.post(`/destinations/${id}/test`)).body.data).toMatchObject({ succeeded: true });
    const runId = await runOnce(account, flowId);
    const [delivery] = await settled(account, id);
    expect(delivery).toMatchObject({ status: "succeeded", runId, itemCount: 2 });
    const folder = join(root, "t", account.accountId);
    const manifest = JSON.parse(readFileSync(join(folder, flowId, "items", runId, "manifest.json"), "utf8"));
    expect(manifest).toMatchObject({ runId, itemCount: 2, fields: ["title"] });
    const [part] = manifest.parts;
    const body = readFileSync(join(folder, part.path));
    expect(createHash("sha256").update(body).digest("hex")).toBe(part.sha256);
    expect(body.toString()).toBe("title\r\nEmma\r\nWalden\r\n");
  });

  it("is delivered as Parquet", async () => {
    const account = await newAccount();
    const flowId = await makeFlow(account);
    const folder = `t/${account.accountId}`;
    const { id } = await add(account, { type: "folder", folder }, { format: "parquet" });
    const runId = await runOnce(account, flowId);
    expect(await settled(account, id)).toMatchObject([{ status: "succeeded", runId, itemCount: 2 }]);
    const path = join(root, folder, flowId, "items", runId, "part-00001.parquet");
    const file = new Uint8Array(readFileSync(path)).buffer;
    expect(await parquetReadObjects({ file })).toEqual([{ title: "Emma" }, { title: "Walden" }]);
  });

  it("is delivered over HTTP, retried after a failure, and resent on request with the same idempotency key", async () => {
    const account = await newAccount();
    const flowId = await makeFlow(account);
    const path = "/again";
    receiver.behave(path, { status: 503 });
    const { id } = await add(account, { type: "http", url: receiver.url + path }, { flowIds: [flowId] });
    const runId = await runOnce(account, flowId);
    await until(
      () => deliveriesOf(account, id),
      (list) => list[0]?.attempts.length === 1,
    );
    expect((await account.get(`/destinations/${id}`)).body.data.failing).toMatchObject({ httpStatus: 503 });
    receiver.behave(path, { status: 200 });
    const [delivery] = await settled(account, id);
    expect(delivery).toMatchObject({ status: "succeeded", itemCount: 2, attempts: [{}, {}] });
    expect((await account.get(`/destinations/${id}`)).body.data.failing).toBeUndefined();
    const replayed = await account.post(`/destinations/${id}/deliveries/${delivery.id}/replay`);
    expect(replayed.status).toBe(200);
    await settled(account, id);
    const received = receiver.delivered.filter((each) => each.path === path);
    expect(received.map(({ headers }) => headers["idempotency-key"])).toEqual(
      Array(3).fill(`${runId}-items-1`),
    );
    expect(received[1]?.body).toBe('{"title":"Emma"}\n{"title":"Walden"}\n');
  });
});
