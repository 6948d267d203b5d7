import { type Check, ensure, expectError, expectSuccess, idOf, read, succeed, type Visit } from "./check.ts";
import { makeFlow } from "./flows.ts";

const RUN_TIMEOUT_MS = 120_000;
const POLL_INTERVAL_MS = 500;
const FINAL = ["completed", "failed", "cancelled"];

/** Waits until a run has ended. */
const awaitEnd = async (visit: Visit, id: string): Promise<unknown> => {
  const deadline = Date.now() + RUN_TIMEOUT_MS;
  for (;;) {
    const run = await succeed(visit, "getRun", `/runs/${id}`);
    if (FINAL.includes(String(read(run, "status")))) return run;
    ensure(
      Date.now() < deadline,
      `the run is still ${String(read(run, "status"))} after ${RUN_TIMEOUT_MS / 1_000} s`,
    );
    await new Promise((resolve) => setTimeout(resolve, POLL_INTERVAL_MS));
  }
};

const ensureListed = async (visit: Visit, query: string, id: string): Promise<void> => {
  const rows = (await succeed(visit, "listRuns", `/runs?${query}`)) as unknown[];
  ensure(rows.map(idOf).includes(id), `GET /runs?${query} does not list the run`);
};

const readExport = async ({ client }: Visit, id: string, format: "ndjson" | "csv"): Promise<string> =>
  (await client.openExport(id, format)).text();

const readExports = async (visit: Visit, id: string, count: number): Promise<void> => {
  const json = await visit.api.call("GET", `/runs/${id}/items?format=json&limit=200`);
  const items = expectSuccess("listRunItems", json) as unknown[];
  ensure(read(json.body, "total") === count, `total is ${String(read(json.body, "total"))}, not ${count}`);
  ensure(items.length === Math.min(count, 200), `the first page holds ${items.length} items`);
  const lines = (await readExport(visit, id, "ndjson")).split("\n").filter(Boolean);
  ensure(lines.length === count, `NDJSON: ${lines.length} lines`);
  const csv = await readExport(visit, id, "csv");
  ensure(count === 0 || /^\uFEFF?"?title"?\r?\n/.test(csv), "the CSV has no header line");
};

/** A run that failed is a failed check, also on the page that the checks chose. */
export const ensureCompleted = ({ target }: Pick<Visit, "target">, status: string, reason: string): void => {
  const help =
    target === null ? " If the service cannot open that page, name one that it can with --target." : "";
  ensure(status === "completed", `the run ended as ${status}. ${reason}${help}`);
};

const runToTheEnd = async (visit: Visit): Promise<string> => {
  const flowId = await makeFlow(visit);
  const queued = await succeed(visit, "createRun", "/runs", { body: { flowId } });
  const id = idOf(queued);
  const run = await awaitEnd(visit, id);
  const status = String(read(run, "status"));
  const reason = String(read(run, "error", "message") ?? "");
  ensureCompleted(visit, status, reason);
  const logs = read(run, "logs");
  ensure(Array.isArray(logs) && logs.length > 0, "the run has no log");
  await ensureListed(visit, `flowId=${flowId}`, id);
  await ensureListed(visit, `status=${status}`, id);
  await ensureListed(visit, `flowId=${flowId}&status=${status}`, id);
  await readExports(visit, id, Number(read(run, "itemsExtracted")));
  return `${status}, ${String(read(run, "itemsExtracted"))} items in ${String(read(run, "duration"))} ms, $${String(read(run, "cost"))}`;
};

/** A run may end before the cancel arrives; then 409 is right, and the run must have ended. */
const cancelRun = async (visit: Visit): Promise<string> => {
  const flowId = await makeFlow(visit);
  const id = idOf(await succeed(visit, "createRun", "/runs", { body: { flowId } }));
  const answer = await visit.api.call("POST", `/runs/${id}/cancel`);
  const run = await succeed(visit, "getRun", `/runs/${id}`);
  if (answer.status === 409) {
    expectError(answer, 409, "conflict");
    ensure(FINAL.includes(String(read(run, "status"))), "409 for a run that has not ended");
    return "it ended first: 409";
  }
  expectSuccess("cancelRun", answer);
  const final = await awaitEnd(visit, id);
  ensure(read(final, "status") === "cancelled", `the run is ${String(read(final, "status"))}`);
  return "cancelled";
};

export const RUN_CHECKS: readonly Check[] = [
  { title: "a run is queued, ends, is listed, and its items come as JSON, NDJSON and CSV", run: runToTheEnd },
  { title: "a run can be cancelled", run: cancelRun },
];
