/** Destinations, as a person or a script sets them up. */
import { afterAll, beforeAll, describe, expect, it } from "@jest/globals";
import { type Api, endOfRun, newAccount, until } from "../helpers/api.ts";
import { runCli } from "../helpers/cli.ts";
import { type PageServer, startPageServer } from "../helpers/pageServer.ts";
import { startWebhookReceiver, type WebhookReceiver } from "../helpers/webhookReceiver.ts";

let account: Api;
let pages: PageServer;
let receiver: WebhookReceiver;
beforeAll(async () => {
  [account, pages, receiver] = await Promise.all([
    newAccount(),
    startPageServer({ "/list": { body: "<ul><li><b>Lamp</b></li></ul>" } }),
    startWebhookReceiver(),
  ]);
});
afterAll(() => Promise.all([pages.stop(), receiver.stop()]));

const gleaner = (...args: string[]) => runCli(args, { apiKey: account.apiKey });
const json = async (...args: string[]) => {
  const { exitCode, stdout, stderr } = await gleaner(...args, "--json");
  expect([exitCode, stderr]).toEqual([0, ""]);
  return JSON.parse(stdout);
};

const runOnce = async (): Promise<void> => {
  const fields = ["--selector", "li", "--field", "name: b", "--schema", "name"];
  const { id } = await json("flows", "create", "--page", `${pages.url}/list`, ...fields);
  await endOfRun(account, (await json("run", id)).id);
};

describe("gleaner destinations", () => {
  it("creates one and tests it; lists its deliveries, and repeats one", async () => {
    const made = await json(
      ...["destinations", "create", "Warehouse", "--http", `${receiver.url}/data?token=canary`],
      ...["--header", "Authorization: Bearer canary"],
    );
    expect(made).toMatchObject({
      name: "Warehouse",
      target: { type: "http", headers: { Authorization: "…" } },
    });
    expect(receiver.delivered.at(-1)?.headers).toMatchObject({
      "gleaner-test": "true",
      authorization: "Bearer canary",
    });
    await runOnce();
    const [delivery] = await until(
      () => json("destinations", "deliveries", made.id),
      (list) => list[0]?.status === "succeeded",
    );
    expect(delivery).toMatchObject({ itemCount: 1 });
    await json("destinations", "replay", made.id, delivery.id);
    await until(
      async () => receiver.delivered.filter(({ body }) => body === '{"name":"Lamp"}\n'),
      (received) => received.length === 2,
    );
    const list = await gleaner("destinations", "list");
    expect(list.stdout).toMatch(/^NAME +ID +TYPE\b.*\nWarehouse +dst-\d+ +http\b/);
    expect(list.stdout).not.toContain("canary");
    expect(await json("destinations", "disable", made.id)).toMatchObject({ active: false });
    expect(await json("destinations", "enable", made.id)).toMatchObject({ active: true });
    await json("destinations", "delete", made.id);
    expect(await json("destinations", "list")).toEqual([]);
  });

  it("says by its exit code that a test failed, and why", async () => {
    receiver.behave("/broken", { status: 403 });
    const made = await gleaner("destinations", "create", "Broken", "--http", `${receiver.url}/broken`);
    expect([made.exitCode, made.stderr]).toEqual([1, expect.stringContaining("The receiver answered 403")]);
    const [{ id }] = await json("destinations", "list");
    const tested = await gleaner("destinations", "test", id);
    expect([tested.exitCode, tested.stdout]).toEqual([1, expect.stringContaining("receiver-refused")]);
  });

  it("reads a bucket's secret key from a pipe, and never from the command line", async () => {
    const bucket = [
      "destinations",
      "create",
      "Lake",
      "--s3",
      "shop-data",
      "--access-key-id",
      "AKIA",
      "--no-test",
    ];
    const made = await runCli([...bucket, "--prefix", "shop", "--json"], {
      apiKey: account.apiKey,
      stdin: "canary\n",
    });
    expect(JSON.parse(made.stdout).target).toMatchObject({ bucket: "shop-data", prefix: "shop" });
    expect(made.stdout + made.stderr).not.toContain("canary");
    const without = await runCli(bucket, { apiKey: account.apiKey, stdin: "" });
    expect([without.exitCode, without.stderr]).toEqual([2, expect.stringContaining("secret access key")]);
  });

  it("reads a Postgres destination from a URL, and its password from a pipe", async () => {
    const url = "postgres://glea%6Eer@db.example.com/shop";
    const create = ["destinations", "create", "Shop", "--postgres", url, "--no-test", "--json"];
    const made = await runCli([...create, "--table", "web.prices", "--removed", "delete"], {
      apiKey: account.apiKey,
      stdin: "canary\n",
    });
    expect(JSON.parse(made.stdout).target).toMatchObject({
      ...{ type: "postgres", host: "db.example.com", port: 5432, database: "shop", user: "gleaner" },
      ...{ schema: "web", table: "prices", removed: "delete", tls: "verify", password: "…" },
    });
    expect(made.stdout + made.stderr).not.toContain("canary");
  });

  it.each([
    [[], "--s3 <bucket>"],
    [["--postgres", "db.example.com", "--table", "x"], "postgres://user@db.example.com:5432/shop"],
    [["--postgres", "postgres://user@db.example.com/shop"], "--table"],
    [["--folder", "a", "--http", "https://example.com"], "--s3 <bucket>"],
    [["--s3", "shop-data"], "--access-key-id or --role-arn"],
    [
      ["--s3", "shop-data", "--access-key-id", "AKIA", "--role-arn", "arn:aws:iam::1:role/x"],
      "or --role-arn",
    ],
    [["--http", "https://example.com", "--header", "Token"], "Name: value"],
  ])("refuses %j in a sentence", async (args, words) => {
    const { exitCode, stderr } = await gleaner("destinations", "create", "x", ...args);
    expect([exitCode, stderr]).toEqual([2, expect.stringContaining(words)]);
  });
});
