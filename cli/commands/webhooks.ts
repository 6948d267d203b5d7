import { once } from "node:events";
import { createServer } from "node:http";
import type { AddressInfo } from "node:net";
import { text } from "node:stream/consumers";
import type { Command } from "commander";
import type { EventType } from "../../client/index.ts";
import { CHOICES } from "../../client/vocabulary.ts";
import { verifyWebhook } from "../../client/webhooks.ts";
import { openContext, printFirst, type World, wholeNumber } from "../context.ts";
import { explainTakenPort, UsageError } from "../failure.ts";
import type { Output } from "../output.ts";

interface ListenOptions {
  readonly port: number;
  readonly events?: string;
  readonly publicUrl?: string;
}

const readEvents = (text: string | undefined): EventType[] => {
  const known: readonly string[] = CHOICES.EventType;
  const given = text?.split(",").map((part) => part.trim()) ?? [...known];
  const stranger = given.find((name) => !known.includes(name));
  if (stranger !== undefined)
    throw new UsageError(`"${stranger}" is not an event. Choose from: ${known.join(", ")}.`);
  return given as EventType[];
};

/** A receiver that prints what comes with a good signature, each event once, and refuses the rest. */
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
  const webhooks = program.command("webhooks").description("webhook endpoints");
  webhooks
    .command("list")
    .option("--limit <count>", "maximum number to show", wholeNumber, 50)
    .description("list webhooks")
    .action(async ({ limit }: { limit: number }, command) => {
      const { client, output } = await openContext(world, command);
      await printFirst(output, client.listWebhooks(), limit, ["id", "url", "events", "active"]);
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
        const webhook = await client.createWebhook({ url, events: wanted });
        secret = webhook.secret ?? "";
        output.say(`Listening as ${webhook.id} at ${url} for ${wanted.join(", ")}. Press Ctrl-C to stop.`);
        try {
          if (!world.signal.aborted) await once(world.signal, "abort");
        } finally {
          await client.deleteWebhook(webhook.id);
          output.say(`Deleted ${webhook.id}.`);
        }
      } finally {
        await receiver.stop();
      }
    });
};
