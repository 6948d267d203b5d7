/**
 * `node worker.ts <origin> <file> <pace>`: our worker as it runs in its function. Table and objects are in memory, so that
 * what is measured is ours. `pace` is `auto` or a number of pages at once.
 */
import { createMemoryObjects } from "../../test/helpers/memoryObjects.ts";
import { createMemoryTable } from "../../test/helpers/memoryTable.ts";
import { environmentFor } from "../environment.ts";
import { flowFor } from "../flow.ts";
import { startOurRun } from "./ours.ts";
import { report } from "./report.ts";

const [origin = "", file = "", pace = "auto"] = process.argv.slice(2);
Object.assign(process.env, environmentFor([new URL(origin).host]));
// Reads the environment as it loads.
const { withEngine } = await import("../../src/runtime/deps/engine/engine.ts");

const run = await startOurRun(flowFor(origin, pace), createMemoryTable(), createMemoryObjects());
const { engine } = withEngine();

await report(async () => {
  await run.complete(engine);
  return run.items();
}, file);
process.exit();
