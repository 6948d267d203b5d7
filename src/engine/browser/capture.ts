import type { ElementHandle, ScreenshotOptions } from "puppeteer-core";
import type { ActionSelector } from "../../contract/steps/actionSelectors.ts";
import { TargetError } from "../egress/index.ts";
import type { Shot } from "../steps/index.ts";
import { readImageSize } from "./imageSize.ts";
import { inPage } from "./inPage.ts";
import type { Tab } from "./tab.ts";

export type ImageFormat = "png" | "jpeg" | "webp" | "pdf";

export interface CaptureOptions {
  readonly format: ImageFormat;
  readonly fullPage: boolean;
  readonly selector: ActionSelector | null;
  /** Lazy content has been loaded already. */
  readonly isLoaded?: boolean;
}

/** Taller pages are cut: Chromium cannot draw larger surfaces. */
export const MAX_HEIGHT_PX = 16_384;
const MAX_SCROLLS = 60;
const SCROLL_PAUSE_MS = 80;
const JPEG_QUALITY = 85;

const CONTENT_TYPES: Readonly<Record<ImageFormat, string>> = {
  png: "image/png",
  jpeg: "image/jpeg",
  webp: "image/webp",
  pdf: "application/pdf",
};

/** Scrolls to the bottom and back, so that lazy content loads. */
export const loadAll = async ({ page, settle }: Tab): Promise<void> => {
  for (let i = 0; i < MAX_SCROLLS; i++) {
    const isAtEnd = await page.evaluate(inPage("scrollOn", { maxHeight: MAX_HEIGHT_PX }));
    await new Promise((resolve) => setTimeout(resolve, SCROLL_PAUSE_MS));
    if (isAtEnd === true) break;
  }
  await settle();
  await page.evaluate(inPage("scrollTo", "top"));
};

/** Waits for the element to exist and be visible. */
export const findElement = async ({ page }: Tab, selector: ActionSelector): Promise<ElementHandle | null> => {
  const handle = await page.evaluateHandle(inPage("find", selector));
  return handle.asElement() as ElementHandle | null;
};

const pdf = async ({ page }: Tab, fullPage: boolean): Promise<Shot> => {
  const size = (await page.evaluate(inPage("size"))) as { width: number; height: number };
  const { width = size.width, height = size.height } = page.viewport() ?? {};
  const tall = fullPage ? size.height : height;
  const bytes = await page.pdf({
    printBackground: true,
    width: `${width}px`,
    height: `${tall}px`,
    timeout: 0,
  });
  return { bytes: Buffer.from(bytes), contentType: CONTENT_TYPES.pdf, width, height: tall };
};

/** Takes a screenshot of the page or of one element. */
export const capture = async (
  tab: Tab,
  { format, fullPage, selector, isLoaded = false }: CaptureOptions,
): Promise<Shot> => {
  const { page } = tab;
  if (fullPage && !isLoaded) await loadAll(tab);
  await page.evaluate(inPage("settled"));
  if (format === "pdf") return pdf(tab, fullPage);
  const options: ScreenshotOptions = {
    type: format,
    ...(format !== "png" && { quality: JPEG_QUALITY }),
  };
  const element = selector && (await findElement(tab, selector));
  if (selector && !element)
    throw new TargetError("target-failed", "Nothing visible matches the selector.", { retryable: false });
  const bytes = Buffer.from(
    element
      ? await element.screenshot(options)
      : await page.screenshot({ ...options, ...(await areaOf(tab, fullPage)) }),
  );
  return { bytes, contentType: CONTENT_TYPES[format], ...readImageSize(bytes) };
};

const areaOf = async ({ page }: Tab, fullPage: boolean): Promise<ScreenshotOptions> => {
  if (!fullPage) return {};
  const size = (await page.evaluate(inPage("size"))) as { width: number; height: number };
  const scale = page.viewport()?.deviceScaleFactor ?? 1;
  const width = page.viewport()?.width ?? size.width;
  const height = Math.min(size.height, Math.floor(MAX_HEIGHT_PX / scale));
  return { clip: { x: 0, y: 0, width, height }, captureBeyondViewport: true };
};
