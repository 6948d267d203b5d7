import { Counter, collectDefaultMetrics, Gauge, Histogram, Registry } from "prom-client";
import { METRICS } from "../../src/contract/runs/metrics.ts";
import { type Datum, readEmbeddedMetrics } from "./embedded.ts";

/** Messages of one queue by state, as SQS counts them. */
export interface QueueCounts {
  readonly queue: string;
  readonly waiting: number;
  readonly delayed: number;
  readonly inFlight: number;
}

interface RegistryOptions {
  /** Counts the messages of all queues, at each scrape. */
  readonly countQueues: () => Promise<readonly QueueCounts[]>;
}

/** Up to the 30 seconds that a request may take and the 15 minutes that a run's function may. */
const SECONDS = [0.01, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 5, 10, 30, 60, 300, 900];

/**
 * The service's metrics for Prometheus. Those of runs, deliveries and the clock are what functions log for CloudWatch
 * (`METRICS`), so both count the same.
 */
export const createRegistry = ({ countQueues }: RegistryOptions) => {
  const registry = new Registry();
  const registers = [registry];
  collectDefaultMetrics({ register: registry });
  const counter = <L extends string>(name: string, help: string, labelNames: readonly L[]) =>
    new Counter({ name: `gleaner_${name}`, help, labelNames, registers });

  const embedded: Readonly<Record<string, Counter | Gauge>> = {
    [METRICS.runs]: counter("runs_total", "Ended runs", ["outcome", "engine"]),
    [METRICS.failures]: counter("run_failures_total", "Failed runs by error code", ["cause"]),
    [METRICS.deliveries]: counter("deliveries_total", "Attempts to deliver an event or data", [
      "channel",
      "outcome",
    ]),
    [METRICS.oldestDue]: new Gauge({
      name: "gleaner_oldest_due_seconds",
      help: "Seconds by which the oldest due item was late in the clock's last round",
      registers,
    }),
  };
  const rounds = new Gauge({
    name: "gleaner_last_clock_round_timestamp_seconds",
    help: "When the clock last finished a round, in Unix seconds",
    registers,
  });
  const invocations = counter("function_invocations_total", "Invocations of functions", [
    "function",
    "outcome",
  ]);
  const requests = counter("requests_total", "HTTP requests by route and status", ["route", "status"]);
  const seconds = new Histogram({
    name: "gleaner_function_duration_seconds",
    help: "Duration of invocations",
    labelNames: ["function"],
    buckets: SECONDS,
    registers,
  });
  const messages: Gauge<"queue" | "state"> = new Gauge({
    name: "gleaner_queue_messages",
    help: "Messages in queues, including those of dead letters",
    labelNames: ["queue", "state"],
    registers,
    async collect() {
      for (const { queue, waiting, delayed, inFlight } of await countQueues()) {
        messages.set({ queue, state: "waiting" }, waiting);
        messages.set({ queue, state: "delayed" }, delayed);
        messages.set({ queue, state: "in_flight" }, inFlight);
      }
    },
  });

  const count = ({ name, value, dimensions: { service: _, ...labels } }: Datum): void => {
    const metric = embedded[name];
    if (metric instanceof Gauge) metric.set(value);
    else metric?.inc(labels, value);
    if (name === METRICS.oldestDue) rounds.setToCurrentTime();
  };

  return {
    contentType: registry.contentType,
    /** All metrics in Prometheus' text format. */
    text: () => registry.metrics(),
    readLogLine: (line: string): void => readEmbeddedMetrics(line).forEach(count),
    countInvocation(functionName: string, outcome: "succeeded" | "failed", durationSeconds: number): void {
      invocations.inc({ function: functionName, outcome });
      seconds.observe({ function: functionName }, durationSeconds);
    },
    countRequest(route: string, status: number): void {
      requests.inc({ route, status: String(status) });
    },
  };
};

export type MetricsRegistry = ReturnType<typeof createRegistry>;
