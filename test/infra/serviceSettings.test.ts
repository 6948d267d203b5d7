/** The service stack, with settings. */
import { describe, expect, it } from "@jest/globals";
import { Match } from "aws-cdk-lib/assertions";
import { FUNCTIONS } from "../../lib/functions.ts";
import { QUEUE_WORKERS } from "../../src/contract/workers.ts";
import { resourcesOf, synthesiseStage } from "../helpers/synth.ts";

describe("the functions", () => {
  it("use another processor if configured, except those with Chromium", () => {
    const other = resourcesOf(
      synthesiseStage("prod", { architecture: "x86_64" }).service,
      "AWS::Lambda::Function",
    );
    expect(other.size).toBe(FUNCTIONS.size);
    for (const { Properties } of other.values()) expect(Properties.Architectures).toEqual(["x86_64"]);
  });

  it("use a restored table if configured, and no other", () => {
    const { service: restored } = synthesiseStage("prod", { table: "gleaner-restored" });
    restored.allResourcesProperties("AWS::Lambda::Function", {
      Environment: { Variables: Match.objectLike({ TABLE_NAME: "gleaner-restored" }) },
    });
    const text = JSON.stringify(restored.toJSON());
    expect(text).toContain(":table/gleaner-restored/index/due");
    // What is imported nowhere may be removed from, or changed in, the data stack.
    expect(text).not.toMatch(/data:table(?:Name|Arn)/);
    restored.hasOutput("TableName", { Value: "gleaner-restored" });
  });

  it("know the contact for page owners, if one is set", () => {
    const contactUrl = "https://example.com/bot";
    synthesiseStage("local", { contactUrl }).service.allResourcesProperties("AWS::Lambda::Function", {
      Environment: { Variables: Match.objectLike({ USER_AGENT_CONTACT: contactUrl }) },
    });
  });
});

describe("the SQS queues", () => {
  it("share the account's concurrency, with a minimum for each", () => {
    const capsOf = (concurrency: number | undefined) =>
      [
        ...resourcesOf(
          synthesiseStage("prod", concurrency === undefined ? {} : { concurrency }).service,
          "AWS::Lambda::EventSourceMapping",
        ).values(),
      ].map(
        ({ Properties }) => (Properties.ScalingConfig as { MaximumConcurrency: number }).MaximumConcurrency,
      );
    const full = Object.values(QUEUE_WORKERS).map(({ maxConcurrency }) => maxConcurrency as number);
    expect(capsOf(undefined)).toEqual(full);
    expect(capsOf(1000)).toEqual(full);
    for (const concurrency of [10, 50, 100]) {
      const caps = capsOf(concurrency);
      expect(Math.min(...caps)).toBeGreaterThanOrEqual(2);
      // Lambda takes no less than two for each; above that, three tenths are left for the API.
      expect(caps.reduce((sum, cap) => sum + cap, 0)).toBeLessThanOrEqual(
        Math.max(2 * full.length, 0.7 * concurrency),
      );
    }
  });

  it("have as many workers as the settings say, of which little concurrency leaves each its share", () => {
    const capsWith = (settings: Parameters<typeof synthesiseStage>[1]) =>
      new Map(
        [...resourcesOf(synthesiseStage("prod", settings).service, "AWS::Lambda::EventSourceMapping")].map(
          ([, { Properties }], place) => [
            Object.keys(QUEUE_WORKERS)[place],
            (Properties.ScalingConfig as { MaximumConcurrency: number }).MaximumConcurrency,
          ],
        ),
      );
    const settings = { runWorkers: 300, deliveryWorkers: 40 };
    expect(Object.fromEntries(capsWith(settings))).toMatchObject({
      executeRun: 300,
      startBrowserRun: 300,
      deliverWebhook: 40,
      deliverData: 40,
      deliverMail: QUEUE_WORKERS.deliverMail.maxConcurrency,
    });
    const few = capsWith({ ...settings, concurrency: 400 });
    expect(few.get("executeRun")).toBeLessThan(120);
    expect(few.get("executeRun")).toBeGreaterThan(60);
    expect(few.get("startBrowserRun")).toBe(few.get("executeRun"));
    const workers = [...few.values()].reduce((all, each) => all + each, few.get("startBrowserRun") ?? 0);
    expect(workers).toBeLessThanOrEqual(0.7 * 400);
    expect(Math.min(...few.values())).toBeGreaterThanOrEqual(2);
  });
});
