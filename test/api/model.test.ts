import { afterAll, beforeAll, beforeEach, describe, expect, it, jest } from "@jest/globals";
import { createTransport } from "../../client/transport.ts";
import type { Answer } from "../helpers/api.ts";
import { type ModelServer, startModelServer } from "../helpers/modelServer.ts";
import { type PageServer, startPageServer } from "../helpers/pageServer.ts";
import { type RunnerProcess, spawnRunner } from "../helpers/runnerProcess.ts";

jest.setTimeout(120_000);

const ROW = (name: string) => `<li class="lamp"><h3>${name}</h3><p class="cost">${name.length} EUR</p></li>`;
const LAMPS = `<html lang="en"><body><main><h1>Lamps</h1><ul>${["Anna", "Berta", "Clara", "Dora", "Emilia"].map(ROW).join("")}</ul></main></body></html>`;
const STOOL = `<html lang="en"><head><title>Oak stool</title></head><body><main><h1>Oak stool</h1>
<p>A stool of solid oak, oiled by hand, which the joiners of Harzgerode have built since 1911.</p></main></body></html>`;

describe("a deployment with a language model", () => {
  let model: ModelServer;
  let pages: PageServer;
  let runner: RunnerProcess;
  let send: (method: string, path: string, request?: { body?: unknown }) => Promise<Answer>;

  beforeAll(async () => {
    model = await startModelServer();
    pages = await startPageServer({ "/lamps": { body: LAMPS }, "/stool": { body: STOOL } });
    const targets = [model.port, pages.port].map((port) => `127.0.0.1:${port}`).join(",");
    runner = spawnRunner(["--in-memory", "--allow-private", targets], {
      MODEL_BASE_URL: model.baseUrl,
      MODEL_ID: "test-model",
      MODEL_API_KEY: "model-key-canary",
      MODEL_PRICES: "2/10",
    });
    const { url, apiKey } = await runner.started;
    send = createTransport({ url, apiKey, retries: 20 }).send;
  }, 120_000);
  afterAll(async () => {
    await runner.end("SIGTERM");
    await pages.stop();
    await model.stop();
  });
  beforeEach(() => model.answerWith({ status: 500 }));

  const post = (path: string, body: object): Promise<Answer> => send("POST", path, { body });
  const extractStool = () =>
    post("/extract?explain=true", {
      url: `${pages.url}/stool`,
      schema: { title: "string", workshopTown: "string", motto: "string" },
    });
  const generate = () =>
    post("/generate", { prompt: "title and cost of all lamps", url: `${pages.url}/lamps` });
  const proposal = (itemSelector: string, price: string) => ({
    value: {
      name: "Lamps of the house",
      description: "Every lamp with its price.",
      itemSelector,
      fields: [
        { name: "title", type: "string", selector: "h3", attribute: null },
        { name: "price", type: "price", selector: price, attribute: null },
      ],
    },
  });

  it("reports the model as up in its health check, after authenticating with the configured key", async () => {
    const { body } = await send("GET", "/health");
    expect(body.services.ai).toBe("up");
    expect(model.keys.at(-1)).toBe("Bearer model-key-canary");
  });

  it("asks it for missing values, and accepts nothing that is not on the page", async () => {
    model.answerWith({
      value: { items: [{ title: "Pine stool", workshopTown: "Harzgerode", motto: "Built to outlive you" }] },
    });
    const { status, body } = await extractStool();
    expect(status).toBe(200);
    expect(body.data.items).toEqual([{ title: "Oak stool", workshopTown: "Harzgerode", motto: null }]);
    expect(body.data.explanation[0].workshopTown.source).toBe("model");
    // 1,000 tokens in at $2 a million and 100 out at $10.
    expect(body.data.modelCost).toBe(0.003);
  });

  it("does not ask it when the engine found everything", async () => {
    const before = model.questions.length;
    const { body } = await post("/extract", { url: `${pages.url}/stool`, schema: { title: "string" } });
    expect(body.data.items).toEqual([{ title: "Oak stool" }]);
    expect(body.data.modelCost).toBeUndefined();
    expect(model.questions.length).toBe(before);
  });

  it.each([
    ["fails", { status: 500 }],
    ["is overloaded", { status: 429, headers: { "retry-after": "30" } }],
    ["answers with broken JSON", { text: '{"items": [' }],
    ["answers in another form", { value: { rows: 1 } }],
  ])("returns what the engine found, with a warning, when the model %s", async (_, reply) => {
    model.answerWith(reply);
    const { status, body } = await extractStool();
    expect(status).toBe(200);
    expect(body.data.items[0]).toMatchObject({ title: "Oak stool", workshopTown: null });
    expect(body.data.warnings).toEqual([expect.stringContaining("No model was used")]);
  });

  it("tests a proposed flow on the page, and asks once for a correction", async () => {
    model.answerWith(proposal(".chandelier", ".price"), proposal("li.lamp", ".cost"));
    const before = model.questions.length;
    const { status, body } = await generate();
    expect(status).toBe(200);
    expect(model.questions.length).toBe(before + 2);
    expect(model.questions.at(-1)).toContain(".chandelier");
    expect(body.data).toMatchObject({
      name: "Lamps of the house",
      outputSchema: { title: "string", price: "price" },
    });
    expect(body.data.steps.at(-1)).toMatchObject({
      selector: "li.lamp",
      fields: ["title: h3", "price: .cost"],
    });
    expect((await post("/flows", body.data)).status).toBe(201);
  });

  it("builds the flow itself when the model proposes nothing that works, or does not respond", async () => {
    model.answerWith(proposal(".chandelier", ".price"));
    const unfit = await generate();
    expect(unfit.body.data.steps.at(-1)).toMatchObject({
      selector: ".lamp",
      fields: ["title: h3", "cost: .cost"],
    });
    expect(unfit.body.data.description).toContain("Written without the model: its proposal did not fit");
    model.answerWith({ status: 503 });
    const { body } = await generate();
    expect(body.data.steps.at(-1)).toMatchObject({ selector: ".lamp" });
    expect(body.data.description).toContain("Written without the model");
  });

  it("times out on a silent model, and still answers", async () => {
    model.answerWith({ silent: true });
    const { status, body } = await extractStool();
    expect(status).toBe(200);
    expect(body.data.warnings).toEqual([expect.stringContaining("did not answer in time")]);
  });

  it("adds the model's cost to the account's month", async () => {
    const costOf = async () => (await send("GET", "/account")).body.data.usage.cost as number;
    const before = await costOf();
    model.answerWith(proposal("li.lamp", ".cost"));
    await generate();
    expect((await costOf()) - before).toBeCloseTo(0.003, 9);
  });

  it("reports the model as down in its health check, and works without it", async () => {
    await model.stop();
    const { body } = await send("GET", "/health");
    expect(body).toMatchObject({ status: "healthy", services: { ai: "down" } });
    expect((await generate()).status).toBe(200);
  });
});
