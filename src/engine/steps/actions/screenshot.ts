import { parseActionSelector } from "../../../contract/steps/actionSelectors.ts";
import type { Action, RunAction } from "./action.ts";

const runScreenshot: RunAction<"screenshot"> = async (
  { selector, fullPage = false },
  live,
  timeoutMs,
  { saveShot },
  name,
) => {
  const shot = await live.capture(
    { fullPage, selector: selector === undefined ? null : parseActionSelector(selector) },
    timeoutMs,
  );
  const outcome = await saveShot(shot, { step: name, url: live.url() });
  return `took a screenshot of ${shot.width} × ${shot.height} pixels, ${outcome},`;
};

export const screenshotAction: Action<"screenshot"> = { run: runScreenshot, oncePerList: true };
