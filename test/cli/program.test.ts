import { execFileSync } from "node:child_process";
import { beforeAll, describe, expect, it } from "@jest/globals";
import { type Api, newAccount } from "../helpers/api.ts";
import { runCli } from "../helpers/cli.ts";

let account: Api;
beforeAll(async () => {
  account = await newAccount();
});

const gleaner = (...args: string[]) => runCli(args, { apiKey: account.apiKey });

describe("the command line", () => {
  it.each([
    [["nonsense"], 2],
    [["run"], 2],
    [["flows", "list", "--limit", "many"], 2],
    [["runs", "get", "run-0000000000000000000"], 4],
    [["--help"], 0],
  ])("exits %j with %i", async (args, exitCode) => {
    expect((await gleaner(...args)).exitCode).toBe(exitCode);
  });

  it("prints an API error as JSON with --json, with its request id", async () => {
    const { stderr } = await gleaner("runs", "get", "run-0000000000000000000", "--json");
    expect(JSON.parse(stderr)).toMatchObject({
      error: { code: "not-found", status: 404, requestId: expect.any(String) },
    });
  });

  it("completes commands and options in bash", async () => {
    const { stdout } = await gleaner("completion");
    const complete = (...words: string[]): string[] =>
      execFileSync(
        "bash",
        [
          "-c",
          `${stdout}\nCOMP_WORDS=("$@"); COMP_CWORD=$(($# - 1)); _gleaner; printf '%s\\n' "\${COMPREPLY[@]}"`,
          "bash",
          "gleaner",
          ...words,
        ],
        { encoding: "utf8" },
      ).split("\n");
    expect(complete("fl")).toContain("flows");
    expect(complete("flows", "cr")).toContain("create");
    expect(complete("extract", "--sc")).toContain("--schema");
  });
});
