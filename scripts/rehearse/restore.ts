/** Follows the runbook "Restore" of docs/operations.md exactly, with AWS's own command line. */
import { parseSettings } from "../../lib/settings.ts";
import { SetupError } from "../../lib/setup-error.ts";
import manifest from "../../package.json" with { type: "json" };
import { openAccount } from "../preflight/account.ts";
import { preflight } from "../preflight/checks.ts";
import { installAws, runAws } from "./awsCommand.ts";
import { type Deployment, synthesise } from "./deployment.ts";
import { commandsIn } from "./runbook.ts";

const DEPLOY = /^npm run deploy -- (?<stage>\w+) -c table=(?<table>\S+)$/;

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
 * @returns the restored table, or the reason of the failure
 */
export const followRunbook = async (
  deployment: Deployment,
): Promise<{ readonly table: string } | { readonly skipped: string }> => {
  const skipped = await installAws();
  if (skipped !== null) return { skipped };
  const aws = runAws(deployment.region);
  let current = "";
  for (const command of commandsIn("Restore")) {
    const { stage, table } = DEPLOY.exec(command)?.groups ?? {};
    if (table === undefined) {
      const printed = await aws(command, { TABLE: current });
      // The first command finds the table in use, which the others name.
      current ||= printed.trim();
    } else if (stage === deployment.stage) {
      await checkDeployment({ ...deployment, table });
      return { table };
    }
  }
  throw new SetupError(`The runbook in docs/operations.md does not deploy ${deployment.stage}.`);
};
