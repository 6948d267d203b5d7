import { mkdtempSync, readFileSync, rmSync, statSync } from "node:fs";
import { createServer } from "node:http";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, beforeAll, describe, expect, it } from "@jest/globals";
import { type Api, newAccount, testService, until } from "../helpers/api.ts";
import { runCli, startCli } from "../helpers/cli.ts";
import { listen, type PageServer, startPageServer } from "../helpers/pageServer.ts";

const SHOP = `<html><head><title>Lamps</title></head><body><h1>Lamps</h1><ul class="products">
${[1, 2, 3, 4]
  .map(
    (number) => `<li class="product"><a class="name" href="/lamp/${number}">Lamp ${number}</a>
<span class="price">${number}9.50 €</span></li>`,
  )
  .join("\n")}</ul></body></html>`;

let account: Api;
let pages: PageServer;
let folder: string;
const gleaner = (...args: string[]) => runCli(args, { apiKey: account.apiKey });
const json = async (...args: string[]) => {
  const { exitCode, stdout, stderr } = await gleaner(...args, "--json");
  expect([exitCode, stderr]).toEqual([0, ""]);
  return JSON.parse(stdout);
};
const flowOf = (name: string, path: string) => ({
  name,
  mode: "extract",
  url: `${pages.url}${path}`,
  steps: [{ type: "extract", selector: ".product", fields: ["name: .name", "price: .price"] }],
  outputSchema: { name: "string", price: "price" },
});
const createFlow = async (name: string, path = "/shop"): Promise<string> => {
  const stdin = JSON.stringify(flowOf(name, path));
  const { stdout } = await runCli(["flows", "create", "-", "--json"], { apiKey: account.apiKey, stdin });
  return JSON.parse(stdout).id;
};

beforeAll(async () => {
  account = await newAccount();
  pages = await startPageServer({ "/shop": { body: SHOP } });
  folder = mkdtempSync(join(tmpdir(), "gleaner-cli-files-"));
});
afterAll(async () => {
  await pages.stop();
  rmSync(folder, { recursive: true, force: true });
});

describe("gleaner extract", () => {
  it("prints the data of a page as a table", async () => {
    const { exitCode, stdout } = await gleaner("extract", `${pages.url}/shop`, "--schema", "name,price");
    expect(exitCode).toBe(0);
    const [head, ...rows] = stdout.trim().split("\n");
    expect(head).toMatch(/^NAME\s+PRICE$/);
    expect(rows[0]).toMatch(/^Lamp 1\s+€19\.50$/);
    expect(rows).toHaveLength(4);
  });

  it("prints the items of several pages, and names pages that failed", async () => {
    const urls = ["/shop", "/gone"].map((path) => pages.url + path);
    const { exitCode, stdout, stderr } = await gleaner("extract", ...urls, "--schema", "name,price");
    expect(exitCode).toBe(0);
    const [head, ...rows] = stdout.trim().split("\n");
    expect(head).toMatch(/^PAGE\s+NAME\s+PRICE$/);
    expect(rows).toHaveLength(4);
    expect(stderr).toContain(`${urls[1]}: The target answered with status 404.`);
    const failed = await gleaner("extract", `${pages.url}/gone`, `${pages.url}/lost`);
    expect([failed.exitCode === 0, failed.stderr]).toEqual([false, expect.stringContaining("No page")]);
  });

  it("prints a page as Markdown, and a site's URLs one per line", async () => {
    const { stdout } = await gleaner("extract", `${pages.url}/shop`, "--markdown");
    expect(stdout).toContain(`url: "${pages.url}/shop"`);
    expect(stdout).toContain(`[Lamp 1](${pages.url}/lamp/1)`);
    const map = await gleaner("map", `${pages.url}/shop`, "--q", "lamp");
    expect(map.stdout.trim().split("\n")).toEqual([1, 2, 3, 4].map((n) => `${pages.url}/lamp/${n}`));
  });

  it("prints one JSON object with --json", async () => {
    const result = await json("extract", `${pages.url}/shop`, "--schema", "name:string,price:number");
    expect(result).toMatchObject({ itemCount: 4, items: [{ name: "Lamp 1", price: 19.5 }, {}, {}, {}] });
  });

  it("shows the source of each value with --explain", async () => {
    const result = await json("extract", `${pages.url}/shop`, "--schema", "name,price", "--explain");
    expect(result.explanation).toHaveLength(4);
    expect(result.explanation[0]).toMatchObject({ price: { source: expect.any(String) } });
  });

  it("reports an unreachable service with the exit code for a temporary error", async () => {
    const outcome = await runCli(["flows", "list", "--url", "http://127.0.0.1:9"], {
      apiKey: account.apiKey,
    });
    expect(outcome).toMatchObject({
      exitCode: 5,
      stderr: expect.stringContaining("Could not reach the service"),
    });
  });

  it("reports an invalid schema without calling the service", async () => {
    const asked = pages.requests.length;
    const { exitCode, stderr } = await gleaner("extract", `${pages.url}/shop`, "--schema", "name,,price");
    expect([exitCode, stderr]).toEqual([2, expect.stringContaining('"" is not a field')]);
    expect(pages.requests).toHaveLength(asked);
  });
});

describe("gleaner flows and runs", () => {
  it("create, show, pause and delete a flow; the output of get is valid input for update", async () => {
    const id = await createFlow("Kept");
    const { stdout } = await gleaner("flows", "get", id);
    const updated = await runCli(["flows", "update", id, "-", "--json"], {
      apiKey: account.apiKey,
      stdin: stdout,
    });
    expect([updated.exitCode, updated.stderr]).toEqual([0, ""]);
    expect(await json("flows", "pause", id)).toMatchObject({ id, status: "paused" });
    expect((await gleaner("flows", "list", "--status", "paused")).stdout).toContain(id);
    await json("flows", "delete", id);
    expect((await gleaner("flows", "get", id)).exitCode).toBe(4);
  });

  it("watch a run to its end, show its log, and export its items", async () => {
    const flowId = await createFlow("Watched");
    const watched = await gleaner("run", flowId, "--watch");
    expect(watched.exitCode).toBe(0);
    expect(watched.stderr).toContain("4 records extracted");
    expect(watched.stdout).toMatch(/status\s+completed/);
    const [run] = await json("runs", "list", "--flow", flowId);
    expect((await gleaner("export", run.id, "--format", "csv")).stdout).toBe(
      `name,price,priceCurrency\r\n${[1, 2, 3, 4].map((number) => `Lamp ${number},${number}9.5,EUR\r\n`).join("")}`,
    );
    const file = join(folder, "items.ndjson");
    await json("export", run.id, "--output", file);
    expect(readFileSync(file, "utf8").trim().split("\n")).toHaveLength(4);
  });

  it("exit with 1 and the reason if the run failed", async () => {
    const flowId = await createFlow("Gone", "/gone");
    const { exitCode, stderr } = await gleaner("run", flowId, "--watch");
    expect([exitCode, stderr]).toEqual([1, expect.stringContaining("404")]);
  });
});

describe("gleaner keys", () => {
  it("creates a key that works, rotates and revokes it", async () => {
    const { id, key } = await json("keys", "create", "Reader", "--scopes", "flows:read");
    expect((await runCli(["flows", "list"], { apiKey: key })).exitCode).toBe(0);
    expect((await runCli(["keys", "list"], { apiKey: key })).exitCode).toBe(3);
    const rotated = await json("keys", "rotate", id, "--overlap", "60");
    expect((await runCli(["flows", "list"], { apiKey: rotated.key })).exitCode).toBe(0);
    await json("keys", "revoke", rotated.id);
    expect((await runCli(["flows", "list"], { apiKey: rotated.key })).exitCode).toBe(3);
  });

  it("names the valid scopes if one is unknown", async () => {
    const { exitCode, stderr } = await gleaner("keys", "create", "Odd", "--scopes", "flows:admin");
    expect([exitCode, stderr]).toEqual([2, expect.stringContaining("flows:read, flows:write")]);
  });
});

describe("gleaner login", () => {
  it("saves URL and key for their owner only, until logout", async () => {
    const stranger = { apiKey: null };
    expect((await runCli(["flows", "list"], stranger)).exitCode).toBe(2);
    const { stdout, exitCode } = await runCli(["login", "--url", testService().url, "--json"], {
      apiKey: null,
      stdin: `${account.apiKey}\n`,
    });
    expect(exitCode).toBe(0);
    expect(statSync(JSON.parse(stdout).keptIn).mode & 0o777).toBe(0o600);
    expect((await runCli(["flows", "list"], stranger)).exitCode).toBe(0);
    // The kept key belongs to the kept service alone.
    expect((await runCli(["flows", "list", "--url", "http://127.0.0.1:9"], stranger)).stderr).toContain(
      "No API key",
    );
    await runCli(["logout"], stranger);
    expect((await runCli(["flows", "list"], stranger)).exitCode).toBe(2);
  });

  it("does not save an invalid key", async () => {
    const outcome = await runCli(["login", "--url", testService().url], {
      apiKey: null,
      stdin: "gl_live_x\n",
    });
    expect(outcome.exitCode).toBe(3);
    expect((await runCli(["flows", "list"], { apiKey: null })).exitCode).toBe(2);
  });
});

describe("gleaner webhooks listen", () => {
  it("prints verified deliveries, refuses others, and deletes its webhook on Ctrl-C", async () => {
    const reservation = createServer();
    const port = await listen(reservation);
    await new Promise((resolve) => reservation.close(resolve));
    const listener = startCli(
      ["webhooks", "listen", "--port", String(port), "--events", "run.completed", "--json"],
      {
        apiKey: account.apiKey,
      },
    );
    await until(
      async () => json("webhooks", "list"),
      (webhooks) => webhooks.length === 1,
    );
    const forged = await fetch(`http://127.0.0.1:${port}/`, { method: "POST", body: "{}" });
    expect(forged.status).toBe(400);
    const flowId = await createFlow("Heard");
    const { id } = await json("run", flowId);
    await until(
      async () => listener.stdout(),
      (text) => text.includes("run.completed"),
    );
    expect(JSON.parse(listener.stdout())).toMatchObject({ type: "run.completed", data: { id } });
    listener.child.kill("SIGINT");
    expect((await listener.ended).exitCode).toBe(130);
    expect(await json("webhooks", "list")).toEqual([]);
  });
});

describe("gleaner screenshot", () => {
  it("saves a screenshot of the page", async () => {
    const file = join(folder, "shop.png");
    const shot = await json("screenshot", `${pages.url}/shop`, "--output", file, "--width", "640");
    expect(shot).toMatchObject({ file, width: 640 });
    expect(readFileSync(file).subarray(1, 4).toString()).toBe("PNG");
  });
});

describe("gleaner generate", () => {
  it("prints a flow that flows create accepts", async () => {
    const { stdout } = await gleaner("generate", `${pages.url}/shop`, "names and prices of all lamps");
    const { exitCode, stderr } = await runCli(["flows", "create", "-"], {
      apiKey: account.apiKey,
      stdin: stdout,
    });
    expect([exitCode, stderr]).toEqual([0, ""]);
  });
});

describe("gleaner generate, for a page with a missing field", () => {
  const ask = (...options: string[]) =>
    gleaner("generate", `${pages.url}/shop`, "names, prices and voltage of all lamps", ...options);

  it("says so first and exits with 1, and prints the flow without it", async () => {
    const { exitCode, stdout, stderr } = await ask();
    expect(exitCode).toBe(1);
    expect(stderr).toMatch(/^Not found: voltage\. Nothing on the page is labelled/);
    expect(stderr).toContain("--partial");
    const flow = JSON.parse(stdout);
    expect(Object.keys(flow.outputSchema)).toEqual(expect.arrayContaining(["price"]));
    expect(flow.description).not.toContain("voltage");
  });

  it("creates no flow without --partial", async () => {
    const refused = await ask("--create");
    expect([refused.exitCode, refused.stdout]).toEqual([1, ""]);
    expect(refused.stderr).toContain("No flow was created: the page has no voltage.");
    const created = await ask("--create", "--partial", "--json");
    expect(created.exitCode).toBe(0);
    expect(JSON.parse(created.stdout).id).toMatch(/^flow-/);
  });
});

describe("gleaner generate --example", () => {
  it("takes a value for each field, and shows what the flow reads", async () => {
    const shown = ["--example", "name=Lamp 2", "--example", "price=29.5"];
    const { stdout } = await gleaner("generate", `${pages.url}/shop`, ...shown);
    const flow = JSON.parse(stdout);
    expect(flow.preview.records).toEqual(
      [1, 2, 3, 4].map((at) => ({ name: `Lamp ${at}`, price: at * 10 + 9.5 })),
    );
    expect(flow.preview.fields).toMatchObject([{ field: "name" }, { field: "price" }]);
  });

  it("tests the example on other pages", async () => {
    const shown = ["--example", "name=Lamp 2", "--page", `${pages.url}/shop`];
    const { stdout } = await gleaner("generate", `${pages.url}/shop`, ...shown);
    expect(JSON.parse(stdout).preview.pages).toMatchObject([{ url: `${pages.url}/shop` }]);
  });

  it.each([
    ["some words", "--page", "http://shop.example/"],
    ["--example", "name"],
    ["--example", "=Lamp 2"],
    [],
  ])("refuses %j", async (...args) => {
    expect((await gleaner("generate", `${pages.url}/shop`, ...args)).exitCode).toBe(2);
  });
});
