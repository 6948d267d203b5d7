/** The service document, statement by statement: flows, runs and extraction. docs/conformance.md is made from the titles. */
import { beforeAll, describe, expect, it } from "@jest/globals";
import type { Answer } from "../../helpers/api.ts";
import * as fields from "./fields.ts";
import {
  data,
  filter,
  firstOf,
  get,
  isNotConfigured,
  list,
  once,
  shows,
  single,
  useWorld,
  world,
} from "./statements.ts";
import { flowBody } from "./world.ts";

useWorld();

describe("GET /flows", () => {
  list("/flows");
  shows(get("/flows"), firstOf, fields.FLOW_SUMMARY);
  filter("/flows", "status", fields.FLOW_STATUSES);
  filter("/flows", "mode", fields.MODES);
});

describe("POST /flows", () => {
  single(() => world.made.flow, 201);
  shows(() => world.made.flow, data, fields.FLOW_CREATED);
  it("takes name, description, url, mode, steps, outputSchema, and GET /flows/:id shows them", async () => {
    expect((await world.api.get(`/flows/${world.flowId}`)).body.data).toMatchObject(flowBody(world.pages));
  });
  it("takes name, url, mode as its shortest request", async () => {
    const body = { name: "Short", url: "https://shop.example/", mode: "monitor" };
    expect((await world.api.post("/flows", body)).status).toBe(201);
  });
  it("takes a step without a label, and shows the steps as they were sent", async () => {
    const steps = [{ type: "navigate" }, { type: "extract", label: "all", fields: ["title"] }];
    const { body } = await world.api.post("/flows", { ...flowBody(world.pages), steps });
    expect((await world.api.get(`/flows/${body.data.id}`)).body.data.steps).toEqual(steps);
  });
  it("takes steps that carry url (string), selector (string) and fields (array of strings)", async () => {
    const step = { type: "extract", url: world.pages.url, selector: "article", fields: ["title"] };
    expect((await world.api.post("/flows", { ...flowBody(world.pages), steps: [step] })).status).toBe(201);
  });
});

describe("GET /flows/:id", () => {
  const read = () => world.api.get(`/flows/${world.flowId}`);
  single(read, 200);
  shows(read, data, fields.FLOW);
});

describe("PUT /flows/:id", () => {
  let updated: Answer;
  beforeAll(async () => {
    const { body } = await world.api.post("/flows", flowBody(world.pages));
    updated = await world.api.put(`/flows/${body.data.id}`, { name: "Renamed", status: "active" });
  });
  single(() => updated, 200);
  shows(() => updated, data, fields.FLOW_UPDATED);
  it("leaves unsupplied fields unchanged", async () => {
    const { name, status, ...rest } = flowBody(world.pages) as Record<string, unknown>;
    const flow = (await world.api.get(`/flows/${updated.body.data.id}`)).body.data;
    expect(flow).toMatchObject({ ...rest, name: "Renamed", status: "active" });
  });
  it.each(fields.FLOW_STATUSES.flatMap((from) => fields.FLOW_STATUSES.map((to) => [from, to])))(
    "takes a flow from %s to %s, and merges the other supplied fields",
    async (from, to) => {
      const id = updated.body.data.id;
      await world.api.put(`/flows/${id}`, { status: from });
      const { body } = await world.api.put(`/flows/${id}`, { status: to, description: `${from} to ${to}` });
      expect(body.data.status).toBe(to);
      expect((await world.api.get(`/flows/${id}`)).body.data.description).toBe(`${from} to ${to}`);
    },
  );
});

describe("DELETE /flows/:id", () => {
  it("answers 200 with {message: string}, not wrapped in data, that names the flow id", async () => {
    const { id } = (await world.api.post("/flows", flowBody(world.pages))).body.data;
    const { status, body } = await world.api.remove(`/flows/${id}`);
    expect(status).toBe(200);
    expect(body).toEqual({ message: expect.stringContaining(id) });
    expect((await world.api.get(`/flows/${id}`)).status).toBe(404);
  });
});

describe("GET /runs", () => {
  list("/runs");
  shows(get("/runs"), firstOf, fields.RUN_SUMMARY);
  filter("/runs", "status", fields.RUN_STATUSES);
  it("flowId filters by flow, alone and with status", async () => {
    const { body } = await world.api.get(`/runs?flowId=${world.flowId}`);
    expect(body.total).toBe(2);
    for (const run of body.data) expect(run.flowId).toBe(world.flowId);
    expect((await world.api.get(`/runs?flowId=${world.flowId}&status=completed`)).body.total).toBe(2);
    expect((await world.api.get(`/runs?flowId=${world.flowId}&status=failed`)).body.total).toBe(0);
  });
});

describe("POST /runs", () => {
  single(() => world.made.run, 202);
  shows(() => world.made.run, data, fields.RUN_CREATED);
  it("makes a queued run with cost 0 and startedAt set", () => {
    expect(world.made.run.body.data).toMatchObject({ status: "queued", cost: 0, flowName: "Books" });
  });
});

describe("GET /runs/:id", () => {
  const read = () => world.api.get(`/runs/${world.runId}`);
  single(read, 200);
  shows(read, data, fields.RUN);
  describe("each entry of logs", () => {
    shows(read, (body) => body.data.logs[0], fields.LOG_ENTRY);
  });
  it("includes the full logs array, with entries of level info", async () => {
    const { logs } = (await read()).body.data;
    expect(logs.map(({ level }: { level: string }) => level)).toContain("info");
  });
  it("alone carries logs and outputPreview", async () => {
    const [run] = (await world.api.get("/runs")).body.data;
    expect(run).not.toHaveProperty("logs");
    expect(run).not.toHaveProperty("outputPreview");
    expect((await read()).body.data.outputPreview).toEqual([{ title: "Books" }]);
  });
});

describe("POST /runs/trigger", () => {
  single(() => world.made.trigger, 202);
  shows(() => world.made.trigger, data, fields.RUN_TRIGGERED);
  it("echoes the trigger value, which the run keeps", async () => {
    const { id, trigger } = world.made.trigger.body.data;
    expect(trigger).toBe("cron");
    expect((await world.api.get(`/runs/${id}`)).body.data.trigger).toBe("cron");
  });
});

describe("POST /extract", () => {
  const read = once(() =>
    world.api.post("/extract", {
      url: `${world.pages.url}/books`,
      instructions: "The title",
      schema: { title: "string" },
    }),
  );
  single(read, 200);
  shows(read, data, fields.EXTRACTION);
  it("takes a url alone", async () => {
    const answer = await world.api.post("/extract", { url: `${world.pages.url}/books` });
    if (!isNotConfigured(answer)) expect(answer.status).toBe(200);
  });
});

describe("POST /generate", () => {
  const read = once(() =>
    world.api.post("/generate", { prompt: "All books with prices", url: `${world.pages.url}/shelf` }),
  );
  single(read, 200);
  shows(read, data, fields.GENERATED);
});
