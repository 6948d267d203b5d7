import { randomUUID } from "node:crypto";
import type { ScheduledEvent } from "aws-lambda";
import { Cron } from "croner";
import type { Invoker } from "../functions/invoker.ts";
import { LOCAL_ACCOUNT, LOCAL_REGION } from "../stack/names.ts";
import type { ClockRuleSpec } from "../stack/service.ts";
import { parseSchedule } from "./schedule.ts";

interface ClockOptions {
  readonly rules: readonly ClockRuleSpec[];
  readonly invoke: Invoker["invoke"];
}

/** Calls the rules' functions on their schedules; those with a rate are called at once too. */
export const startClock = ({ rules, invoke }: ClockOptions): { stop(): void } => {
  const stops = rules.map((rule) => {
    const tick = async (): Promise<void> => {
      const event = rule.input === undefined ? toScheduledEvent(rule, new Date()) : JSON.parse(rule.input);
      await invoke(rule.functionName, event);
    };
    return schedule(rule.expression, tick);
  });
  return {
    stop: () => {
      for (const stop of stops) stop();
    },
  };
};

const schedule = (expression: string, tick: () => Promise<void>): (() => void) => {
  const parsed = parseSchedule(expression);
  if (parsed.kind === "cron") {
    const job = new Cron(parsed.pattern, { timezone: "UTC" }, tick);
    return () => job.stop();
  }
  void tick();
  const timer = setInterval(tick, parsed.everyMs);
  return () => clearInterval(timer);
};

/** The event that EventBridge sends for a schedule. */
const toScheduledEvent = ({ arn }: ClockRuleSpec, now: Date): ScheduledEvent => ({
  version: "0",
  id: randomUUID(),
  "detail-type": "Scheduled Event",
  source: "aws.events",
  account: LOCAL_ACCOUNT,
  time: now.toISOString().replace(/\.\d+Z$/, "Z"),
  region: LOCAL_REGION,
  resources: [arn],
  detail: {},
});
