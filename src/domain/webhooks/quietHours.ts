import type { QuietHours } from "../../contract/deliveries/quietHours.ts";
import { DAY_MS, MINUTE_MS } from "../../contract/units.ts";

const DAY_MINUTES = DAY_MS / MINUTE_MS;

const minutesOf = (time: string): number => Number(time.slice(0, 2)) * 60 + Number(time.slice(3));

/** Minutes since midnight in a time zone. */
const minuteAt = (ms: number, timezone: string): number =>
  minutesOf(
    new Intl.DateTimeFormat("en-GB", {
      timeZone: timezone,
      hour: "2-digit",
      minute: "2-digit",
      hourCycle: "h23",
    }).format(ms),
  );

const forward = (from: number, to: number): number => (to - from + DAY_MINUTES) % DAY_MINUTES;

/** When the current quiet hours end; null outside of them. A clock change in between is noticed at the next check. */
export const quietUntilMs = ({ from, to, timezone }: QuietHours, nowMs: number): number | null => {
  const now = minuteAt(nowMs, timezone);
  const isQuiet = forward(minutesOf(from), now) < forward(minutesOf(from), minutesOf(to));
  if (!isQuiet) return null;
  return nowMs - (nowMs % MINUTE_MS) + forward(now, minutesOf(to)) * MINUTE_MS;
};
