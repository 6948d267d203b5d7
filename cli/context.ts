import type { Readable, Writable } from "node:stream";
import { type Command, InvalidArgumentError } from "commander";
import { type Client, createClient } from "../client/index.ts";
import type { PageRequest } from "../client/pages.ts";
import { createOutput, type Output } from "./output.ts";
import { readSettings } from "./settings.ts";

/** What the command line runs in: a test gives another one. */
export interface World {
  readonly environment: Readonly<Record<string, string | undefined>>;
  readonly stdin: Readable;
  readonly stdout: Writable;
  readonly stderr: NodeJS.WritableStream & { readonly isTTY?: boolean };
  /** Ctrl-C. */
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

export const outputOf = (world: World, command: Command): Output =>
  createOutput(command.optsWithGlobals<GlobalOptions>().json === true, world.stdout, world.stderr);

/** The client and the output that a command's options ask for. */
export const openContext = async (world: World, command: Command): Promise<Context> => {
  const { url: given } = command.optsWithGlobals<GlobalOptions>();
  const { url, apiKey } = await readSettings(given, world.environment);
  return { client: createClient({ url, apiKey }), output: outputOf(world, command), url };
};

/** A whole number of an option. @throws InvalidArgumentError that commander shows with the option's name */
export const wholeNumber = (text: string): number => {
  if (!/^[1-9]\d{0,6}$/.test(text)) throw new InvalidArgumentError("It takes a whole number above 0.");
  return Number(text);
};

/** The first records of a list, over as many pages as that takes. */
export const takeFirst = async <T>(list: PageRequest<T>, count: number): Promise<T[]> => {
  const taken: T[] = [];
  for await (const record of list) {
    if (taken.length >= count) break;
    taken.push(record);
  }
  return taken;
};
