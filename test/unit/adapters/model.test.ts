import { createOpenAICompatible } from "@ai-sdk/openai-compatible";
import { afterAll, beforeAll, describe, expect, it } from "@jest/globals";
import { MockLanguageModelV4 } from "ai/test";
import * as z from "zod";
import { askWith, ModelError } from "../../../src/adapters/model.ts";
import { createEgress } from "../../../src/engine/egress/index.ts";
import { fetchThrough } from "../../../src/runtime/deps/network/fetchThrough.ts";
import { type ModelServer, startModelServer } from "../../helpers/modelServer.ts";

const PRICES = { input: 2, output: 10 };
const QUESTION = { system: "Read.", prompt: "A page.", schema: z.object({ title: z.string() }) };
const soon = () => AbortSignal.timeout(20_000);

const failureOf = async (asked: Promise<unknown>): Promise<ModelError> => {
  const error = await asked.then(
    () => new Error("it was answered"),
    (reason: unknown) => reason,
  );
  expect(error).toBeInstanceOf(ModelError);
  return error as ModelError;
};

describe("a model behind an OpenAI-compatible endpoint", () => {
  let server: ModelServer;
  let ask: ReturnType<typeof askWith>;

  beforeAll(async () => {
    server = await startModelServer();
    const egress = createEgress({ allowPrivate: [`127.0.0.1:${server.port}`] });
    const provider = createOpenAICompatible({
      name: "model",
      baseURL: server.baseUrl,
      apiKey: "secret-key",
      fetch: fetchThrough(egress),
      supportsStructuredOutputs: true,
    });
    ask = askWith(provider("test-model"), PRICES);
  });
  afterAll(() => server.stop());

  it("answers in the requested format, and its tokens are priced", async () => {
    server.answerWith({ value: { title: "Kettle" } });
    // 1,000 tokens in at $2 a million and 100 out at $10 are $0.003.
    expect(await ask(QUESTION, soon())).toEqual({
      value: { title: "Kettle" },
      inputTokens: 1_000,
      outputTokens: 100,
      costNanos: 3_000_000,
    });
    expect(server.keys.at(-1)).toBe("Bearer secret-key");
    expect(server.questions.at(-1)).toContain("json_schema");
  });

  it.each([
    ["broken JSON", { text: '{"title": "Ket' }, "model-failed"],
    ["another form", { value: { name: 7 } }, "model-failed"],
    ["prose", { text: "Sure! Here is the title." }, "model-failed"],
    ["status 500", { status: 500 }, "unavailable"],
    ["status 401", { status: 401 }, "not-configured"],
    ["status 400", { status: 400 }, "model-failed"],
    ["a huge reply", { text: "x".repeat(2_000_000) }, "unavailable"],
  ])("that answers with %s fails with its own error code, without a retry", async (_, reply, code) => {
    server.answerWith(reply);
    const before = server.questions.length;
    expect((await failureOf(ask(QUESTION, soon()))).code).toBe(code);
    expect(server.questions.length).toBe(before + 1);
  });

  it("costs what it used, even if its answer cannot be used", async () => {
    server.answerWith({ text: "no JSON" });
    expect((await failureOf(ask(QUESTION, soon()))).costNanos).toBe(3_000_000);
  });

  it("that is overloaded says when to retry", async () => {
    server.answerWith({ status: 429, headers: { "retry-after": "17" } });
    expect(await failureOf(ask(QUESTION, soon()))).toMatchObject({
      code: "unavailable",
      retryAfterSeconds: 17,
    });
  });

  it("that does not respond times out", async () => {
    server.answerWith({ silent: true });
    expect((await failureOf(ask(QUESTION, AbortSignal.timeout(300)))).code).toBe("timeout");
  });

  it("at a private address is refused unless the operator allows it", async () => {
    server.answerWith({ value: { title: "Kettle" } });
    const closed = createOpenAICompatible({
      name: "model",
      baseURL: server.baseUrl,
      fetch: fetchThrough(createEgress({ allowPrivate: [] })),
    });
    const before = server.questions.length;
    expect((await failureOf(askWith(closed("test-model"), PRICES)(QUESTION, soon()))).code).toBe(
      "unavailable",
    );
    expect(server.questions.length).toBe(before);
  });
});

describe("any model of the SDK", () => {
  it("gets the prompt with the schema and a token limit", async () => {
    const model = new MockLanguageModelV4({
      doGenerate: {
        content: [{ type: "text", text: '{"title":"Kettle"}' }],
        finishReason: { unified: "stop", raw: "stop" },
        usage: {
          inputTokens: { total: 10, noCache: 10, cacheRead: 0, cacheWrite: 0 },
          outputTokens: { total: 5, text: 5, reasoning: 0 },
        },
        warnings: [],
      },
    });
    const answer = await askWith(model, PRICES)(QUESTION, soon());
    expect(answer).toMatchObject({
      value: { title: "Kettle" },
      inputTokens: 10,
      outputTokens: 5,
      costNanos: 70_000,
    });
    expect(model.doGenerateCalls[0]).toMatchObject({
      maxOutputTokens: 4_000,
      responseFormat: { type: "json", schema: { properties: { title: { type: "string" } } } },
    });
  });
});
