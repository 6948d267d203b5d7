/** Opening hours: lines that begin with a weekday and contain a time or "closed". */
import type { Line } from "../../page/lines.ts";
import { isWeekday } from "../../values/dateWords.ts";
import { wholeWords } from "../../vocabulary/patterns.ts";
import words from "../../vocabulary/times.json" with { type: "json" };
import { type Fact, makeFact } from "../facts.ts";

const CLOCK = /\d{1,2}(?:[:.h]\d{2}|\s?(?:am|pm|uhr|h)(?!\p{L}))/iu;
const CLOSED = wholeWords(words.closed);
const MAX_LINE = 90;
const MAX_LINES = 14;

/** Whether a text begins with the name of a weekday. */
export const startsWithDay = (text: string): boolean => {
  const [first = ""] = /^\p{L}[\p{L}\p{M}]*/u.exec(text) ?? [];
  return (first.length >= 2 || /^[月火水木金土日월화수목금토일]/u.test(first)) && isWeekday(first);
};
const isHours = ({ text }: Line): boolean =>
  text.length <= MAX_LINE && startsWithDay(text) && (CLOCK.test(text) || CLOSED.test(text));

/** The first run of consecutive lines with opening hours. */
export const readHours = (lines: readonly Line[]): Fact[] => {
  const start = lines.findIndex(isHours);
  const run = start < 0 ? [] : lines.slice(start, start + MAX_LINES);
  const end = run.findIndex((line) => !isHours(line));
  const hours = run.slice(0, end < 0 ? run.length : end).map(({ text }) => text);
  const path = `line "${hours[0]?.slice(0, 30)}"`;
  return hours.some((text) => CLOCK.test(text)) ? [makeFact("content", "openingHours", hours, { path })] : [];
};
