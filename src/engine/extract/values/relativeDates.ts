/** Relative dates: "3 days ago", "gestern", "2時間前". */
import words from "../vocabulary/times.json" with { type: "json" };
import { fold } from "./dateWords.ts";

/** A point in time, in UTC if the text names no zone. */
export interface Moment {
  readonly ms: number;
  readonly hasTime: boolean;
}

type Unit = "second" | "minute" | "hour" | "day" | "week" | "month" | "year";
const UNITS: ReadonlyMap<string, Unit> = new Map(
  [words.units, words.unspacedUnits]
    .flatMap(Object.entries<string>)
    .flatMap(([unit, forms]) =>
      forms.split(" ").map((word) => [fold(word).normalize("NFC"), unit as Unit] as const),
    ),
);
const UNIT_MS = { second: 1_000, minute: 60_000, hour: 3_600_000, day: 86_400_000, week: 604_800_000 };
/** As folded texts have them. */
const AFTER = words.ago.after.split("|").map(fold).join("|");
const AGO = [
  new RegExp(`(?<!\\p{L})(?:${words.ago.before})\\s+(\\d{1,4}|${words.one})\\s+(\\p{L}+)(?:\\s+siden)?`, "u"),
  new RegExp(`(?<![\\p{L}\\d])(\\d{1,4}|${words.one})\\s*(\\p{L}+)\\s+(?:${AFTER})(?!\\p{L})`, "u"),
];
const EAST_ASIAN_AGO = new RegExp(
  String.raw`(\d{1,4})\s*(${Object.values(words.unspacedUnits)
    .flatMap((units) => units.split(" "))
    .sort((left, right) => right.length - left.length)
    .join("|")})\s*(?:前|전)`,
  "u",
);
const DAY_WORDS: ReadonlyMap<string, number> = new Map(
  words.daysAgo.flatMap((forms, days) => forms.split(" ").map((word) => [fold(word), days] as const)),
);
const JUST_NOW = new RegExp(`^(?:${words.justNow})$`);
const DAY_WORD = /^[\p{L}'’-]+/u;
/** "Yesterday at 10:30", "heute, 14 Uhr". */
const CLOCK = /^[\s,]*(?:(?:at|um|a|as|a las|alle|om|kl|o|в)\s+)?\d{1,2}(?:[:.h]\d{2})?\s*(?:uhr|[ap]m|h)?$/u;

/** The point in time of a relative date; null if the text is not one. */
export const readRelative = (text: string, now: number): Moment | null => {
  const folded = fold(text);
  if (JUST_NOW.test(folded)) return { ms: now, hasTime: true };
  const [word = ""] = DAY_WORD.exec(folded) ?? [];
  const days = DAY_WORDS.get(word);
  const rest = folded.slice(word.length);
  if (days !== undefined && (rest === "" || CLOCK.test(rest)))
    return { ms: now - days * UNIT_MS.day, hasTime: false };
  const eastern = EAST_ASIAN_AGO.exec(folded.normalize("NFC"));
  const match = eastern ?? AGO.map((pattern) => pattern.exec(folded)).find((found) => found !== null);
  const unit = UNITS.get(match?.[2]?.normalize("NFC") ?? "");
  if (!match || !unit) return null;
  const amount = /^\d/.test(match[1] ?? "") ? Number(match[1]) : 1;
  if (unit !== "month" && unit !== "year")
    return { ms: now - amount * UNIT_MS[unit], hasTime: UNIT_MS[unit] < UNIT_MS.day };
  const then = new Date(now);
  const day = then.getUTCDate();
  then.setUTCMonth(then.getUTCMonth() - amount * (unit === "year" ? 12 : 1));
  // 31 March minus one month is the last day of February, not 3 March.
  if (then.getUTCDate() !== day) then.setUTCDate(0);
  return { ms: then.getTime(), hasTime: false };
};

/** A text, folded, without its relative dates. */
export const withoutRelative = (text: string): string => {
  const folded = fold(text);
  const [word = ""] = DAY_WORD.exec(folded) ?? [];
  const rest = DAY_WORDS.has(word) ? folded.slice(word.length) : folded;
  return [...AGO, EAST_ASIAN_AGO].reduce(
    (left, pattern) => left.replace(pattern, " "),
    rest.normalize("NFC"),
  );
};
