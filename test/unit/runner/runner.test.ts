import { spawnSync } from "node:child_process";
import { mkdirSync, writeFileSync } from "node:fs";
import { dirname, join } from "node:path";
import { fileURLToPath } from "node:url";
import { afterAll, describe, expect, it } from "@jest/globals";
import { makeFolder } from "../../helpers/tableFile.ts";

const ROOT = fileURLToPath(new URL("../../..", import.meta.url));

const { folder, remove } = makeFolder();
afterAll(remove);

interface Outcome {
  readonly success: boolean;
  readonly testResults: readonly {
    readonly message: string;
    readonly assertionResults: readonly {
      readonly title: string;
      readonly status: string;
      readonly failureMessages: readonly string[];
    }[];
  }[];
}

/** Starts files in the order of their names. */
const ORDER = `module.exports = class {
  sort = (tests) => tests.toSorted((a, b) => a.path.localeCompare(b.path));
  allFailedTests = (tests) => tests;
  cacheResults = () => undefined;
  shard = (tests) => tests;
};`;

/** Runs Jest with our runner on test files, as `npm test` does. */
const runJest = (files: Readonly<Record<string, string>>, ...args: string[]) => {
  const imports = 'import { afterAll, expect, it, jest } from "@jest/globals";';
  for (const [name, content] of Object.entries(files)) {
    const path = join(folder, `${name}.test.ts`);
    mkdirSync(dirname(path), { recursive: true });
    writeFileSync(path, `${imports}\n${content}`);
  }
  const config = {
    rootDir: folder,
    runner: join(ROOT, "test/runner/runner.ts"),
    transform: {},
    testMatch: Object.keys(files).map((name) => `<rootDir>/${name}.test.ts`),
    modulePaths: [join(ROOT, "node_modules")],
  };
  return spawnSync("jest", ["--config", JSON.stringify(config), ...args], {
    cwd: ROOT,
    encoding: "utf8",
    maxBuffer: 10_000_000,
  });
};

const runFiles = (files: Readonly<Record<string, string>>, ...args: string[]): Outcome => {
  const { stdout, stderr } = runJest(files, "--json", ...args);
  if (!stdout.startsWith("{")) throw new Error(stderr);
  return JSON.parse(stdout) as Outcome;
};

const runFile = (name: string, content: string, ...args: string[]): Outcome =>
  runFiles({ [name]: content }, ...args);

const statusesOf = ({ testResults }: Outcome) =>
  testResults.flatMap(({ assertionResults }) =>
    assertionResults.map(({ title, status }) => `${title}: ${status}`),
  );

describe("the test runner", () => {
  it("reports whether each test passed, and why it failed", () => {
    const outcome = runFile(
      "mixed",
      `interface Sum { readonly of: number }
       const sum: Sum = { of: 1 + 1 };
       it("adds", () => expect(sum.of).toBe(2));
       it("subtracts", async () => { await expect(Promise.resolve(sum.of)).resolves.toBe(3); });
       it("divides", () => expect({ sum, of: () => 1 }).toEqual({ sum: expect.any(String), of: 1 }));
       it.skip("multiplies", () => undefined);
       it("takes too long", () => new Promise(() => undefined), 50);`,
    );
    expect(outcome.success).toBe(false);
    expect(statusesOf(outcome)).toEqual([
      "adds: passed",
      "subtracts: failed",
      "divides: failed",
      "multiplies: pending",
      "takes too long: failed",
    ]);
    expect(outcome.testResults[0]?.message).toMatch(/Expected: 3\n\s+Received: 2/);
    expect(outcome.testResults[0]?.message).toContain("Exceeded timeout of 50 ms");
  });

  it("runs only the tests whose names match", () => {
    const file = 'it("one", () => undefined); it("two", () => expect(1).toBe(2));';
    const outcome = runFile("named", file, "--testNamePattern", "one");
    expect(statusesOf(outcome)).toEqual(["one: passed", "two: pending"]);
    expect(outcome.success).toBe(true);
  });

  it.each([
    ["cannot be loaded", 'import "./missing.ts"; it("is not run", () => undefined);', /missing\.ts/],
    ["ends its process", 'it("ends", () => process.exit(7));', /ended with 7/],
    ["is killed", 'it("ends", () => process.kill(process.pid, "SIGKILL"));', /ended with SIGKILL/],
    ["fails after its tests", 'it("passes", () => 1); afterAll(() => { throw new Error("late"); });', /late/],
  ])("fails a file that %s", (name, content, message) => {
    const outcome = runFile(name.replaceAll(" ", "-"), content);
    expect(outcome.success).toBe(false);
    expect(outcome.testResults.map((file) => file.message).join()).toMatch(message);
  });

  it("fails a test with an unhandled rejection, and respects a file's timeouts", () => {
    const outcome = runFile(
      "timeouts",
      `jest.setTimeout(80);
       it("waits", () => new Promise(() => undefined));
       it("leaves a rejection", async () => {
         void Promise.reject(new Error("unseen"));
         await new Promise((resolve) => setTimeout(resolve, 20));
       });`,
    );
    expect(statusesOf(outcome)).toEqual(["waits: failed", "leaves a rejection: failed"]);
    expect(outcome.testResults[0]?.message).toContain("Exceeded timeout of 80 ms");
    expect(outcome.testResults[0]?.message).toContain("unseen");
  });

  it("runs the files of a suite in one process, and isolates what each changes", () => {
    const helper = join(ROOT, "test/helpers/memoryTable.ts");
    const file = `
      import { createMemoryTable } from "${helper}";
      const { environment, helpers } = (globalThis.kept ??= { environment: process.env, helpers: [] });
      it("shares the process, and loads helpers again", () => {
        expect(environment).toBe(process.env);
        expect(helpers).not.toContain(createMemoryTable);
        helpers.push(createMemoryTable);
      });
      it("finds the process as it was", () => {
        expect([process.env.CHANGED, Math.random() === 2, Date.now() > 9]).toEqual([undefined, false, true]);
        process.env.CHANGED = "yes";
        jest.spyOn(Math, "random").mockReturnValue(2);
        jest.useFakeTimers({ now: 1 });
        jest.setTimeout(1);
      });
      it("has run " + helpers.length + " files before", () => undefined);`;
    const outcome = runFiles({ "one-of-two": file, "other-of-two": file }, "--maxWorkers", "1");
    expect(outcome.testResults.map(({ message }) => message)).toEqual(["", ""]);
    expect(
      statusesOf(outcome)
        .filter((status) => status.startsWith("has run"))
        .toSorted(),
    ).toEqual(["has run 0 files before: passed", "has run 1 files before: passed"]);
  });

  it("runs a file that needs its own process in one, and keeps the others' process and what they made once", () => {
    const file = `
      import { once } from "${join(ROOT, "test/runner/once.ts")}";
      it("is file " + once("files", () => []).push(import.meta.url) + " of its process", () => undefined);`;
    const sequencer = join(folder, "order.cjs");
    writeFileSync(sequencer, ORDER);
    const files = { "a-before": file, "test/unit/runtime/tokens": file, "z-after": file };
    const outcome = runFiles(files, "--maxWorkers", "1", "--testSequencer", sequencer);
    expect(statusesOf(outcome).toSorted()).toEqual([
      "is file 1 of its process: passed",
      "is file 1 of its process: passed",
      "is file 2 of its process: passed",
    ]);
  });

  it("starts a new process for the next file if a file has ended its process", () => {
    const files = {
      "ends-first": 'it("ends", () => process.exit(7));',
      "runs-next": 'it("runs", () => undefined);',
    };
    const outcome = runFiles(files, "--maxWorkers", "1");
    expect(statusesOf(outcome)).toEqual(["runs: passed"]);
    expect(outcome.success).toBe(false);
  });

  it.each([
    ["a server", 'const { createServer } = await import("node:net"); createServer().listen(0);'],
    ["a process", 'const { spawn } = await import("node:child_process"); spawn("cat");'],
    ["nothing", "const { createServer } = await import('node:net'); createServer().listen(0).close();"],
  ])("gives the next file a new process where one leaves %s open", (left, leave) => {
    const file = `const ranBefore = (globalThis.kept ??= []).push("file") - 1;
      it("leaves it", async () => { ${leave} });
      it("has run " + ranBefore + " files before", () => undefined);`;
    const outcome = runFiles({ "one-leaves": file, "other-leaves": file }, "--maxWorkers", "1");
    const before = statusesOf(outcome).filter((status) => status.startsWith("has run"));
    expect(before.toSorted()).toEqual(
      [0, left === "nothing" ? 1 : 0].map((files) => `has run ${files} files before: passed`),
    );
  });

  it("names the files whose leftovers may have made another file fail", () => {
    const files = {
      "leaves-an-error": 'it("passes", () => { setTimeout(() => { throw new Error("left"); }, 300); });',
      "runs-meanwhile": 'it("is innocent", () => new Promise((done) => setTimeout(done, 1500)));',
    };
    writeFileSync(join(folder, "order.cjs"), ORDER);
    const ordered = ["--testSequencer", join(folder, "order.cjs")];
    // In CI, the file would be tried again, alone, and pass.
    const outcome = runFiles(files, "--maxWorkers", "1", "--ci=false", ...ordered);
    const message = outcome.testResults.map((file) => file.message).join("");
    expect(message).toMatch(/left.*ran before in this process.*leaves-an-error\.test\.ts/s);
  });

  it("shows a file's output with that file, however long", () => {
    const print = (word: string) =>
      `it("prints", () => { for (let n = 0; n < 40; n += 1) process.stdout.write("${word}".repeat(2000)); });`;
    const { stderr } = runJest(
      { "prints-a": print("aaaa "), "prints-b": print("bbbb ") },
      "--maxWorkers",
      "1",
    );
    for (const word of ["aaaa", "bbbb"]) {
      const [, shown = ""] = stderr.split(`prints-${word.charAt(0)}.test.ts`);
      const words = shown.split("PASS")[0]?.match(/aaaa|bbbb/g);
      expect([words?.length, [...new Set(words)]]).toEqual([80_000, [word]]);
    }
  });
});
