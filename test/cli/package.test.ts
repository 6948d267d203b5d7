/** What others install is packed, installed into an empty folder without a network, and used there. */
import { execFile, spawn } from "node:child_process";
import { once } from "node:events";
import {
  existsSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  rmSync,
  writeFileSync,
} from "node:fs";
import { tmpdir } from "node:os";
import { delimiter, join } from "node:path";
import { createInterface } from "node:readline";
import { afterAll, beforeAll, describe, expect, it } from "@jest/globals";
import { Client } from "@modelcontextprotocol/sdk/client/index.js";
import { StdioClientTransport } from "@modelcontextprotocol/sdk/client/stdio.js";
import { Webhook } from "standardwebhooks";
import { newAccount, testService } from "../helpers/api.ts";

const ROOT = join(import.meta.dirname, "../..");
const manifest = JSON.parse(readFileSync(join(ROOT, "package.json"), "utf8")) as {
  readonly version: string;
  readonly exports: Readonly<Record<string, string>>;
};
const MODULES = Object.keys(manifest.exports).map((path) => path.replace(/^\./, "gleaner"));

/** The machine's own programs: its Node where it has one, which may be older than the project's. */
const PATH = (process.env.PATH ?? "")
  .split(delimiter)
  .filter((folder) => !folder.startsWith(join(ROOT, "node_modules")))
  .join(delimiter);
const hasOwnNode = PATH.split(delimiter).some((folder) => existsSync(join(folder, "node")));

let scratch: string;
let consumer: string;
let environment: Record<string, string>;

interface Outcome {
  readonly exitCode: number;
  readonly stdout: string;
  readonly stderr: string;
}

/** Runs a program as someone would who has only the installed package. */
const run = (program: string, args: readonly string[]): Promise<Outcome> =>
  new Promise((resolve) => {
    execFile(program, [...args], { cwd: consumer, env: environment }, (error, stdout, stderr) => {
      const exitCode = error === null ? 0 : typeof error.code === "number" ? error.code : -1;
      resolve({ exitCode, stdout, stderr });
    });
  });

const runModule = (source: string): Promise<Outcome> => run("node", ["--input-type=module", "-e", source]);

const typeCheck = (source: string, moduleResolution: "nodenext" | "bundler"): Promise<Outcome> => {
  writeFileSync(join(consumer, "consumer.ts"), source);
  const module = moduleResolution === "nodenext" ? "nodenext" : "esnext";
  const options = ["--noEmit", "--strict", "--ignoreConfig", "--target", "es2022", "--lib", "es2022,dom"];
  const modules = ["--module", module, "--moduleResolution", moduleResolution];
  const tsc = join(ROOT, "node_modules/@typescript/native/bin/tsc");
  return run(process.execPath, [tsc, ...options, ...modules, "consumer.ts"]);
};

beforeAll(async () => {
  scratch = mkdtempSync(join(tmpdir(), "gleaner-package-"));
  consumer = scratch;
  environment = {
    PATH: hasOwnNode ? PATH : [join(process.execPath, ".."), PATH].join(delimiter),
    HOME: scratch,
    npm_config_cache: join(scratch, "cache"),
    npm_config_update_notifier: "false",
    GLEANER_URL: testService().url,
    GLEANER_API_KEY: (await newAccount()).apiKey,
  };
  const packed = await run(process.execPath, [
    join(ROOT, "scripts/package.ts"),
    "--out",
    join(scratch, "out"),
  ]);
  if (packed.exitCode !== 0) throw new Error(packed.stderr);
  consumer = join(scratch, "consumer");
  mkdirSync(consumer);
  writeFileSync(join(consumer, "package.json"), '{"private": true, "type": "module"}');
  const installed = await run("npm", ["install", "--offline", packed.stdout.trim()]);
  if (installed.exitCode !== 0) throw new Error(installed.stderr);
}, 300_000);
afterAll(() => rmSync(scratch, { recursive: true, force: true }));

describe("the npm package", () => {
  it("has no dependencies, and contains only the service's source", () => {
    const modules = join(consumer, "node_modules");
    expect(readdirSync(modules).filter((name) => !name.startsWith("."))).toEqual(["gleaner"]);
    const files = readdirSync(join(modules, "gleaner"), { recursive: true, encoding: "utf8" }).filter(
      (file) => !file.startsWith("service"),
    );
    expect(files.length).toBeGreaterThan(1);
    expect(files.filter((file) => file.endsWith(".ts") && !file.endsWith(".d.ts"))).toEqual([]);
    expect(files.filter((file) => /^(?:lib|functions|local|test|docs)\b/.test(file))).toEqual([]);
  });

  it("lists the licences of bundled code", () => {
    const notices = readFileSync(join(consumer, "node_modules/gleaner/THIRD-PARTY-NOTICES.txt"), "utf8");
    for (const name of ["commander", "standardwebhooks", "@modelcontextprotocol/sdk", "zod"])
      expect(notices).toMatch(new RegExp(`^${name} \\d+\\.\\d+\\.\\d+ \\(MIT\\)$`, "m"));
  });

  it("has a working command line", async () => {
    expect(await run("npx", ["--no", "--", "gleaner", "--version"])).toMatchObject({
      exitCode: 0,
      stdout: `${manifest.version}\n`,
    });
    expect((await run("npx", ["--no", "--", "gleaner", "--help"])).stdout).toContain("Usage: gleaner");
    const listed = await run("npx", ["--no", "--", "gleaner", "keys", "list", "--json"]);
    expect([listed.exitCode, JSON.parse(listed.stdout)]).toEqual([
      0,
      [expect.objectContaining({ id: expect.any(String) })],
    ]);
  });

  it.each(MODULES)("exports %s", async (name) => {
    const { exitCode, stdout, stderr } = await runModule(
      `console.log(Object.keys(await import("${name}")).length)`,
    );
    expect({ exitCode, stderr }).toEqual({ exitCode: 0, stderr: "" });
    expect(Number(stdout)).toBeGreaterThan(0);
  });

  it("has a client that calls the service, and throws its own errors", async () => {
    const { stdout, stderr } = await runModule(`
      import { ApiError, createClient } from "gleaner/client";
      const client = createClient({ url: process.env.GLEANER_URL, apiKey: process.env.GLEANER_API_KEY });
      const refusal = await client.getFlow("flow-0000000000000000000").catch((error) => error);
      console.log(JSON.stringify([(await client.listFlows()).total, refusal instanceof ApiError, refusal.code]));
    `);
    expect([stdout, stderr]).toEqual(['[0,true,"not-found"]\n', ""]);
  });

  it("extracts data from a page without a service", async () => {
    const product = {
      "@context": "https://schema.org",
      "@type": "Product",
      name: "Kettle",
      offers: { "@type": "Offer", price: "24.50", priceCurrency: "EUR" },
    };
    const html = `<h1>Kettle</h1><script type="application/ld+json">${JSON.stringify(product)}</script>`;
    const pots = ["a", "b", "c"].map((name) => `<li><a href="/${name}">Pot ${name}</a> <b>$3</b></li>`);
    const listHtml = `<h1>Pots</h1><ul>${pots.join("")}</ul>`;
    const { stdout, stderr } = await runModule(`
      // Node 20.17 has neither, later ones of this machine may.
      delete Map.groupBy;
      delete URL.parse;
      const { extractData, parseDocument } = await import("gleaner/extract");
      const page = parseDocument(${JSON.stringify(html)}, { url: "https://shop.example/kettle" });
      const { results } = extractData(page, { schema: { name: "string", price: "price" }, now: 0 });
      console.log(JSON.stringify(results.map(({ item }) => item)));
      const list = parseDocument(${JSON.stringify(listHtml)}, { url: "https://shop.example/pots" });
      const asked = { schema: { name: "string", price: "price", link: "url" }, now: 0 };
      console.log(extractData(list, asked).results.map(({ item }) => item.link).join(" "));
    `);
    expect([stdout, stderr]).toEqual([
      '[{"name":"Kettle","price":24.5}]\nhttps://shop.example/a https://shop.example/b https://shop.example/c\n',
      "",
    ]);
  });

  it("verifies webhook signatures", async () => {
    const secret = "whsec_MfKQ9r8GKYqrTwjUPD8ILPZIo2LaLaSw";
    const at = new Date();
    const body = JSON.stringify({ type: "run.completed", timestamp: at.toISOString(), data: {} });
    const headers = {
      "webhook-id": "evt-1",
      "webhook-timestamp": String(Math.floor(at.getTime() / 1_000)),
      "webhook-signature": new Webhook(secret).sign("evt-1", at, body),
    };
    const { stdout, stderr } = await runModule(`
      import { verifyWebhook, WebhookVerificationError } from "gleaner/client/webhooks";
      const [secret, headers, body] = ${JSON.stringify([secret, headers, body])};
      console.log(verifyWebhook(secret, headers, body).id);
      try { verifyWebhook(secret, headers, body + " "); }
      catch (error) { console.log(error instanceof WebhookVerificationError); }
    `);
    expect([stdout, stderr]).toEqual(["evt-1\ntrue\n", ""]);
  });

  it.each(["nodenext", "bundler"] as const)("has valid types, resolved as %s", async (moduleResolution) => {
    const { stdout } = await typeCheck(
      `import { createClient } from "gleaner/client";
       import { verifyWebhook } from "gleaner/client/webhooks";
       const client = createClient({ url: "", apiKey: null });
       for await (const { name } of client.listFlows({ limit: 5 })) console.log(name.length, verifyWebhook("", {}, "").id);
       await client.listFlows({ limit: "five" });`,
      moduleResolution,
    );
    expect(stdout.match(/^\S.*/gm)).toEqual([expect.stringMatching(/^consumer\.ts\(5,.*error TS2322/)]);
  });

  it("has an MCP server", async () => {
    const agent = new Client({ name: "test", version: "1.0.0" });
    await agent.connect(
      new StdioClientTransport({
        command: join(consumer, "node_modules/.bin/gleaner"),
        args: ["mcp"],
        env: environment,
      }),
    );
    try {
      expect(agent.getServerVersion()).toMatchObject({ name: "gleaner", version: manifest.version });
      const { tools } = await agent.listTools();
      expect(tools.map(({ name }) => name)).toContain("extract");
    } finally {
      await agent.close();
    }
  });

  it("starts the whole service in an empty folder, and stops it", async () => {
    const { npm_config_cache: _, ...own } = environment;
    const env = { ...own, HOME: process.env.HOME, XDG_DATA_HOME: join(scratch, "share") };
    const gleaner = join(consumer, "node_modules/.bin/gleaner");
    const empty = join(scratch, "empty");
    mkdirSync(empty);
    const service = spawn(gleaner, ["start", "--port", "0", "--sample-port", "0", "--json"], {
      cwd: empty,
      env,
      stdio: ["ignore", "pipe", "inherit"],
    });
    const ended = once(service, "close");
    const [line] = (await Promise.race([once(createInterface(service.stdout), "line"), ended])) as [string];
    const { url, apiKey } = JSON.parse(line) as { readonly url: string; readonly apiKey: string };
    try {
      const answer = await fetch(`${url}/flows`, { headers: { "X-API-Key": apiKey } });
      expect(answer.status).toBe(200);
      expect(existsSync(join(empty, ".gleaner/secrets.json"))).toBe(true);
    } finally {
      service.kill("SIGTERM");
      await ended;
    }
    await expect(fetch(`${url}/health`)).rejects.toThrow("fetch failed");
  }, 600_000);
});
