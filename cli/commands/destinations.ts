import { type Command, Option } from "commander";
import type {
  CreateDestination,
  Destination,
  DestinationContent,
  DestinationFormat,
  DestinationTest,
} from "../../client/index.ts";
import { showTarget } from "../../client/targets.ts";
import { CHOICES } from "../../client/vocabulary.ts";
import { openContext, printFirst, type World, wholeNumber } from "../context.ts";
import { readableDelivery } from "../deliveries.ts";
import { OutcomeError } from "../failure.ts";
import { readTarget, type TargetOptions } from "../targets.ts";

interface CreateOptions extends TargetOptions {
  readonly content: DestinationContent;
  readonly format: DestinationFormat;
  readonly flow?: readonly string[];
  readonly test: boolean;
}

/** A destination for people: with its place in one line, and what is wrong with it. */
const readableDestination = ({ target, failing, ...destination }: Destination): object => ({
  ...destination,
  type: target.type,
  place: showTarget(target),
  error: failing?.error ?? null,
});

/** @throws OutcomeError so that the exit code says that nothing can be delivered */
const expectSuccess = (id: string, { error }: DestinationTest): void => {
  if (error) throw new OutcomeError(`The test of ${id} failed: ${error.message}`);
};

const addCreate = (destinations: Command, world: World): void => {
  destinations
    .command("create")
    .argument("<name>")
    .option("--s3 <bucket>", "deliver to a bucket; its secret key is prompted for or read from a pipe")
    .option("--access-key-id <id>", "s3: the key's id")
    .option("--role-arn <arn>", "s3, on AWS: the role to assume, instead of a key")
    .option("--endpoint <url>", "s3: the URL of an S3-compatible service (default: AWS)")
    .option("--region <region>", "s3: the bucket's region (default: us-east-1)")
    .option("--prefix <folder>", "s3: the folder in the bucket")
    .option(
      "--postgres <url>",
      "deliver to a table, such as postgres://user@db.example.com/shop; asks for the password",
    )
    .option("--table <table>", "postgres: the table, such as prices or shop.prices")
    .addOption(
      new Option("--removed <how>", "postgres, latest: what happens to rows of removed records").choices([
        "flag",
        "delete",
      ]),
    )
    .option("--ca-certificate <file>", "postgres: the authority of the server's certificate, as PEM")
    .option("--no-tls", "postgres: without TLS, only to a private host that the operator has allowed")
    .option("--folder <path>", "deliver to a folder under the one that the operator has named")
    .option("--http <url>", "deliver to a URL, as NDJSON")
    .option("--header <lines...>", 'http: a header such as "Authorization: Bearer …"')
    .addOption(
      new Option(
        "--content <content>",
        "items: of each run; latest: the records as they are now; changes: what a run changed",
      )
        .choices(CHOICES.DestinationContent)
        .default("items"),
    )
    .addOption(new Option("--format <format>").choices(CHOICES.DestinationFormat).default("ndjson"))
    .option("--flow <ids...>", "only the data of these flows")
    .option("--no-test", "do not test it")
    .description("create a destination and test it; the exit code says whether data can be delivered")
    .action(async (name: string, options: CreateOptions, command) => {
      const { content, format, flow } = options;
      const target = await readTarget(world, options);
      const { client, output } = await openContext(world, command);
      const wish: CreateDestination = { name, target, content, format, ...(flow && { flowIds: [...flow] }) };
      const made = await client.destinations.create(wish);
      output.record(output.isJson ? made : readableDestination(made));
      if (options.test) expectSuccess(made.id, await client.destinations.test(made.id));
    });
};

export const addDestinations = (program: Command, world: World): void => {
  const destinations = program
    .command("destinations")
    .description("manage destinations: where the data of good runs is delivered");
  destinations
    .command("list")
    .option("--limit <count>", "maximum number to show", wholeNumber, 50)
    .description("list destinations, and why they fail")
    .action(async ({ limit }: { limit: number }, command) => {
      const { client, output } = await openContext(world, command);
      await printFirst(
        output,
        client.destinations.list(),
        limit,
        ["name", "id", "type", "active", "content", "format", "error", "place"],
        readableDestination,
      );
    });
  addCreate(destinations, world);
  destinations
    .command("test")
    .argument("<destination>")
    .description("test a destination; the exit code says whether data can be delivered")
    .action(async (id: string, _options, command) => {
      const { client, output } = await openContext(world, command);
      const test = await client.destinations.test(id);
      output.record(test);
      expectSuccess(id, test);
    });
  for (const [word, active, what] of [
    ["enable", true, "deliver to a destination again"],
    ["disable", false, "deliver nothing to a destination until it is enabled"],
  ] as const)
    destinations
      .command(word)
      .argument("<destination>")
      .description(what)
      .action(async (id: string, _options, command) => {
        const { client, output } = await openContext(world, command);
        const changed = await client.destinations.update(id, { active });
        output.record(output.isJson ? changed : readableDestination(changed));
      });
  destinations
    .command("deliveries")
    .argument("<destination>")
    .option("--limit <count>", "maximum number to show", wholeNumber, 50)
    .description("list deliveries to a destination, newest first")
    .action(async (id: string, { limit }: { limit: number }, command) => {
      const { client, output } = await openContext(world, command);
      await printFirst(
        output,
        client.destinations.listDeliveries(id),
        limit,
        ["id", "runId", "status", "itemCount", "createdAt", "attempts", "error"],
        readableDelivery,
      );
    });
  destinations
    .command("replay")
    .argument("<destination>")
    .argument("<delivery>")
    .description("repeat a delivery, or try it now if it waits for a retry")
    .action(async (id: string, deliveryId: string, _options, command) => {
      const { client, output } = await openContext(world, command);
      const delivery = await client.destinations.replayDelivery(id, deliveryId);
      output.record(output.isJson ? delivery : readableDelivery(delivery));
    });
  destinations
    .command("delete")
    .argument("<destination>")
    .description("delete a destination; what was delivered stays where it is")
    .action(async (id: string, _options, command) => {
      const { client, output } = await openContext(world, command);
      output.record(await client.destinations.delete(id));
    });
};
