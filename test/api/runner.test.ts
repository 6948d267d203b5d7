import { execFileSync } from "node:child_process";
import { mkdtempSync, rmSync } from "node:fs";
import { request } from "node:http";
import { createServer } from "node:net";
import { tmpdir } from "node:os";
import { dirname, join } from "node:path";
import { InvokeCommand, LambdaClient } from "@aws-sdk/client-lambda";
import { afterAll, beforeAll, describe, expect, it } from "@jest/globals";
import { clientSettings } from "../../local/emulators/endpoints.ts";
import {
  processesWith,
  type RunnerProcess,
  type StartedService,
  spawnRunner,
} from "../helpers/runnerProcess.ts";

const START_TIMEOUT_MS = 60_000;
const service = JSON.parse(process.env.TEST_SERVICE ?? "{}") as StartedService;

const statusOf = async ({ url }: StartedService, apiKey: string): Promise<number> =>
  (await fetch(`${url}/flows`, { headers: { "x-api-key": apiKey } })).status;

/** Waits until no process has the text in its command line; fails where one stays. */
const expectGone = async (text: string): Promise<void> => {
  const giveUpAt = Date.now() + 5_000;
  while (processesWith(text).length > 0 && Date.now() < giveUpAt)
    await new Promise((resolve) => setTimeout(resolve, 50));
  expect(processesWith(text)).toEqual([]);
};

describe("the runner on a data directory", () => {
  const folder = mkdtempSync(join(tmpdir(), "gleaner-test-"));
  let runner: RunnerProcess;
  let first: StartedService;

  beforeAll(async () => {
    runner = spawnRunner(["--data-dir", folder, "--allow-private", "127.0.0.1:9"]);
    first = await runner.started;
  }, START_TIMEOUT_MS);
  afterAll(async () => {
    await runner.end("SIGKILL");
    await expectGone(folder);
    rmSync(folder, { recursive: true });
  });

  it("says at startup which private addresses flows may reach", () => {
    expect(runner.complaints()).toMatch(/^Flows may fetch these private addresses: 127\.0\.0\.1:9\n/);
  });

  it("prints the URL and a working API key on its first line", async () => {
    expect(await statusOf(first, first.apiKey)).toBe(200);
  });

  it("refuses a second start on the same directory in one sentence, with exit code 1", async () => {
    const second = spawnRunner(["--data-dir", folder]);
    await expect(second.started).rejects.toThrow("ended with 1");
    expect(second.complaints().trim().split("\n")).toEqual([
      expect.stringContaining(`in use by another runner (process ${runner.pid})`),
    ]);
    expect(await statusOf(first, first.apiKey)).toBe(200);
  });

  it(
    "leaves no process when it is killed, and continues with the same state",
    async () => {
      expect(processesWith(folder).length).toBeGreaterThan(0);
      await runner.end("SIGKILL");
      await expectGone(`${folder}/table`);
      runner = spawnRunner(["--data-dir", folder]);
      const again = await runner.started;
      expect(again.apiKey).toBe(first.apiKey);
      expect(await statusOf(again, first.apiKey)).toBe(200);
    },
    START_TIMEOUT_MS,
  );

  it("has no process left five seconds after Ctrl-C", async () => {
    const startedAt = Date.now();
    expect(await runner.end("SIGINT")).toBe(0);
    expect(Date.now() - startedAt).toBeLessThan(5_000);
    expect(processesWith(folder)).toEqual([]);
  });
});

describe("a failed start gives the reason in one sentence and exits with 1", () => {
  const expectRefusal = async (runner: RunnerProcess, sentence: string): Promise<void> => {
    await expect(runner.started).rejects.toThrow("ended with 1");
    expect(runner.complaints().trim().split("\n").at(-1)).toContain(sentence);
  };

  it("if the port is in use", async () => {
    const server = createServer();
    const port = await new Promise<number>((resolve) => {
      server.listen(0, "127.0.0.1", () => resolve((server.address() as { port: number }).port));
    });
    await expectRefusal(spawnRunner(["--in-memory", "--port", String(port)]), `Port ${port} is in use`);
    server.close();
  });

  it("if DynamoDB Local is requested without Java", async () => {
    const onlyNode = { PATH: dirname(process.execPath), JAVA_HOME: "" };
    await expectRefusal(
      spawnRunner(["--in-memory", "--table", "dynamodb-local"], onlyNode),
      "or use --table embedded",
    );
  });

  it("if an option is unknown", async () => {
    const runner = spawnRunner(["--nonsense"]);
    await expect(runner.started).rejects.toThrow("ended with 1");
    expect(runner.complaints()).toContain("Unknown option '--nonsense'");
    expect(runner.complaints()).toContain("Usage: npm start");
  });

  it("if `npm run sam` is run without sam", () => {
    const run = () =>
      execFileSync(process.execPath, ["local/sam.ts"], {
        env: { PATH: dirname(process.execPath) },
        stdio: "pipe",
        encoding: "utf8",
      });
    expect(run).toThrow("needs the AWS SAM CLI");
  });
});

describe("the gateway of the runner", () => {
  it("answers 413 to a body over 6 MB", async () => {
    const body = "x".repeat(6 * 1024 * 1024 + 1);
    const response = await fetch(`${service.url}/flows`, { method: "POST", body });
    expect(response.status).toBe(413);
  });

  it("sends an unknown route to the stack's default route", async () => {
    const response = await fetch(`${service.url}/no/such/route`);
    expect(response.status).toBe(404);
    expect(await response.json()).toMatchObject({ error: { code: "not-found" } });
  });

  it("listens on loopback only", () => {
    expect(new URL(service.url).hostname).toBe("127.0.0.1");
  });
});

describe("the runner's Invoke API", () => {
  const client = new LambdaClient(clientSettings(service.lambda));
  afterAll(() => client.destroy());
  const invoke = (name: string, event: unknown) =>
    client.send(new InvokeCommand({ FunctionName: name, Payload: JSON.stringify(event) }));

  it("creates an account with a working key, as the operator's command does", async () => {
    const answer = await invoke("createAccount", { email: "second@example.com" });
    const { apiKey } = JSON.parse(answer.Payload?.transformToString() ?? "") as { apiKey: string };
    expect(apiKey).not.toBe(service.apiKey);
    expect(await statusOf(service, apiKey)).toBe(200);
  });

  it("reports a function error as Lambda does", async () => {
    expect((await invoke("createAccount", { email: 7 })).FunctionError).toBe("Unhandled");
  });

  const call = (headers: Record<string, string>, path: string) =>
    new Promise<{ status: number | undefined; body: string }>((resolve, reject) => {
      const body = JSON.stringify({ email: "thief@example.com" });
      const url = new URL(service.lambda);
      request({ host: url.hostname, port: url.port, method: "POST", path, headers }, (response) => {
        let text = "";
        response.setEncoding("utf8").on("data", (chunk: string) => {
          text += chunk;
        });
        response.on("end", () => resolve({ status: response.statusCode, body: text }));
      })
        .once("error", reject)
        .end(body);
    });
  const invocation = "/2015-03-31/functions/createAccount/invocations";
  const { pathname: token, host } = new URL(service.lambda);
  it.each([
    ["a page of another site", { host, origin: "https://evil.example" }, token],
    ["a page without an origin", { host, origin: "null" }, token],
    ["a page at another port of this machine", { host, origin: "http://127.0.0.1:1" }, token],
    ["a name that resolves here", { host: "evil.example" }, token],
    [
      "a name that resolves here, at its own origin",
      { host: "evil.example", origin: "http://evil.example" },
      token,
    ],
    ["who does not know its token", { host }, ""],
    ["who guesses at its token", { host }, "/a".repeat(16)],
    ["who knows how its token begins", { host }, token.slice(0, -1)],
    ["its own pages", { host, origin: `http://${host}` }, token],
  ])("refuses to create an account for %s", async (_, headers, prefix) => {
    const answer = await call(headers, prefix + invocation);
    expect(answer.status).toBe(403);
    expect(answer.body).not.toContain("gl_live_");
  });

  it("reveals nothing without its token", async () => {
    const target = { host, "x-amz-target": "secretsmanager.GetSecretValue" };
    expect((await call(target, "/")).status).toBe(403);
  });

  it("refuses unknown functions", async () => {
    await expect(invoke("nonsense", {})).rejects.toMatchObject({ name: "ResourceNotFoundException" });
  });
});
