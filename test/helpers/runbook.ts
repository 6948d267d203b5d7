/** Follows the sections of docs/operations.md on a service that a test started. */
import { execFile } from "node:child_process";
import { promisify } from "node:util";
import manifest from "../../package.json" with { type: "json" };
import { ROOT } from "../../scripts/rehearse/place.ts";
import { commandsIn } from "../../scripts/rehearse/runbook.ts";
import type { Json } from "./api.ts";
import type { StartedService } from "./runnerProcess.ts";

const run = promisify(execFile);

/** The script behind a command of the runbook, on this machine instead of stage "prod". */
const asLocal = (command: string, { lambda }: Pick<StartedService, "lambda">): string => {
  const [, name = "", rest = ""] = /^npm run (\S+) -- (.*)$/.exec(command) ?? [];
  const script = manifest.scripts[name as keyof typeof manifest.scripts];
  if (script === undefined || !rest.includes("--stage prod"))
    throw new Error(`The runbook has a command that a test cannot run: ${command}`);
  return `${script} ${rest.replace("--stage prod", `--endpoint ${lambda}`)}`;
};

/**
 * Runs every command of a section, in its order.
 *
 * @param variables values of the shell variables in the commands
 * @returns what each command printed, parsed
 * @throws with its standard error if a command fails
 */
export const followRunbook = async (
  title: string,
  service: Pick<StartedService, "lambda">,
  variables: Readonly<Record<string, string>> = {},
  between: (command: string) => Promise<void> = async () => {},
): Promise<Json[]> => {
  const printed: Json[] = [];
  for (const command of commandsIn(title)) {
    const { stdout } = await run("bash", ["-euc", asLocal(command, service)], {
      cwd: ROOT,
      env: { ...process.env, NODE_OPTIONS: "", ...variables },
    });
    printed.push(JSON.parse(stdout));
    await between(command);
  }
  return printed;
};
