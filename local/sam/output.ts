/** What `sam local` prints, without its uninformative lines. */
import { createInterface } from "node:readline";
import type { Readable, Writable } from "node:stream";

/** Printed for each resource that is not a function, a thousand times for this stack. */
const NOISE = /Cannot detect function id/i;

/** Copies lines to another stream, except uninformative ones. */
export const showUseful = (from: Readable, to: Pick<Writable, "write">): void => {
  createInterface({ input: from, crlfDelay: Number.POSITIVE_INFINITY }).on("line", (line) => {
    if (!NOISE.test(line)) to.write(`${line}\n`);
  });
};
