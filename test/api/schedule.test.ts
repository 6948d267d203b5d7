import { afterAll, beforeAll, describe, expect, it } from "@jest/globals";
import { type Api, newAccount, until } from "../helpers/api.ts";
import { type PageServer, startPageServer } from "../helpers/pageServer.ts";
import { type RunnerProcess, spawnRunner } from "../helpers/runnerProcess.ts";

const MINUTE_MS = 60_000;

/** More than any machine needs to hand over what is due. */
const HANDOVER_TIMEOUT_MS = 30_000;

let server: PageServer;
/** A service of its own: the clock of the shared one is not for one test to move. */
let runner: RunnerProcess;
let scale: Api;
let free: Api;
beforeAll(async () => {
  server = await startPageServer({
    "/list": { body: "<ul><li>one</li></ul>" },
    // The site is busy: a run on it waits for longer than the next date is away.
    "/busy": { status: 429, headers: { "retry-after": "600" }, body: "later" },
  });
  runner = spawnRunner(["--in-memory", "--allow-private", `127.0.0.1:${server.port}`]);
  const service = await runner.started;
  scale = await newAccount("scale", undefined, service);
  free = await newAccount("free", undefined, service);
}, 120_000);
afterAll(async () => {
  await runner.end("SIGTERM");
  await server.stop();
});

const flow = (path: string, schedule: object) => ({
  name: "Scheduled",
  url: `${server.url}${path}`,
  mode: "extract",
  steps: [{ type: "extract", selector: "li", fields: ["text: :scope"] }],
  schedule,
});
const activate = async (path: string, schedule: object): Promise<string> => {
  const { id } = (await scale.post("/flows", flow(path, schedule))).body.data;
  expect((await scale.put(`/flows/${id}`, { status: "active" })).status).toBe(200);
  return id;
};
const flowOf = async (id: string) => (await scale.get(`/flows/${id}`)).body.data;
const runsOf = async (id: string) => (await scale.get(`/runs?flowId=${id}`)).body.data;

describe("a schedule", () => {
  it("starts a run when it is due, and shows the next date", async () => {
    const before = Date.now();
    const id = await activate("/list", { every: "1m" });
    const due = Date.parse((await flowOf(id)).nextRunAt);
    expect(due).toBeGreaterThanOrEqual(before + MINUTE_MS);
    expect(due).toBeLessThanOrEqual(Date.now() + MINUTE_MS);
    expect(await runsOf(id)).toEqual([]);
    await runner.advanceClock(MINUTE_MS);
    const [run] = await until(
      () => runsOf(id),
      (runs) => runs[0]?.status === "completed",
      HANDOVER_TIMEOUT_MS,
    );
    expect(run).toMatchObject({ origin: "schedule", status: "completed", itemsExtracted: 1 });
    expect(Date.parse(run.startedAt)).toBeGreaterThanOrEqual(due);
    const next = Date.parse((await flowOf(id)).nextRunAt);
    expect(next).toBeGreaterThan(due);
    expect((next - due) % MINUTE_MS).toBe(0);
    await scale.put(`/flows/${id}`, { status: "paused" });
    expect((await flowOf(id)).nextRunAt).toBeNull();
  });

  it("skips a date while the previous run is in progress, and says so", async () => {
    const id = await activate("/busy", { cron: "* * * * *", timezone: "UTC" });
    const skips = async () =>
      (await scale.get("/activity?limit=200")).body.data.filter(
        (entry: { type: string; flowId: string }) => entry.type === "run.skipped" && entry.flowId === id,
      );
    await runner.advanceClock(MINUTE_MS);
    await until(
      () => runsOf(id),
      (runs) => runs[0]?.status === "running",
      HANDOVER_TIMEOUT_MS,
    );
    await runner.advanceClock(MINUTE_MS);
    const [skip] = await until(skips, (entries) => entries.length > 0, HANDOVER_TIMEOUT_MS);
    expect(skip.message).toBe(
      'A scheduled run of "Scheduled" was skipped: the last one is still in progress.',
    );
    const runs = await runsOf(id);
    expect(runs).toMatchObject([{ origin: "schedule", status: "running" }]);
    await scale.put(`/flows/${id}`, { status: "paused" });
    await scale.post(`/runs/${runs[0].id}/cancel`);
  });
});

describe("the minimum interval of a schedule", () => {
  it.each([
    [{ every: "4m" }, "schedule.every"],
    [{ cron: "*/4 * * * *" }, "schedule.cron"],
  ])(
    "is five minutes on the free plan: %j is refused with the field and the plan's limit",
    async (schedule, path) => {
      const answer = await free.post("/flows", flow("/list", schedule));
      expect(answer).toMatchObject({ status: 400, body: { error: { details: [{ path }] } } });
      expect(answer.body.error.message).toMatch(
        /every 5 minutes, the shortest interval of the free plan: .*POST \/checkout/,
      );
      const flowId = (await free.post("/flows", flow("/list", { every: "5m" }))).body.data.id;
      expect((await free.put(`/flows/${flowId}`, { schedule })).status).toBe(400);
    },
  );

  it("is one minute on a higher plan, as GET /account says", async () => {
    for (const schedule of [{ every: "1m" }, { cron: "* * * * *" }])
      expect((await scale.post("/flows", flow("/list", schedule))).status).toBe(201);
    expect((await scale.get("/account")).body.data.limits.minIntervalMinutes).toBe(1);
    expect((await free.get("/account")).body.data.limits.minIntervalMinutes).toBe(5);
  });

  it("refuses invalid intervals", async () => {
    for (const every of ["0m", "30s", "5", "-5m"])
      expect((await scale.post("/flows", flow("/list", { every }))).status).toBe(400);
  });
});

describe("a cron expression with a value out of range", () => {
  it.each(["61 * * * *", "*/0 * * * *", "* * * * 8"])("is refused with the ranges: %s", async (cron) => {
    const { body } = await free.post("/flows", flow("/list", { cron }));
    expect(body.error.message).toMatch(
      /^The flow is not valid: schedule\.cron must .*minute \(0-59\).*\)\.$/,
    );
  });
});
