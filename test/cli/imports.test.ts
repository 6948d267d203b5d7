import { mkdtemp, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, beforeAll, describe, expect, it } from "@jest/globals";
import { zip } from "../../scripts/attack/documentFiles.ts";
import { newAccount } from "../helpers/api.ts";
import { runCli } from "../helpers/cli.ts";

let folder: string;
beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), "import-"));
});
afterAll(() => rm(folder, { recursive: true }));

const WATCHING = {
  a: {
    url: "https://hotel.example/rules",
    title: "Hotel rules",
    include_filters: ["#rules"],
    time_between_check: { hours: 6 },
    notification_urls: ["discord://canary-4711"],
  },
  b: { url: "https://hotel.example/fees", title: "Fees", paused: true, time_between_check: { hours: 6 } },
  c: { url: "ftp://hotel.example/", title: "Files" },
};

describe("gleaner import", () => {
  it("creates monitors from a backup, lists what it left out, and continues where it stopped", async () => {
    const account = await newAccount();
    const file = join(folder, "backup.zip");
    await writeFile(
      file,
      zip({ "url-watches.json": JSON.stringify({ watching: WATCHING }), "secret.txt": "x" }),
    );
    const gleaner = (...args: string[]) => runCli(args, { apiKey: account.apiKey });

    const dry = await gleaner("import", file, "--dry-run");
    expect([dry.exitCode, dry.stdout]).toEqual([0, expect.stringContaining("would be active")]);
    expect((await account.get("/flows")).body.total).toBe(0);

    const { exitCode, stdout } = await gleaner("import", file, "--json");
    expect(exitCode).toBe(0);
    const answer = JSON.parse(stdout);
    expect(answer).toMatchObject({
      flows: [
        { name: "Hotel rules", status: "active", leftOut: [expect.stringContaining("notification_urls")] },
        { name: "Fees", status: "draft", leftOut: [] },
      ],
      refused: [{ url: "hotel.example" }],
      leftOut: [{ setting: "history" }],
    });
    expect(stdout).not.toContain("canary");
    const flow = (await account.get(`/flows/${answer.flows[0].flowId}`)).body.data;
    expect(flow).toMatchObject({
      mode: "monitor",
      status: "active",
      steps: [{ type: "extract", as: "markdown", selector: "#rules" }],
      monitor: { watch: "text" },
      schedule: { every: "6h" },
    });

    const again = await gleaner("import", file);
    expect([again.exitCode, again.stdout]).toEqual([0, expect.stringContaining("exists")]);
    expect(again.stderr).toContain("notification_urls: Notifications are not imported.");
    expect((await account.get("/flows")).body.total).toBe(2);
  });

  it("refuses a file that is not a backup with an explanation", async () => {
    const account = await newAccount();
    const file = join(folder, "other.json");
    await writeFile(file, '{"a": 1');
    const broken = await runCli(["import", file], { apiKey: account.apiKey });
    expect([broken.exitCode, broken.stderr]).toEqual([
      2,
      expect.stringContaining("cannot be read as a backup"),
    ]);
    await writeFile(file, "{}");
    const empty = await runCli(["import", file], { apiKey: account.apiKey });
    expect([empty.exitCode, empty.stderr]).toEqual([1, expect.stringContaining("no watch")]);
  });
});
