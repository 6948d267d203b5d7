import { createAmazonBedrock } from "@ai-sdk/amazon-bedrock";
import { createOpenAICompatible } from "@ai-sdk/openai-compatible";
import { APICallError, generateText, type LanguageModel, NoObjectGeneratedError, Output } from "ai";
import type * as z from "zod";
import { parseRetryAfter } from "../contract/retryAfter.ts";
import { keepFor } from "./keepFor.ts";
import { readModelKey } from "./modelKey.ts";

/** US dollars per million tokens. */
export interface ModelPrices {
  readonly input: number;
  readonly output: number;
}

export interface ModelSettings {
  readonly modelId: string;
  /** URL of an OpenAI-compatible endpoint; undefined: Amazon Bedrock, with the credentials of the function's role. */
  readonly baseUrl: string | undefined;
  /** ARN of the secret that holds the endpoint's key, if it needs one. Bedrock does not. */
  readonly secretArn: string | undefined;
  readonly prices: ModelPrices;
  /** Sends requests to the endpoint at `baseUrl`. */
  readonly fetch: typeof globalThis.fetch;
}

export interface ModelQuestion<T> {
  readonly system: string;
  readonly prompt: string;
  /** Schema of the answer. */
  readonly schema: z.ZodType<T>;
}

export interface ModelUse {
  readonly inputTokens: number;
  readonly outputTokens: number;
  readonly costNanos: number;
}

export interface ModelAnswer<T> extends ModelUse {
  readonly value: T;
}

/** Why a model gave no answer; `message` is shown to the caller. */
export class ModelError extends Error {
  override readonly name = "ModelError";
  readonly code: "timeout" | "unavailable" | "not-configured" | "model-failed";
  readonly retryAfterSeconds: number | undefined;
  /** Cost of the failed question. */
  readonly costNanos: number;

  constructor(
    code: ModelError["code"],
    message: string,
    options: { cause?: unknown; retryAfterSeconds?: number | undefined; costNanos?: number } = {},
  ) {
    super(message, { cause: options.cause });
    this.code = code;
    this.retryAfterSeconds = options.retryAfterSeconds;
    this.costNanos = options.costNanos ?? 0;
  }
}

const MAX_OUTPUT_TOKENS = 4_000;
const MAX_RETRY_AFTER_SECONDS = 3_600;
const NANOS_PER_MILLIONTH = 1e3;
/** A key that the operator has replaced stays in use for at most this long. */
const KEY_FOR_MS = 5 * 60 * 1_000;

/** The cost in whole nano-dollars. */
const priceTokens = (
  {
    inputTokens = 0,
    outputTokens = 0,
  }: { inputTokens?: number | undefined; outputTokens?: number | undefined },
  prices: ModelPrices,
): ModelUse => ({
  inputTokens,
  outputTokens,
  costNanos: Math.round((inputTokens * prices.input + outputTokens * prices.output) * NANOS_PER_MILLIONTH),
});

const retryAfterOf = (error: APICallError): number | undefined => {
  const waitMs = parseRetryAfter(error.responseHeaders?.["retry-after"], Date.now());
  return waitMs === undefined ? undefined : Math.min(MAX_RETRY_AFTER_SECONDS, Math.ceil(waitMs / 1_000));
};

const failureOf = (error: unknown, signal: AbortSignal, prices: ModelPrices): ModelError => {
  if (signal.aborted) return new ModelError("timeout", "The model did not answer in time.", { cause: error });
  if (NoObjectGeneratedError.isInstance(error))
    return new ModelError("model-failed", "The model's answer did not have the requested format.", {
      cause: error,
      costNanos: priceTokens(error.usage ?? {}, prices).costNanos,
    });
  if (!APICallError.isInstance(error) || error.statusCode === undefined)
    return new ModelError("unavailable", "The model could not be reached.", { cause: error });
  const { statusCode: status } = error;
  if (status === 401 || status === 403 || status === 404)
    return new ModelError(
      "not-configured",
      "The model rejected this deployment's request. Its operator must check the API key and the model ID.",
      { cause: error },
    );
  if (status === 429 || status >= 500)
    return new ModelError("unavailable", "The model is currently overloaded or unavailable.", {
      cause: error,
      retryAfterSeconds: retryAfterOf(error),
    });
  return new ModelError("model-failed", "The model rejected the request.", { cause: error });
};

/** Asks a language model, with one attempt per question, and calculates the cost. */
export const askWith =
  (model: LanguageModel, prices: ModelPrices) =>
  async <T>({ system, prompt, schema }: ModelQuestion<T>, signal: AbortSignal): Promise<ModelAnswer<T>> => {
    try {
      const { output, usage } = await generateText({
        model,
        system,
        prompt,
        output: Output.object({ schema }),
        temperature: 0,
        maxOutputTokens: MAX_OUTPUT_TOKENS,
        // The caller is waiting: falling back to an answer without a model beats a second try.
        maxRetries: 0,
        abortSignal: signal,
      });
      return { value: schema.parse(output), ...priceTokens(usage, prices) };
    } catch (error) {
      throw failureOf(error, signal, prices);
    }
  };

/** The model of a deployment. */
export const createModel = ({ modelId, baseUrl, secretArn, prices, fetch }: ModelSettings) => {
  const open = keepFor(KEY_FOR_MS, Date.now, async (): Promise<LanguageModel> => {
    if (baseUrl === undefined) return createAmazonBedrock({})(modelId);
    // A self-hosted endpoint may need no key.
    const apiKey = secretArn === undefined ? undefined : await readModelKey(secretArn);
    const provider = createOpenAICompatible({
      name: "model",
      baseURL: baseUrl,
      ...(apiKey !== undefined && { apiKey }),
      fetch,
      supportsStructuredOutputs: true,
    });
    return provider(modelId);
  });

  return {
    id: modelId,
    /** @throws ModelError */
    async ask<T>(question: ModelQuestion<T>, signal: AbortSignal): Promise<ModelAnswer<T>> {
      const model = await open().catch((error: unknown) => {
        throw new ModelError("unavailable", "The model's key could not be read.", { cause: error });
      });
      return askWith(model, prices)(question, signal);
    },
  };
};

export type Model = Pick<ReturnType<typeof createModel>, "id" | "ask">;
