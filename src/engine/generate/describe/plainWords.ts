/** Schedules and conditions in plain words. */
import { type Condition, type Operator, parseCondition } from "../../../contract/flows/conditions.ts";
import type { MonitorOptions } from "../../../contract/flows/monitor.ts";
import type { Schedule } from "../../../contract/flows/schedule.ts";
import vocabulary from "../vocabulary/plainWords.json" with { type: "json" };

const AND = new Intl.ListFormat("en-GB", { type: "conjunction" });
const OR = new Intl.ListFormat("en-GB", { type: "disjunction" });
export const listWords = (words: readonly string[], last: "and" | "or" = "and"): string =>
  (last === "or" ? OR : AND).format(words);

const SHORT_FIELD: Readonly<Record<string, string>> = vocabulary.shortFields;
/** `reviewCount` as "reviews", `closingDate` as "closing date". */
export const fieldWords = (name: string): string =>
  (Object.hasOwn(SHORT_FIELD, name) ? SHORT_FIELD[name] : undefined) ??
  name
    .replace(/(\p{Ll})(\p{Lu})/gu, "$1 $2")
    .replace(/_/g, " ")
    .toLowerCase();

/** 7 January 2024 was a Sunday, which cron counts as 0. */
const DAY = new Intl.DateTimeFormat("en", { weekday: "long", timeZone: "UTC" });
const dayName = (day: string): string => DAY.format(Date.UTC(2024, 0, 7 + Number(day)));
const two = (text: string): string => text.padStart(2, "0");
const UNITS: Readonly<Record<string, string>> = vocabulary.units;

const everyWords = (every: string): string => {
  const count = Number.parseInt(every, 10);
  const unit = UNITS[every.slice(-1)] ?? "";
  return count === 1 ? `every ${unit}` : `every ${count} ${unit}s`;
};

const ORDINALS = new Intl.PluralRules("en", { type: "ordinal" });
const ENDS: Readonly<Record<string, string>> = vocabulary.ends;
const ordinal = (day: string): string => `${day}${ENDS[ORDINALS.select(Number(day))] ?? "th"}`;

const weekWords = (weekdays: string): string => {
  if (weekdays === "*") return "every day";
  const [from = "", to] = weekdays.split("-");
  if (to !== undefined) return `every day from ${dayName(from)} to ${dayName(to)}`;
  return `every ${listWords(weekdays.split(",").map(dayName))}`;
};

const dateWords = (day: string, month: string, weekdays: string): string => {
  if (day === "*") return weekWords(weekdays);
  const months = month === "*" ? "every month" : month === "*/3" ? "every third month" : "January";
  return `on the ${ordinal(day)} of ${months}`;
};

const cronWords = (cron: string): string => {
  const [minute = "0", hours = "0", day = "*", month = "*", weekdays = "*"] = cron.split(" ");
  const days = dateWords(day, month, weekdays);
  if (/^[\d,]+$/.test(hours)) {
    const times = hours.split(",").map((hour) => `${two(hour)}:${two(minute)}`);
    return `${days} at ${listWords(times)}`;
  }
  const [span = "*", step = "1"] = hours.split("/");
  const often = minute.startsWith("*/") ? everyWords(`${minute.slice(2)}m`) : everyWords(`${step}h`);
  const within = span === "*" ? "" : ` from ${span.replace("-", " to ")} o'clock`;
  return `${often}${within}, ${days}`;
};

export const scheduleWords = (schedule: Schedule): string =>
  "every" in schedule ? everyWords(schedule.every) : `${cronWords(schedule.cron)} (${schedule.timezone})`;

const OPERATORS: Readonly<Record<Operator, string>> = vocabulary.operators;
const EVENTS: Readonly<Record<string, string>> = vocabulary.events;

const wordsOf = (condition: Condition): string => {
  switch (condition.kind) {
    case "type":
      return EVENTS[condition.type] ?? condition.type;
    case "number":
      return `the ${fieldWords(condition.field)} ${OPERATORS[condition.operator]} ${condition.value}`;
    case "text":
      return condition.field === "in_stock"
        ? `it is ${condition.text === "true" ? "in" : "out of"} stock`
        : `the ${fieldWords(condition.field)} ${OPERATORS[condition.operator]} "${condition.text}"`;
    case "contains":
      return `the ${fieldWords(condition.field)} ${condition.negated ? "does not contain" : "contains"} "${condition.text}"`;
    case "percent":
      return `the ${fieldWords(condition.field ?? "value")} changes by ${condition.operator.startsWith(">") ? "at least" : "at most"} ${condition.value} %`;
    case "passage": {
      const verb = condition.isPattern ? ["matches", "does not match"] : ["contains", "does not contain"];
      return `the ${condition.side} text ${verb[condition.negated ? 1 : 0]} "${condition.text}"`;
    }
    case "words":
      return `the number of ${condition.side} words ${OPERATORS[condition.operator]} ${condition.value}`;
    case "pixels":
      return `the share of changed pixels ${OPERATORS[condition.operator]} ${condition.value} %`;
    case "moves":
      return `the ${fieldWords(condition.field)} ${condition.direction}`;
  }
};

/** What a monitor alerts on, as one sentence. */
export const alertWords = ({ conditions = [], match, restock, fields = [] }: MonitorOptions): string => {
  const said = conditions.map((condition) => wordsOf(parseCondition(condition)));
  if (restock)
    return `Alerts when it comes back in stock${said.length > 0 ? ` and ${listWords(said)}` : ""}.`;
  if (said.length > 0) return `Alerts when ${listWords(said, match === "all" ? "and" : "or")}.`;
  const what = fields.length > 0 ? ` of ${listWords(fields.map(fieldWords))}` : "";
  return `Alerts on every change${what}.`;
};
