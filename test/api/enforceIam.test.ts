import { afterAll, beforeAll, describe, expect, it } from "@jest/globals";
import { type Api, apiAs } from "../helpers/api.ts";
import { type RunnerProcess, spawnRunner } from "../helpers/runnerProcess.ts";

const START_TIMEOUT_MS = 120_000;

const FLOW = {
  name: "Example",
  mode: "extract",
  url: "https://example.com/",
  steps: [{ type: "extract", selector: "main", fields: ["title: h1"] }],
};

/** The table of the suite's own service. */
const table =
  process.env.TEST_SERVICE_ON_DYNAMODB_LOCAL === process.env.TEST_SERVICE ? "dynamodb-local" : "embedded";

/** One transparent pixel. */
const TINY_PNG =
  "data:image/png;base64,iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNkYPhfDwAChwGA60e6kgAAAABJRU5ErkJggg==";

describe("the runner with --enforce-iam", () => {
  let runner: RunnerProcess;
  let api: Api;

  beforeAll(async () => {
    runner = spawnRunner(["--in-memory", "--table", table]);
    const service = await runner.started;
    api = apiAs(service.apiKey, { service });
  }, START_TIMEOUT_MS);
  afterAll(() => runner.end("SIGTERM"));

  it("lets functions do what their roles allow, and can remove a grant from a single function", async () => {
    const created = await api.post("/flows", FLOW);
    expect(created.status).toBe(201);

    await runner.revoke("createFlow", "dynamodb:PutItem");
    expect(await api.post("/flows", FLOW)).toMatchObject({
      status: 500,
      body: { error: { code: "internal" } },
    });
    expect(runner.complaints()).toContain(
      "createFlow/createFlow is not authorized to perform: dynamodb:PutItem on resource: arn:aws:dynamodb:",
    );

    // Nothing was written, and nobody else lost anything.
    expect((await api.get("/flows")).body).toMatchObject({ total: 1, data: [{ id: created.body.data.id }] });
    expect((await api.put(`/flows/${created.body.data.id}`, { name: "Other" })).status).toBe(200);
  });

  it("applies to objects, queues and secrets too", async () => {
    const { body } = await api.get("/flows");
    const start = () => api.post("/runs", { flowId: body.data[0].id });
    await runner.revoke("createRun", "sqs:SendMessage");
    // The run is kept before it is announced: the clock announces it later.
    expect((await start()).status).toBe(202);
    await runner.revoke("createTicket", "s3:PutObject");
    const ticket = { subject: "A picture", type: "bug", priority: "high", screenshot: TINY_PNG };
    expect((await api.post("/tickets", ticket)).status).toBe(500);
    expect(runner.complaints()).toContain("createRun is not authorized to perform: sqs:SendMessage");
    expect(runner.complaints()).toContain("createTicket is not authorized to perform: s3:PutObject");
  });
});
