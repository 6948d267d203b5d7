/** Commands beyond flows and runs, used as a person or a script does. */
import { mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, beforeAll, describe, expect, it } from "@jest/globals";
import { type Api, endOfRun, newAccount, testService } from "../helpers/api.ts";
import { runCli } from "../helpers/cli.ts";
import { type PageServer, startPageServer } from "../helpers/pageServer.ts";
import { startWebhookReceiver, type WebhookReceiver } from "../helpers/webhookReceiver.ts";

const LIST = "<ul><li><b>Lamp</b><i>£9.50</i></li><li><b>Chair</b><i>£20</i></li></ul>";

let account: Api;
let pages: PageServer;
beforeAll(async () => {
  account = await newAccount();
  pages = await startPageServer({ "/list": { body: LIST } });
});
afterAll(() => pages.stop());

const gleaner = (...args: string[]) => runCli(args, { apiKey: account.apiKey });
const json = async (...args: string[]) => {
  const { exitCode, stdout, stderr } = await gleaner(...args, "--json");
  expect([exitCode, stderr]).toEqual([0, ""]);
  return JSON.parse(stdout);
};

const TICKET = { subject: "Prices are missing", type: "bug", priority: "high" };
const FIELDS = ["--selector", "li", "--field", "name: b", "--field", "price: i", "--schema", "name,price"];

describe("flows create, with options", () => {
  it("creates the flow and shows its items", async () => {
    const { id } = await json("flows", "create", "--page", `${pages.url}/list`, ...FIELDS, "--every", "1d");
    const { data: flow } = (await account.get(`/flows/${id}`)).body;
    expect(flow).toMatchObject({
      name: "127.0.0.1",
      mode: "extract",
      steps: [{ type: "extract", selector: "li", fields: expect.anything() }],
      outputSchema: { name: "string", price: "price" },
      schedule: { every: "1d" },
    });
    const run = await json("run", id);
    await endOfRun(account, run.id);
    expect(await json("runs", "items", run.id)).toEqual([
      { name: "Lamp", price: 9.5 },
      { name: "Chair", price: 20 },
    ]);
    const { stdout } = await gleaner("runs", "items", run.id, "--limit", "1");
    expect(stdout).toMatch(/^NAME\s+PRICE\nLamp\s+£9\.50\n$/);
    const dear = ["--where", "price > 10", "--sort", "-price"];
    expect(await json("runs", "items", run.id, ...dear)).toEqual([{ name: "Chair", price: 20 }]);
    expect((await gleaner("export", run.id, ...dear)).stdout).toBe('{"name":"Chair","price":20}\n');
  });

  it.each([
    [["--name", "x"], "--page"],
    [["--page", "nowhere"], '"nowhere" is not a URL'],
    [["--page", "https://a.example", "--field", "name: b", "--next", "a"], "--selector"],
    [["flow.json", "--name", "x"], "not both"],
  ])("refuses %j with an explanation", async (args, words) => {
    const { exitCode, stderr } = await gleaner("flows", "create", ...args);
    expect([exitCode, stderr]).toEqual([2, expect.stringContaining(words)]);
  });
});

describe("runs over inputs and lists", () => {
  it("converts inputs to the types that the flow declares", async () => {
    const flow = { name: "In", mode: "extract", url: `${pages.url}/{{input.path}}?n={{input.n}}` };
    const inputs = { path: "string", n: "number" };
    const made = await account.post("/flows", { ...flow, inputs });
    const { id } = made.body.data;
    const run = await json("runs", "create", id, "--input", "path=list", "--input", "n=2");
    await endOfRun(account, run.id);
    expect(await json("runs", "get", run.id)).toMatchObject({
      status: "completed",
      input: { path: "list", n: 2 },
    });
    const missing = await gleaner("runs", "create", id, "--input", "n=2");
    expect([missing.exitCode, missing.stderr]).toEqual([2, expect.stringContaining("input.path")]);
    const unwritten = await gleaner("runs", "create", id, "--input", "path");
    expect([unwritten.exitCode, unwritten.stderr]).toEqual([2, expect.stringContaining("name=value")]);
  });

  it("saves a list in a flow, from a pipe or a file", async () => {
    const { id } = await json("flows", "create", "--page", `${pages.url}/list`, ...FIELDS);
    const { apiKey } = account;
    const piped = await runCli(["flows", "update", id, "--urls", "-"], {
      apiKey,
      stdin: `${pages.url}/list`,
    });
    expect([piped.exitCode, piped.stderr]).toEqual([0, ""]);
    const flow = async () => (await account.get(`/flows/${id}`)).body.data;
    expect(await flow()).toMatchObject({ urls: [`${pages.url}/list`], uploadId: null, urlCount: 1 });
    const folder = mkdtempSync(join(tmpdir(), "gleaner-urls-"));
    const [list, changes] = ["list.csv", "changes.json"].map((name) => join(folder, name)) as [
      string,
      string,
    ];
    writeFileSync(list, `name,url\nA,${pages.url}/list\nB,${pages.url}/gone\n`);
    writeFileSync(changes, '{ "name": "Listed" }');
    await json("flows", "update", id, changes, "--urls", list);
    expect(await flow()).toMatchObject({ name: "Listed", urls: [], urlCount: 2 });
    rmSync(folder, { recursive: true });
    for (const [args, reason] of [
      [[], "Give a file"],
      [["-", "--urls", "-"], "not both"],
    ] as const) {
      const refused = await runCli(["flows", "update", id, ...args], { apiKey, stdin: "{}" });
      expect([refused.exitCode, refused.stderr]).toEqual([2, expect.stringContaining(reason)]);
    }
  });

  it("opens the URLs from a pipe, lists those that failed, and retries them", async () => {
    const { id } = await json("flows", "create", "--page", `${pages.url}/list`, ...FIELDS);
    const stdin = `${pages.url}/list\r\n\n${pages.url}/gone\n`;
    const started = await runCli(["runs", "create", id, "--urls", "-", "--json"], {
      apiKey: account.apiKey,
      stdin,
    });
    const run = JSON.parse(started.stdout);
    await endOfRun(account, run.id);
    expect(await json("runs", "pages", run.id)).toMatchObject([
      { url: `${pages.url}/list`, status: "completed", items: 2 },
      { url: `${pages.url}/gone`, status: "failed", error: expect.anything() },
    ]);
    const { stdout } = await gleaner("runs", "pages", run.id, "--status", "failed");
    expect(stdout).toMatch(/^STATUS\s+ITEMS\s+URL\s+ERROR\nfailed\s+0\s+\S+\/gone\s+.*404/);
    expect(stdout).not.toContain("/list");
    const again = await json("runs", "retry", run.id, "--failed");
    await endOfRun(account, again.id);
    expect(await json("runs", "pages", again.id)).toMatchObject([{ url: `${pages.url}/gone` }]);
  });
});

describe("other commands", () => {
  it("links: creates, lists and revokes them", async () => {
    const { id: flowId } = await json("flows", "create", "--page", `${pages.url}/list`, ...FIELDS);
    await endOfRun(account, (await json("run", flowId)).id);
    const made = await json("links", "create", flowId, "Sheet");
    for (const link of [made.csv, made.xlsx, made.json, made.ndjson, made.changes])
      expect((await fetch(link)).status).toBe(200);
    expect(await json("links", "list", flowId)).toMatchObject([{ id: made.id, name: "Sheet" }]);
    const rotated = await json("links", "rotate", flowId, made.id);
    expect([(await fetch(made.csv)).status, (await fetch(rotated.csv)).status]).toEqual([401, 200]);
    await json("links", "revoke", flowId, made.id);
    expect((await fetch(rotated.csv)).status).toBe(401);
  });

  it("records: shows the records of a monitor as columns", async () => {
    const { id } = await json(
      "flows",
      "create",
      "--page",
      `${pages.url}/list`,
      "--mode",
      "monitor",
      ...FIELDS,
    );
    await endOfRun(account, (await json("run", id)).id);
    const { stdout } = await gleaner("flows", "records", id);
    expect(stdout).toMatch(/^NAME\s+PRICE\s+KEY\nLamp\s+£9\.50\s/);
  });

  it("secrets: reads the value from a pipe, and never shows it", async () => {
    const { id } = await json("flows", "create", "--page", `${pages.url}/list`);
    const set = await runCli(["secrets", "set", id, "password"], {
      apiKey: account.apiKey,
      stdin: "hunter2!\n",
    });
    expect([set.exitCode, set.stdout.includes("hunter2")]).toEqual([0, false]);
    expect(await json("secrets", "list", id)).toEqual([{ name: "password", useAs: "{{secret.password}}" }]);
    await json("secrets", "delete", id, "password");
    expect(await json("secrets", "list", id)).toEqual([]);
    const nothing = await runCli(["secrets", "set", id, "password"], { apiKey: account.apiKey, stdin: "" });
    expect([nothing.exitCode, nothing.stderr]).toEqual([2, expect.stringContaining("No value")]);
  });

  it("usage: shows what is used of each limit", async () => {
    const { stdout } = await gleaner("usage");
    expect(stdout).toMatch(/^plan\s+scale\n/);
    expect(stdout).toMatch(/\nruns\s+\d+ of 1,000,000\n/);
    // The price is that which the service under test was started with.
    expect(stdout).toMatch(/^pro price\s+€29\.00 per month or €290\.50 per year$/m);
    expect(await json("usage")).toMatchObject({ plan: "scale", usage: { runs: expect.any(Number) } });
  });

  it("tickets: lists and deletes them", async () => {
    const { id } = (await account.post("/tickets", TICKET)).body.data;
    expect(await json("tickets", "list", "--status", "open")).toMatchObject([
      { id, subject: TICKET.subject },
    ]);
    await json("tickets", "delete", id);
    expect(await json("tickets", "list")).toEqual([]);
  });

  it("alerts: lists them and marks them as read", async () => {
    const { id } = await json("flows", "create", "--page", `${pages.url}/missing`, ...FIELDS);
    await endOfRun(account, (await json("run", id)).id);
    const alerts = await json("alerts", "list", "--unread");
    const own = alerts.find(({ flowId }: { flowId: string }) => flowId === id);
    expect(own).toMatchObject({ type: "run_failed", severity: "warning" });
    expect(await json("alerts", "read", own.id)).toMatchObject({ read: true });
    await json("alerts", "read");
    expect(await json("alerts", "list", "--unread")).toEqual([]);
    await json("alerts", "delete", own.id);
  });

  it("open: prints the dashboard's URL, and opens nothing without a terminal", async () => {
    const { exitCode, stdout } = await gleaner("open", "run-1");
    expect([exitCode, stdout]).toEqual([0, `${testService().dashboard.replace(/\/+$/, "")}/runs/run-1\n`]);
    expect((await gleaner("open", "nothing-1")).exitCode).toBe(2);
  });
});

describe("webhooks", () => {
  let receiver: WebhookReceiver;
  beforeAll(async () => {
    receiver = await startWebhookReceiver();
  });
  afterAll(() => receiver.stop());

  it("are created, tested, redelivered and deleted", async () => {
    const { id } = await json("webhooks", "create", `${receiver.url}/hook`, "--events", "run.completed");
    expect(await json("webhooks", "test", id)).toMatchObject({ status: "succeeded" });
    const [delivery] = await json("webhooks", "deliveries", id);
    expect(delivery.event).toBe("webhook.test");
    expect((await gleaner("webhooks", "replay", delivery.id)).exitCode).toBe(0);
    await json("webhooks", "delete", id);
  });

  it("exit with an error code if a test delivery failed", async () => {
    receiver.behave("/broken", { status: 500 });
    const { id } = await json("webhooks", "create", `${receiver.url}/broken`);
    const { exitCode, stderr } = await gleaner("webhooks", "test", id);
    expect([exitCode, stderr]).toEqual([1, expect.stringContaining("did not accept the test event")]);
  });

  it("can go to Slack", async () => {
    const made = await json(
      "webhooks",
      "create",
      `${receiver.url}/slack`,
      "--slack",
      "--min-severity",
      "warning",
    );
    expect(made).toMatchObject({ format: "slack", minSeverity: "warning", events: ["alert.created"] });
    expect(made.url).not.toContain("/slack");
    await json("webhooks", "test", made.id);
    const message = receiver.delivered.find(({ path }) => path === "/slack");
    expect(JSON.parse(message?.body ?? "").text).toContain("test event");
    const both = await gleaner("webhooks", "create", receiver.url, "--slack", "--events", "run.failed");
    expect(both.exitCode).toBe(2);
  });
});
