import type { Command } from "commander";
import type { Client } from "../../client/index.ts";
import { openInBrowser } from "../browser.ts";
import { openContext, outputOf, type World } from "../context.ts";
import { NotFoundError, OutcomeError, UsageError } from "../failure.ts";
import { flowIdOf } from "../flowNames.ts";
import { readUrl } from "../settings.ts";

/** Dashboard paths of records, by the prefix of their ids. */
const PLACES: readonly (readonly [prefix: string, path: string])[] = [
  ["flow-", "flows"],
  ["run-", "runs"],
  ["wh-", "webhooks"],
  ["dst-", "destinations"],
  ["ticket-", "tickets"],
];

/** @throws UsageError if it is neither an id nor the name of a flow */
const pathOf = async (id: string | undefined, openClient: () => Promise<Client>): Promise<string> => {
  if (id === undefined) return "";
  const place = PLACES.find(([prefix]) => id.startsWith(prefix));
  if (place) return `/${place[1]}/${encodeURIComponent(id)}`;
  const flowId = await flowIdOf(await openClient(), id).catch((error: unknown) => {
    throw error instanceof NotFoundError ? new UsageError(error.message) : error;
  });
  return `/flows/${encodeURIComponent(flowId)}`;
};

/** The service redirects to its dashboard. */
const dashboardUrl = async (url: string, signal: AbortSignal): Promise<string> => {
  const { headers } = await fetch(new URL("/", url), { redirect: "manual", signal });
  const location = headers.get("location");
  if (location === null) throw new OutcomeError(`${url} does not say where its dashboard is.`);
  return new URL(location, url).href.replace(/\/+$/, "");
};

export const addOpen = (program: Command, world: World): void => {
  program
    .command("open")
    .argument("[id]", "of a run, a webhook, a destination or a ticket; or a flow, also by its name")
    .option("--print", "print the URL instead of opening it")
    .description("open the dashboard in the browser")
    .action(async (id: string | undefined, { print }: { print?: true }, command: Command) => {
      const path = await pathOf(id, async () => (await openContext(world, command)).client);
      const { url: given } = command.optsWithGlobals<{ url?: string }>();
      const url = await readUrl(given, world.environment);
      const address = (await dashboardUrl(url, world.signal)) + path;
      const output = outputOf(world, command);
      if (output.isJson) output.record({ url: address });
      else output.raw(`${address}\n`);
      if (!print && world.stdout.isTTY) openInBrowser(address, world);
    });
};
