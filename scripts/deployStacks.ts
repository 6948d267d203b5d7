import type { Settings } from "../lib/settings.ts";
import type { Account } from "./preflight/account.ts";
import { mustServiceGoFirst } from "./preflight/checks.ts";

/** Runs the CDK's command line. @returns whether it succeeded */
type RunCdk = (args: readonly string[]) => boolean | Promise<boolean>;

/**
 * Creates or updates both stacks of a stage, in the order that the already deployed stacks require.
 *
 * @param options of `cdk deploy`
 * @returns whether both succeeded
 */
export const deployStacks = async (
  account: Account,
  settings: Settings,
  options: readonly string[],
  runCdk: RunCdk,
): Promise<boolean> => {
  const service = `gleaner-${settings.stage}-service`;
  const isFirst = await mustServiceGoFirst(account, settings);
  if (isFirst && !(await runCdk(["deploy", service, "--exclusively", ...options]))) return false;
  return runCdk(["deploy", "--all", ...options]);
};
