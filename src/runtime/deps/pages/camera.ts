import { randomUUID } from "node:crypto";
import { DomainError } from "../../../contract/errors.ts";
import type { StoredShot } from "../../../contract/extraction/openPage.ts";
import type { WithCamera } from "../../../domain/screenshots/takeScreenshot.ts";
import { openPage } from "./pageOpener.ts";

/** The gateway's timeout is 30 s. The rest is for calling the function and responding. */
const TIMEOUT_MS = 25_000;

export const withCamera = (): WithCamera => ({
  takeShot: async (request) => {
    const path = `tmp/screenshots/${randomUUID()}`;
    const { shot } = await openPage<{ readonly shot: StoredShot }>(
      { as: "shot", request, path, untilMs: Date.now() + TIMEOUT_MS },
      {
        objects: [`${path}.*`],
        toError: ({ code, message, retryable, details = [] }) =>
          new DomainError(code, message, { retryable, details }),
      },
    );
    return shot;
  },
});
