import { type Command, Option } from "commander";
import type { Extraction, ExtractionList, Item, OutputSchema } from "../../client/index.ts";
import { urlOf } from "../addresses.ts";
import { openContext, type World, wholeNumber } from "../context.ts";
import { OutcomeError, UsageError } from "../failure.ts";
import { addressOf, uploadFile } from "../files.ts";
import { showDollars } from "../money.ts";
import type { Output } from "../output.ts";
import { linesOf, sayNotes, showItems } from "../pageItems.ts";
import { type GivenPermissions, permissionsOf, withPermissions } from "../permissions.ts";
import { pricesOf } from "../prices.ts";
import { type GivenRequest, requestOf, withRequestOptions } from "../requestOptions.ts";
import { parseSchema } from "../schema.ts";
import { addGenerate } from "./generate.ts";
import { addScreenshot } from "./screenshot.ts";

interface ExtractOptions extends GivenRequest, GivenPermissions {
  readonly schema?: string;
  readonly instructions?: string;
  readonly records?: "one" | "all";
  readonly explain?: true;
  readonly markdown?: true;
  readonly siblings?: true;
}

interface MapOptions extends GivenRequest {
  readonly q?: string;
  readonly limit?: number;
}

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

const toldOf = (siblings: Extraction["siblings"] = []): string[] =>
  siblings.map(({ url, problem }) =>
    problem ? `${url} was not compared: ${problem}` : `Compared with ${url}`,
  );

const columnsOf = (items: readonly Item[]): string[] => [
  ...new Set(items.flatMap((item) => Object.keys(item))),
];

/** The items of all pages with their page's URL. A page that could not be read has its own row. */
const showEach = ({ results }: ExtractionList, schema: OutputSchema | undefined, output: Output): void => {
  const read = results.flatMap((result) => ("error" in result ? [] : result));
  const count = showItems(read, schema, output);
  sayNotes(read, output);
  for (const result of results) if ("error" in result) output.say(`${result.url}: ${result.error.message}`);
  output.say(`${count} ${count === 1 ? "item" : "items"} from ${read.length} pages`);
  if (read.length === 0) throw new OutcomeError("No page could be read.");
};

const showCost = (cost: number): string => `Cost: ${showDollars(cost)}`;

const addExtract = (program: Command, world: World): void => {
  withPermissions(withRequestOptions(program.command("extract")))
    .argument("<url...>", "URLs, or files such as report.pdf")
    .option("--schema <fields>", "fields to collect: name,price or name:string,price:price, or JSON")
    .option("--instructions <text>", "what to collect, in plain words")
    .addOption(
      new Option("--records <number>", "read a page as one item, or all records of its list").choices([
        "one",
        "all",
      ]),
    )
    .option("--explain", "show where each value came from and how confident it is")
    .option("--siblings", "also open two pages of the same template, and compare")
    .option("--markdown", "print the main content of one page as Markdown")
    .description("extract data from one page, or from up to 20")
    .action(async (pages: string[], options: ExtractOptions, command: Command) => {
      const { schema, instructions, records, explain, markdown, siblings } = options;
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
        records,
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
      for (const line of [...toldOf(result.siblings), ...linesOf(result)]) output.say(line);
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
