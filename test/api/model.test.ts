import { afterAll, beforeAll, beforeEach, describe, expect, it, jest } from "@jest/globals";
import { createTransport } from "../../client/transport.ts";
import { type Answer, until } from "../helpers/api.ts";
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
    pages = await startPageServer({
      "/lamps": { body: LAMPS },
      "/stool": { body: STOOL },
      "/reserved": { body: STOOL, headers: { "content-signal": "ai-input=no" } },
    });
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

  describe("in the API for programs written for Firecrawl", () => {
    const schema = {
      type: "object",
      properties: { title: { type: "string" }, workshopTown: { type: "string" }, motto: { type: "string" } },
    };
    const readStool = {
      value: { items: [{ title: "Pine", workshopTown: "Harzgerode", motto: "Built to outlive you" }] },
    };
    const scrape = async (path: string, format: object) =>
      (
        await post("/firecrawl/v2/scrape", {
          url: `${pages.url}${path}`,
          formats: [{ type: "json", ...format }],
        })
      ).body;
    const finished = (path: string) =>
      until(
        async () => (await send("GET", path)).body,
        ({ status }) => status !== "scraping" && status !== "processing",
        60_000,
      );

    it("asks the model for missing values of a schema, and says which it read", async () => {
      model.answerWith(readStool);
      const { data } = await scrape("/stool", { schema });
      expect(data.json).toEqual({ title: "Oak stool", workshopTown: "Harzgerode", motto: null });
      expect(data.warning).toBe("A language model read workshopTown.");
      expect(data.readByModel).toBeUndefined();
    });

    it("asks the model what a prompt alone means", async () => {
      model.answerWith({ value: { items: [{ builtSince: "1911" }] } });
      const { data } = await scrape("/stool", { prompt: "Since when are they at it?" });
      expect(data.json).toMatchObject({ builtSince: "1911" });
      expect(model.questions.at(-1)).toContain("Since when are they at it?");
    });

    it("does not ask the model when everything was found", async () => {
      const before = model.questions.length;
      const { data } = await scrape("/stool", {
        schema: { type: "object", properties: { title: { type: "string" } } },
      });
      expect(data.json).toEqual({ title: "Oak stool" });
      expect(model.questions.length).toBe(before);
    });

    it("sends no page to the model that reserves ai-input", async () => {
      model.answerWith(readStool);
      const before = model.questions.length;
      const { data } = await scrape("/reserved", { schema });
      expect(data.json).toEqual({ title: "Oak stool", workshopTown: null, motto: null });
      expect(data.metadata.permissions.reserved).toEqual(["ai-input"]);
      expect(model.questions.length).toBe(before);
    });

    it("returns what was found without the model if the model fails", async () => {
      model.answerWith({ status: 500 });
      const { data } = await scrape("/stool", { schema, prompt: "The workshop" });
      expect(data.json).toMatchObject({ title: "Oak stool", workshopTown: null });
    });

    it("uses the model in batches, crawls and extractions too, and counts its cost", async () => {
      const costOf = async () => (await send("GET", "/account")).body.data.usage.cost as number;
      const before = await costOf();
      model.answerWith(readStool);
      const urls = [`${pages.url}/stool`];
      const formats = [{ type: "json", schema }];
      const batch = (await post("/firecrawl/v2/batch/scrape", { urls, formats })).body.id;
      const crawl = (
        await post("/firecrawl/v2/crawl", { url: urls[0], limit: 1, scrapeOptions: { formats } })
      ).body.id;
      const extract = (await post("/firecrawl/v2/extract", { urls, schema })).body.id;
      for (const path of [`batch/scrape/${batch}`, `crawl/${crawl}`]) {
        const [document] = (await finished(`/firecrawl/v2/${path}`)).data;
        expect(document.json.workshopTown).toBe("Harzgerode");
        expect(document.warning).toBe("A language model read workshopTown.");
      }
      const extracted = await finished(`/firecrawl/v2/extract/${extract}`);
      expect(extracted.data.workshopTown).toBe("Harzgerode");
      expect(extracted.warning).toBe("A language model read workshopTown.");
      expect((await costOf()) - before).toBeGreaterThanOrEqual(3 * 0.003 - 1e-9);
    });
  });

  it("lets a flow's own step ask it, and no other run", async () => {
    model.answerWith({ value: { items: [{ workshopTown: "Harzgerode" }] } });
    const itemOf = async (useModel: boolean) => {
      const step = { type: "extract", as: "page", outputs: ["json"], ...(useModel && { useModel }) };
      const flow = await post("/flows", {
        name: "Stool",
        mode: "extract",
        url: `${pages.url}/stool`,
        steps: [step],
        outputSchema: { workshopTown: "string" },
      });
      const { id } = (await post("/runs", { flowId: flow.body.data.id })).body.data;
      await until(
        async () => (await send("GET", `/runs/${id}`)).body.data,
        ({ status }) => status === "completed" || status === "failed",
        60_000,
      );
      return (await send("GET", `/runs/${id}/items`)).body.data[0];
    };
    expect(await itemOf(true)).toMatchObject({
      json: { workshopTown: "Harzgerode" },
      readByModel: ["workshopTown"],
    });
    const asked = model.questions.length;
    expect((await itemOf(false)).json?.workshopTown ?? null).toBeNull();
    expect(model.questions.length).toBe(asked);
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
