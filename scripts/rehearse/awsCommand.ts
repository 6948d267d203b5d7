/** AWS's own command line, from PyPI. */
import { delimiter, dirname } from "node:path";
import { run } from "./command.ts";
import { install, type PythonTool, programOf } from "./python.ts";

/** @see https://pypi.org/project/awscli/ */
const COMMAND_LINE: PythonTool = { name: "awscli", version: "1.46.3" };

/** @returns why it cannot be installed; null if it is */
export const installAws = (): Promise<string | null> => install(COMMAND_LINE);

/** Runs shell commands with it, with these variables. @returns their output */
export const runAws =
  (region: string) =>
  (command: string, variables: Readonly<Record<string, string>> = {}): Promise<string> =>
    run("bash", ["-euc", command], {
      env: {
        ...variables,
        // This version of the command line does not read AWS_REGION.
        AWS_DEFAULT_REGION: region,
        PATH: `${dirname(programOf(COMMAND_LINE))}${delimiter}${process.env.PATH}`,
      },
    });
