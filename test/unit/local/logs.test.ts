import { existsSync, readFileSync, rmSync, symlinkSync } from "node:fs";
import { join } from "node:path";
import { PassThrough } from "node:stream";
import { afterEach, beforeEach, describe, expect, it } from "@jest/globals";
import { logToFiles } from "../../../local/functions/logs.ts";
import { until } from "../../helpers/api.ts";
import { makeFolder } from "../../helpers/tableFile.ts";

/** Takes no byte: each write fails with ENOSPC, as on a full disk. */
const FULL = "/dev/full";

describe("a function's log", () => {
  let folder: ReturnType<typeof makeFolder>;
  const warnings: string[] = [];
  beforeEach(() => {
    folder = makeFolder();
    warnings.length = 0;
  });
  afterEach(() => folder.remove());

  const openLog = () => {
    const [stdout, stderr] = [new PassThrough(), new PassThrough()];
    logToFiles(folder.folder, (line) => warnings.push(line))("getFlow")(stdout, stderr);
    return { stdout, stderr, path: join(folder.folder, "getFlow.log") };
  };
  const textOf = (path: string): string => (existsSync(path) ? readFileSync(path, "utf8") : "");

  it("contains both output streams", async () => {
    const { stdout, stderr, path } = openLog();
    stdout.write("one\n");
    stderr.write("two\n");
    await until(
      async () => textOf(path),
      (text) => text === "one\ntwo\n",
    );
    expect(warnings).toEqual([]);
  });

  (existsSync(FULL) ? it : it.skip)(
    "drops lines while its disk is full, says so once, and continues once there is space",
    async () => {
      const path = join(folder.folder, "getFlow.log");
      symlinkSync(FULL, path);
      const { stdout } = openLog();
      const wrote = async (): Promise<string> => {
        stdout.write("line\n");
        return warnings.join("\n");
      };
      expect(await until(wrote, (told) => told !== "")).toMatch(
        /getFlow\.log is not written, lines are dropped: ENOSPC/,
      );
      for (let line = 0; line < 1_000; line += 1) stdout.write("dropped\n");
      rmSync(path);
      await until(
        async () => {
          stdout.write("written\n");
          return textOf(path);
        },
        (text) => text.includes("written"),
      );
      expect(warnings).toHaveLength(1);
    },
  );
});
