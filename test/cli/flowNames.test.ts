/** Flows by name, URLs as typed, and the errors for a wrong key or name. */
import { afterAll, beforeAll, describe, expect, it } from "@jest/globals";
import { type Api, endOfRun, newAccount } from "../helpers/api.ts";
import { runCli } from "../helpers/cli.ts";
import { type PageServer, startPageServer } from "../helpers/pageServer.ts";

const LIST = "<ul><li><b>Lamp</b><i>£9.50</i></li><li><b>Chair</b><i>£20</i></li></ul>";

let account: Api;
let pages: PageServer;
/** The page server as people type it. */
let site: string;
const made: Record<string, string> = {};
beforeAll(async () => {
  account = await newAccount();
  pages = await startPageServer({
    "/list": { body: LIST },
    "/one": { body: "<main><h1>Lamp</h1><p class=price>£9.50</p></main>" },
  });
  site = pages.url.replace("http://", "");
  for (const name of ["Lamp prices", "Chair prices", "News", "Twice", "Twice"]) {
    const { body } = await account.post("/flows", { name, url: `${pages.url}/list`, mode: "extract" });
    made[name] = body.data.id;
  }
});
afterAll(() => pages.stop());

const gleaner = (...args: string[]) => runCli(args, { apiKey: account.apiKey });
const json = async (...args: string[]) => {
  const { exitCode, stdout, stderr } = await gleaner(...args, "--json");
  expect([exitCode, stderr]).toEqual([0, ""]);
  return JSON.parse(stdout);
};

describe("a flow's name", () => {
  it("is accepted instead of its id in arguments and options, regardless of case", async () => {
    const { id, flowId } = await json("run", "lamp PRICES");
    expect(flowId).toBe(made["Lamp prices"]);
    await endOfRun(account, id);
    expect(await json("runs", "list", "--flow", "Lamp prices")).toMatchObject([{ id }]);
    expect(await json("flows", "get", "Lamp prices")).toMatchObject({ id: flowId });
    expect(await json("flows", "pause", "News")).toMatchObject({ id: made.News, status: "paused" });
    const opened = await gleaner("open", "Lamp prices", "--print");
    expect(opened.stdout).toMatch(new RegExp(`/flows/${flowId}\n$`));
  });

  it("that is unknown is answered with similar names, and exit code 4", async () => {
    const { exitCode, stderr } = await gleaner("run", "Lmap prices");
    expect(exitCode).toBe(4);
    expect(stderr).toMatch(
      /^No flow is called "Lmap prices"\. The nearest are:\n {2}Lamp prices {2}flow-\d+\n/,
    );
    const program = await gleaner("run", "Lmap prices", "--json");
    expect(JSON.parse(program.stderr)).toMatchObject({ error: { code: "not-found" } });
  });

  it("of several flows is refused with their ids", async () => {
    const { exitCode, stderr } = await gleaner("flows", "delete", "Twice");
    expect([exitCode, stderr]).toEqual([
      2,
      expect.stringMatching(/Several flows .*\n.*flow-\d+\n.*flow-\d+/),
    ]);
  });
});

describe("a URL without a scheme", () => {
  it("is completed wherever a page is expected", async () => {
    expect(await json("extract", `${site}/list`, "--schema", "name,price")).toMatchObject({
      url: `${pages.url}/list`,
    });
    const { id } = await json(
      "flows",
      "create",
      "--page",
      `${site}/one`,
      "--field",
      "name: h1",
      "--field",
      "price: .price",
      "--schema",
      "name,price:price",
    );
    const run = await json("run", id);
    await endOfRun(account, run.id);
    expect(await json("runs", "items", run.id)).toEqual([{ name: "Lamp", price: 9.5 }]);
  });

  it.each(["./missing.pdf", "missing.pdf"])("is not confused with the missing file %s", async (file) => {
    const { exitCode, stderr } = await gleaner("extract", file);
    expect([exitCode, stderr]).toEqual([2, `There is no file ${file}.\n`]);
  });
});

describe("an invalid key", () => {
  it("is answered with a hint to gleaner login", async () => {
    const key = `${account.apiKey?.slice(0, -4)}AAAA`;
    const { exitCode, stderr } = await runCli(["flows", "list"], { apiKey: key });
    expect([exitCode, stderr]).toEqual([3, expect.stringContaining('Run "gleaner login"')]);
  });
});

describe("the columns of a list", () => {
  it.each(["flows", "runs", "keys", "webhooks"])("start with names, before ids: %s", async (list) => {
    await gleaner("webhooks", "create", `${pages.url}/hook`);
    const [head = ""] = (await gleaner(list, "list")).stdout.split("\n");
    expect(head).toMatch(/^(?:NAME|FLOW NAME|URL) +ID\b/);
  });
});
