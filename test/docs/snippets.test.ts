/** Every piece of JSON and of code that the documents show is sent, or run. */
import { execFileSync, spawn } from "node:child_process";
import { randomInt } from "node:crypto";
import { once } from "node:events";
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { createServer } from "node:http";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, beforeAll, describe, expect, it } from "@jest/globals";
import { Webhook } from "standardwebhooks";
import { type DemoSite, startDemoSite } from "../../local/demo-site/site.ts";
import { Picks } from "../../src/contract/extraction/inspections.ts";
import { ShownRecords } from "../../src/contract/fields/recordExamples.ts";
import { STEP_SHAPES } from "../../src/contract/steps/steps.ts";
import { type Api, newAccount, testService, until } from "../helpers/api.ts";
import { listenOnReserved } from "../helpers/pageServer.ts";
import { type Block, blocksIn, ROOT } from "./blocks.ts";

/** Inside the project, where `gleaner/client` is found by its own name. */
const FOLDER = join(ROOT, ".build/docs");
let account: Api;
let shop: DemoSite;
let scratch: string;

beforeAll(async () => {
  account = await newAccount();
  shop = await listenOnReserved((port) => startDemoSite({ port }));
  mkdirSync(FOLDER, { recursive: true });
  scratch = mkdtempSync(join(tmpdir(), "gleaner-docs-"));
});
afterAll(async () => {
  await shop.stop();
  rmSync(FOLDER, { recursive: true, force: true });
  rmSync(scratch, { recursive: true, force: true });
});

/** A flow around what a document shows of one. */
const flowAround = (shown: Record<string, unknown>): object => {
  const isStep = "type" in shown;
  return {
    name: "From the docs",
    mode: "extract",
    url: "https://shop.example/",
    ...(isStep ? { steps: [shown] } : shown),
  };
};

describe("JSON in the documents", () => {
  /** A block may show several objects, one a line. */
  const objects = blocksIn("json").flatMap(({ document, text }) => {
    const pieces = /\}\n\{/.test(text) ? text.trim().split("\n") : [text];
    return pieces.map((piece) => ({ document, piece }));
  });

  it.each(objects)("is accepted by the service: $document $piece", async ({ piece }) => {
    const shown = JSON.parse(piece.replaceAll("…", "...")) as Record<string, unknown>;
    // What the service answers, and what is for other programs, is only read.
    if (
      ["error", "itemCount", "mcpServers", "questions", "signals", "timestamp"].some((name) => name in shown)
    )
      return;
    // Of an inspection that the reader made: its picks alone can be read.
    if ("picks" in shown) {
      Picks.parse(shown.picks);
      return;
    }
    if ("examples" in shown) {
      ShownRecords.parse(shown.examples);
      return;
    }
    const { status, body } = await account.post("/flows", flowAround(shown));
    expect([status, body]).toEqual([201, expect.anything()]);
  });

  it.each(Object.entries(STEP_SHAPES))("in %s has a step that the service accepts", async (_type, shape) => {
    const { examples } = shape.meta() as { examples: readonly Record<string, unknown>[] };
    expect((await account.post("/flows", flowAround({ ...examples[0] }))).status).toBe(201);
  });
});

const versionOf = (command: string, ...args: string[]): string | null => {
  try {
    return execFileSync(command, args, { encoding: "utf8", stdio: ["ignore", "pipe", "pipe"] });
  } catch {
    return null;
  }
};

interface Language {
  readonly file: string;
  readonly command: (file: string) => readonly [string, ...string[]];
  readonly isThere: boolean;
}

const LANGUAGES: Readonly<Record<string, Language>> = {
  ts: { file: "snippet.mts", command: (file) => [process.execPath, file], isThere: true },
  python: {
    file: "snippet.py",
    command: (file) => ["python3", file],
    isThere: versionOf("python3", "--version") !== null,
  },
  go: {
    file: "snippet.go",
    command: (file) => ["go", "run", file],
    isThere: versionOf("go", "version") !== null,
  },
};

/** Starts a snippet as a program. */
const startSnippet = (
  { language, text }: Block,
  environment: Readonly<Record<string, string>>,
): { readonly stdout: () => string; readonly ended: Promise<number | null>; readonly stop: () => void } => {
  const { file, command } = LANGUAGES[language] as Language;
  const path = join(language === "ts" ? FOLDER : scratch, `${Date.now()}-${file}`);
  writeFileSync(path, text.replaceAll("http://127.0.0.1:4600", shop.url));
  const [program, ...args] = command(path);
  // A group of its own: `go run` starts the program as a child, which must end with it.
  const child = spawn(program, args, { env: { ...process.env, ...environment }, detached: true });
  let printed = "";
  for (const stream of [child.stdout, child.stderr])
    stream.setEncoding("utf8").on("data", (chunk: string) => {
      printed += chunk;
    });
  return {
    stdout: () => printed,
    ended: once(child, "close").then(() => child.exitCode),
    stop: () => {
      if (child.pid !== undefined && child.exitCode === null) process.kill(-child.pid, "SIGKILL");
    },
  };
};

/** Below those that systems hand out by themselves, so that no other server is given it meanwhile. */
const reservePort = async (): Promise<number> => {
  const port = 20_000 + randomInt(12_000);
  const reservation = createServer();
  const isFree = await new Promise<boolean>((resolve) => {
    reservation.once("error", () => resolve(false));
    reservation.listen(port, "127.0.0.1", () => resolve(true));
  });
  if (!isFree) return reservePort();
  await new Promise((resolve) => reservation.close(resolve));
  return port;
};

const receivers = ["ts", "python", "go"].flatMap((language) =>
  blocksIn(language).filter(({ document }) => document.endsWith("webhooks.md")),
);

describe("the documented webhook receivers", () => {
  it("are three, in three languages", () => {
    expect(receivers.map(({ language }) => language)).toEqual(["ts", "python", "go"]);
  });

  for (const block of receivers) {
    const { isThere } = LANGUAGES[block.language] as Language;
    const test = isThere ? it : it.skip;
    test(`accept signed requests and refuse others, in ${block.language}${isThere ? "" : " (skipped: not installed here)"}`, async () => {
      const port = await reservePort();
      const secret = "whsec_MfKQ9r8GKYqrTwjUPD8ILPZIo2LaLaSw";
      const receiver = startSnippet(block, { PORT: String(port), WEBHOOK_SECRET: secret });
      try {
        const body = JSON.stringify({ type: "run.completed", timestamp: new Date().toISOString(), data: {} });
        const send = async (signature: string): Promise<number> => {
          const headers = {
            "webhook-id": "evt-1",
            "webhook-timestamp": String(Math.floor(Date.now() / 1_000)),
            "webhook-signature": signature,
          };
          return (await fetch(`http://127.0.0.1:${port}/`, { method: "POST", headers, body })).status;
        };
        const forged = `v1,${Buffer.alloc(32).toString("base64")}`;
        const refusal = await until(
          () => send(forged).catch(() => null),
          (status) => status !== null,
          120_000,
        );
        expect(refusal).toBe(400);
        const signature = new Webhook(secret).sign("evt-1", new Date(), body);
        expect(await send(`${forged} ${signature}`)).toBe(204);
        await until(
          async () => receiver.stdout(),
          (text) => text.includes("run.completed evt-1"),
        );
      } finally {
        receiver.stop();
        await receiver.ended;
      }
    }, 180_000);
  }
});

describe("the documented client examples", () => {
  const [block] = blocksIn("ts").filter(({ document }) => document.endsWith("client.md"));

  it("print what their comments say", async () => {
    if (!block) throw new Error("docs/guide/client.md shows no client");
    const program = startSnippet(block, {
      GLEANER_URL: testService().url,
      GLEANER_API_KEY: account.apiKey ?? "",
    });
    expect([await program.ended, program.stdout()]).toEqual([
      0,
      expect.stringMatching(/^60\n.*\nnot-found 404\n$/s),
    ]);
  }, 120_000);
});

describe("the documented extraction library examples", () => {
  const [block] = blocksIn("ts").filter(({ document }) => document.endsWith("extraction.md"));

  it("print what their comments say", async () => {
    if (!block) throw new Error("docs/guide/extraction.md shows no library");
    const program = startSnippet(block, {});
    expect(await program.ended).toBe(0);
    const lines = program.stdout().trim().split("\n");
    expect(lines).toHaveLength(3);
    for (const line of lines) expect(block.text).toContain(`// ${line}`);
  }, 120_000);
});
