import { writeFile } from "node:fs/promises";
import { extname } from "node:path";
import { type Command, Option } from "commander";
import { openContext, type World, wholeNumber } from "../context.ts";
import { OutcomeError } from "../failure.ts";
import { parseSchema } from "../schema.ts";

interface ExtractOptions {
  readonly schema?: string;
  readonly instructions?: string;
  readonly explain?: true;
}

interface ScreenshotOptions {
  readonly output: string;
  readonly fullPage?: true;
  readonly width?: number;
  readonly selector?: string;
  readonly dark?: true;
}

const FORMATS = { ".png": "png", ".jpg": "jpeg", ".jpeg": "jpeg", ".webp": "webp", ".pdf": "pdf" } as const;

/** Commands that look at one page now, without a flow. */
export const addPages = (program: Command, world: World): void => {
  program
    .command("extract")
    .argument("<url>")
    .option("--schema <fields>", "what to collect: name,price or name:string,price:price, or JSON")
    .option("--instructions <text>", "what is wanted, in words")
    .option("--explain", "tell where each value came from and how sure it is (with --json)")
    .description("the data of a page, at once")
    .action(async (url: string, { schema, instructions, explain }: ExtractOptions, command: Command) => {
      const { client, output } = await openContext(world, command);
      const result = await client.extract(
        { url, instructions, ...(schema !== undefined && { schema: parseSchema(schema) }) },
        explain ? { explain: "true" } : {},
        { signal: world.signal },
      );
      if (output.isJson) return output.record(result);
      const columns = [...new Set(result.items.flatMap((item) => Object.keys(item)))];
      output.list(result.items, columns);
      output.say(`${result.itemCount} ${result.itemCount === 1 ? "item" : "items"} from ${result.url}`);
    });

  program
    .command("generate")
    .argument("<url>")
    .argument("<prompt>", "what to collect, in your words")
    .option("--create", "create the flow, too")
    .description("a flow that collects what you describe, as JSON")
    .action(async (url: string, prompt: string, { create }: { create?: true }, command: Command) => {
      const { client, output } = await openContext(world, command);
      const flow = await client.generateFlow({ url, prompt });
      if (create) output.record(await client.createFlow(flow));
      else output.raw(`${JSON.stringify(flow, null, output.isJson ? undefined : 2)}\n`);
    });

  program
    .command("screenshot")
    .argument("<url>")
    .option("-o, --output <file>", "where to; its ending chooses png, jpg, webp or pdf", "screenshot.png")
    .option("--full-page", "the whole page")
    .addOption(new Option("--width <pixels>", "of the window").argParser(wholeNumber))
    .option("--selector <css>", "only this element")
    .option("--dark", "in dark colours")
    .description("a picture of a page")
    .action(async (url: string, options: ScreenshotOptions, command: Command) => {
      const { client, output } = await openContext(world, command);
      const format = FORMATS[extname(options.output).toLowerCase() as keyof typeof FORMATS];
      const shot = await client.takeScreenshot({
        url,
        format,
        fullPage: options.fullPage,
        width: options.width,
        selector: options.selector,
        darkMode: options.dark,
      });
      const response = await fetch(shot.screenshotUrl, { signal: world.signal });
      if (!response.ok) throw new OutcomeError(`The picture's link answers ${response.status}.`);
      await writeFile(options.output, Buffer.from(await response.arrayBuffer()));
      output.record({ file: options.output, width: shot.width, height: shot.height, url: shot.url });
    });
};
