import { readFileSync } from "node:fs";
import { join } from "node:path";
import { describe, expect, it } from "@jest/globals";
import { CALLED_WORKERS, CLOCK_WORKERS, QUEUE_WORKERS } from "../../src/contract/workers.ts";
import { resourcesOf, synthesiseStage } from "../helpers/synth.ts";

const { service } = synthesiseStage("prod", {
  operationsDashboard: "yes",
  mailSender: "us@example.com",
});

/** The whole text of the dashboard, with the logical ids that it refers to. */
const dashboard = JSON.stringify([...resourcesOf(service, "AWS::CloudWatch::Dashboard").values()]);

describe("the operations dashboard", () => {
  it.each(Object.keys({ ...QUEUE_WORKERS, ...CALLED_WORKERS, ...CLOCK_WORKERS }))(
    "shows invocations and errors of %s",
    (name) => {
      expect(dashboard).toContain(`"Ref":"${name}"`);
      expect(dashboard).toContain(`${name}: errors`);
    },
  );

  it.each(Object.values(QUEUE_WORKERS).map(({ queue }) => queue))(
    "shows the backlog of the queue %s, and dead letters",
    (queue) => {
      expect(dashboard).toContain(`"Fn::GetAtt":["${queue}Queue","QueueName"]`);
      expect(dashboard).toContain(`"Fn::GetAtt":["deadLetters","QueueName"]`);
    },
  );

  it("shows every alarm", () => {
    const alarms = [...resourcesOf(service, "AWS::CloudWatch::Alarm").keys()];
    expect(alarms.length).toBeGreaterThan(0);
    for (const alarm of alarms) expect(dashboard).toContain(`"Fn::GetAtt":["${alarm}","Arn"]`);
  });
});

it("the operations dashboard is optional, because an account's fourth one costs money", () => {
  synthesiseStage("prod").service.resourceCountIs("AWS::CloudWatch::Dashboard", 0);
});

describe("the runbook", () => {
  const runbook = readFileSync(join(import.meta.dirname, "../../docs/operations.md"), "utf8");
  /** Alarms of queues and workers are one row for all: `…DeadLetters`. */
  const isNamed = (alarm: string): boolean =>
    runbook.includes(`\`${alarm}\``) ||
    [...runbook.matchAll(/`…(\w+)`/g)].some(([, ending = "?"]) => alarm.endsWith(ending));

  it("explains every alarm", () => {
    const alarms = [...resourcesOf(service, "AWS::CloudWatch::Alarm").keys()];
    const names = alarms.map((id) => id.replace(/^Observability/, "").replace(/[0-9A-F]{8}$/, ""));
    expect(names.length).toBeGreaterThan(5);
    expect(names.filter((name) => !isNamed(name))).toEqual([]);
  });
});
