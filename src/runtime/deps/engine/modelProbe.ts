import type { WithModelProbe } from "../../../domain/health/health.ts";
import type { Egress } from "../../../engine/egress/index.ts";
import { readEnv, required } from "../../env.ts";

const TIMEOUT_MS = 4_000;

/** Requests the endpoint's list of models, which costs nothing. Bedrock is assumed to be available. */
export const withModelProbe = (): WithModelProbe => {
  const { MODEL_ID, MODEL_BASE_URL, ALLOW_PRIVATE_TARGETS } = readEnv();
  if (MODEL_ID === undefined) return { pingModel: null };
  if (MODEL_BASE_URL === undefined) return { pingModel: async () => {} };
  const address = `${MODEL_BASE_URL.replace(/\/$/, "")}/models`;
  let egress: Egress | undefined;
  return {
    pingModel: async () => {
      // Loaded only if there is an endpoint.
      const [{ readModelKey }, { createEgress }] = await Promise.all([
        import("../../../adapters/modelKey.ts"),
        import("../../../engine/egress/index.ts"),
      ]);
      egress ??= createEgress({ allowPrivate: ALLOW_PRIVATE_TARGETS });
      const key = await readModelKey(required("MODEL_SECRET_ARN"));
      const headers = key === undefined ? {} : { authorization: `Bearer ${key}` };
      const { status } = await egress.fetch(address, { headers, timeoutMs: TIMEOUT_MS, maxRedirects: 0 });
      // An endpoint without such a list still works.
      const isThere = status < 300 || status === 404 || status === 405;
      if (!isThere) throw new Error(`the model's endpoint answered with status ${status}`);
    },
  };
};
