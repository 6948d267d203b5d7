import { describe, expect, it } from "@jest/globals";
import { parseSchedule } from "../../../local/clock/schedule.ts";

describe("a schedule expression", () => {
  it.each([
    ["rate(1 minute)", 60_000],
    ["rate(5 minutes)", 300_000],
    ["rate(2 hours)", 7_200_000],
  ])("%s fires every %i ms", (expression, everyMs) => {
    expect(parseSchedule(expression)).toEqual({ kind: "rate", everyMs });
  });

  it.each([
    ["cron(0 6 * * ? *)", "0 6 * * *"],
    ["cron(30 4 ? * 2-6 *)", "30 4 * * 1-5"],
    ["cron(0 0 ? * MON *)", "0 0 * * MON"],
    ["cron(0 0 ? * 2#1 *)", "0 0 * * 1#1"],
  ])("%s becomes the pattern %s, with weekdays counted from 0", (expression, pattern) => {
    expect(parseSchedule(expression)).toEqual({ kind: "cron", pattern });
  });

  it.each(["rate(0 minutes)", "rate(1 week)", "cron(* * *)", "at(2026-01-01T00:00:00)", ""])(
    "%j is refused",
    (expression) => {
      expect(() => parseSchedule(expression)).toThrow("schedule");
    },
  );
});
