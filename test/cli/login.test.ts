/** Signing in with the browser, from the command line. */
import { readFileSync, statSync, writeFileSync } from "node:fs";
import { beforeAll, describe, expect, it } from "@jest/globals";
import { type Api, newAccount, testService, until } from "../helpers/api.ts";
import { runCli, startCli } from "../helpers/cli.ts";
import { TestBrowser, uniqueAddress } from "../helpers/people.ts";

const SAVED = { apiKey: null } as const;

let account: Api;
let email: string;
let browser: TestBrowser;
beforeAll(async () => {
  email = uniqueAddress("owner");
  account = await newAccount("scale", email);
  browser = new TestBrowser();
  await browser.signIn(email);
});

/** Starts `gleaner login` and answers the code that it shows. */
const login = async (decision: "approve" | "deny") => {
  const running = startCli(["login", "--browser", "--url", testService().url, "--json"], SAVED);
  const shown = await until(
    async () => running.stderr(),
    (text) => text.includes("#code="),
  );
  const code = /#code=(\S+)/.exec(shown)?.[1] ?? "";
  expect(shown).toContain(`/dashboard/device and enter the code ${code}`);
  expect((await browser.call("PUT", `/sign-in/device/${code}`, { decision })).status).toBe(200);
  return running.ended;
};

const whoami = async () => {
  const { stdout, exitCode } = await runCli(["whoami", "--json"], SAVED);
  return exitCode === 0 ? JSON.parse(stdout) : exitCode;
};

const devices = async () => {
  const { data } = (await browser.call("GET", "/sessions")).body;
  return data.filter(({ kind }: { kind: string }) => kind === "device");
};

describe("gleaner login with the browser", () => {
  it("saves a token for its owner only, acts as the person, and ends at logout", async () => {
    const { exitCode, stdout, stderr } = await login("approve");
    expect([exitCode, stderr.includes("gl_user_"), stdout.includes("gl_user_")]).toEqual([0, false, false]);
    const outcome = JSON.parse(stdout);
    expect(outcome).toMatchObject({ email, role: "owner", signedInWith: "browser" });
    expect(statSync(outcome.keptIn).mode & 0o777).toBe(0o600);
    expect(await whoami()).toMatchObject({ email, role: "owner" });
    expect((await runCli(["flows", "list", "--json"], SAVED)).stdout).toBe("[]\n");
    const { apiKey: token } = JSON.parse(readFileSync(outcome.keptIn, "utf8"));

    expect(await devices()).toHaveLength(1);
    expect((await runCli(["logout"], SAVED)).exitCode).toBe(0);
    expect(await devices()).toEqual([]);
    expect(await whoami()).toBe(2);
    expect((await account.get("/flows")).status).toBe(200);
    const late = await runCli(["flows", "list"], {
      apiKey: null,
      environment: { GLEANER_API_KEY: token, GLEANER_URL: testService().url },
    });
    expect([late.exitCode, late.stderr]).toEqual([3, expect.stringContaining("no longer signed in")]);
  });

  it("replaces an earlier sign-in, whose session ends", async () => {
    await login("approve");
    await login("approve");
    expect(await devices()).toHaveLength(1);
    await runCli(["logout"], SAVED);
  });

  it("that is denied saves nothing", async () => {
    const { exitCode, stderr } = await login("deny");
    expect([exitCode, stderr]).toEqual([1, expect.stringContaining("denied")]);
    expect(await whoami()).toBe(2);
  });

  it("forgets the token at logout even where the service is gone, and says so", async () => {
    const file = JSON.parse((await login("approve")).stdout).keptIn;
    const saved = JSON.parse(readFileSync(file, "utf8"));
    writeFileSync(file, JSON.stringify({ ...saved, url: "http://127.0.0.1:9" }));
    const { exitCode, stderr } = await runCli(["logout"], SAVED);
    expect([exitCode, stderr]).toEqual([0, expect.stringContaining("could not be ended")]);
    expect(await whoami()).toBe(2);
  });
});

describe("gleaner whoami", () => {
  it("shows the account of an API key", async () => {
    const { stdout } = await runCli(["whoami", "--json"], { apiKey: account.apiKey ?? "" });
    expect(JSON.parse(stdout)).toMatchObject({ signedInWith: "API key", plan: "scale" });
  });
});
