/** Quiet hours: alerts wait until they end, except critical ones. */
import * as z from "zod";
import { timezone } from "../flows/schedule.ts";

const ClockTime = z
  .string()
  .regex(/^(?:[01]\d|2[0-3]):[0-5]\d$/, "must be a time of day such as 22:00")
  .meta({ examples: ["22:00"] });

export const QuietHours = z
  .strictObject({
    from: ClockTime,
    to: ClockTime.describe("Earlier than `from`: of the next day."),
    timezone,
  })
  .refine(({ from, to }) => from !== to, { path: ["to"], error: "must differ from `from`" });
export type QuietHours = z.infer<typeof QuietHours>;
