import type { Screenshot, TakeScreenshot } from "../../contract/screenshots.ts";
import type { Shot } from "../../engine/steps/index.ts";
import type { WithFileLinks } from "../files/links.ts";
import type { Deps, WithObjects } from "../ports.ts";
import { refuseFile } from "../uploads/refuseFile.ts";
import { keepShot } from "./keepShot.ts";

export interface WithCamera {
  /** @throws DomainError if the page cannot be shown */
  readonly takeShot: (request: TakeScreenshot) => Promise<Shot>;
}

/** @param origin where the service answers, such as `https://api.example.com` */
export const takeScreenshot = async (
  deps: Deps & WithObjects & WithFileLinks & WithCamera,
  request: TakeScreenshot,
  origin: string,
): Promise<Screenshot> => {
  deps.checkTarget(request.url);
  refuseFile(request.url);
  const shot = await deps.takeShot(request);
  const { path } = await keepShot(deps, shot);
  return {
    url: request.url,
    screenshotUrl: `${origin}${path}`,
    width: shot.width,
    height: shot.height,
    capturedAt: new Date(deps.now()).toISOString(),
  };
};
