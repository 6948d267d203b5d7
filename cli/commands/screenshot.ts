import { writeFile } from "node:fs/promises";
import { extname } from "node:path";
import { type Command, Option } from "commander";
import { urlOf } from "../addresses.ts";
import { openContext, type World, wholeNumber } from "../context.ts";
import { OutcomeError, UsageError } from "../failure.ts";
import { type GivenPermissions, permissionsOf, withPermissions } from "../permissions.ts";
import { type GivenRequest, requestOf, withRequestOptions } from "../requestOptions.ts";

interface ScreenshotOptions extends GivenRequest, GivenPermissions {
  readonly output: string;
  readonly fullPage?: true;
  readonly width?: number;
  readonly selector?: string;
  readonly dark?: true;
}

const FORMATS = {
  ".png": "png",
  ".jpg": "jpeg",
  ".jpeg": "jpeg",
  ".webp": "webp",
  ".pdf": "pdf",
} as const;

type Format = (typeof FORMATS)[keyof typeof FORMATS];

/** @throws UsageError for an unsupported file extension */
const formatOf = (file: string): Format => {
  const ending = extname(file).toLowerCase();
  const format = ending === "" ? "png" : new Map<string, Format>(Object.entries(FORMATS)).get(ending);
  if (format === undefined)
    throw new UsageError(`Unknown image type ${ending}. Choose from: ${Object.keys(FORMATS).join(", ")}.`);
  return format;
};

export const addScreenshot = (program: Command, world: World): void => {
  withPermissions(withRequestOptions(program.command("screenshot")))
    .argument("<url>")
    .option("-o, --output <file>", "output file: .png, .jpg, .webp or .pdf", "screenshot.png")
    .option("--full-page", "capture the whole page")
    .addOption(new Option("--width <pixels>", "width of the window").argParser(wholeNumber))
    .option("--selector <css>", "capture only this element")
    .option("--dark", "use the page's dark colours")
    .description("take a screenshot of a page")
    .action(async (url: string, options: ScreenshotOptions, command: Command) => {
      const { client, output } = await openContext(world, command);
      const format = formatOf(options.output);
      const { fullPage, width, selector, dark: darkMode } = options;
      const shot = await client.screenshot.take(
        {
          ...{ url: urlOf(url), format, fullPage, width, selector, darkMode },
          ...requestOf(options),
          ...permissionsOf(options),
        },
        { signal: world.signal },
      );
      const response = await fetch(shot.screenshotUrl, {
        signal: world.signal,
      });
      if (!response.ok)
        throw new OutcomeError(`Could not download the screenshot (HTTP ${response.status}).`);
      await writeFile(options.output, Buffer.from(await response.arrayBuffer()));
      output.record({
        file: options.output,
        width: shot.width,
        height: shot.height,
        url: shot.url,
      });
    });
};
