import { type Command, Option } from "commander";
import type { SearchRequest, SearchResults } from "../../client/index.ts";
import { CHOICES } from "../../client/vocabulary.ts";
import { openContext, type World, wholeNumber } from "../context.ts";
import { UsageError } from "../failure.ts";
import { showDollars } from "../money.ts";
import type { Output } from "../output.ts";
import { sayNotes, showItems } from "../pageItems.ts";
import { type GivenPermissions, permissionsOf, withPermissions } from "../permissions.ts";
import { parseSchema } from "../schema.ts";

interface SearchOptions extends GivenPermissions {
  readonly source?: SearchRequest["source"];
  readonly limit?: number;
  readonly language?: string;
  readonly since?: SearchRequest["timeRange"];
  readonly schema?: string;
  readonly instructions?: string;
  readonly markdown?: true;
}

/** What to read on the pages of the results; undefined: they are not opened. */
const extractOf = (options: SearchOptions): SearchRequest["extract"] => {
  const { schema, instructions, markdown } = options;
  if (schema === undefined && instructions === undefined && !markdown) return undefined;
  return {
    instructions,
    ...(schema !== undefined && { schema: parseSchema(schema) }),
    ...(markdown && { outputs: ["markdown"] }),
    ...permissionsOf(options),
  };
};

const sayFailures = ({ results }: SearchResults, output: Output): void => {
  for (const { url, error } of results) if (error) output.say(`${url}: ${error.message}`);
};

/** The pages below their addresses. */
const showPages = ({ results }: SearchResults, output: Output): void => {
  for (const { url, title, extraction } of results) {
    const markdown = extraction?.page?.markdown;
    if (markdown !== undefined)
      output.raw(`---\nurl: ${url}\ntitle: ${JSON.stringify(title)}\n---\n\n${markdown}\n\n`);
  }
};

export const addSearch = (program: Command, world: World): void => {
  withPermissions(program.command("search"))
    .argument("<query>")
    .addOption(new Option("--source <source>", "what to find").choices(CHOICES.SearchSource))
    .addOption(new Option("--limit <number>", "maximum number of results").argParser(wholeNumber))
    .option("--language <language>", "language of the results, such as de or de-AT")
    .addOption(new Option("--since <time>", "results of the last day, week …").choices(CHOICES.TimeRange))
    .option("--schema <fields>", "also read these fields on the pages: name,price or name:string, or JSON")
    .option("--instructions <text>", "what to collect on the pages, in plain words")
    .option("--markdown", "print the main content of the pages as Markdown")
    .description("search the web, if the service has a search engine")
    .action(async (query: string, options: SearchOptions, command: Command) => {
      const { source, limit, language, since, schema, instructions, markdown } = options;
      const isReading = schema !== undefined || instructions !== undefined;
      if (markdown && isReading) throw new UsageError("--markdown takes no fields to read.");
      const { client, output } = await openContext(world, command);
      const asked = { query, source, limit, language, timeRange: since, extract: extractOf(options) };
      const found = await client.searchWeb(asked, { signal: world.signal });
      if (output.isJson) return output.record(found);
      for (const warning of found.warnings ?? []) output.say(warning);
      sayFailures(found, output);
      const pages = found.results.flatMap(({ url, extraction }) =>
        extraction ? { ...extraction, url } : [],
      );
      sayNotes(pages, output);
      if (markdown) showPages(found, output);
      else if (isReading) showItems(pages, asked.extract?.schema, output);
      else output.list(found.results, ["position", "title", "url", "description", "publishedAt"]);
      output.say(`Cost: ${showDollars(found.cost)}`);
    });
};
