/** The outcome of each call or test, and how it is reported. */
import * as z from "zod";

const Call = z.object({
  call: z.string(),
  outcome: z.enum(["passed", "declined", "failed"]),
  reason: z.string().nullish(),
});
export type Call = z.infer<typeof Call>;

const count = (calls: readonly Call[], outcome: Call["outcome"]): number =>
  calls.filter((call) => call.outcome === outcome).length;

export const summarise = (calls: readonly Call[]) => ({
  passed: count(calls, "passed"),
  declined: count(calls, "declined"),
  failed: count(calls, "failed"),
  reasons: calls.filter(({ outcome }) => outcome !== "passed"),
});
export type Summary = ReturnType<typeof summarise> | { readonly skipped: string };

/** The calls that a check has printed, one per line. */
export const readCalls = (printed: string): Call[] =>
  printed
    .split("\n")
    .filter((line) => line.startsWith("{"))
    .map((line) => Call.parse(JSON.parse(line)));

export const hasFailed = (summary: Summary): boolean => "failed" in summary && summary.failed > 0;

export const describe = (name: string, summary: Summary): string => {
  if ("skipped" in summary) return `${name}: skipped. ${summary.skipped}`;
  const { passed, declined, failed, reasons } = summary;
  const lines = reasons.map(({ call, outcome, reason }) => `  ${outcome}: ${call}: ${reason}`);
  return [`${name}: ${passed} passed, ${declined} declined, ${failed} failed`, ...lines].join("\n");
};
