/** Asks the deployment's language model. Counts the cost; callers continue without an answer if it fails. */
import type { Model, ModelAnswer, ModelError, ModelQuestion } from "../adapters/model.ts";
import { DomainError } from "../contract/errors.ts";
import type { Caller, Deps } from "./ports.ts";
import { countUsage, isOverBudget } from "./usage/usage.ts";

export interface WithModel {
  /** Null if the deployment has no model. */
  readonly model: Model | null;
}

/** The model's share of a request's time. The rest is for answering without it. */
const TIMEOUT_MS = 15_000;

type Asked<T> =
  | { readonly answer: ModelAnswer<T>; readonly failure: null }
  /** Why there is no answer; `failure` is for the caller. */
  | { readonly answer: null; readonly failure: DomainError };

const isModelError = (error: unknown): error is ModelError => (error as Error)?.name === "ModelError";

const failureOf = (error: ModelError): DomainError =>
  new DomainError(error.code, error.message, {
    cause: error,
    ...(error.code === "unavailable" && {
      headers: { "retry-after": String(error.retryAfterSeconds ?? 10) },
    }),
  });

/** A model for one request: limited by its time and the account's budget, and counting its total cost. */
export const createAsking = (
  deps: Pick<Deps, "store" | "now" | "log"> & WithModel,
  caller: Pick<Caller, "accountId" | "account">,
  signal: AbortSignal,
) => {
  const { model, log } = deps;
  const bounded = AbortSignal.any([signal, AbortSignal.timeout(TIMEOUT_MS)]);
  let spentNanos = 0;
  let asked = 0;

  const count = async (costNanos: number): Promise<void> => {
    spentNanos += costNanos;
    if (costNanos > 0) await countUsage(deps, caller.accountId, { pages: 0, costNanos });
  };

  return {
    isThere: model !== null,
    wasAsked: () => asked > 0,
    /** In nano-dollars. */
    spentNanos: () => spentNanos,

    ask: async <T>(question: ModelQuestion<T>): Promise<Asked<T>> => {
      if (!model) throw new Error("there is no model to ask");
      if (await isOverBudget(deps, await caller.account)) {
        const message = "The account's monthly budget is used up.";
        return { answer: null, failure: new DomainError("quota-exceeded", message) };
      }
      asked += 1;
      try {
        const answer = await model.ask(question, bounded);
        log.info("a model answered", {
          model: model.id,
          inputTokens: answer.inputTokens,
          outputTokens: answer.outputTokens,
        });
        await count(answer.costNanos);
        return { answer, failure: null };
      } catch (error) {
        if (!isModelError(error)) throw error;
        log.warn("the model gave no answer", { model: model.id, code: error.code, error });
        await count(error.costNanos);
        return { answer: null, failure: failureOf(error) };
      }
    },
  };
};

export type Asking = ReturnType<typeof createAsking>;
