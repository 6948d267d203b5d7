import { addStacks, createApp } from "../lib/app.ts";
import { prepareBrowserLayer } from "../lib/browser-layer-files.ts";
import { bundleFunctions } from "../lib/bundle.ts";
import { parseSettings, SETTING_NAMES, type Settings } from "../lib/settings.ts";
import { runCommandLine } from "../lib/setup-error.ts";
import { STAGES } from "../lib/stages.ts";
import manifest from "../package.json" with { type: "json" };

/** Reads the settings from the CDK's context (`-c stage=dev`). No other code does. */
const readSettings = (app: ReturnType<typeof createApp>): Settings => {
  const values = SETTING_NAMES.map((name) => [name, app.node.tryGetContext(name)] as const);
  const given = Object.fromEntries(values.filter(([, value]) => value !== undefined));
  return parseSettings({ ...given, version: manifest.version });
};

/** Only a parent process that waits for a synth listens: local/stack/synth.ts. */
const tell = (line: string): void => void process.send?.(line);

const synthesise = async (): Promise<void> => {
  const app = createApp();
  const settings = readSettings(app);
  const code = await Promise.all([bundleFunctions(tell), prepareBrowserLayer()]);
  tell("Synthesising the stacks …");
  addStacks(app, settings, ...code);
  if (STAGES[settings.stage].checks) {
    // The rules take longer to load and run than everything else.
    const { addChecks } = await import("../lib/checks.ts");
    addChecks(app);
  }
  app.synth();
};

await runCommandLine(synthesise);
