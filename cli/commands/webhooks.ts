import { once } from "node:events";
import { readFile } from "node:fs/promises";
import { createServer } from "node:http";
import type { AddressInfo } from "node:net";
import { text } from "node:stream/consumers";
import { type Command, Option } from "commander";
import type { AlertSeverity, Delivery, EventType, WebhookFormat } from "../../client/index.ts";
import { ownTimezone } from "../../client/timezone.ts";
import { CHOICES } from "../../client/vocabulary.ts";
import { verifyWebhook } from "../../client/webhooks.ts";
import { openContext, printFirst, type World, wholeNumber } from "../context.ts";
import { readableDelivery } from "../deliveries.ts";
import { explainTakenPort, OutcomeError, UsageError } from "../failure.ts";
import { readHeaders } from "../headers.ts";
import type { Output } from "../output.ts";

interface ListenOptions {
  readonly port: number;
  readonly events?: string;
  readonly publicUrl?: string;
}

interface CreateOptions {
  readonly events?: string;
  readonly format: WebhookFormat;
  readonly slack?: true;
  readonly minSeverity?: AlertSeverity;
  readonly quiet?: string;
  readonly flow?: readonly string[];
  readonly template?: string;
  readonly header?: readonly string[];
}

/** A file's text or the text itself; JSON is sent as JSON. */
const readTemplate = async (given: string): Promise<string | Record<string, unknown>> => {
  const text = given.startsWith("@") ? await readFile(given.slice(1), "utf8").catch(explainFile) : given;
  if (!text.trimStart().startsWith("{")) return text;
  try {
    return JSON.parse(text) as Record<string, unknown>;
  } catch (error) {
    throw new UsageError(`The template starts like JSON but is not: ${(error as Error).message}`);
  }
};

const explainFile = (error: unknown): never => {
  throw new UsageError(`The template cannot be read: ${(error as Error).message}`);
};

/** `22:00-07:00`, in this machine's time zone unless one follows: `22:00-07:00 Europe/Paris`. */
const readQuietHours = (text: string) => {
  const [, from, to, timezone] = /^(\d\d:\d\d)-(\d\d:\d\d)(?:\s+(\S+))?$/.exec(text.trim()) ?? [];
  if (from === undefined || to === undefined)
    throw new UsageError(`--quiet takes hours such as "22:00-07:00 Europe/Paris", not "${text}".`);
  return { from, to, timezone: timezone ?? ownTimezone() ?? "UTC" };
};

const wishOf = async (url: string, options: CreateOptions) => {
  const { events, slack, minSeverity, quiet, flow, template, header } = options;
  const format = slack ? "slack" : options.format;
  if (format !== "json" && format !== "custom" && events !== undefined)
    throw new UsageError(`Format ${format} sends only alerts: leave out --events.`);
  return {
    url,
    format,
    events: format === "json" || events !== undefined ? readEvents(events) : undefined,
    minSeverity,
    ...(quiet !== undefined && { quietHours: readQuietHours(quiet) }),
    ...(flow && { flowIds: [...flow] }),
    ...(template !== undefined && { template: await readTemplate(template) }),
    ...(header && { headers: readHeaders(header) }),
  };
};

/** Why a test was not delivered, with what the receiver answered. */
const reasonOf = ({ attempts }: Delivery): string => {
  const { httpStatus = null, error = null, reply = null } = attempts.at(-1) ?? {};
  const answer = httpStatus === null ? (error?.message ?? "no answer") : `HTTP ${httpStatus}`;
  return reply === null || reply.trim() === "" ? answer : `${answer}: ${reply.trim()}`;
};

/** A delivery for people, with the reply if the receiver did not take it. */
const readableWithReply = (delivery: Delivery): object => {
  const reply = delivery.attempts.at(-1)?.reply;
  return { ...readableDelivery(delivery), ...(delivery.status !== "succeeded" && reply && { reply }) };
};

const readEvents = (text: string | undefined): EventType[] => {
  const known: readonly string[] = CHOICES.EventType;
  const given = text?.split(",").map((part) => part.trim()) ?? [...known];
  const stranger = given.find((name) => !known.includes(name));
  if (stranger !== undefined)
    throw new UsageError(`"${stranger}" is not an event. Choose from: ${known.join(", ")}.`);
  return given as EventType[];
};

/** A receiver that prints each event with a valid signature once, and rejects the others. */
const startReceiver = async (port: number, readSecret: () => string, output: Output) => {
  const seen = new Set<string>();
  const server = createServer(async (request, response) => {
    try {
      const event = verifyWebhook(readSecret(), request.headers, await text(request));
      response.writeHead(204).end();
      if (seen.has(event.id)) return;
      seen.add(event.id);
      if (output.isJson) output.record(event);
      else
        output.raw(
          `${event.timestamp}  ${event.type.padEnd(16)}  ${event.id}  ${JSON.stringify(event.data)}\n`,
        );
    } catch {
      response.writeHead(400).end();
      output.say("Refused a request with an invalid signature.");
    }
  });
  server.listen(port, "127.0.0.1");
  await once(server, "listening").catch(explainTakenPort(port, "--port"));
  const stop = (): Promise<void> =>
    new Promise((resolve) => {
      server.close(() => resolve());
      server.closeAllConnections();
    });
  return { port: (server.address() as AddressInfo).port, stop };
};

export const addWebhooks = (program: Command, world: World): void => {
  const webhooks = program.command("webhooks").description("manage webhooks");
  webhooks
    .command("list")
    .option("--limit <count>", "maximum number to show", wholeNumber, 50)
    .description("list webhooks")
    .action(async ({ limit }: { limit: number }, command) => {
      const { client, output } = await openContext(world, command);
      await printFirst(output, client.webhooks.list(), limit, ["url", "id", "active", "events", "format"]);
    });
  webhooks
    .command("create")
    .argument("<url>")
    .option("--events <names>", "such as run.completed,run.failed (default: all)")
    .addOption(
      new Option(
        "--format <format>",
        "json: signed events; slack, discord, teams, ntfy: one message per alert; custom: a --template",
      )
        .choices(CHOICES.WebhookFormat)
        .default("json"),
    )
    .option("--slack", "the same as --format slack")
    .addOption(
      new Option("--min-severity <severity>", "messages: only alerts of this severity and above").choices(
        CHOICES.AlertSeverity,
      ),
    )
    .option("--quiet <hours>", 'messages: hours in which alerts wait, such as "22:00-07:00 Europe/Paris"')
    .option("--flow <ids...>", "only events of these flows")
    .option("--template <text>", 'custom: the body, such as {"text": "{{title}}"}, or @file')
    .option("--header <lines...>", 'custom, ntfy: a header such as "Authorization: Bearer …"')
    .description("create a webhook (its secret is shown only once)")
    .action(async (url: string, options: CreateOptions, command) => {
      const wish = await wishOf(url, options);
      const { client, output } = await openContext(world, command);
      output.record(await client.webhooks.create(wish));
    });
  webhooks
    .command("test")
    .argument("<webhook>")
    .description("send a test event; the exit code says whether it was delivered")
    .action(async (id: string, _options, command) => {
      const { client, output } = await openContext(world, command);
      const delivery = await client.webhooks.test(id);
      output.record(output.isJson ? delivery : readableWithReply(delivery));
      if (delivery.status !== "succeeded")
        throw new OutcomeError(`${id} did not accept the test event: ${reasonOf(delivery)}`);
    });
  webhooks
    .command("deliveries")
    .argument("<webhook>")
    .option("--limit <count>", "maximum number to show", wholeNumber, 50)
    .description("list deliveries to a webhook, newest first")
    .action(async (id: string, { limit }: { limit: number }, command) => {
      const { client, output } = await openContext(world, command);
      await printFirst(
        output,
        client.webhooks.listDeliveries(id),
        limit,
        ["id", "event", "status", "httpStatus", "createdAt", "attempts"],
        readableWithReply,
      );
    });
  webhooks
    .command("replay")
    .argument("<delivery>")
    .description("deliver an event again")
    .action(async (id: string, _options, command) => {
      const { client, output } = await openContext(world, command);
      const delivery = await client.deliveries.replay(id);
      output.record(output.isJson ? delivery : readableWithReply(delivery));
    });
  webhooks
    .command("delete")
    .argument("<webhook>")
    .description("delete a webhook")
    .action(async (id: string, _options, command) => {
      const { client, output } = await openContext(world, command);
      output.record(await client.webhooks.delete(id));
    });
  webhooks
    .command("listen")
    .option("--port <port>", "local port", wholeNumber, 4100)
    .option("--events <names>", "events to receive, such as run.completed,run.failed")
    .option("--public-url <url>", "public URL of this port, such as a tunnel's")
    .description("receive, verify and print events on this machine, until Ctrl-C")
    .addHelpText(
      "after",
      "\nTo let a service on this machine reach the port, start it with: npm start -- --allow-private 127.0.0.1:4100",
    )
    .action(async ({ port, events, publicUrl }: ListenOptions, command: Command) => {
      const { client, output } = await openContext(world, command);
      let secret = "";
      const wanted = readEvents(events);
      const receiver = await startReceiver(port, () => secret, output);
      try {
        const url = publicUrl ?? `http://127.0.0.1:${receiver.port}/`;
        const webhook = await client.webhooks.create({ url, events: wanted });
        secret = webhook.secret ?? "";
        output.say(`Listening as ${webhook.id} at ${url} for ${wanted.join(", ")}. Press Ctrl-C to stop.`);
        try {
          if (!world.signal.aborted) await once(world.signal, "abort");
        } finally {
          await client.webhooks.delete(webhook.id);
          output.say(`Deleted ${webhook.id}.`);
        }
      } finally {
        await receiver.stop();
      }
    });
};
