/**
 * `node worker.ts <origin> <file> <pace>`: our worker as it runs in its function: claims, collects, keeps pages, commits.
 * Table and objects are in memory, so that what is measured is ours. `pace` is `auto` or a number of pages at once.
 */
import { createSeals } from "../../src/adapters/seal.ts";
import { FlowDefinition } from "../../src/contract/flows.ts";
import { makeId } from "../../src/contract/ids.ts";
import { createAccount } from "../../src/domain/accounts/createAccount.ts";
import { NO_USAGE } from "../../src/domain/runs/cost.ts";
import { queueRun } from "../../src/domain/runs/createRun.ts";
import { executeRun } from "../../src/domain/runs/executeRun.ts";
import { NEW_FLOW } from "../../src/store/flows.ts";
import { createStore } from "../../src/store/index.ts";
import { createMemoryObjects } from "../../test/helpers/memoryObjects.ts";
import { createMemoryTable } from "../../test/helpers/memoryTable.ts";
import { flowFor } from "../flow.ts";
import { type Item, report } from "./report.ts";

const [origin = "", file = "", pace = "auto"] = process.argv.slice(2);
Object.assign(process.env, {
  ALLOW_PRIVATE_TARGETS: new URL(origin).host,
  TABLE_NAME: "none",
  STAGE: "bench",
  SERVICE_VERSION: "0",
  DEPLOYED_AT: "0",
  AWS_LAMBDA_FUNCTION_NAME: "bench",
  AWS_LAMBDA_FUNCTION_MEMORY_SIZE: "1024",
  AWS_REGION: "us-east-1",
});
const { withEngine } = await import("../../src/runtime/deps/engine.ts");
const { withTimers } = await import("../../src/runtime/deps/timers.ts");

const quiet = () => {};
const store = createStore(createMemoryTable());
const objects = createMemoryObjects();
const deps = {
  store,
  objects,
  seals: createSeals(async () => Buffer.alloc(32, 7)),
  now: Date.now,
  newId: (kind: Parameters<typeof makeId>[0]) => makeId(kind, Date.now(), Math.random()),
  log: { info: quiet, warn: quiet, error: console.error },
  checkTarget: quiet,
  ...withTimers(),
  usage: { start: quiet, take: () => NO_USAGE },
  eventQueue: { send: async () => {} },
  runQueue: { send: async () => {}, ping: async () => {} },
};
const { accountId } = await createAccount({ ...deps, mailQueue: deps.eventQueue } as never, {
  email: "bench@example.com",
  plan: "scale",
});
const account = await store.accounts.get(accountId);
if (!account) throw new Error("no account was made");
const at = new Date().toISOString();
const flow = {
  ...NEW_FLOW,
  ...FlowDefinition.parse(flowFor(origin, pace)),
  id: deps.newId("flow"),
  accountId,
  createdAt: at,
  updatedAt: at,
};
await store.commit(store.flows.insert(flow));
const { id: runId } = await queueRun(deps, account, flow, { origin: "api" });
const engine = withEngine();

await report(async () => {
  for (let worker = 0; worker < 20; worker += 1) {
    await executeRun({ ...deps, ...engine }, { type: "run", accountId, runId }, Date.now() + 300_000);
    const run = await store.runs.get(accountId, runId);
    if (run?.status === "failed") throw new Error(run.error?.message);
    if (run?.status === "completed") break;
  }
  const parts = await store.runs.listParts(accountId, runId, 0);
  const texts = await Promise.all(parts.map(({ objectKey }) => objects.getText(objectKey)));
  return texts.flatMap((text) =>
    text
      .trimEnd()
      .split("\n")
      .map((line) => JSON.parse(line) as Item),
  );
}, file);
process.exit();
