/** The thread that reads one document. It gets the file, answers with HTML or a fault, and ends. */
import { parentPort, workerData } from "node:worker_threads";
import { type Conversion, convert } from "./convert.ts";
import { FileFault } from "./faults.ts";
import type { Converted } from "./html.ts";

/** What the thread answers. `isKnown`: the message is for people. */
export type ThreadAnswer =
  | { readonly converted: Converted }
  | { readonly message: string; readonly isKnown: boolean };

try {
  const converted = await convert(workerData as Conversion);
  parentPort?.postMessage({ converted } satisfies ThreadAnswer);
} catch (error) {
  const { message } = error as Error;
  parentPort?.postMessage({ message, isKnown: error instanceof FileFault } satisfies ThreadAnswer);
}
