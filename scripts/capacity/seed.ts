/** Fills an account with runs: the store's writes in batches, with the counters summed. */
import { BatchWriteCommand, type DynamoDBDocumentClient } from "@aws-sdk/lib-dynamodb";
import { FlowDefinition } from "../../src/contract/flows/flowDefinition.ts";
import { makeId } from "../../src/contract/ids.ts";
import { RUN_STATUSES } from "../../src/contract/runs/runs.ts";
import { createAccount } from "../../src/domain/accounts/createAccount.ts";
import type { Deps } from "../../src/domain/ports.ts";
import { type FlowRecord, NEW_FLOW } from "../../src/store/flows/flows.ts";
import { NEW_RUN, type RunRecord } from "../../src/store/runs/runs.ts";
import { mergeWrites, type Put, type Write } from "../../src/store/table.ts";

const FLOWS = 2;
const FIRST_RUN_MS = Date.parse("2026-11-20T00:00:00.000Z");
const RUNS_AT_ONCE = 5_000;
const ITEMS_PER_BATCH = 25;
const BATCHES_AT_ONCE = 16;

/** An account, and one of its records of each kind. */
export interface SeededAccount {
  readonly apiKey: string;
  readonly flowId: string;
  readonly runId: string;
}

const flowRecord = (deps: Deps, accountId: string, id: string): FlowRecord => ({
  id,
  accountId,
  ...FlowDefinition.parse({ name: "Books", url: "https://shop.example/", mode: "extract" }),
  ...NEW_FLOW,
  createdAt: new Date(deps.now()).toISOString(),
  updatedAt: new Date(deps.now()).toISOString(),
});

const runRecord = (accountId: string, flowId: string, index: number): RunRecord => {
  const startedAtMs = FIRST_RUN_MS + index * 500;
  const at = (ms: number) => new Date(startedAtMs + ms).toISOString();
  const status = RUN_STATUSES[Math.floor(index / FLOWS) % RUN_STATUSES.length] ?? "completed";
  return {
    ...NEW_RUN,
    id: makeId("run", startedAtMs, 0.5),
    accountId,
    flowId,
    flowName: "Books",
    flowVersion: 1,
    queue: "runs",
    status,
    origin: "api",
    retentionDays: 365,
    startedAt: at(0),
    executionStartedAt: at(100),
    finishedAt: at(400),
    durationMs: 300,
    pagesFetched: 1,
    // Most completed runs have items; if none has, the search for the latest items reads 200 runs.
    itemsExtracted: status === "completed" ? 1 : 0,
    cost: { compute: 100, table: 100, objects: 100, queue: 100 },
    hasSlot: false,
    fence: 1,
  };
};

const isPut = (write: Write): write is Put => write.kind === "put";

const putAll = async (
  client: DynamoDBDocumentClient,
  tableName: string,
  puts: readonly Put[],
): Promise<void> => {
  const batches = Array.from({ length: Math.ceil(puts.length / ITEMS_PER_BATCH) }, (_, index) =>
    puts.slice(index * ITEMS_PER_BATCH, (index + 1) * ITEMS_PER_BATCH),
  );
  const send = async (): Promise<void> => {
    for (let batch = batches.pop(); batch; batch = batches.pop()) {
      const requests = batch.map(({ item }) => ({ PutRequest: { Item: item } }));
      await client.send(new BatchWriteCommand({ RequestItems: { [tableName]: requests } }));
    }
  };
  await Promise.all(Array.from({ length: BATCHES_AT_ONCE }, send));
};

/** Creates an account with this many runs, spread over two flows and all statuses. */
export const seedAccount = async (
  deps: Deps,
  client: DynamoDBDocumentClient,
  tableName: string,
  runs: number,
): Promise<SeededAccount> => {
  const { store } = deps;
  const account = { email: "capacity@example.com", plan: "scale" } as const;
  const { accountId, apiKey } = await createAccount(deps, account);
  const flowIds = Array.from({ length: FLOWS }, () => deps.newId("flow"));
  for (const id of flowIds) await store.commit(store.flows.insert(flowRecord(deps, accountId, id)));
  const flowId = flowIds[0] ?? "";
  let runId = "";
  for (let first = 0; first < runs; first += RUNS_AT_ONCE) {
    const count = Math.min(RUNS_AT_ONCE, runs - first);
    const records = Array.from({ length: count }, (_, offset) =>
      runRecord(accountId, flowIds[(first + offset) % FLOWS] ?? flowId, first + offset),
    );
    runId = records[0]?.id ?? runId;
    const writes = mergeWrites(
      records.flatMap((run) => [
        ...store.runs.insert(run, FIRST_RUN_MS),
        ...store.days.count(run, { runs: 1, success: 1, costNanos: 400, dataPoints: 3 }),
      ]),
    );
    await putAll(client, tableName, writes.filter(isPut));
    for (const write of writes) if (!isPut(write)) await store.commit([write]);
  }
  return { apiKey, flowId, runId };
};
