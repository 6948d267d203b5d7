import * as z from "zod";

/** Number of days in each period, including today. */
export const PERIOD_DAYS = { "7d": 7, "30d": 30, "90d": 90 } as const;

export const Period = z.enum(["7d", "30d", "90d"]);
export type Period = z.infer<typeof Period>;

export const AnalyticsQuery = z.strictObject({ period: Period.default("7d") });

export const Analytics = z.object({
  totalRuns: z.int().min(0),
  successRate: z
    .number()
    .min(0)
    .max(100)
    .describe("Percentage of finished runs that completed; 0 if there are none."),
  totalCost: z.number().min(0).describe("In US dollars."),
  dataPointsExtracted: z.int().min(0).describe("Number of values that are not null."),
  dailyBreakdown: z
    .array(
      z.object({
        date: z.iso.date().describe("Day the runs were started (UTC)."),
        runs: z.int().min(0),
        success: z.int().min(0),
        cost: z.number().min(0),
      }),
    )
    .describe("Every day of the period, oldest first."),
});
export type Analytics = z.infer<typeof Analytics>;
