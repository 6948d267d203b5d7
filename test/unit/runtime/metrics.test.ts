import { describe, expect, it } from "@jest/globals";
import { createMetrics } from "../../../src/runtime/deps/metrics.ts";

/** The lines that CloudWatch reads metrics from: each value with its dimensions. */
const published = (use: (metrics: ReturnType<typeof createMetrics>) => void): object[] => {
  const lines: string[] = [];
  use(
    createMetrics(
      "prod",
      () => 1_795_456_255_452,
      (line) => void lines.push(line),
    ),
  );
  return lines.map((line) => {
    const { _aws, ...values } = JSON.parse(line) as {
      _aws: {
        Timestamp: number;
        CloudWatchMetrics: {
          Namespace: string;
          Dimensions: string[][];
          Metrics: { Name: string; Unit: string }[];
        }[];
      };
    } & Record<string, unknown>;
    const [{ Namespace, Dimensions, Metrics } = { Namespace: "", Dimensions: [], Metrics: [] }] =
      _aws.CloudWatchMetrics;
    expect([_aws.Timestamp, Namespace]).toEqual([1_795_456_255_452, "Gleaner"]);
    expect(Dimensions).toHaveLength(1);
    const [{ Name, Unit } = { Name: "", Unit: "" }] = Metrics;
    const of = Object.fromEntries((Dimensions[0] ?? []).map((name) => [name, values[name]]));
    return { [Name]: values[Name], Unit, ...of };
  });
};

const service = "gleaner-prod";

describe("metrics", () => {
  it("count a failed run by outcome, engine and cause", () => {
    expect(
      published((metrics) =>
        metrics.runEnded({ outcome: "failed", engine: "browser", cause: "target-failed" }),
      ),
    ).toEqual([
      { Runs: 1, Unit: "Count", service, outcome: "failed", engine: "browser" },
      { RunFailures: 1, Unit: "Count", service, cause: "target-failed" },
      { RunFailureBalance: 1, Unit: "Count", service },
    ]);
  });

  it("subtract completed runs from failed ones, and ignore cancelled ones", () => {
    expect(
      published((metrics) => {
        metrics.runEnded({ outcome: "completed", engine: "static", cause: null });
        metrics.runEnded({ outcome: "cancelled", engine: "static", cause: null });
      }),
    ).toEqual([
      { Runs: 1, Unit: "Count", service, outcome: "completed", engine: "static" },
      { RunFailureBalance: -1, Unit: "Count", service },
      { Runs: 1, Unit: "Count", service, outcome: "cancelled", engine: "static" },
    ]);
  });

  it("count deliveries by channel, and measure the clock's rounds", () => {
    expect(
      published((metrics) => {
        metrics.deliveryAttempted("webhook", false);
        metrics.deliveryAttempted("mail", true);
        metrics.roundFinished(7);
      }),
    ).toEqual([
      { Deliveries: 1, Unit: "Count", service, channel: "webhook", outcome: "failed" },
      { DeliveryFailureBalance: 1, Unit: "Count", service, channel: "webhook" },
      { Deliveries: 1, Unit: "Count", service, channel: "mail", outcome: "succeeded" },
      { DeliveryFailureBalance: -1, Unit: "Count", service, channel: "mail" },
      { OldestDue: 7, Unit: "Seconds", service },
    ]);
  });
});
