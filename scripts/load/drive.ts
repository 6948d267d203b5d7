import { createTransport, type Transport } from "../../client/transport.ts";

interface Load {
  readonly url: string;
  readonly apiKey: string;
  readonly flowId: string;
  readonly perSecond: number;
  readonly seconds: number;
}

interface Measured {
  readonly requests: number;
  /** Succeeded. */
  readonly accepted: number;
  /** Rejected with 429. */
  readonly refused: number;
  /** Failed with a 5xx, or without a response. */
  readonly errors5xx: number;
  /** Any other response. */
  readonly unexpected: number;
  /** Idempotency keys that started more than one run. */
  readonly doubled: number;
  readonly p50Ms: number;
  readonly p99Ms: number;
  /** Runs that the service accepted. */
  readonly runIds: ReadonlySet<string>;
}

/** Most requests in flight; further ones wait. */
const MAX_UNDER_WAY = 20;
const BEAT_MS = 20;
const TOO_MANY = 429;

const pause = (ms: number): Promise<void> => new Promise((resolve) => setTimeout(resolve, ms));

const percentile = (sorted: readonly number[], share: number): number =>
  Math.round((sorted[Math.min(sorted.length - 1, Math.floor(sorted.length * share))] ?? 0) * 10) / 10;

const readsOf = (flowId: string): string[] => ["/runs?limit=20", "/flows", `/flows/${flowId}`, "/account"];

/** The n-th request: every fourth starts a run, and a fifth of those are sent twice. */
const requestAt = (n: number, flowId: string): { method: string; path: string; key?: string } => {
  const reads = readsOf(flowId);
  if (n % 4 !== 0) return { method: "GET", path: reads[n % reads.length] ?? "/runs" };
  const turn = n % 20 === 16 ? n - 4 : n;
  return { method: "POST", path: "/runs", key: `load-${turn}` };
};

/** Warms every function up before the measurement, so that start-up is not measured. */
const warmUp = async ({ url, apiKey, flowId }: Load): Promise<void> => {
  const { send } = createTransport({ url, apiKey, retries: 50 });
  const reads = readsOf(flowId).map((path) => send("GET", path));
  await Promise.all([...reads, send("POST", "/runs", { body: { flowId } })]);
};

/** Sends this many requests per second, whatever the responses, and measures them. */
export const driveLoad = async (load: Load): Promise<Measured> => {
  const { url, apiKey, flowId, perSecond, seconds } = load;
  await warmUp(load);
  const { send }: Transport = createTransport({ url, apiKey, retries: 0 });
  const tally = { accepted: 0, refused: 0, errors5xx: 0, unexpected: 0, doubled: 0 };
  const timesMs: number[] = [];
  const runByKey = new Map<string, string>();
  const runIds = new Set<string>();
  const run = crypto.randomUUID().slice(0, 8);

  const noteRun = (key: string, body: unknown): void => {
    const { id } = (body as { data: { id: string } }).data;
    runIds.add(id);
    const known = runByKey.get(key) ?? id;
    if (known !== id) tally.doubled += 1;
    runByKey.set(key, known);
  };

  const ask = async (n: number): Promise<void> => {
    const { method, path, key } = requestAt(n, flowId);
    const headers = key === undefined ? {} : { "idempotency-key": `${run}-${key}` };
    const sinceMs = performance.now();
    try {
      const { status, body } = await send(
        method,
        path,
        key === undefined ? {} : { body: { flowId }, headers },
      );
      timesMs.push(performance.now() - sinceMs);
      if (status === TOO_MANY) tally.refused += 1;
      else if (status >= 500) tally.errors5xx += 1;
      else if (status >= 300 && status !== 409) tally.unexpected += 1;
      else {
        tally.accepted += 1;
        if (key !== undefined && status === 202) noteRun(key, body);
      }
    } catch {
      tally.errors5xx += 1;
    }
  };

  const total = perSecond * seconds;
  const underWay = new Set<Promise<void>>();
  const beganMs = performance.now();
  for (let asked = 0; asked < total; await pause(BEAT_MS)) {
    const wanted = Math.min(total, Math.floor(((performance.now() - beganMs) / 1_000) * perSecond));
    while (asked < wanted && underWay.size < MAX_UNDER_WAY) {
      const request = ask(asked);
      underWay.add(request);
      void request.finally(() => underWay.delete(request));
      asked += 1;
    }
  }
  await Promise.all(underWay);
  const sorted = timesMs.sort((a, b) => a - b);
  return {
    requests: total,
    ...tally,
    p50Ms: percentile(sorted, 0.5),
    p99Ms: percentile(sorted, 0.99),
    runIds,
  };
};
