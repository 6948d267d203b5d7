/** A thread or process that increments an item repeatedly, and reports each acknowledged write. */
import { parentPort, workerData } from "node:worker_threads";
import { createEmbeddedTable } from "../../src/store/embedded/table.ts";

const path = String((workerData as { readonly path?: string } | null)?.path ?? process.argv[2]);
const times = Number((workerData as { readonly times?: number } | null)?.times ?? Number.POSITIVE_INFINITY);
const table = createEmbeddedTable({ path });

for (let n = 1; n <= times; n += 1) {
  await table.transact([
    { kind: "update", key: { pk: "COUNT", sk: "A" }, add: { n: 1 } },
    { kind: "update", key: { pk: "COUNT", sk: "B" }, add: { n: 1 } },
    { kind: "put", item: { pk: `WRITER#${process.pid}`, sk: String(n).padStart(9, "0") } },
  ]);
  if (parentPort) parentPort.postMessage(n);
  else process.stdout.write(`${n}\n`);
}
