import type { RunError } from "../../contract/runs.ts";
import type { CollectionFailure, Engine } from "../../domain/runs/engine.ts";
import {
  CollectionError,
  type CollectionState,
  collectNext,
  startCollection,
} from "../../engine/collection/index.ts";
import { createEgress } from "../../engine/egress/index.ts";
import { createPageFetcher, createUserAgent } from "../../engine/page/index.ts";
import { readEnv } from "../env.ts";
import { log } from "./base.ts";

const failureOf = (error: unknown): CollectionFailure => {
  if (error instanceof CollectionError) {
    const { code, message, step = null, url = null, httpStatus = null, retryable } = error;
    return { failure: { code, message, step, url, httpStatus, retryable } };
  }
  log.error("the engine failed unexpectedly", { error });
  const failure: RunError = {
    code: "internal",
    message: "The engine failed unexpectedly on this page. Open a ticket that names the run.",
    step: null,
    url: null,
    httpStatus: null,
    retryable: true,
  };
  return { failure };
};

export const withEngine = (): { engine: Engine } => {
  const { ALLOW_PRIVATE_TARGETS, SERVICE_VERSION, USER_AGENT_CONTACT } = readEnv();
  const egress = createEgress({ allowPrivate: ALLOW_PRIVATE_TARGETS });
  const fetchPage = createPageFetcher({
    egress,
    userAgent: createUserAgent(SERVICE_VERSION, USER_AGENT_CONTACT),
  });
  return {
    engine: {
      start: startCollection,
      next: async (plan, state, signal) => {
        try {
          return await collectNext({ fetchPage, now: Date.now, signal }, plan, state as CollectionState);
        } catch (error) {
          if (signal.aborted) throw error;
          return failureOf(error);
        }
      },
    },
  };
};
