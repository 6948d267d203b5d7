import { mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { getCompileCacheDir } from "node:module";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { PassThrough } from "node:stream";
import { afterEach, beforeEach, describe, expect, it } from "@jest/globals";
import { createInvoker, type Invoker } from "../../../local/functions/invoker.ts";
import type { FunctionSpec } from "../../../local/stack/functions.ts";

let folder: string;
let invoker: Invoker | undefined;
const warnings: string[] = [];

beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), "gleaner-test-"));
  warnings.length = 0;
});
afterEach(async () => {
  await invoker?.stop();
  rmSync(folder, { recursive: true });
});

/** Starts an invoker of one function, `work`, whose handler has this body. */
const withHandler = (body: string, spec: Partial<FunctionSpec> = {}): Invoker["invoke"] => {
  writeFileSync(
    join(folder, "index.mjs"),
    `let calls = 0; const loadedAt = performance.now(); export const handler = async (event, context) => { calls += 1; ${body} };`,
  );
  const work = {
    name: "stack-work",
    logicalId: "work",
    folder,
    handler: "index.handler",
    memoryMb: 128,
    timeoutSeconds: 5,
    policy: [],
    environment: { OWN: "1" },
    ...spec,
  };
  invoker = createInvoker({
    functions: [work],
    environment: { LOCAL: "2" },
    logOf: () => (stdout, stderr) => {
      stdout.pipe(new PassThrough()).resume();
      stderr.pipe(new PassThrough()).resume();
    },
    warn: (line) => warnings.push(line),
  });
  return invoker.invoke;
};

const payloadOf = async (result: ReturnType<Invoker["invoke"]>): Promise<unknown> => {
  const settled = await result;
  return settled?.ok ? JSON.parse(settled.payload) : settled?.error;
};

describe("a local function", () => {
  it("uses code that Node compiled before", async () => {
    const invoke = withHandler('return (await import("node:module")).getCompileCacheDir();');
    expect(getCompileCacheDir()).toBeDefined();
    expect(await payloadOf(invoke("work", {}))).toBe(getCompileCacheDir());
  });

  it("is found by its physical name and its logical id only", async () => {
    const invoke = withHandler("return event.n + 1;");
    expect(await payloadOf(invoke("work", { n: 1 }))).toBe(2);
    expect(await payloadOf(invoke("stack-work", { n: 2 }))).toBe(3);
    expect(invoke("other", {})).toBeUndefined();
  });

  it("sees its own environment variables, and none of the runner's", async () => {
    process.env.OF_THE_RUNNER = "x";
    const invoke = withHandler("return process.env;");
    const environment = await payloadOf(invoke("work", {}));
    expect(environment).toMatchObject({ OWN: "1", LOCAL: "2", AWS_LAMBDA_FUNCTION_NAME: "stack-work" });
    expect(environment).not.toHaveProperty("OF_THE_RUNNER");
    expect(environment).not.toHaveProperty("PATH");
  });

  it("keeps its state between calls, as a warm Lambda function does", async () => {
    const invoke = withHandler("return calls;");
    await invoke("work", {});
    expect(await payloadOf(invoke("work", {}))).toBe(2);
  });

  it("handles one request per thread, and at most four at once", async () => {
    const invoke = withHandler(
      "const before = globalThis.busy; globalThis.busy = true; await new Promise((r) => setTimeout(r, 200)); globalThis.busy = false; return { before, loadedAt };",
    );
    const answers = await Promise.all(Array.from({ length: 9 }, () => payloadOf(invoke("work", {}))));
    expect(answers.every((answer) => (answer as { before?: boolean }).before !== true)).toBe(true);
    expect(new Set(answers.map((answer) => (answer as { loadedAt: number }).loadedAt)).size).toBe(4);
  });

  it("knows how much time is left", async () => {
    const left = await payloadOf(withHandler("return context.getRemainingTimeInMillis();")("work", {}));
    expect(left).toBeGreaterThan(4_000);
    expect(left).toBeLessThanOrEqual(5_000);
  });

  it("that throws fails alone, and answers the next request", async () => {
    const invoke = withHandler('if (event.bad) throw new TypeError("boom"); return "fine";');
    expect(await payloadOf(invoke("work", { bad: true }))).toMatchObject({
      errorType: "TypeError",
      errorMessage: "boom",
    });
    expect(await payloadOf(invoke("work", {}))).toBe("fine");
    expect(warnings).toEqual(["work failed: TypeError: boom"]);
  });

  it("is stopped at its timeout and restarted, even in an endless loop", async () => {
    const invoke = withHandler('if (event.loop) for (;;); return "fine";', { timeoutSeconds: 1 });
    expect(await payloadOf(invoke("work", { loop: true }))).toMatchObject({ errorType: "Sandbox.Timedout" });
    expect(await payloadOf(invoke("work", {}))).toBe("fine");
  });

  it("that loses its thread is a failed invocation", async () => {
    const invoke = withHandler('if (event.die) process.exit(7); return "fine";');
    expect(await payloadOf(invoke("work", { die: true }))).toMatchObject({ errorType: "Runtime.ExitError" });
    expect(await payloadOf(invoke("work", {}))).toBe("fine");
  });

  it("fails when it uses up its memory, without affecting the runner", async () => {
    const invoke = withHandler("const all = []; for (;;) all.push(new Array(1e6).fill({}));", {
      memoryMb: 32,
    });
    expect(await payloadOf(invoke("work", {}))).toMatchObject({ errorType: "Runtime.ExitError" });
  });

  it("says why it cannot be loaded", async () => {
    const invoke = withHandler("", { handler: "index.absent" });
    expect(await payloadOf(invoke("work", {}))).toMatchObject({
      errorMessage: expect.stringContaining('no function "absent"') as unknown,
    });
  });
});
