import { createModel } from "../../adapters/model.ts";
import type { WithModel } from "../../domain/model.ts";
import { createEgress } from "../../engine/egress/index.ts";
import { readEnv } from "../env.ts";
import { fetchThrough } from "./fetchThrough.ts";

/** The language model of the deployment, if it was given one. */
export const withModel = (): WithModel => {
  const { MODEL_ID, MODEL_BASE_URL, MODEL_SECRET_ARN, MODEL_PRICES, ALLOW_PRIVATE_TARGETS } = readEnv();
  if (MODEL_ID === undefined) return { model: null };
  return {
    model: createModel({
      modelId: MODEL_ID,
      baseUrl: MODEL_BASE_URL,
      secretArn: MODEL_SECRET_ARN,
      prices: MODEL_PRICES,
      fetch: fetchThrough(createEgress({ allowPrivate: ALLOW_PRIVATE_TARGETS })),
    }),
  };
};
