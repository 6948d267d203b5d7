import { DomainError } from "../../contract/errors.ts";
import type { WithCamera } from "../../domain/screenshots/takeScreenshot.ts";
import { takeShot } from "../../engine/browser/index.ts";
import { TargetError } from "../../engine/egress/index.ts";
import { createPresentation } from "../../engine/page/index.ts";
import { browserSettings } from "./browser.ts";
import { permitFor } from "./permitting.ts";
import { createSites } from "./sites.ts";

/** The gateway's timeout is 30 s. The rest is for storing the picture and responding. */
const TIMEOUT_MS = 24_000;

export const withCamera = (): WithCamera => {
  const { mannersFor, filesAs } = createSites();
  return {
    takeShot: async (request) => {
      const endMs = Date.now() + TIMEOUT_MS;
      const signal = AbortSignal.timeout(TIMEOUT_MS);
      try {
        const presentation = createPresentation(request.request, new URL(request.url).origin);
        const fetchFile = filesAs(presentation);
        const manners = mannersFor(request.robots, undefined, { fetchFile });
        await manners.check(request.url, signal);
        const permit = permitFor(request, fetchFile, manners, signal);
        return await takeShot(browserSettings(presentation), request, endMs - Date.now(), permit);
      } catch (error) {
        if (error instanceof TargetError) throw new DomainError(error.code, error.message, { cause: error });
        if (error === signal.reason)
          throw new DomainError("timeout", "The target did not answer in time.", { cause: error });
        throw error;
      }
    },
  };
};
