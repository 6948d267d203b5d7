/** Takes pictures that can be compared: of a page at rest, the same each time as long as the page is the same. */
import { setTimeout as sleepFor } from "node:timers/promises";
import type { ActionSelector } from "../../contract/steps/actionSelectors.ts";
import { type Area, MAX_PICTURE } from "../../contract/steps/pictures.ts";
import type { Picture, PictureOptions } from "../steps/index.ts";
import { loadAll } from "./capture.ts";
import { HIDE_COOKIE_BANNERS } from "./cookieBanners.ts";
import { readImageSize } from "./imageSize.ts";
import { inPage } from "./inPage.ts";
import type { Tab } from "./tab.ts";

/** What moves although the page is the same: transitions, the text cursor, smooth scrolling. */
const STILL = `*,*::before,*::after{transition:none!important;caret-color:transparent!important;scroll-behavior:auto!important}${HIDE_COOKIE_BANNERS}`;

/** A page is at rest once two pictures, this long apart, are the same … */
const REST_MS = 300;
/** … or it never rests: a picture of it is one moment. */
const MAX_REST_MS = 6_000;

interface Box {
  readonly x: number;
  readonly y: number;
  readonly width: number;
  readonly height: number;
}

/** The part of the page that the picture shows: whole pixels, within what can be drawn. */
const clipOf = (box: Box, scale: number): Box => {
  const x = Math.max(0, Math.floor(box.x));
  const y = Math.max(0, Math.floor(box.y));
  const width = Math.min(MAX_PICTURE.width / scale, Math.max(1, Math.ceil(box.x + box.width) - x));
  const most = Math.min(MAX_PICTURE.height / scale, MAX_PICTURE.pixels / (width * scale * scale));
  const height = Math.min(Math.floor(most), Math.max(1, Math.ceil(box.y + box.height) - y));
  return { x, y, width, height };
};

/** A box of the page as an area of the picture; null if it is not in it. */
const areaIn = (clip: Box, { x, y, width, height }: Box, scale: number): Area | null => {
  const left = Math.max(0, Math.floor((x - clip.x) * scale));
  const top = Math.max(0, Math.floor((y - clip.y) * scale));
  const right = Math.min(clip.width * scale, Math.ceil((x + width - clip.x) * scale));
  const bottom = Math.min(clip.height * scale, Math.ceil((y + height - clip.y) * scale));
  return right > left && bottom > top ? { x: left, y: top, width: right - left, height: bottom - top } : null;
};

/** @returns null if the element is not there, or not visible */
export const takePicture = async (
  tab: Tab,
  { ignore, selector }: PictureOptions & { selector: ActionSelector | null },
): Promise<Picture | null> => {
  const { page } = tab;
  const { width = 0, deviceScaleFactor: scale = 1 } = page.viewport() ?? {};
  await page.emulateMediaFeatures([{ name: "prefers-reduced-motion", value: "reduce" }]);
  const still = (): Promise<unknown> => page.evaluate(inPage("still", STILL));
  await still();
  await loadAll(tab);
  await page.evaluate(inPage("settled"));

  const boxOf = async (): Promise<Box | null> => {
    if (selector) return ((await page.evaluate(inPage("boxes", [selector]))) as Box[])[0] ?? null;
    const size = (await page.evaluate(inPage("size"))) as Pick<Box, "width" | "height">;
    return { x: 0, y: 0, width, height: size.height };
  };
  const shoot = async (): Promise<{ bytes: Buffer; box: Box } | null> => {
    await still();
    const box = await boxOf();
    if (!box) return null;
    const shot = await page.screenshot({
      type: "png",
      clip: clipOf(box, scale),
      captureBeyondViewport: true,
    });
    return { bytes: Buffer.from(shot), box };
  };

  const untilMs = Date.now() + MAX_REST_MS;
  let last = await shoot();
  let isRestless = true;
  while (last && isRestless && Date.now() < untilMs) {
    await sleepFor(REST_MS);
    const next = await shoot();
    isRestless = next === null || !next.bytes.equals(last.bytes);
    last = next;
  }
  if (!last) return null;
  const { bytes, box } = last;
  const clip = clipOf(box, scale);
  const boxes = ignore.length === 0 ? [] : ((await page.evaluate(inPage("boxes", ignore))) as Box[]);
  const isCut = Math.ceil(box.width) > clip.width + 1 || Math.ceil(box.height) > clip.height + 1;
  return {
    bytes,
    contentType: "image/png",
    ...readImageSize(bytes),
    title: await page.title(),
    ignored: boxes.flatMap((each) => areaIn(clip, each, scale) ?? []),
    ...(isCut && {
      wholeSize: { width: Math.ceil(box.width * scale), height: Math.ceil(box.height * scale) },
    }),
    isRestless,
  };
};
