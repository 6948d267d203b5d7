/** Opens documents in threads of their own, which are ended when they take too much time or memory. */
import { setTimeout as sleepFor } from "node:timers/promises";
import { Worker } from "node:worker_threads";
import { createGate } from "../../gate.ts";
import type { Conversion } from "./convert.ts";
import type { ThreadAnswer } from "./documentThread.ts";
import { FILE_LIMITS, FileFault } from "./faults.ts";
import type { Converted } from "./html.ts";
import { kindOfFile } from "./kind.ts";

export interface OpenOptions {
  readonly signal?: AbortSignal | undefined;
  /** In epoch milliseconds: the document must be read by then. */
  readonly readBy?: number | undefined;
  readonly password?: string | undefined;
}

/**
 * Reads a document as HTML, or as JSON if it is a large workbook.
 *
 * @returns null if the body is not a document
 * @throws FileFault if it cannot be read · the reason of an aborted `signal`
 */
export type OpenDocument = (body: Buffer, options?: OpenOptions) => Promise<Converted | null>;

/** In the bundle of a function, the thread is a file beside it. */
const THREAD = new URL(
  import.meta.url.endsWith(".ts") ? "./documentThread.ts" : "./documentThread.mjs",
  import.meta.url,
);

/** V8's heap of the thread; a PDF of 2,000 pages takes about half. */
const HEAP_MB = 600;
const WATCH_MS = 50;
/** The share of the time in which pages of a PDF are read; the rest is for putting them together. */
const PAGES_SHARE = 0.7;

const mb = (bytes: number): string => `${Math.round(bytes / 1_000_000).toLocaleString("en")} MB`;

const tooMuchMemory = (): FileFault =>
  new FileFault("The document needs too much memory: it is too large, or built to be.");
const tooSlow = (seconds: number): FileFault =>
  new FileFault(
    `The document could not be read within ${seconds} seconds: it is too large, or built to be slow.`,
  );

/** Why a thread ended without an answer. */
const faultOf = (error: unknown): Error =>
  (error as NodeJS.ErrnoException).code === "ERR_WORKER_OUT_OF_MEMORY" ? tooMuchMemory() : (error as Error);

/** Settles with the thread's answer, or when it ends without one. */
const answerOf = (worker: Worker): Promise<Converted> =>
  new Promise((resolve, reject) => {
    worker.once("message", (answer: ThreadAnswer) => {
      if ("converted" in answer) resolve(answer.converted);
      else if (answer.isKnown) reject(new FileFault(answer.message));
      else reject(new FileFault(`The document is damaged and cannot be read: ${answer.message}`));
    });
    worker.once("error", (error) => reject(faultOf(error)));
    worker.once("exit", () => reject(new FileFault("The document could not be read.")));
  });

/** Rejects once the thread has taken too much memory outside V8's heap, which has no limit of its own. */
const watchMemory = async (signal: AbortSignal): Promise<never> => {
  const before = process.memoryUsage.rss();
  while (process.memoryUsage.rss() - before < FILE_LIMITS.growthBytes)
    await sleepFor(WATCH_MS, undefined, { signal });
  throw tooMuchMemory();
};

const readInThread = async (
  conversion: Conversion,
  limitMs: number,
  outer: AbortSignal | undefined,
): Promise<Converted> => {
  outer?.throwIfAborted();
  const bytes = Uint8Array.from(conversion.bytes);
  const worker = new Worker(THREAD, {
    workerData: { ...conversion, bytes },
    transferList: [bytes.buffer],
    // A malicious file must not reach the service's environment.
    env: {},
    execArgv: ["--disable-warning=ExperimentalWarning"],
    resourceLimits: { maxOldGenerationSizeMb: HEAP_MB },
    stdout: true,
    stderr: true,
  });
  const watching = new AbortController();
  const { promise: ended, reject: end } = Promise.withResolvers<never>();
  const abort = (): void => end(outer?.reason);
  const timer = setTimeout(() => end(tooSlow(Math.round(limitMs / 1_000))), limitMs);
  outer?.addEventListener("abort", abort, { once: true });
  const memory = watchMemory(watching.signal);
  memory.catch(() => undefined);
  try {
    return await Promise.race([answerOf(worker), ended, memory]);
  } finally {
    clearTimeout(timer);
    outer?.removeEventListener("abort", abort);
    watching.abort();
    await worker.terminate();
  }
};

/** One at a time in each process: each may take several hundred MB. */
const inTurn = createGate(1);

export const openDocument: OpenDocument = async (
  body,
  { signal, readBy = Number.POSITIVE_INFINITY, password } = {},
) => {
  const kind = kindOfFile(body);
  if (kind === null) return null;
  if (body.length > FILE_LIMITS.bytes)
    throw new FileFault(
      `The document has ${mb(body.length)}. Documents of up to ${mb(FILE_LIMITS.bytes)} are read.`,
    );
  return inTurn(() => {
    const limitMs = Math.min(FILE_LIMITS.milliseconds, readBy - Date.now());
    if (limitMs < 1) throw tooSlow(0);
    const pagesBy = Date.now() + limitMs * PAGES_SHARE;
    return readInThread({ kind, bytes: body, password, pagesBy }, limitMs, signal);
  });
};
