import type { Readable } from "node:stream";
import { type Command, InvalidArgumentError } from "commander";
import { type Client, createClient, type PageRequest } from "../client/index.ts";
import { createOutput, type Output, type Terminal } from "./output.ts";
import { readSettings } from "./settings.ts";
import type { Currencies } from "./table.ts";

/** The environment of the command line; tests use their own. */
export interface World {
  readonly environment: Readonly<Record<string, string | undefined>>;
  readonly stdin: Readable;
  readonly stdout: Terminal;
  readonly stderr: Terminal;
  /** Aborted by Ctrl-C. */
  readonly signal: AbortSignal;
}

interface GlobalOptions {
  readonly url?: string;
  readonly json?: true;
}

export interface Context {
  readonly client: Client;
  readonly output: Output;
  readonly url: string;
}

/**
 * Fewer retries than a program would make, so that users learn within two seconds that the service is
 * unreachable.
 */
const RETRIES = 3;

export const outputOf = (world: World, command: Command): Output =>
  createOutput({
    isJson: command.optsWithGlobals<GlobalOptions>().json === true,
    stdout: world.stdout,
    stderr: world.stderr,
    environment: world.environment,
    nowMs: Date.now(),
  });

/** The client and output for a command's options. */
export const openContext = async (world: World, command: Command): Promise<Context> => {
  const { url: given } = command.optsWithGlobals<GlobalOptions>();
  const { url, apiKey } = await readSettings(given, world.environment);
  return {
    client: createClient({ url, apiKey, retries: RETRIES }),
    output: outputOf(world, command),
    url,
  };
};

/** Parses a whole number. @throws InvalidArgumentError that commander shows with the option's name */
export const wholeNumber = (text: string): number => {
  if (!/^[1-9]\d{0,6}$/.test(text)) throw new InvalidArgumentError("Enter a whole number greater than 0.");
  return Number(text);
};

/** Prints the first records of a list, reading as many pages as needed, and says how many are left. */
export const printFirst = async <T extends object>(
  output: Output,
  list: PageRequest<T>,
  limit: number,
  columns: readonly string[],
  readable: (record: T) => object = (record) => record,
  currencies?: Currencies,
): Promise<void> => {
  const { total } = await list;
  const taken: T[] = [];
  for await (const record of list) {
    if (taken.length >= limit) break;
    taken.push(record);
  }
  output.list(output.isJson ? taken : taken.map(readable), columns, currencies);
  if (taken.length < total) output.say(`Showing ${taken.length} of ${total}. Use --limit to see more.`);
};
