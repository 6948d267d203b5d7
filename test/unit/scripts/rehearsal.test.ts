import { describe, expect, it } from "@jest/globals";
import { createAccess } from "../../../local/iam/access.ts";
import type { Call } from "../../../local/iam/policy.ts";
import { readMetrics } from "../../../scripts/rehearse/alarms.ts";
import { commandsIn } from "../../../scripts/rehearse/runbook.ts";
import { createMetrics } from "../../../src/runtime/deps/metrics.ts";

describe("a role for externally issued credentials", () => {
  const presents = { accessKeyId: "ASIAEXAMPLE", sessionToken: "its token" };
  const policy = [{ Effect: "Allow", Action: "sqs:SendMessage", Resource: "*" } as const];
  const access = createAccess([{ logicalId: "createRun", policy, presents }]);
  const callTo = (action: string): Call => ({ action, resource: "arn:aws:sqs:::runs", context: new Map() });

  it("applies to whoever presents them, and is recorded under the function's name", () => {
    expect(access.ask(presents, [callTo("sqs:SendMessage")])).toBeUndefined();
    expect(access.ask(presents, [callTo("sqs:PurgeQueue")])?.code).toBe("AccessDenied");
    expect(access.record.read().denied).toMatchObject([{ function: "createRun", action: "sqs:PurgeQueue" }]);
    expect(access.record.read().functions.createRun?.used).toEqual(["sqs:SendMessage *"]);
  });

  it("does not apply to the function's name, or to another token", () => {
    for (const other of [
      { accessKeyId: "createRun", sessionToken: presents.sessionToken },
      { ...presents, sessionToken: "another" },
    ])
      expect(access.ask(other, [callTo("sqs:SendMessage")])?.code).toBe("InvalidClientTokenId");
  });
});

describe("the restore runbook", () => {
  const commands = commandsIn("Restore");

  it("is parsed completely, one command per line", () => {
    expect(commands.map((command) => command.split(" ").slice(0, 3).join(" "))).toEqual([
      "aws cloudformation describe-stacks",
      "aws dynamodb restore-table-to-point-in-time",
      "aws dynamodb wait",
      "aws dynamodb update-time-to-live",
      "aws dynamodb update-continuous-backups",
      "aws dynamodb update-table",
      "npm run deploy",
      "npm run smoke",
    ]);
  });

  it("restores into one new table, from the table that the first command prints", () => {
    const [, restore = "", ...others] = commands;
    expect(restore).toContain('--source-table-name "$TABLE" --target-table-name gleaner-prod-restored ');
    const naming = others.filter((command) => /table(?:-name)?[ =]/.test(command));
    expect(naming).toHaveLength(5);
    for (const command of naming) expect(command).toContain("gleaner-prod-restored");
  });
});

describe("the metrics in a function's log", () => {
  it("are parsed as CloudWatch does, and other lines are ignored", () => {
    const lines = ["START RequestId: 1", '{"level":"INFO","message":"a run"}'];
    const metrics = createMetrics("prod", Date.now, (line) => void lines.push(line));
    metrics.runEnded({ outcome: "failed", engine: "static", cause: "target-failed" });
    const service = { Name: "service", Value: "gleaner-prod" };
    expect(readMetrics(lines)).toEqual([
      {
        MetricName: "Runs",
        Unit: "Count",
        Value: 1,
        Dimensions: [service, { Name: "outcome", Value: "failed" }, { Name: "engine", Value: "static" }],
      },
      {
        MetricName: "RunFailures",
        Unit: "Count",
        Value: 1,
        Dimensions: [service, { Name: "cause", Value: "target-failed" }],
      },
      { MetricName: "RunFailureBalance", Unit: "Count", Value: 1, Dimensions: [service] },
    ]);
  });
});
