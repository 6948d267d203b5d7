import { spawn } from "node:child_process";
import { once } from "node:events";
import { existsSync } from "node:fs";
import { join } from "node:path";
import { createInterface } from "node:readline";
import { setTimeout as wait } from "node:timers/promises";
import { describe, expect, it } from "@jest/globals";

const MODULE = join(import.meta.dirname, "../../runner/tempFolder.ts");

/** Takes a temporary folder as a run of the tests does, writes into it and prints its path. */
const startRun = async (then: string) => {
  const { TMPDIR: _, ...env } = process.env;
  const source = `
    import { useOwnTempFolder } from ${JSON.stringify(MODULE)};
    import { mkdtempSync } from "node:fs"; import { spawn } from "node:child_process"; import { tmpdir } from "node:os";
    useOwnTempFolder(); useOwnTempFolder();
    mkdtempSync(tmpdir() + "/left-");
    ${then}`;
  const run = spawn(process.execPath, ["--input-type=module", "-e", source], {
    env,
    stdio: ["ignore", "pipe", "inherit"],
  });
  const ended = once(run, "exit");
  const [line] = (await once(createInterface(run.stdout), "line")) as [string];
  return { run, ended, place: JSON.parse(line) as { readonly folder: string; readonly child?: number } };
};

const goes = async (folder: string): Promise<void> => {
  while (existsSync(folder)) await wait(20);
};

describe("the temporary folder of a run of the tests", () => {
  it("is deleted when the run ends by itself", async () => {
    const { ended, place } = await startRun("console.log(JSON.stringify({ folder: tmpdir() }));");
    expect(await ended).toEqual([0, null]);
    await goes(place.folder);
  });

  it("is deleted when the run is killed, once its child processes have ended", async () => {
    const { run, ended, place } = await startRun(`
      const child = spawn(process.execPath, ["-e", "setInterval(() => {}, 1000)"], { stdio: "ignore", detached: true });
      console.log(JSON.stringify({ folder: tmpdir(), child: child.pid }));
      setInterval(() => {}, 1000);`);
    expect(existsSync(place.folder)).toBe(true);
    run.kill("SIGKILL");
    await ended;
    // Long enough for several looks at the processes.
    await wait(1_000);
    expect(existsSync(place.folder)).toBe(process.platform === "linux");
    process.kill(place.child ?? 0, "SIGKILL");
    await goes(place.folder);
  });
});
