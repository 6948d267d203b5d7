import { afterAll, beforeAll, expect, it } from "@jest/globals";
import { type Api, endOfRun, newAccount } from "../helpers/api.ts";
import { type PageServer, startPageServer } from "../helpers/pageServer.ts";

let server: PageServer;
let api: Api;
let flowId: string;

beforeAll(async () => {
  server = await startPageServer({
    "/search?q=oak%20kettle": { body: "<h1>Oak Kettle</h1>" },
    "/search?q=tin%26cup": { body: "<h1>Tin & Cup</h1>" },
  });
  api = await newAccount();
  const flow = {
    name: "Search",
    mode: "extract",
    url: `${server.url}/search?q={{input.query}}`,
    inputs: { query: "string" },
    steps: [{ type: "extract", fields: ["name: h1"] }],
  };
  flowId = (await api.post("/flows", flow)).body.data.id;
});
afterAll(() => server.stop());

const itemsOf = async (id: string) => (await api.get(`/runs/${id}/items`)).body.data;

it("runs a flow with the input of each run, shows it, and keeps it on retry", async () => {
  const { status, body } = await api.post("/runs", { flowId, input: { query: "oak kettle" } });
  expect([status, body.data.input]).toEqual([202, { query: "oak kettle" }]);
  const run = await endOfRun(api, body.data.id);
  expect(run).toMatchObject({ status: "completed", input: { query: "oak kettle" } });
  expect(await itemsOf(run.id)).toEqual([{ name: "Oak Kettle" }]);

  const trigger = { flowId, trigger: "test", input: { query: "tin&cup" } };
  const triggered = await endOfRun(api, (await api.post("/runs/trigger", trigger)).body.data.id);
  expect(await itemsOf(triggered.id)).toEqual([{ name: "Tin & Cup" }]);

  const again = await api.post(`/runs/${triggered.id}/retry`, {});
  expect(again.body.data.input).toEqual({ query: "tin&cup" });
  expect(await itemsOf((await endOfRun(api, again.body.data.id)).id)).toEqual([{ name: "Tin & Cup" }]);

  const audit = (await api.get(`/audit?resource=${run.id}`)).body.data;
  expect(audit[0].metadata).toMatchObject({ flowId, input: { query: "oak kettle" } });
});

it.each([
  [{}, "input.query", "is required: the flow declares it"],
  [{ query: "a", other: "b" }, "input.other", "is not declared in the flow's `inputs`"],
  [{ query: "{{secret.password}}" }, "input.query", 'must not contain "{{"'],
])("refuses the input %j", async (input, path, message) => {
  const { status, body } = await api.post("/runs", { flowId, input });
  expect(status).toBe(400);
  expect(body.error.details).toEqual([{ path, message }]);
});

it("starts scheduled runs with the schedule's input only", async () => {
  const { status, body } = await api.put(`/flows/${flowId}`, { schedule: { every: "1d" } });
  expect([status, body.error.details[0].path]).toEqual([400, "schedule.input.query"]);
  const schedule = { every: "1d", input: { query: "oak kettle" } };
  expect((await api.put(`/flows/${flowId}`, { schedule })).status).toBe(200);
  expect((await api.get(`/flows/${flowId}`)).body.data.schedule).toEqual(schedule);
});
