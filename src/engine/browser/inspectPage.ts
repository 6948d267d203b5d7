/** Opens a page for a person to pick elements from: its content, the elements' positions and a screenshot. */
import type { InspectRequest } from "../../contract/extraction/inspections.ts";
import { secretsOf } from "../../contract/flows/secrets.ts";
import { TargetError } from "../egress/index.ts";
import type { Shot, TypedSecret } from "../steps/index.ts";
import { capture, MAX_HEIGHT_PX } from "./capture.ts";
import { HIDE_COOKIE_BANNERS } from "./cookieBanners.ts";
import type { MayOpen } from "./door.ts";
import { within } from "./guard.ts";
import { inPage } from "./inPage.ts";
import { type BrowserSettings, type Chromium, launchChromium, viewportOf } from "./launch.ts";
import { runStepsBefore } from "./stepsBefore.ts";
import { ask, createTab, MAX_HTML_CHARS, type Permit, type Tab } from "./tab.ts";

/** A page with its layout; each visible element is marked with its number. */
export interface LaidOut {
  readonly url: string;
  readonly html: string;
  /** Size of the page in CSS pixels. */
  readonly width: number;
  readonly height: number;
  readonly direction: "ltr" | "rtl";
  /** Per marked element, in order: number, left, top, width, height, and 1 if something covers it. */
  readonly boxes: readonly number[];
  /** Frames and shadow roots, whose content a flow cannot read. */
  readonly frames: readonly string[];
  readonly shadowRoots: number;
}

export interface InspectedInBrowser {
  readonly page: LaidOut;
  /** Null if the page may show a secret. */
  readonly picture: Shot | null;
}

interface InspectOptions {
  readonly request: InspectRequest;
  readonly secrets: readonly TypedSecret[];
  readonly mayOpen: MayOpen;
  /** Called with the page before it is pictured. */
  readonly permit?: Permit | undefined;
  readonly timeoutMs: number;
}

/** Loads lazy content with one tall viewport: scrolling would repaint the page many times. */
const loadAll = async ({ page, settle }: Tab, viewport: ReturnType<typeof viewportOf>): Promise<void> => {
  const { height } = (await page.evaluate(inPage("size"))) as { height: number };
  await page.evaluate(inPage("scrollTo", "top"));
  if (height <= viewport.height) return;
  await page.setViewport({ ...viewport, height: Math.min(height, MAX_HEIGHT_PX) });
  await settle();
  await page.setViewport(viewport);
};

const inspect = async (
  chromium: Chromium,
  { allowPrivate }: BrowserSettings,
  { request, secrets, mayOpen, permit }: InspectOptions,
): Promise<InspectedInBrowser> => {
  const { url, render, steps = [] } = request;
  const hidesInputs = secretsOf(steps).length > 0;
  const tab = await createTab(chromium, { loadsImages: !hidesInputs, allowPrivate, mayOpen });
  const viewport = viewportOf(chromium.presentation);
  await tab.page.setViewport(viewport);
  if (render === "static") await tab.page.setJavaScriptEnabled(false);
  await tab.open(url, undefined);
  // Scripts that did not run during loading stay off from here; ours need timers.
  if (render === "static") await tab.page.setJavaScriptEnabled(true);
  await runStepsBefore(tab, chromium.lost, { url, steps, secrets });
  await permit?.(await tab.snapshot());
  await tab.page.addStyleTag({ content: HIDE_COOKIE_BANNERS }).catch(() => undefined);
  await ask(() => loadAll(tab, viewport));
  const options = { format: "jpeg", fullPage: true, selector: null, isLoaded: true } as const;
  const picture = hidesInputs ? null : await capture(tab, options);
  // One task in the page, so that the boxes match the stored elements.
  const laidOut = (await ask(() =>
    tab.page.evaluate(inPage("layOut", { hidesInputs, maxHeight: MAX_HEIGHT_PX })),
  )) as Omit<LaidOut, "url">;
  if (laidOut.html.length > MAX_HTML_CHARS)
    throw new TargetError("target-failed", "The page is too large.", { retryable: false });
  return { page: { ...laidOut, url: tab.check().url }, picture };
};

/**
 * Inspects a page in a new browser.
 *
 * @throws TargetError · DomainError `target-refused`, `not-configured`, and what `mayOpen` and `permit` throw
 */
export const inspectPage = async (
  settings: BrowserSettings,
  options: InspectOptions,
): Promise<InspectedInBrowser> => {
  const untilMs = Date.now() + options.timeoutMs;
  const chromium = await launchChromium({ ...settings, maxLifeMs: options.timeoutMs });
  try {
    return await within(inspect(chromium, settings, options), untilMs - Date.now(), chromium.lost);
  } finally {
    await chromium.close();
  }
};
