/** Schedules that can be chosen, and their cron expressions. */

const DAY = /^(\d{1,2}) (\d{1,2}) \* \* (\*|1-5|[0-7])$/;

/** A time of day on certain days. */
export interface DayTimes {
  /** `*` daily, `1-5` on weekdays, else a day of the week from 0, Sunday. */
  readonly days: string;
  /** `06:30` */
  readonly time: string;
}

const two = (text: string): string => text.padStart(2, "0");

/** `30 6 * * 1-5` → weekdays at 06:30; null for expressions that can only be written. */
export const dayTimesOf = (cron: string): DayTimes | null => {
  const [, minute, hour, days] = DAY.exec(cron.trim()) ?? [];
  if (minute === undefined || hour === undefined || days === undefined) return null;
  if (Number(minute) > 59 || Number(hour) > 23) return null;
  return { days: days === "7" ? "0" : days, time: `${two(hour)}:${two(minute)}` };
};

export const cronOf = ({ days, time }: DayTimes): string => {
  const [hour = "6", minute = "0"] = time.split(":");
  return `${Number(minute)} ${Number(hour)} * * ${days}`;
};
