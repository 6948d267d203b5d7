/** Follows the runbook "Restore" of docs/operations.md exactly, with AWS's own command line. */
import { readFileSync } from "node:fs";
import { delimiter, dirname, join } from "node:path";
import { parseSettings } from "../../lib/settings.ts";
import { SetupError } from "../../lib/setup-error.ts";
import manifest from "../../package.json" with { type: "json" };
import { openAccount } from "../preflight/account.ts";
import { preflight } from "../preflight/checks.ts";
import { run } from "./command.ts";
import { type Deployment, synthesise } from "./deployment.ts";
import { ROOT } from "./place.ts";
import { install, type PythonTool, programOf } from "./python.ts";

/** @see https://pypi.org/project/awscli/ */
const COMMAND_LINE: PythonTool = { name: "awscli", version: "1.46.3" };

/** The commands of the runbook, one per line, without comments. */
export const readRunbook = (text: string): string[] => {
  const [, section = ""] = text.split("\n## Restore\n");
  const [, block = ""] = /```sh\n(.*?)```/s.exec(section) ?? [];
  return block
    .replaceAll(/ +#.*$/gm, "")
    .replaceAll(/\\\n */g, "")
    .split("\n")
    .filter((line) => line !== "");
};

const DEPLOY = /^npm run deploy -- (?<stage>\w+) -c table=(?<table>\S+)$/;

const runAws =
  ({ region }: Deployment) =>
  (command: string, TABLE: string): Promise<string> =>
    run("bash", ["-euc", command], {
      env: {
        TABLE,
        // This version of the command line does not read AWS_REGION.
        AWS_DEFAULT_REGION: region,
        PATH: `${dirname(programOf(COMMAND_LINE))}${delimiter}${process.env.PATH}`,
      },
    });

/**
 * Runs the checks of the runbook's deployment, with the restored table and without it. Stops there, because the
 * emulator, unlike CloudFormation, cannot update a nested stack whose log groups do not change.
 *
 * @throws {SetupError} if a check fails
 */
const checkDeployment = async ({ stage, region, table }: Deployment): Promise<void> => {
  const settings = parseSettings({ stage, table, version: manifest.version });
  const stops = (await preflight(openAccount(region), settings)).filter(({ kind }) => kind === "stop");
  if (stops.some(({ check }) => check === "table"))
    throw new SetupError(stops.map(({ message }) => message).join("\n"));
  await synthesise({ stage, table });
};

/**
 * Follows the runbook up to the deployment.
 *
 * @returns the restored table, or why there is none
 */
export const followRunbook = async (
  deployment: Deployment,
): Promise<{ readonly table: string } | { readonly skipped: string }> => {
  const skipped = await install(COMMAND_LINE);
  if (skipped !== null) return { skipped };
  const aws = runAws(deployment);
  let current = "";
  for (const command of readRunbook(readFileSync(join(ROOT, "docs/operations.md"), "utf8"))) {
    const { stage, table } = DEPLOY.exec(command)?.groups ?? {};
    if (table === undefined) {
      const printed = await aws(command, current);
      // The first command finds the table in use, which the others name.
      current ||= printed.trim();
    } else if (stage === deployment.stage) {
      await checkDeployment({ ...deployment, table });
      return { table };
    }
  }
  throw new SetupError(`The runbook in docs/operations.md does not deploy ${deployment.stage}.`);
};
