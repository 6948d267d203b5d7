import { setTimeout as sleepFor } from "node:timers/promises";
import type { TakeScreenshot } from "../../contract/extraction/screenshots.ts";
import { parseActionSelector } from "../../contract/steps/actionSelectors.ts";
import { TargetError } from "../egress/index.ts";
import type { Shot } from "../steps/index.ts";
import { capture } from "./capture.ts";
import { HIDE_COOKIE_BANNERS } from "./cookieBanners.ts";
import { within } from "./guard.ts";
import { type BrowserSettings, type Chromium, launchChromium, viewportOf } from "./launch.ts";
import { createLivePage } from "./live.ts";
import { createTab, type Permit } from "./tab.ts";

const WAIT_FOR_MS = 10_000;

const shoot = async (
  chromium: Chromium,
  { allowPrivate }: BrowserSettings,
  request: TakeScreenshot,
  permit: Permit | undefined,
): Promise<Shot> => {
  const { url, darkMode, hideCookieBanners, delayMs, waitFor } = request;
  const tab = await createTab(chromium, { loadsImages: true, allowPrivate });
  const usual = viewportOf(chromium.presentation);
  const { width = usual.width, height = usual.height, deviceScaleFactor = usual.deviceScaleFactor } = request;
  await tab.page.setViewport({ ...usual, width, height, deviceScaleFactor });
  if (darkMode) await tab.page.emulateMediaFeatures([{ name: "prefers-color-scheme", value: "dark" }]);
  await tab.open(url, undefined);
  if (waitFor !== undefined) {
    const live = createLivePage(tab, [chromium.lost]);
    if (!(await live.waitFor({ selector: parseActionSelector(waitFor) }, true, WAIT_FOR_MS)))
      throw new TargetError("timeout", `\`${waitFor}\` did not appear.`, { retryable: true });
  }
  if (delayMs > 0) await sleepFor(delayMs);
  if (hideCookieBanners) await tab.page.addStyleTag({ content: HIDE_COOKIE_BANNERS });
  await permit?.(await tab.snapshot());
  const { format, fullPage, selector } = request;
  return capture(tab, {
    format,
    fullPage,
    selector: selector === undefined ? null : parseActionSelector(selector),
  });
};

/**
 * Opens a page in a new browser and takes a screenshot of it.
 *
 * @param permit called with the page before the picture is taken
 * @throws TargetError · DomainError `target-refused`, `not-configured`, and what `permit` throws
 */
export const takeShot = async (
  settings: BrowserSettings,
  request: TakeScreenshot,
  timeoutMs: number,
  permit?: Permit,
): Promise<Shot> => {
  const untilMs = Date.now() + timeoutMs;
  const chromium = await launchChromium({ ...settings, maxLifeMs: timeoutMs });
  try {
    return await within(shoot(chromium, settings, request, permit), untilMs - Date.now(), chromium.lost);
  } finally {
    await chromium.close();
  }
};
