/** How the command line meets mistakes: of its user, of the address, of the moment. */
import { execFileSync } from "node:child_process";
import { createServer, type ServerResponse } from "node:http";
import { afterAll, beforeAll, describe, expect, it } from "@jest/globals";
import { type Api, newAccount, testService, until } from "../helpers/api.ts";
import { type CliOutcome, runCli, startCli } from "../helpers/cli.ts";
import { listen, startPageServer } from "../helpers/pageServer.ts";

let account: Api;
const gleaner = (...args: string[]): Promise<CliOutcome> => runCli(args, { apiKey: account.apiKey });

beforeAll(async () => {
  account = await newAccount();
});

describe("a mistake in the command line", () => {
  it.each([
    [["flows", "list", "--limit", "many"], "whole number"],
    [["flows", "list", "--mode", "guess"], "extract, interact, monitor"],
    [["run"], "missing required argument 'flow'"],
    [["nonsense"], "unknown command 'nonsense'"],
    [["--json"], "No command given"],
    [["flows", "create", "/there/is/no/such.json"], "/there/is/no/such.json: no such file or directory"],
    [["screenshot", "https://shop.example/", "--output", "shop.gif"], ".gif"],
    [["extract", "https://shop.example/", "--url", "nowhere"], '"nowhere" is not an http or https URL'],
  ])("is reported as JSON with --json: %j", async (args, words) => {
    const { exitCode, stdout, stderr } = await gleaner(...args, "--json");
    expect([exitCode, stdout]).toEqual([2, ""]);
    expect(JSON.parse(stderr)).toEqual({ error: { code: "usage", message: expect.stringContaining(words) } });
  });

  it("is reported with a suggestion", async () => {
    const { exitCode, stderr } = await gleaner("flows", "lst");
    expect([exitCode, stderr]).toEqual([2, expect.stringMatching(/Did you mean list\?.*--help/s)]);
  });

  it("is reported once for one field, and on a line each for several", async () => {
    const create = async (flow: object): Promise<string> =>
      (await runCli(["flows", "create", "-"], { apiKey: account.apiKey, stdin: JSON.stringify(flow) }))
        .stderr;
    // The last line says what helps.
    expect((await create([])).trim().split("\n")).toHaveLength(2);
    expect((await create({ name: "x" })).trim().split("\n")).toHaveLength(4);
  });
});

describe("help", () => {
  it.each(["run", "flows list", "export", "mcp", "webhooks listen"])(
    "for %s includes the global options",
    async (command) => {
      const { exitCode, stdout } = await gleaner(...command.split(" "), "--help");
      expect([exitCode, stdout]).toEqual([0, expect.stringMatching(/Global Options:.*--json/s)]);
    },
  );

  it("for keys create lists the scopes", async () => {
    expect((await gleaner("keys", "create", "--help")).stdout.replaceAll(/\s+/g, " ")).toContain(
      "flows:read, flows:write",
    );
  });
});

describe("a service URL", () => {
  it("where something else answers is reported as not a Gleaner service", async () => {
    const other = createServer((_request, response) => response.writeHead(404).end("Nothing here"));
    await new Promise<void>((resolve) => other.listen(0, "127.0.0.1", resolve));
    const address = other.address();
    const port = typeof address === "object" && address !== null ? address.port : 0;
    const { exitCode, stderr } = await gleaner("flows", "list", "--url", `http://127.0.0.1:${port}`);
    other.close();
    expect([exitCode, stderr]).toEqual([1, expect.stringContaining("not a Gleaner service")]);
  });

  it("where nothing answers is reported with a code in JSON", async () => {
    const { exitCode, stderr } = await gleaner("flows", "list", "--url", "http://127.0.0.1:9", "--json");
    expect([exitCode, JSON.parse(stderr).error.code]).toEqual([5, "unreachable"]);
  });

  it("that is empty counts as not set", async () => {
    const environment = { GLEANER_URL: "" };
    const { stderr } = await runCli(["flows", "list"], { apiKey: null, environment });
    expect(stderr).toContain("No API key for http://127.0.0.1:4000");
  });
});

describe("a port in use", () => {
  it.each([[["webhooks", "listen", "--port"]], [["mcp", "--http"]]])("is reported by %j", async (args) => {
    const port = new URL(testService().url).port;
    const { exitCode, stderr } = await gleaner(...args, port);
    expect([exitCode, stderr]).toEqual([
      2,
      `Port ${port} is already in use. Choose another with ${args.at(-1)}.\n`,
    ]);
  });
});

describe("a list", () => {
  it("that is shortened says so, and an empty one prints nothing to stdout", async () => {
    const other = await newAccount();
    const list = (...args: string[]): Promise<CliOutcome> =>
      runCli(["flows", "list", ...args], { apiKey: other.apiKey });
    expect(await list()).toEqual({ exitCode: 0, stdout: "", stderr: "Nothing yet.\n" });
    for (const name of ["A", "B", "C"])
      await other.post("/flows", { name, url: "https://shop.example/", mode: "extract" });
    const { stdout, stderr } = await list("--limit", "2");
    expect(stdout.trim().split("\n")).toHaveLength(3);
    expect(stderr).toBe("Showing 2 of 3. Use --limit to see more.\n");
  });
});

describe("Ctrl-C", () => {
  const held: ServerResponse[] = [];
  /** Answers only when released. */
  const slow = createServer((request, response) => {
    if (request.url === "/slow") held.push(response);
    else response.writeHead(404).end();
  });
  let url: string;
  beforeAll(async () => {
    url = `http://127.0.0.1:${await listen(slow)}/slow`;
  });
  afterAll(() => {
    slow.close();
    slow.closeAllConnections();
  });

  it.each([[[]], [["--json"]]])(
    "leaves a watched run in progress, and says how to see it again: %j",
    async (options) => {
      const { body } = await account.post("/flows", { name: "Slow", url, mode: "extract", render: "static" });
      const watching = startCli(["run", body.data.id, "--watch", ...options], { apiKey: account.apiKey });
      await until(
        async () => held.length,
        (count) => count > 0,
      );
      watching.child.kill("SIGINT");
      const { exitCode, stdout, stderr } = await watching.ended;
      expect([exitCode, stdout]).toEqual([130, ""]);
      const [id] = stderr.match(/run-\d+(?= is still running)/) ?? [];
      expect((await account.get(`/runs/${id}`)).body.data.status).toBe("running");
      for (const response of held.splice(0))
        response.writeHead(200, { "content-type": "text/html" }).end("<h1>Slow</h1>");
    },
  );
});

describe("an error", () => {
  it("says what to do, as text and as JSON", async () => {
    const people = await gleaner("flows", "get", "flow-0000000000000000000");
    expect([people.exitCode, people.stderr]).toEqual([
      4,
      expect.stringMatching(/^not-found: .*\n {2}\S.*\n$/),
    ]);
    const programs = await gleaner("flows", "get", "flow-0000000000000000000", "--json");
    expect(JSON.parse(programs.stderr).error).toMatchObject({
      code: "not-found",
      remedy: expect.any(String),
    });
  });

  it("has the exit code for a temporary error if a page is overloaded, but not if it does not exist", async () => {
    const pages = await startPageServer({
      "/gone": { status: 404, body: "gone" },
      "/busy": { status: 503, body: "busy" },
    });
    try {
      const gone = await gleaner("extract", `${pages.url}/gone`, "--schema", "name");
      expect([gone.exitCode, gone.stderr]).toEqual([1, expect.stringContaining("404")]);
      expect((await gleaner("extract", `${pages.url}/busy`, "--schema", "name")).exitCode).toBe(5);
    } finally {
      await pages.stop();
    }
  });

  it("is not coloured in a pipe unless forced, and never with NO_COLOR", async () => {
    const stderrWith = async (environment: Record<string, string>) =>
      (await runCli(["flows", "get", "flow-0"], { apiKey: account.apiKey, environment })).stderr;
    expect(await stderrWith({})).not.toContain("\u001b");
    expect(await stderrWith({ FORCE_COLOR: "1" })).toContain("\u001b[31m");
    expect(await stderrWith({ FORCE_COLOR: "1", NO_COLOR: "1" })).not.toContain("\u001b");
  });
});

describe("the version", () => {
  it("is printed without loading the commands", async () => {
    const { exitCode, stdout } = await runCli(["--version"], { apiKey: null });
    expect([exitCode, stdout]).toEqual([0, expect.stringMatching(/^\d+\.\d+\.\d+\n$/)]);
    const loaded = await runCli(["--version"], { apiKey: null, environment: { NODE_DEBUG: "esm" } });
    expect(loaded.stderr).not.toContain("cli/program.ts");
  });
});

describe("shell completion", () => {
  it("completes commands, options and ids", async () => {
    const { data } = (
      await account.post("/flows", { name: "Mine", url: "https://shop.example/", mode: "extract" })
    ).body;
    const { stdout: ids } = await gleaner("completion", "--ids", "flow");
    expect(ids.split("\n")).toContain(data.id);
    const { stdout: script } = await gleaner("completion");
    const shim = `gleaner() { if [ "$2" = --ids ]; then echo ${data.id}; fi; }`;
    const ask = 'COMP_WORDS=(gleaner flows get flow); COMP_CWORD=3; _gleaner; printf "%s" "$COMPREPLY"';
    const found = execFileSync("bash", ["-c", `${shim}\n${script}\n${ask}`], { encoding: "utf8" });
    expect(found.trim()).toBe(data.id);
    expect((await gleaner("completion", "zsh")).stdout).toBe(script);
    expect((await gleaner("completion", "csh")).exitCode).toBe(2);
    const { stdout: fish } = await gleaner("completion", "fish");
    expect(fish).toContain("complete -c gleaner -f");
    expect(fish).toMatch(/= "flows get"' -a '.*\(gleaner completion --ids flow 2>\/dev\/null\)'/);
  });
});
