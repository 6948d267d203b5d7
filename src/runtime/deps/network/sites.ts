import type { RobotsRule } from "../../../contract/common.ts";
import { createEgress, type ReadRoute } from "../../../engine/egress/index.ts";
import { createManners, type Manners } from "../../../engine/manners/index.ts";
import {
  createFileFetcher,
  createUserAgent,
  type Presentation,
  sleepUnlessAborted,
} from "../../../engine/page/index.ts";
import { readEnv } from "../../env.ts";
import { readDenied } from "./denied.ts";
import { flowRoute, operatorRoute } from "./route.ts";
import { requestSigner } from "./signer.ts";

type MannersDeps = Parameters<typeof createManners>[0];

/** The ways to sites, through one proxy or none. */
const createWays = (readRoute: ReadRoute) => {
  const { ALLOW_PRIVATE_TARGETS, SERVICE_VERSION, USER_AGENT_CONTACT } = readEnv();
  const egress = createEgress({
    allowPrivate: ALLOW_PRIVATE_TARGETS,
    denied: readDenied,
    readRoute,
    signRequest: requestSigner(),
  });
  const userAgent = createUserAgent(SERVICE_VERSION, USER_AGENT_CONTACT);
  const filesAs = (presentation?: Presentation) => createFileFetcher({ egress, userAgent, presentation });
  const fetchFile = filesAs();
  /** The manners of one run or request. `given` replaces shared dependencies. */
  const mannersFor = (
    robots: RobotsRule,
    pace?: MannersDeps["pace"],
    given: Partial<Pick<MannersDeps, "fetchFile" | "origins">> = {},
  ): Manners =>
    createManners({
      fetchFile,
      obeys: robots === "obey",
      now: Date.now,
      sleep: sleepUnlessAborted,
      pace,
      ...given,
    });
  return { egress, userAgent, fetchFile, filesAs, mannersFor, readRoute, close: async () => {} };
};

/** Connections to sites, which a function instance keeps from run to run. */
export const createSites = () => {
  const shared = createWays(operatorRoute);
  /** The connections of one run: shared ones or, if its flow has a proxy of its own, its own, until they are closed. */
  const waysOf = (proxy: string | undefined): typeof shared => {
    if (proxy === undefined) return shared;
    const own = createWays(flowRoute(proxy));
    return { ...own, close: own.egress.close };
  };
  return { ...shared, waysOf };
};
