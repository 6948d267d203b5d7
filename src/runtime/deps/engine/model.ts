import type { ModelSettings } from "../../../adapters/model.ts";
import type { WithModel } from "../../../domain/model.ts";
import { readEnv, required } from "../../env.ts";

/** Model clients are large and few requests need one, so they are loaded with the first question. */
const loadModel = async (settings: Omit<ModelSettings, "fetch">) => {
  const [{ createModel }, { createEgress }, { fetchThrough }] = await Promise.all([
    import("../../../adapters/model.ts"),
    import("../../../engine/egress/index.ts"),
    import("../network/fetchThrough.ts"),
  ]);
  const { ALLOW_PRIVATE_TARGETS } = readEnv();
  return createModel({
    ...settings,
    fetch: fetchThrough(createEgress({ allowPrivate: ALLOW_PRIVATE_TARGETS })),
  });
};

/** The deployment's language model, if it has one. */
export const withModel = (): WithModel => {
  const { MODEL_ID: modelId, MODEL_BASE_URL: baseUrl, MODEL_PRICES: prices } = readEnv();
  if (modelId === undefined) return { model: null };
  const secretArn = required("MODEL_SECRET_ARN");
  let loaded: ReturnType<typeof loadModel> | undefined;
  return {
    model: {
      id: modelId,
      ask: async (question, signal) => {
        loaded ??= loadModel({ modelId, baseUrl, secretArn, prices });
        return (await loaded).ask(question, signal);
      },
    },
  };
};
