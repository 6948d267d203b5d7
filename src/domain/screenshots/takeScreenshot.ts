import type { StoredShot } from "../../contract/extraction/openPage.ts";
import type { Screenshot, TakeScreenshot } from "../../contract/extraction/screenshots.ts";
import type { WithFileLinks } from "../files/links.ts";
import type { Deps } from "../ports.ts";
import { refuseFile } from "../uploads/refuseFile.ts";
import { LINK_LIFETIME_MS } from "./keepShot.ts";

export interface WithCamera {
  /** Stores a picture of a page, which is deleted after a day. @throws DomainError if the page cannot be shown */
  readonly takeShot: (request: TakeScreenshot) => Promise<StoredShot>;
}

/** @param origin where the service answers, such as `https://api.example.com` */
export const takeScreenshot = async (
  deps: Deps & WithFileLinks & WithCamera,
  request: TakeScreenshot,
  origin: string,
): Promise<Screenshot> => {
  deps.checkTarget(request.url);
  refuseFile(request.url);
  const { objectKey, width, height } = await deps.takeShot(request);
  return {
    url: request.url,
    screenshotUrl: `${origin}/files/${await deps.fileLinks.issue(objectKey, LINK_LIFETIME_MS)}`,
    width,
    height,
    capturedAt: new Date(deps.now()).toISOString(),
  };
};
