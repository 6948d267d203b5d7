/** The commands of the documents that call the service are run as they stand, against it and a demo shop. */
import { spawn } from "node:child_process";
import { once } from "node:events";
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { text } from "node:stream/consumers";
import { afterAll, beforeAll, describe, expect, it } from "@jest/globals";
import { type DemoSite, startDemoSite } from "../../local/demo-site/site.ts";
import { findOn, startSearxng } from "../../scripts/door/searxng.ts";
import { type Api, endOfRun, newAccount, testService } from "../helpers/api.ts";
import { listenOnReserved } from "../helpers/pageServer.ts";
import { spawnRunner } from "../helpers/runnerProcess.ts";
import { blocksOf, DOCUMENTS, ROOT } from "./blocks.ts";

const SHOP = "http://127.0.0.1:4600";
const SERVICE = "http://127.0.0.1:4000";
/** What is run. All else is named below, so that no document ever changes the machine on which it is tested. */
const RUN_HERE = /^(?:curl|export|grep|npx gleaner|until curl)\b/;
/**
 * What a person starts and leaves running, what needs an AWS account, what CI runs by itself, and what sets up a
 * server: its users, its services and its folders.
 */
const NOT_HERE =
  /^(?:npm|aws|npx cdk|npx \.\/gleaner\S+ start|cd|chown|docker|git|mkdir|mv|systemctl|useradd)\b/;
/** What a person reads off the screen and puts in: `export FLOW=flow-…`. */
const PLACEHOLDER = /\b(gl_live|flow|run|upload|wh)[_-]…/g;

let shop: DemoSite;
let folder: string;
beforeAll(async () => {
  shop = await listenOnReserved((port) => startDemoSite({ port }));
  folder = mkdtempSync(join(tmpdir(), "gleaner-docs-"));
  // What the reader has exported from a browser.
  writeFileSync(join(folder, "cookies.txt"), "127.0.0.1\tFALSE\t/\tFALSE\t0\tsid\tabc\n");
});
const closing: (() => Promise<void>)[] = [];
afterAll(async () => {
  for (const close of closing) await close();
  await shop.stop();
  rmSync(folder, { recursive: true, force: true });
});

interface Printed {
  readonly exitCode: number | null;
  readonly stdout: string;
  readonly stderr: string;
}

const bash = async (script: string, environment: Readonly<Record<string, string>>): Promise<Printed> => {
  const child = spawn("bash", ["-euo", "pipefail", "-c", script], {
    cwd: folder,
    env: { PATH: process.env.PATH, HOME: folder, ...environment },
  });
  child.stdin.end();
  const ended = once(child, "close");
  const [stdout, stderr] = await Promise.all([text(child.stdout), text(child.stderr), ended]);
  return { exitCode: child.exitCode, stdout, stderr };
};

const scripts = JSON.parse(readFileSync(join(ROOT, "package.json"), "utf8")).scripts as Record<
  string,
  string
>;

/** `npm run X` of the documents that `package.json` does not have. */
const unknownScripts = (block: string): string[] =>
  [...block.matchAll(/\bnpm run ([\w:-]+)/g)]
    .map(([, name = ""]) => name)
    .filter((name) => !(name in scripts));

/** The lines of a block that begin a command. */
const commandsIn = (block: string): string[] => block.split("\n").filter((line) => /^[^\s#}]/.test(line));

/** Some documents assume an existing flow. @returns the digits of its id */
const makeFlow = async (account: Api): Promise<string> => {
  const flow = { name: "There already", url: `${shop.url}/catalogue`, mode: "interact" };
  return (await account.post("/flows", flow)).body.data.id.slice("flow-".length);
};

/** A recipe is worth nothing unless its run completes and collects something. */
const expectRecords = async (account: Api): Promise<void> => {
  const { data: runs } = (await account.get("/runs?limit=50")).body;
  for (const { id } of runs) await endOfRun(account, id);
  const ended = (await account.get("/runs?limit=50")).body.data as Record<string, unknown>[];
  expect(ended.length).toBeGreaterThan(7);
  for (const { flowName, status, itemsExtracted } of ended) {
    expect({ flowName, status }).toEqual({ flowName, status: "completed" });
    expect({ flowName, itemsExtracted }).not.toEqual({ flowName, itemsExtracted: 0 });
  }
};

const shellOf = (document: string) => blocksOf(document).filter(({ language }) => language === "sh");
const WITH_COMMANDS = DOCUMENTS.filter((document) => shellOf(document).length > 0);

/** The service of a document: one about searches has a search engine, which finds the shop. */
const openService = async (document: string) => {
  if (!document.endsWith("search.md")) return { service: testService(), close: async () => {} };
  const engine = await startSearxng(findOn(shop.url, ["/catalogue"]));
  const runner = spawnRunner(["--in-memory", "--allow-private", new URL(shop.url).host], {
    SEARCH_URL: engine.address,
  });
  const close = async (): Promise<void> => {
    await runner.end("SIGTERM");
    await engine.close();
  };
  return { service: await runner.started, close };
};

describe("the commands of", () => {
  it("are found in most documents", () => {
    expect(WITH_COMMANDS.length).toBeGreaterThan(DOCUMENTS.length / 2);
  });

  it.each(WITH_COMMANDS)(
    "%s work as written",
    async (document) => {
      const { service, close } = await openService(document);
      closing.push(close);
      const account = await newAccount("scale", "owner@example.com", service);
      /** The latest id of each kind that was printed: what the reader would put in. */
      const latest = new Map([
        ["gl_live", account.apiKey.slice("gl_live_".length)],
        ["flow", await makeFlow(account)],
      ]);
      const exported: Record<string, string> = { URL: service.url, KEY: account.apiKey };
      expect(shellOf(document).length).toBeGreaterThan(0);
      for (const { text: block } of shellOf(document)) {
        expect(unknownScripts(block)).toEqual([]);
        const elsewhere = commandsIn(block).filter((line) => !RUN_HERE.test(line));
        expect(elsewhere.filter((line) => !NOT_HERE.test(line))).toEqual([]);
        if (elsewhere.length > 0) continue;
        const run = latest.get("run");
        if (run !== undefined) await endOfRun(account, `run-${run}`);
        const script = block
          .replaceAll(SHOP, shop.url)
          .replaceAll(SERVICE, service.url)
          .replaceAll("npx gleaner", `node ${join(ROOT, "cli/main.ts")}`)
          .replaceAll(PLACEHOLDER, (all, kind: string) => {
            const id = latest.get(kind);
            return id === undefined ? all : `${kind}${kind === "gl_live" ? "_" : "-"}${id}`;
          });
        expect(script).not.toMatch(/[-_]…/);
        const printed = await bash(script, exported);
        expect({ script, ...printed }).toMatchObject({ exitCode: 0 });
        expect({ script, stdout: printed.stdout }).not.toMatchObject({
          stdout: expect.stringMatching(/\{"error":/),
        });
        for (const [, name = "", value = ""] of script.matchAll(/^export (\w+)=(\S+)/gm))
          exported[name] = value;
        for (const [, kind = "", id = ""] of printed.stdout.matchAll(/\b(flow|run|upload|wh)-(\d{10,})/g))
          latest.set(kind, id);
      }
      if (document.endsWith("cookbook.md")) await expectRecords(account);
    },
    300_000,
  );
});
