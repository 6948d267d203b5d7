import { DomainError } from "../../contract/errors.ts";
import type { WithCamera } from "../../domain/screenshots/takeScreenshot.ts";
import { takeShot } from "../../engine/browser/index.ts";
import { TargetError } from "../../engine/egress/index.ts";
import { browserSettings } from "./browser.ts";

/** The API answers within the gateway's 30 s; what is left of them is for storing and answering. */
const TIMEOUT_MS = 24_000;

export const withCamera = (): WithCamera => {
  const settings = browserSettings();
  return {
    takeShot: async (request) => {
      try {
        return await takeShot(settings, request, TIMEOUT_MS);
      } catch (error) {
        if (error instanceof TargetError) throw new DomainError(error.code, error.message, { cause: error });
        throw error;
      }
    },
  };
};
