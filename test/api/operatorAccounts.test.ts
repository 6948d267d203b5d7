/** Follows the runbook's sections about accounts and the service secret. */
import { setTimeout as pause } from "node:timers/promises";
import { afterAll, beforeAll, describe, expect, it, jest } from "@jest/globals";
import { type Api, newAccount, until } from "../helpers/api.ts";
import { type PageServer, startPageServer } from "../helpers/pageServer.ts";
import { followRunbook } from "../helpers/runbook.ts";
import { type RunnerProcess, type StartedService, spawnRunner } from "../helpers/runnerProcess.ts";

jest.setTimeout(180_000);

const MINUTE_MS = 60_000;
const PAGES = 400;
/** The site asks for a second between pages. */
const SEVERAL_PAGES_MS = 6_000;

let site: PageServer;
let runner: RunnerProcess;
let service: StartedService;
beforeAll(async () => {
  site = await startPageServer({
    "/robots.txt": { body: "User-agent: *\nCrawl-delay: 1\n", headers: { "content-type": "text/plain" } },
    ...Object.fromEntries(
      Array.from({ length: PAGES }, (_, i) => [
        `/${i}`,
        { body: `<h1>Page ${i}</h1><a class="next" href="/${i + 1}">next</a>` },
      ]),
    ),
  });
  runner = spawnRunner(["--in-memory", "--allow-private", `127.0.0.1:${site.port}`]);
  service = await runner.started;
});
afterAll(async () => {
  await runner.end("SIGTERM");
  await site.stop();
});

const flow = () => ({
  name: "Slow",
  url: `${site.url}/0`,
  mode: "extract",
  steps: [
    { type: "extract", fields: ["title: h1"] },
    { type: "paginate", selector: "a.next", maxPages: PAGES },
  ],
});

const auditOf = async (account: Api): Promise<string[]> =>
  (await account.get("/audit")).body.data.map(({ action }: { action: string }) => action);

describe("the runbook", () => {
  it("creates an account, shows it and changes its plan", async () => {
    const account = await newAccount("free", undefined, service);
    const printed = await followRunbook("Accounts", service, { ACCOUNT: account.accountId });
    expect(printed).toMatchObject([
      { accountId: expect.stringMatching(/^acct-/), apiKey: expect.stringMatching(/^gl_live_/) },
      { id: account.accountId, plan: "free", suspended: null, subscription: null },
      { id: account.accountId, plan: "pro" },
    ]);
    expect((await account.get("/account")).body.data).toMatchObject({ plan: "pro" });
    expect(await auditOf(account)).toContain("account.plan_changed");
  });

  it("suspends an account, whose worker stops within a minute, and resumes it where it stopped", async () => {
    const account = await newAccount("scale", undefined, service);
    const flowId = (await account.post("/flows", flow())).body.data.id;
    const runId = (await account.post("/runs", { flowId })).body.data.id;
    const pagesOf = async () => (await account.get(`/runs/${runId}`)).body.data.pagesFetched;
    await until(pagesOf, (pages) => pages > 0);
    await followRunbook("Suspend an account", service, { ACCOUNT: account.accountId }, async (command) => {
      if (!command.includes("--suspend")) return;
      for (const answer of [await account.get("/runs"), await account.post("/runs", { flowId })])
        expect(answer).toMatchObject({
          status: 403,
          body: {
            error: {
              code: "account-suspended",
              message: "This account is suspended: Unpaid since May.",
              retryable: false,
            },
          },
        });
      const isQuiet = async (): Promise<boolean> => {
        const before = site.requests.length;
        await pause(SEVERAL_PAGES_MS);
        return site.requests.length === before;
      };
      // The worker opens a page a second, until it looks at the account.
      await runner.advanceClock(MINUTE_MS / 2);
      await until(isQuiet, (quiet) => quiet);
      await runner.advanceClock(MINUTE_MS);
      expect(await isQuiet()).toBe(true);
    });
    const stoppedAt = await pagesOf();
    await runner.advanceClock(MINUTE_MS);
    await until(pagesOf, (pages) => pages > stoppedAt);
    expect((await account.post(`/runs/${runId}/cancel`)).status).toBe(200);
    expect(await auditOf(account)).toEqual(expect.arrayContaining(["account.suspended", "account.resumed"]));
  });

  it("rotates the service secret without losing anything", async () => {
    const account = await newAccount("scale", undefined, service);
    for (let i = 0; i < 2; i += 1) await account.post("/flows", { ...flow(), name: `Flow ${i}` });
    const { nextCursor, data } = (await account.get("/flows?limit=1")).body;
    const secretPath = `/flows/${data[0].id}/secrets/password`;
    expect((await account.put(secretPath, { value: "hunter2" })).status).toBe(200);
    const printed = await followRunbook("The service secret", service, {}, async (command) => {
      if (command.includes("--rotate")) await runner.advanceClock(11 * MINUTE_MS);
    });
    expect(printed[0]).toMatchObject({ current: 1, versions: [{ version: 1 }, { version: 2 }] });
    expect(JSON.stringify(printed)).not.toMatch(/[\w-]{40}/);
    const cursor = (await account.get(`/flows?limit=1&cursor=${nextCursor}`)).body;
    expect(cursor.data).toHaveLength(1);
    const fresh = (await account.get("/flows?limit=1")).body.nextCursor;
    expect((await account.get(`/flows?limit=1&cursor=${fresh}`)).status).toBe(200);
    await expect(followRunbook("The service secret", service)).rejects.toThrow("Rotate again after that");
  });

  it("deletes an account", async () => {
    const account = await newAccount("free", undefined, service);
    const [deleted] = await followRunbook("Delete an account", service, { ACCOUNT: account.accountId });
    expect(deleted).toMatchObject({ accountId: account.accountId, done: true });
    expect((await account.get("/account")).status).toBe(401);
  });

  it("reports an account that does not exist", async () => {
    const ACCOUNT = "acct-1234567890123456789";
    await expect(followRunbook("Suspend an account", service, { ACCOUNT })).rejects.toThrow(
      `There is no account ${ACCOUNT}`,
    );
  });
});
