import type { BrowserSettings } from "../../../engine/browser/index.ts";
import type { ReadRoute } from "../../../engine/egress/index.ts";
import { createUserAgent, type Presentation } from "../../../engine/page/index.ts";
import { readEnv } from "../../env.ts";
import { readDenied } from "../network/denied.ts";
import { operatorRoute } from "../network/route.ts";
import { requestSigner } from "../network/signer.ts";

/** How this function starts its browsers. */
export const browserSettings = (
  presentation?: Presentation,
  readRoute: ReadRoute = operatorRoute,
): BrowserSettings => {
  const env = readEnv();
  return {
    layerFolder: env.BROWSER_FOLDER,
    chromePath: env.CHROME_PATH,
    allowPrivate: env.ALLOW_PRIVATE_TARGETS,
    denied: readDenied,
    userAgent: createUserAgent(env.SERVICE_VERSION, env.USER_AGENT_CONTACT),
    presentation,
    readRoute,
    signRequest: requestSigner(),
  };
};
