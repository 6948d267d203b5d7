import { mkdir, writeFile } from "node:fs/promises";
import { dirname, relative, resolve } from "node:path";
import { StartFailure } from "../../failure.ts";
import type { Scene } from "./chapter.ts";

/** Inside the folder of all local state, which is not part of the project's sources. */
const FILE = resolve(import.meta.dirname, "../../../.gleaner/demo/screenshot.png");

interface Shot {
  readonly path: string;
  readonly width: number;
  readonly height: number;
  readonly sizeBytes: number;
}

/** Takes a screenshot of the whole shop page and saves it to a file. */
export const showScreenshot = async ({ client, shop, voice }: Scene): Promise<Shot> => {
  voice.say(`\n${voice.bold("Taking a screenshot")}`);
  const { screenshotUrl, width, height } = await client.takeScreenshot({
    url: `${shop.url}/catalogue`,
    fullPage: true,
  });
  const response = await fetch(screenshotUrl);
  if (!response.ok)
    throw new StartFailure(
      `The demo failed: the screenshot could not be downloaded (HTTP ${response.status}).`,
    );
  const image = Buffer.from(await response.arrayBuffer());
  await mkdir(dirname(FILE), { recursive: true });
  await writeFile(FILE, image);
  const path = relative(process.cwd(), FILE);
  voice.say(`${voice.dim("POST /screenshot")}  ${width} × ${height} pixels, in ${path}`);
  return { path, width, height, sizeBytes: image.length };
};
