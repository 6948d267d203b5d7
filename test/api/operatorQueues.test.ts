/** Follows the runbook's sections about queues and about a run that failed. */
import { afterAll, beforeAll, describe, expect, it, jest } from "@jest/globals";
import { QUEUES } from "../../src/contract/operation.ts";
import { type Api, endOfRun, newAccount } from "../helpers/api.ts";
import { type PageServer, startPageServer } from "../helpers/pageServer.ts";
import { followRunbook } from "../helpers/runbook.ts";
import { type RunnerProcess, type StartedService, spawnRunner } from "../helpers/runnerProcess.ts";

jest.setTimeout(180_000);

const MINUTE_MS = 60_000;

let site: PageServer;
let runner: RunnerProcess;
let service: StartedService;
let account: Api & { readonly accountId: string };
beforeAll(async () => {
  site = await startPageServer({ "/": { status: 404, body: "gone" } });
  runner = spawnRunner(["--in-memory", "--allow-private", `127.0.0.1:${site.port}`]);
  service = await runner.started;
  account = await newAccount("scale", undefined, service);
});
afterAll(async () => {
  await runner.end("SIGTERM");
  await site.stop();
});

const flow = () => ({
  name: "Shop",
  url: `${site.url}/`,
  mode: "extract",
  steps: [{ type: "extract", fields: ["title: h1"] }],
});

describe("the runbook", () => {
  it("says why a run failed", async () => {
    const flowId = (await account.post("/flows", flow())).body.data.id;
    const run = await endOfRun(account, (await account.post("/runs", { flowId })).body.data.id);
    const variables = { ACCOUNT: account.accountId, RUN: run.id };
    const [told] = await followRunbook("Find why a run failed", service, variables);
    expect(told).toMatchObject({
      explanation: expect.stringContaining(run.error.message),
      run: {
        id: run.id,
        status: "failed",
        error: { code: "target-failed", httpStatus: 404 },
        queue: "runs",
        workers: 1,
      },
      account: { id: account.accountId, plan: "scale", suspended: null },
    });
    expect(told.logs.at(-1)).toMatchObject({ level: "error", message: run.error.message });
    const unknown = { ...variables, RUN: "run-1234567890123456789" };
    await expect(followRunbook("Find why a run failed", service, unknown)).rejects.toThrow("There is no run");
  });

  it("shows what is stuck, and redrives it", async () => {
    const { id } = (await account.post("/flows", { ...flow(), schedule: { every: "1h" } })).body.data;
    await account.put(`/flows/${id}`, { status: "active" });
    await runner.revoke("handOverDue", "dynamodb:Query");
    // Nothing hands the schedule over, and a quarter of an hour after it came due the clock says so.
    await runner.advanceClock(75 * MINUTE_MS + 30_000);
    const printed = await followRunbook("Redrive", service);
    expect(printed[0]).toMatchObject({
      done: true,
      failed: { stuck: expect.any(Number) },
      messages: expect.arrayContaining([
        expect.objectContaining({
          queue: "stuck",
          type: "due",
          kind: "flow",
          sk: id,
          accountId: account.accountId,
        }),
      ]),
    });
    const others = printed.slice(1, -1).map(({ redriven }) => redriven);
    expect(others).toEqual(QUEUES.map(() => 0));
    expect(printed.at(-1)).toMatchObject({ redriven: printed[0].failed.stuck, failed: {} });
    expect(printed.at(-1).failed).toEqual({});
  });

  it("drains a queue", async () => {
    const printed = await followRunbook("Drain a queue", service);
    expect(printed).toHaveLength(2);
    for (const { queues } of printed)
      expect(queues.events).toEqual({ waiting: 0, inProgress: 0, delayed: 0 });
  });
});
