import { readFile } from "node:fs/promises";
import { text } from "node:stream/consumers";
import { type Command, Option } from "commander";
import type {
  Client,
  FlowDefinition,
  FlowMode,
  FlowPatch,
  FlowSort,
  FlowStatus,
  FlowSummary,
} from "../../client/index.ts";
import { CHOICES } from "../../client/vocabulary.ts";
import { openContext, printFirst, type World, wholeNumber } from "../context.ts";
import { UsageError } from "../failure.ts";
import { type FlowOptions, flowOf, refuseBoth } from "../flowOptions.ts";
import { listIn } from "../lists.ts";
import { pricesOfFlow } from "../prices.ts";

const LIST_HELP =
  "each run opens the URLs in this file: .csv, .ndjson, or one per line (- for standard input)";

/** JSON of a file or of standard input (`-`). */
const readJson = async <T>(file: string, { stdin }: World): Promise<T> => {
  const content = file === "-" ? await text(stdin) : await readFile(file, "utf8");
  try {
    return JSON.parse(content) as T;
  } catch {
    throw new UsageError(`${file === "-" ? "Standard input" : file} is not valid JSON.`);
  }
};

/** Adds the list of `--urls`, if given, to a flow or to changes of one. */
const withList = async <T extends object>(
  client: Client,
  flow: T,
  { file, urls }: { readonly file: string | undefined; readonly urls: string | undefined },
  world: World,
): Promise<T> => {
  if (urls === undefined) return flow;
  if (file === "-" && urls === "-")
    throw new UsageError("Standard input holds the flow or the list, not both: write one of them to a file.");
  return { ...flow, ...(await listIn(client, urls, world)) };
};

interface FlowFilters {
  readonly mode?: FlowMode;
  readonly status?: FlowStatus;
  readonly search?: string;
  readonly tag?: string;
  readonly needsAttention?: true;
  readonly sort?: FlowSort;
  readonly limit: number;
}

const readableFlow = (flow: FlowSummary): object => ({
  ...flow,
  success: flow.totalRuns === 0 ? null : `${flow.successRate}%`,
});

interface ChangeOptions {
  readonly limit: number;
  readonly noise?: true;
  readonly diff?: true;
}

type Change = Awaited<ReturnType<Client["flows"]["listChanges"]>>["data"][number];

/** The unified diffs of a change, below a line that says which change it is. */
const diffOf = ({ createdAt, title, message, records }: Change): string => {
  const diffs = records.flatMap(({ fields }) =>
    Object.values(fields).flatMap((field) => field.diff?.unified ?? []),
  );
  return [`# ${createdAt} ${title || message}`, ...diffs, ""].join("\n");
};

/** Adds `gleaner flows changes` and `gleaner flows records`. */
const addCollected = (flows: Command, world: World): void => {
  flows
    .command("changes")
    .argument("<flow>")
    .option("--noise", "also show what is taken for noise, and runs that found nothing else")
    .option("--diff", "print how long texts changed, as unified diffs")
    .option("--limit <count>", "maximum number to show", wholeNumber, 20)
    .description("list the changes a monitor found, newest first")
    .action(async (id: string, { limit, noise, diff }: ChangeOptions, command) => {
      const { client, output } = await openContext(world, command);
      if (diff && !output.isJson) {
        const { data } = await client.flows.listChanges(id, { limit });
        for (const change of data) output.raw(diffOf(change));
        return;
      }
      await printFirst(
        output,
        client.flows.listChanges(id, noise && { noise: "true" }),
        limit,
        ["createdAt", "title", "added", "removed", "changed", "noise"],
        ({ title, message, noise, ...change }) => ({
          ...change,
          title: title || message || "Noise only",
          noise: noise.differences,
        }),
      );
    });
  flows
    .command("records")
    .argument("<flow>")
    .option("--at <time>", "as of this time (default: now)")
    .option("--limit <count>", "maximum number to show", wholeNumber, 50)
    .description("list the records of a monitor as of its last good run")
    .action(async (id: string, { at, limit }: { at?: string; limit: number }, command) => {
      const { client, output } = await openContext(world, command);
      const list = client.flows.listRecords(id, { at });
      const { data } = await list;
      const fields = [...new Set(data.flatMap(({ record }) => Object.keys(record)))];
      const columns = [...fields, "key"];
      const readable = ({ key, record }: (typeof data)[number]) => ({ ...record, key });
      if (output.isJson) return printFirst(output, list, limit, columns);
      const prices = await pricesOfFlow(client, id, data[0]?.currencies);
      await printFirst(output, list, limit, columns, readable, prices);
    });
};

export const addFlows = (program: Command, world: World): void => {
  const flows = program.command("flows").description("create, list and change flows (saved collection jobs)");
  flows
    .command("list")
    .description("list flows, newest first")
    .addOption(new Option("--mode <mode>", "filter by mode").choices(CHOICES.FlowMode))
    .addOption(new Option("--status <status>", "filter by status").choices(CHOICES.FlowStatus))
    .option("--search <words>", "filter by words in the name, description or URL")
    .option("--tag <tag>", "filter by tag")
    .option("--needs-attention", "show only flows that need attention")
    .addOption(new Option("--sort <field>", "sort order").choices(CHOICES.FlowSort))
    .option("--limit <count>", "maximum number to show", wholeNumber, 50)
    .action(async ({ search, needsAttention, limit, ...filters }: FlowFilters, command) => {
      const { client, output } = await openContext(world, command);
      const query = { q: search, ...(needsAttention && { needsAttention: "true" as const }), ...filters };
      await printFirst(
        output,
        client.flows.list(query),
        limit,
        ["name", "id", "status", "lastRunAt", "nextRunAt", "success", "mode"],
        readableFlow,
      );
    });
  flows
    .command("get")
    .argument("<flow>")
    .description("print a flow as JSON, ready to edit and pass to update")
    .action(async (id: string, _options, command) => {
      const { client, output } = await openContext(world, command);
      const flow = await client.flows.get(id);
      output.raw(`${JSON.stringify(flow, null, output.isJson ? undefined : 2)}\n`);
    });
  flows
    .command("create")
    .argument("[file]", "the flow as JSON; - reads standard input")
    .option("--name <name>", "name of the flow")
    .option("--page <url>", "the URL the flow starts from")
    .addOption(new Option("--mode <mode>", "what the flow does (default: extract)").choices(CHOICES.FlowMode))
    .option(
      "--selector <css>",
      "the element of each record; without it, the page is one record or, without --field, the data is detected",
    )
    .option("--schema <fields>", "fields and their types, such as name,price:price")
    .option("--field <field...>", 'a field and its selector in a record, such as "price: .price"')
    .option("--next <css>", "the link to the next page")
    .option("--urls <file>", LIST_HELP)
    .option("--every <interval>", "run every 15m, 6h or 1d once active")
    .option("--activate", "start its schedule at once")
    .description("create a flow from a file, or from options")
    .action(async (file: string | undefined, options: FlowOptions, command) => {
      const definition =
        file === undefined
          ? flowOf(options)
          : await readJson<FlowDefinition>(refuseBoth(file, options), world);
      const { client, output } = await openContext(world, command);
      const { urls } = options;
      const flow = await client.flows.create(await withList(client, definition, { file, urls }, world));
      output.record(options.activate ? await client.flows.update(flow.id, { status: "active" }) : flow);
    });
  flows
    .command("update")
    .argument("<flow>")
    .argument("[file]", "the fields to change, as JSON (null removes one); - reads standard input")
    .option("--urls <file>", LIST_HELP)
    .description("update a flow")
    .action(async (id: string, file: string | undefined, { urls }: { urls?: string }, command) => {
      if (file === undefined && urls === undefined)
        throw new UsageError("Give a file with the fields to change, or a list with --urls.");
      const changes = file === undefined ? {} : await readJson<FlowPatch>(file, world);
      const { client, output } = await openContext(world, command);
      output.record(await client.flows.update(id, await withList(client, changes, { file, urls }, world)));
    });
  for (const [name, status, description] of [
    ["activate", "active", "start a flow's schedule"],
    ["pause", "paused", "stop a flow's schedule"],
  ] as const)
    flows
      .command(name)
      .argument("<flow>")
      .description(description)
      .action(async (id: string, _options, command) => {
        const { client, output } = await openContext(world, command);
        output.record(await client.flows.update(id, { status }));
      });
  flows
    .command("delete")
    .argument("<flow>")
    .description("delete a flow, but keep its runs")
    .action(async (id: string, _options, command) => {
      const { client, output } = await openContext(world, command);
      output.record(await client.flows.delete(id));
    });
  addCollected(flows, world);
};
