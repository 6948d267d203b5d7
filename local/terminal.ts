import { type ParseArgsConfig, parseArgs } from "node:util";
import { messageOf, StartFailure } from "./failure.ts";

type Options = NonNullable<ParseArgsConfig["options"]>;

/**
 * Reads the command line of a command.
 *
 * @throws StartFailure with the usage if it is invalid
 */
export const readArguments = <O extends Options>(options: O, usage: string) => {
  try {
    return parseArgs({ options }).values;
  } catch (error) {
    throw new StartFailure(`${messageOf(error)}\n\n${usage}`);
  }
};

/** Runs a command; an error is printed as one sentence, with exit code 1. */
export const runAtTerminal = async (command: () => Promise<void>): Promise<void> => {
  try {
    await command();
  } catch (error) {
    console.error(error instanceof StartFailure ? error.message : error);
    process.exitCode = 1;
  }
};
