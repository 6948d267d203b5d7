import type { Command } from "commander";
import { ApiError, createClient } from "../../client/index.ts";
import { outputOf, type World } from "../context.ts";
import { endDeviceSession, isDeviceToken, signInDevice } from "../device.ts";
import { UsageError } from "../failure.ts";
import type { Output } from "../output.ts";
import { readSecretLine } from "../prompt.ts";
import { forgetSettings, keepSettings, readKept, readSettings, readUrl, type Settings } from "../settings.ts";

interface LoginOptions {
  readonly browser?: true;
  readonly key?: true;
}

const LOGIN_HELP = `
On a terminal, this signs you in with the browser: approve the code that is shown. The command
line then acts as you, with your role, until you run gleaner logout or end the session in the
dashboard. With --key, or where input is piped, an API key is saved instead.`;

/** Reads the key from the environment or standard input. Never from an argument, which other users could see. */
const readKey = async (world: World): Promise<string> => {
  const apiKey = world.environment.GLEANER_API_KEY || (await readSecretLine(world, "API key"));
  if (apiKey === "") throw new UsageError("No API key given. Type one or pipe it in, or use --browser.");
  return apiKey;
};

const isTyping = ({ stdin }: World): boolean => "isTTY" in stdin && stdin.isTTY === true;

/** A key or, on a terminal, the token of a sign-in with the browser. */
const readCredential = async (
  url: string,
  world: World,
  output: Output,
  { browser, key }: LoginOptions,
): Promise<string> => {
  if (browser && key) throw new UsageError("Use --browser or --key, not both.");
  if (browser) return signInDevice(url, world, output);
  if (key || world.environment.GLEANER_API_KEY || !isTyping(world)) return readKey(world);
  try {
    return await signInDevice(url, world, output);
  } catch (error) {
    // An earlier version of the service has no such operation.
    if (!(error instanceof ApiError) || (error.code !== "not-configured" && error.status !== 404))
      throw error;
    output.say(`${url} has no sign-in with the browser.`);
    return readKey(world);
  }
};

/** Who uses a key or token, as far as it may find out. */
const describeLogin = async ({ url, apiKey }: Settings) => {
  const client = createClient({ url, apiKey });
  if (isDeviceToken(apiKey)) {
    const { person, account, expiresAt } = await client.getSession();
    return {
      url,
      signedInWith: "browser",
      email: person.email,
      account: account?.name ?? null,
      role: account?.role ?? null,
      expiresAt,
    };
  }
  const { name, plan } = await client.getAccount();
  return { url, signedInWith: "API key", account: name, plan };
};

const endKept = async (kept: Partial<Settings>, output: Output): Promise<void> => {
  if (kept.url === undefined || !isDeviceToken(kept.apiKey)) return;
  if (!(await endDeviceSession({ url: kept.url, apiKey: kept.apiKey })))
    output.say(
      `The session at ${kept.url} could not be ended. End it in the dashboard: Settings, Your sessions.`,
    );
};

export const addLogin = (program: Command, world: World): void => {
  program
    .command("login")
    .option("--browser", "sign in with the browser, also without a terminal")
    .option("--key", "save an API key instead: typed, piped or in GLEANER_API_KEY")
    .description("sign in with the browser, or save an API key")
    .addHelpText("after", LOGIN_HELP)
    .action(async (options: LoginOptions, command: Command) => {
      const output = outputOf(world, command);
      const url = await readUrl(command.optsWithGlobals<{ url?: string }>().url, world.environment);
      const before = await readKept(world.environment);
      const apiKey = await readCredential(url, world, output, options);
      const about = await describeLogin({ url, apiKey });
      const file = await keepSettings({ url, apiKey }, world.environment);
      if (before.apiKey !== apiKey) await endKept(before, output);
      output.record({ ...about, keptIn: file });
    });
  program
    .command("logout")
    .description("end the sign-in, and remove the saved URL and key")
    .action(async (_options, command: Command) => {
      const output = outputOf(world, command);
      const kept = await readKept(world.environment);
      const forgotten = await forgetSettings(world.environment);
      await endKept(kept, output);
      output.record({ forgotten });
    });
  program
    .command("whoami")
    .description("show who you are signed in as, and where")
    .action(async (_options, command: Command) => {
      const output = outputOf(world, command);
      const { url: given } = command.optsWithGlobals<{ url?: string }>();
      output.record(await describeLogin(await readSettings(given, world.environment)));
    });
};
