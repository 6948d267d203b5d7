import { createEgress } from "../../engine/egress/index.ts";
import { createPageFetcher, createUserAgent } from "../../engine/page/index.ts";
import { readEnv } from "../env.ts";
import { createEngine } from "./createEngine.ts";

/** The engine of the workers without a browser. */
export const withEngine = () => {
  const { ALLOW_PRIVATE_TARGETS, SERVICE_VERSION, USER_AGENT_CONTACT } = readEnv();
  // Connections are kept from run to run.
  const fetchPage = createPageFetcher({
    egress: createEgress({ allowPrivate: ALLOW_PRIVATE_TARGETS }),
    userAgent: createUserAgent(SERVICE_VERSION, USER_AGENT_CONTACT),
  });
  return { serves: "runs" as const, engine: createEngine(() => ({ fetchPage, close: async () => {} })) };
};
