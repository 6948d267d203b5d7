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

/** Calls functions on a schedule. */
export interface Clock {
  /** Calls the functions of all `rate` rules, as if they were due. */
  tick(): Promise<void>;
  stop(): void;
}

/** Calls the rules' functions on schedule, and those with a rate also at startup. */
export const startClock = ({ rules, invoke }: ClockOptions): Clock => {
  const jobs = rules.map((rule) => {
    const tick = async (): Promise<void> => {
      const event = rule.input === undefined ? toScheduledEvent(rule, new Date()) : JSON.parse(rule.input);
      await invoke(rule.functionName, event);
    };
    return schedule(rule.expression, tick);
  });
  return {
    tick: async () => {
      await Promise.all(jobs.map((job) => job.tick?.()));
    },
    stop: () => {
      for (const job of jobs) job.stop();
    },
  };
};

/** The job of one rule. Jobs with a rate can be triggered early. */
interface Job {
  readonly tick?: () => Promise<void>;
  stop(): void;
}

const schedule = (expression: string, tick: () => Promise<void>): Job => {
  const parsed = parseSchedule(expression);
  if (parsed.kind === "cron") {
    const job = new Cron(parsed.pattern, { timezone: "UTC" }, tick);
    return { stop: () => job.stop() };
  }
  void tick();
  const timer = setInterval(tick, parsed.everyMs);
  return { tick, stop: () => clearInterval(timer) };
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
