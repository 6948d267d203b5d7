import { describe, expect, it } from "@jest/globals";
import { CLOCK_WORKERS, QUEUE_WORKERS } from "../../src/contract/workers.ts";
import { resourcesOf, synthesiseStage } from "../helpers/synth.ts";

const { service } = synthesiseStage("prod");

/** The whole text of the dashboard, with the logical ids that it refers to. */
const dashboard = JSON.stringify([...resourcesOf(service, "AWS::CloudWatch::Dashboard").values()]);

describe("the operators' dashboard", () => {
  it.each(Object.keys({ ...QUEUE_WORKERS, ...CLOCK_WORKERS }))("shows calls and errors of %s", (name) => {
    expect(dashboard).toContain(`"Ref":"${name}"`);
    expect(dashboard).toContain(`${name}: errors`);
  });

  it.each(Object.values(QUEUE_WORKERS).map(({ queue }) => queue))(
    "shows the backlog and the dead letters of the queue %s",
    (queue) => {
      expect(dashboard).toContain(`"Fn::GetAtt":["${queue}Queue","QueueName"]`);
      expect(dashboard).toContain(`"Fn::GetAtt":["${queue}DeadLetters","QueueName"]`);
    },
  );

  it("shows every alarm, so that none goes off unseen", () => {
    const alarms = [...resourcesOf(service, "AWS::CloudWatch::Alarm").keys()];
    expect(alarms.length).toBeGreaterThan(0);
    for (const alarm of alarms) expect(dashboard).toContain(`"Fn::GetAtt":["${alarm}","Arn"]`);
  });
});
