/** Follows the runbook's section about denied targets, on everything that contacts a target. */
import { afterAll, beforeAll, describe, expect, it, jest } from "@jest/globals";
import { type Api, endOfRun, newAccount, until } from "../helpers/api.ts";
import { type PageServer, startPageServer } from "../helpers/pageServer.ts";
import { followRunbook } from "../helpers/runbook.ts";
import { type RunnerProcess, type StartedService, spawnRunner } from "../helpers/runnerProcess.ts";

jest.setTimeout(240_000);

const MINUTE_MS = 60_000;
const TARGET = "127.0.0.1";
const ERROR = {
  code: "target-denied",
  message: `The operator of this service denies connections to ${TARGET} (rule: ${TARGET}).`,
};

let site: PageServer;
let runner: RunnerProcess;
let service: StartedService;
let account: Api;
beforeAll(async () => {
  site = await startPageServer({
    "/": { body: "<title>Shop</title><h1>Shop</h1>" },
    "/hook": { body: "thanks" },
  });
  runner = spawnRunner(["--in-memory", "--allow-private", `127.0.0.1:${site.port}`]);
  service = await runner.started;
  account = await newAccount("scale", undefined, service);
});
afterAll(async () => {
  await runner.end("SIGTERM");
  await site.stop();
});

const flowIn = (render: "static" | "browser") => ({
  name: render,
  url: `${site.url}/`,
  mode: "extract",
  render,
  steps: [{ type: "extract", fields: ["title: h1"] }],
});

describe("a denied target", () => {
  it("is no longer contacted a minute after the rule, and contacted again once the rule is removed", async () => {
    const url = `${site.url}/`;
    const flows = await Promise.all(
      (["static", "browser"] as const).map(
        async (render) => (await account.post("/flows", flowIn(render))).body.data.id,
      ),
    );
    const hook = (await account.post("/webhooks", { url: `${site.url}/hook`, events: ["run.failed"] })).body
      .data;
    const runAll = () =>
      Promise.all(
        flows.map(async (flowId) =>
          endOfRun(account, (await account.post("/runs", { flowId })).body.data.id),
        ),
      );
    expect((await runAll()).map(({ status }) => status)).toEqual(["completed", "completed"]);

    const checkDenied = async (): Promise<void> => {
      const before = site.requests.length;
      const requests: [string, object][] = [
        ["/extract", { url, schema: { title: "string" } }],
        ["/extract", { url, schema: { title: "string" }, render: "browser" }],
        ["/map", { url }],
        ["/screenshot", { url }],
        ["/inspections", { url }],
        ["/generate", { url, prompt: "titles" }],
      ];
      for (const [path, body] of requests)
        expect([path, await account.post(path, body)]).toMatchObject([
          path,
          { status: 422, body: { error: ERROR } },
        ]);
      for (const run of await runAll()) expect(run).toMatchObject({ status: "failed", error: ERROR });
      const [delivery] = await until(
        async () => (await account.get(`/webhooks/${hook.id}/deliveries`)).body.data,
        (deliveries) => deliveries[0]?.attempts.length > 0,
      );
      expect(delivery.attempts[0]).toMatchObject({ error: ERROR });
      expect(site.requests.slice(before)).toEqual([]);
    };

    const printed = await followRunbook("Deny a target", service, { TARGET }, async (command) => {
      await runner.advanceClock(MINUTE_MS);
      if (command.includes("--add")) await checkDenied();
    });
    const rule = { rule: TARGET, reason: "The owner wrote on 23 November." };
    expect(printed).toMatchObject([{ rules: [rule] }, { rules: [rule] }, { rules: [] }]);
    expect((await runAll()).map(({ status }) => status)).toEqual(["completed", "completed"]);
  });
});
