import { writeFile } from "node:fs/promises";
import { extname } from "node:path";
import { type Command, Option } from "commander";
import type { Client, Item } from "../../client/index.ts";
import { openContext, type World, wholeNumber } from "../context.ts";
import { OutcomeError, UsageError } from "../failure.ts";
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

interface GenerateOptions {
  readonly example: Record<string, string>;
  readonly create?: true;
}

/** `--example price="141.85"`, and those before it. */
const addExample = (text: string, known: GenerateOptions["example"]): GenerateOptions["example"] => {
  const at = text.indexOf("=");
  if (at < 1 || at === text.length - 1)
    throw new UsageError(`--example takes field=value, such as title="Oak Kettle", not "${text}"`);
  return { ...known, [text.slice(0, at).trim()]: text.slice(at + 1) };
};

const FORMATS = {
  ".png": "png",
  ".jpg": "jpeg",
  ".jpeg": "jpeg",
  ".webp": "webp",
  ".pdf": "pdf",
} as const;

type Format = (typeof FORMATS)[keyof typeof FORMATS];

/** @throws UsageError for an ending of another kind of file */
const formatOf = (file: string): Format => {
  const ending = extname(file).toLowerCase();
  const format = ending === "" ? "png" : new Map<string, Format>(Object.entries(FORMATS)).get(ending);
  if (format === undefined)
    throw new UsageError(`Unknown image type ${ending}. Choose from: ${Object.keys(FORMATS).join(", ")}.`);
  return format;
};

type Explanation = NonNullable<Awaited<ReturnType<Client["extract"]>>["explanation"]>;

/** One line for each value that was found. */
const explained = (items: readonly Item[], explanation: Explanation): object[] =>
  explanation.flatMap((fields, index) =>
    Object.entries(fields).map(([field, origin]) => ({
      item: index + 1,
      field,
      value: items[index]?.[field],
      ...origin,
    })),
  );

/** Commands that look at one page now, without a flow. */
export const addPages = (program: Command, world: World): void => {
  program
    .command("extract")
    .argument("<url>")
    .option("--schema <fields>", "fields to collect: name,price or name:string,price:price, or JSON")
    .option("--instructions <text>", "what to collect, in plain words")
    .option("--explain", "show where each value came from and how confident it is")
    .description("extract data from one page")
    .action(async (url: string, { schema, instructions, explain }: ExtractOptions, command: Command) => {
      const { client, output } = await openContext(world, command);
      const result = await client.extract(
        {
          url,
          instructions,
          ...(schema !== undefined && { schema: parseSchema(schema) }),
        },
        explain ? { explain: "true" } : {},
        { signal: world.signal },
      );
      if (output.isJson) return output.record(result);
      for (const warning of result.warnings ?? []) output.say(warning);
      if (result.explanation)
        return output.list(explained(result.items, result.explanation), [
          "item",
          "field",
          "value",
          "source",
          "confidence",
          "path",
        ]);
      const columns = [...new Set(result.items.flatMap((item) => Object.keys(item)))];
      output.list(result.items, columns);
      output.say(`${result.itemCount} ${result.itemCount === 1 ? "item" : "items"} from ${result.url}`);
    });

  program
    .command("generate")
    .argument("<url>")
    .argument("[prompt]", "what to collect, in plain words")
    .addOption(
      new Option(
        "--example <field=value>",
        "a value as shown on the page; repeat for each field of one record",
      )
        .argParser(addExample)
        .default({}, "none"),
    )
    .option("--create", "also create the flow")
    .description("generate a flow from a description or an example, as JSON")
    .action(async (url: string, prompt: string | undefined, options: GenerateOptions, command: Command) => {
      const { create, example } = options;
      const isShown = Object.keys(example).length > 0;
      if (prompt === undefined && !isShown)
        throw new UsageError('Say what to collect, or show it: --example title="Oak Kettle"');
      const { client, output } = await openContext(world, command);
      const asked = { url, prompt, ...(isShown && { examples: [example] }) };
      const flow = await client.generateFlow(asked, { signal: world.signal });
      if (create) output.record(await client.createFlow(flow));
      else output.raw(`${JSON.stringify(flow, null, output.isJson ? undefined : 2)}\n`);
    });

  program
    .command("screenshot")
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
      const shot = await client.takeScreenshot(
        { url, format, fullPage, width, selector, darkMode },
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
