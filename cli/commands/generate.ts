import { type Command, Option } from "commander";
import {
  type Client,
  doubtedFields,
  type GeneratedFlow,
  InvalidRequestError,
  missingFields,
} from "../../client/index.ts";
import { freeName } from "../../client/names.ts";
import { ownTimezone } from "../../client/timezone.ts";
import { urlOf } from "../addresses.ts";
import { openContext, type World } from "../context.ts";
import { OutcomeError, UsageError } from "../failure.ts";
import { addressOf } from "../files.ts";
import type { Output } from "../output.ts";
import { type GivenPermissions, permissionsOf, withPermissions } from "../permissions.ts";
import { askedOf } from "../questions.ts";
import { type GivenRequest, requestOf, withRequestOptions } from "../requestOptions.ts";

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

/** What is missing or doubtful, said before anything that looks like success. */
const sayNotes = (flow: GeneratedFlow, output: Output): void => {
  for (const { field, why } of missingFields(flow))
    output.say(`${output.style("red", "Not found:")} ${field}. ${why}`);
  for (const { field, why } of doubtedFields(flow))
    output.say(`${output.style("yellow", "To check:")} ${field}. ${why}`);
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

type Asked = Parameters<Client["generateFlow"]>[0];

/** "Every day at 8" means the clock of whoever says it, wherever the service knows it. */
const generate = async (
  client: Client,
  asked: Asked,
  output: Output,
  signal: AbortSignal,
): Promise<GeneratedFlow> => {
  const timezone = asked.prompt === undefined ? undefined : ownTimezone();
  try {
    return await client.generateFlow({ ...asked, ...(timezone && { timezone }) }, { signal });
  } catch (error) {
    const isRefused =
      error instanceof InvalidRequestError && error.details.some(({ path }) => path === "timezone");
    if (timezone === undefined || !isRefused) throw error;
    output.say(
      `The service does not accept your time zone, ${timezone}: times in the description are in UTC.`,
    );
    return client.generateFlow(asked, { signal });
  }
};

export const addGenerate = (program: Command, world: World): void => {
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
      const flow = await generate(client, asked, output, world.signal);
      sayNotes(flow, output);
      for (const line of askedOf(flow.questions)) output.say(line);
      if (!create) output.raw(`${JSON.stringify(flow, null, output.isJson ? undefined : 2)}\n`);
      if (!partial) expectAllFields(flow, create);
      if (create)
        output.record(await client.flows.create({ ...flow, name: await freeName(client, flow.name) }));
    });
};
