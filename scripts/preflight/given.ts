import { readFileSync } from "node:fs";
import { join } from "node:path";
import { STSClient } from "@aws-sdk/client-sts";
import { parseSettings, SETTING_NAMES, type Settings } from "../../lib/settings.ts";
import { SetupError } from "../../lib/setup-error.ts";

const ROOT = join(import.meta.dirname, "../..");

/** `-c name=value`, `--context name=value` and `--context=name=value`, as the CDK takes them. */
const readContext = (args: readonly string[]): Record<string, string> => {
  const pairs = args.flatMap((arg, i) => {
    if (arg === "-c" || arg === "--context") return args[i + 1] ?? [];
    return arg.startsWith("--context=") ? arg.slice("--context=".length) : [];
  });
  return Object.fromEntries(
    pairs.map((pair) => [pair.slice(0, pair.indexOf("=")), pair.slice(pair.indexOf("=") + 1)]),
  );
};

/** The settings given by the arguments and by `cdk.json`, as the CDK app will read them. They are not checked yet. */
export const readGivenContext = (stage: string, args: readonly string[]): Record<string, unknown> => {
  const inFile = (JSON.parse(readFileSync(join(ROOT, "cdk.json"), "utf8")) as { context?: object }).context;
  const context: Record<string, unknown> = { ...inFile, ...readContext(args), stage };
  const known = SETTING_NAMES.filter((name) => context[name] !== undefined);
  return Object.fromEntries(known.map((name) => [name, context[name]]));
};

/**
 * The same, checked. Settings of the deployed stage are not among them: see `keepSettings`.
 *
 * @throws {SetupError} that names every setting that is wrong
 */
export const readGivenSettings = (stage: string, args: readonly string[], version: string): Settings =>
  parseSettings({ ...readGivenContext(stage, args), version });

/** The AWS profile that the arguments name. */
export const readProfile = (args: readonly string[]): string | undefined =>
  args.includes("--profile") ? args[args.indexOf("--profile") + 1] : undefined;

/** @throws {SetupError} where no region is given anywhere */
export const findRegion = async ({ region }: { readonly region?: unknown }): Promise<string> => {
  if (region !== undefined) return String(region);
  try {
    return await new STSClient({}).config.region();
  } catch {
    throw new SetupError("There is no AWS region: set AWS_REGION, or give -c region=, such as eu-west-1.");
  }
};
