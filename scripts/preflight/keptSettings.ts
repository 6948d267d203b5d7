/** The settings of a deployment: those that are given, and those of the deployed stage that are not. */
import { KEPT_SETTINGS, type KeptSetting, parseSettings, type Settings } from "../../lib/settings.ts";
import { SetupError } from "../../lib/setup-error.ts";
import { type Account, type DeployedStack, NO_CREDENTIALS } from "./account.ts";
import { readGivenContext } from "./given.ts";

/** The service stack's output in which it keeps its settings. */
const SETTINGS_OUTPUT = "Settings";

export interface KeptSettings {
  readonly settings: Settings;
  /** What is kept from the deployed stage, as text, by name. */
  readonly kept: Readonly<Record<string, string>>;
  /** What an operator should know, one sentence each. */
  readonly notes: readonly string[];
  /** The arguments without our own, which `cdk deploy` does not know. */
  readonly rest: readonly string[];
}

const isKept = (name: string): name is KeptSetting => (KEPT_SETTINGS as readonly string[]).includes(name);

/** Takes `--drop name,name` and `--drop=name` out of the arguments. */
const takeDropped = (args: readonly string[]): { dropped: string[]; rest: string[] } => {
  const dropped: string[] = [];
  const rest: string[] = [];
  for (let i = 0; i < args.length; i += 1) {
    const arg = args[i] ?? "";
    if (arg === "--drop") {
      i += 1;
      dropped.push(...(args[i] ?? "").split(","));
    } else if (arg.startsWith("--drop=")) dropped.push(...arg.slice("--drop=".length).split(","));
    else rest.push(arg);
  }
  return { dropped, rest };
};

const checkDropped = (dropped: readonly string[], given: Readonly<Record<string, unknown>>): void => {
  for (const name of dropped) {
    if (!isKept(name))
      throw new SetupError(`--drop ${name}: give one or more of ${KEPT_SETTINGS.join(", ")}.`);
    if (given[name] !== undefined)
      throw new SetupError(
        `${name} is given and dropped: leave out --drop ${name}, or take it out of the arguments and of cdk.json.`,
      );
  }
  for (const [name, value] of Object.entries(given))
    if (value === "" && isKept(name))
      throw new SetupError(`-c ${name}= is empty: to do without it, give --drop ${name}.`);
};

const readDeployed = (text: string): Record<string, string> => {
  try {
    const read = JSON.parse(text) as Record<string, unknown>;
    return Object.fromEntries(Object.entries(read).map(([name, value]) => [name, String(value)]));
  } catch {
    throw new SetupError(`The stack's output ${SETTINGS_OUTPUT} is not JSON: ${text.slice(0, 80)}`);
  }
};

/** Settings whose loss nobody notices until somebody misses a mail, an alarm or a payment. */
const GUARDED: readonly KeptSetting[] = [
  "alarmEmail",
  "mailSender",
  "contactUrl",
  "modelId",
  "modelPrices",
  "paymentPrices",
  "planPrices",
];

const asNamed = (names: readonly string[]) => Object.fromEntries(names.map((name) => [name, true]));

/** @throws {SetupError} unless each guarded setting of a stage that did not record them is given or dropped */
const checkUnrecorded = (named: Readonly<Record<string, unknown>>): void => {
  const left = GUARDED.filter((name) => named[name] === undefined);
  if (left.length > 0)
    throw new SetupError(
      `The stage was deployed by a version that did not record its settings. Give them this once, and name those that it did without: --drop ${left.join(",")}`,
    );
};

/**
 * The stage's service stack. Stage local has none, and is refused by `preflight`.
 *
 * @throws {SetupError} without valid credentials: settings that cannot be read must not look like none
 */
const deployedService = async (account: Account, stage: string): Promise<DeployedStack | null> => {
  if (stage === "local") return null;
  await account.id().catch(() => {
    throw new SetupError(NO_CREDENTIALS);
  });
  return account.stack(`gleaner-${stage}-service`);
};

/**
 * Adds the settings of the deployed stage to those that are given. One that was set once stays until another value is
 * given, or until `--drop` names it.
 *
 * @throws {SetupError} that says what is wrong with the arguments
 */
export const keepSettings = async (
  account: Account,
  stage: string,
  args: readonly string[],
  version: string,
): Promise<KeptSettings> => {
  const { dropped, rest } = takeDropped(args);
  const given = readGivenContext(stage, rest);
  checkDropped(dropped, given);
  const service = await deployedService(account, stage);
  const recorded = service?.outputs[SETTINGS_OUTPUT];
  if (service !== null && recorded === undefined) checkUnrecorded({ ...given, ...asNamed(dropped) });
  const deployed = recorded === undefined ? {} : readDeployed(recorded);
  const left = Object.entries(deployed).filter(
    ([name]) => given[name] === undefined && !dropped.includes(name),
  );
  const kept = Object.fromEntries(left.filter(([name]) => isKept(name)));
  const unknown = left.filter(([name]) => !isKept(name)).map(([name]) => name);
  const gone = dropped.filter((name) => name in deployed);
  return {
    settings: parseSettings({ ...kept, ...given, version }),
    kept,
    notes: [
      ...(unknown.length > 0
        ? [`Another version of Gleaner set ${unknown.join(", ")}, which this one does not know: not kept.`]
        : []),
      ...(gone.length > 0 ? [`Dropped: ${gone.map((name) => `${name}=${deployed[name]}`).join(", ")}.`] : []),
      ...(Object.keys(kept).length > 0
        ? [
            `Kept from the deployed stage: ${Object.entries(kept)
              .map((pair) => pair.join("="))
              .join(", ")}.`,
          ]
        : []),
    ],
    rest,
  };
};
