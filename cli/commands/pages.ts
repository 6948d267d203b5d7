import { writeFile } from "node:fs/promises";
import { extname } from "node:path";
import { type Command, Option } from "commander";
import {
  type Extraction,
  type ExtractionList,
  type GeneratedFlow,
  type Item,
  missingFields,
  type OutputSchema,
} from "../../client/index.ts";
import { freeName } from "../../client/names.ts";
import { urlOf } from "../addresses.ts";
import { openContext, type World, wholeNumber } from "../context.ts";
import { OutcomeError, UsageError } from "../failure.ts";
import { addressOf, uploadFile } from "../files.ts";
import { showDollars } from "../money.ts";
import type { Output } from "../output.ts";
import { type GivenPermissions, permissionsOf, withPermissions } from "../permissions.ts";
import { pricesOf } from "../prices.ts";
import { type GivenRequest, requestOf, withRequestOptions } from "../requestOptions.ts";
import { parseSchema } from "../schema.ts";

interface ExtractOptions extends GivenRequest, GivenPermissions {
  readonly schema?: string;
  readonly instructions?: string;
  readonly explain?: true;
  readonly markdown?: true;
  readonly siblings?: true;
}

interface ScreenshotOptions extends GivenRequest, GivenPermissions {
  readonly output: string;
  readonly fullPage?: true;
  readonly width?: number;
  readonly selector?: string;
  readonly dark?: true;
}

interface MapOptions extends GivenRequest {
  readonly q?: string;
  readonly limit?: number;
}

interface GenerateOptions extends GivenPermissions, GivenRequest {
  readonly example: Record<string, string>;
  readonly page: readonly string[];
  readonly siblings: boolean;
  readonly render?: "auto" | "static" | "browser";
  readonly create?: true;
  readonly partial?: true;
}

/** Adds one `--example price="141.85"` to the earlier ones. */
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

/** @throws UsageError for an unsupported file extension */
const formatOf = (file: string): Format => {
  const ending = extname(file).toLowerCase();
  const format = ending === "" ? "png" : new Map<string, Format>(Object.entries(FORMATS)).get(ending);
  if (format === undefined)
    throw new UsageError(`Unknown image type ${ending}. Choose from: ${Object.keys(FORMATS).join(", ")}.`);
  return format;
};

type Explanation = NonNullable<Extraction["explanation"]>;

/** One line for each value found. */
const explained = (items: readonly Item[], explanation: Explanation): object[] =>
  explanation.flatMap((fields, index) =>
    Object.entries(fields).map(([field, origin]) => ({
      item: index + 1,
      field,
      value: items[index]?.[field],
      ...origin,
    })),
  );

type Questions = NonNullable<Extraction["questions"]>;

/** A line for each field that could have several values. */
const askedOf = (questions: Questions = []): string[] =>
  questions.map(
    ({ field, candidates }) =>
      `Which is ${field}? ${candidates.map(({ value, where }) => `${JSON.stringify(value)} (${where})`).join(" or ")}. The first was taken.`,
  );

const toldOf = (siblings: Extraction["siblings"] = []): string[] =>
  siblings.map(({ url, problem }) =>
    problem ? `${url} was not compared: ${problem}` : `Compared with ${url}`,
  );

const columnsOf = (items: readonly Item[]): string[] => [
  ...new Set(items.flatMap((item) => Object.keys(item))),
];

/** The items of all pages with their page's URL. A page that could not be read has its own row. */
const showEach = ({ results }: ExtractionList, schema: OutputSchema | undefined, output: Output): void => {
  const items = results.flatMap((result) =>
    "error" in result ? [] : result.items.map((item) => ({ page: result.url, ...item })),
  );
  output.list(items, columnsOf(items), pricesOf(schema));
  for (const result of results) if ("error" in result) output.say(`${result.url}: ${result.error.message}`);
  const failed = results.filter((result) => "error" in result).length;
  output.say(
    `${items.length} ${items.length === 1 ? "item" : "items"} from ${results.length - failed} pages`,
  );
  if (failed === results.length) throw new OutcomeError("No page could be read.");
};

const showCost = (cost: number): string => `Cost: ${showDollars(cost)}`;

const addExtract = (program: Command, world: World): void => {
  withPermissions(withRequestOptions(program.command("extract")))
    .argument("<url...>", "URLs, or files such as report.pdf")
    .option("--schema <fields>", "fields to collect: name,price or name:string,price:price, or JSON")
    .option("--instructions <text>", "what to collect, in plain words")
    .option("--explain", "show where each value came from and how confident it is")
    .option("--siblings", "also open two pages of the same template, and compare")
    .option("--markdown", "print the main content of one page as Markdown")
    .description("extract data from one page, or from up to 20")
    .action(async (pages: string[], options: ExtractOptions, command: Command) => {
      const { schema, instructions, explain, markdown, siblings } = options;
      const { client, output } = await openContext(world, command);
      if (markdown && pages.length > 1) throw new UsageError("--markdown takes one URL.");
      if (siblings && pages.length > 1) throw new UsageError("--siblings takes one URL.");
      const urls = await Promise.all(pages.map((page) => addressOf(client, page, world)));
      const [url = "", ...more] = urls;
      const { signal } = world;
      if (markdown) {
        const request = { ...requestOf(options), ...permissionsOf(options) };
        const text = await client.extract({ url, ...request }, { format: "markdown" }, { signal });
        return output.isJson ? output.record({ url, markdown: text }) : output.raw(text);
      }
      const asked = {
        instructions,
        ...(schema !== undefined && { schema: parseSchema(schema) }),
        ...requestOf(options),
        ...permissionsOf(options),
      };
      const query = explain ? ({ explain: "true" } as const) : {};
      if (more.length > 0) {
        const list = await client.extract({ urls, ...asked }, query, { signal });
        if (output.isJson) return output.record(list);
        showEach(list, asked.schema, output);
        return output.say(showCost(list.cost));
      }
      const result = await client.extract({ url, ...asked, siblings }, query, { signal });
      if (output.isJson) return output.record(result);
      for (const line of [...toldOf(result.siblings), ...askedOf(result.questions)]) output.say(line);
      for (const warning of result.warnings ?? []) output.say(warning);
      const { reserved = [] } = result.permissions ?? {};
      if (reserved.length > 0) output.say(`The page reserves ${reserved.join(", ")}.`);
      if (result.explanation)
        return output.list(explained(result.items, result.explanation), [
          "item",
          "field",
          "value",
          "source",
          "confidence",
          "path",
        ]);
      output.list(result.items, columnsOf(result.items), pricesOf(asked.schema, result.currencies));
      output.say(`${result.itemCount} ${result.itemCount === 1 ? "item" : "items"} from ${result.url}`);
    });
};

const addMap = (program: Command, world: World): void => {
  withRequestOptions(program.command("map"))
    .argument("<url>")
    .option("--q <words>", "only URLs that contain all of these words")
    .addOption(new Option("--limit <number>", "maximum number of URLs").argParser(wholeNumber))
    .description("list a site's URLs from its sitemaps and links, one per line")
    .action(async (url: string, options: MapOptions, command: Command) => {
      const { q, limit } = options;
      const { client, output } = await openContext(world, command);
      const asked = { url: urlOf(url), q, limit, ...requestOf(options) };
      const site = await client.mapSite(asked, { signal: world.signal });
      if (output.isJson) return output.record(site);
      for (const warning of site.warnings ?? []) output.say(warning);
      output.raw(site.urls.map((page) => `${page.url}\n`).join(""));
      if (site.truncated) output.say("There are more URLs than these.");
      output.say(showCost(site.cost));
    });
};

/** What is missing, said before anything that looks like success. */
const sayMissing = (flow: GeneratedFlow, output: Output): void => {
  for (const { field, why } of missingFields(flow))
    output.say(`${output.style("red", "Not found:")} ${field}. ${why}`);
};

/** @throws OutcomeError if the flow lacks a field that was asked for */
const expectAllFields = (flow: GeneratedFlow, create = false): void => {
  const names = missingFields(flow).map(({ field }) => field);
  if (names.length === 0) return;
  const outcome = create ? "No flow was created" : "The flow is incomplete";
  throw new OutcomeError(
    `${outcome}: the page has no ${names.join(", ")}. Name the fields as the page does, show a value with --example, or accept the flow without them: --partial.`,
  );
};

const addGenerate = (program: Command, world: World): void => {
  withPermissions(withRequestOptions(program.command("generate")))
    .argument("<url>", "a URL, or a file such as prices.xlsx")
    .argument("[prompt]", "what to collect, in plain words")
    .addOption(
      new Option(
        "--example <field=value>",
        "a value as shown on the page; repeat for each field of one record",
      )
        .argParser(addExample)
        .default({}, "none"),
    )
    .addOption(
      new Option("--page <url>", "another page of the same kind; repeat for up to 20, with --example")
        .argParser((more: string, known: readonly string[]) => [...known, more])
        .default([], "none"),
    )
    .option("--no-siblings", "do not open further pages of the same template")
    .addOption(
      new Option("--render <how>", "whether to use a browser (default: auto)").choices([
        "auto",
        "static",
        "browser",
      ]),
    )
    .option("--create", "also create the flow")
    .option("--partial", "accept a flow that lacks some of the fields")
    .description("generate a flow from a description or an example, as JSON")
    .action(async (page: string, prompt: string | undefined, options: GenerateOptions, command: Command) => {
      const { create, partial, example, page: urls, siblings, render } = options;
      const isShown = Object.keys(example).length > 0;
      if (prompt === undefined && !isShown)
        throw new UsageError('Say what to collect, or show it: --example title="Oak Kettle"');
      if (urls.length > 0 && !isShown)
        throw new UsageError("--page compares pages by an example: add --example field=value.");
      const { client, output } = await openContext(world, command);
      const url = await addressOf(client, page, world);
      const asked = {
        url,
        prompt,
        ...(isShown && { examples: [example] }),
        ...(urls.length > 0 && { urls: urls.map(urlOf) }),
        ...(!siblings && { siblings }),
        ...(render && { render }),
        ...requestOf(options),
        ...permissionsOf(options),
      };
      const flow = await client.generateFlow(asked, { signal: world.signal });
      sayMissing(flow, output);
      for (const line of askedOf(flow.questions)) output.say(line);
      if (!create) output.raw(`${JSON.stringify(flow, null, output.isJson ? undefined : 2)}\n`);
      if (!partial) expectAllFields(flow, create);
      if (create)
        output.record(await client.flows.create({ ...flow, name: await freeName(client, flow.name) }));
    });
};

const addScreenshot = (program: Command, world: World): void => {
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

const addUpload = (program: Command, world: World): void => {
  program
    .command("upload")
    .argument("<file>")
    .description("upload a file of up to 50 MB, to be read like a page")
    .action(async (file: string, _options: object, command: Command) => {
      const { client, output } = await openContext(world, command);
      const { address, keptUntil } = await uploadFile(client, file, world);
      output.record({ address, keptUntil });
    });
};

/** Commands that look at one page now, without a flow. */
export const addPages = (program: Command, world: World): void => {
  for (const add of [addExtract, addMap, addGenerate, addUpload, addScreenshot]) add(program, world);
};
