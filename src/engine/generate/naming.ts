/** What a person would call the flow. */
import type { OutputSchema } from "../../contract/outputSchema.ts";
import type { Schedule } from "../../contract/schedule.ts";
import type { Intent } from "./intent.ts";

const MAX_NAME = 120;

export interface Subject {
  readonly url: string;
  /** What the page calls itself; null where it does not. */
  readonly title: string | null;
  readonly isList: boolean;
}

const capital = (text: string): string => text.charAt(0).toUpperCase() + text.slice(1);
const siteOf = (url: string): string => new URL(url).hostname.replace(/^www\./, "");

const SHORT_FIELD: Readonly<Record<string, string>> = {
  in_stock: "stock",
  originalPrice: "old price",
  reviewCount: "reviews",
};
const listWords = (words: readonly string[]): string =>
  words.length < 2 ? (words[0] ?? "") : `${words.slice(0, -1).join(", ")} and ${words.at(-1)}`;
const fieldWords = (schema: OutputSchema): string =>
  listWords(
    Object.keys(schema).map(
      (name) =>
        SHORT_FIELD[name] ??
        name
          .replace(/(\p{Ll})(\p{Lu})/gu, "$1 $2")
          .replace(/_/g, " ")
          .toLowerCase(),
    ),
  );

const shorten = (text: string): string =>
  text.length <= MAX_NAME ? text : `${text.slice(0, MAX_NAME - 1).trimEnd()}…`;

export const nameFlow = ({ url, title, isList }: Subject, intent: Intent): string => {
  const site = siteOf(url);
  const what = isList ? capital(intent.noun ?? "records") : (title ?? "Page");
  const place =
    isList && title && !title.toLowerCase().includes(what.toLowerCase()) ? `${title} (${site})` : site;
  const name = isList ? `${what} from ${place}` : `${what} (${site})`;
  return shorten(intent.monitoring ? `Watch: ${name}` : name);
};

const scheduleWords = (schedule: Schedule | null): string =>
  schedule === null
    ? ""
    : "every" in schedule
      ? `, every ${schedule.every}`
      : `, by the schedule ${schedule.cron} (${schedule.timezone})`;

const limitWords = ({ maxItems, maxPages }: Intent["limits"]): string =>
  [
    maxItems === null ? "" : `, the first ${maxItems} at the most`,
    maxPages === null
      ? ""
      : maxPages === 1
        ? ", from this page only"
        : `, from ${maxPages} pages at the most`,
  ].join("");

interface Told {
  readonly outputSchema: OutputSchema;
  readonly paginates: boolean;
  readonly missing: readonly string[];
  readonly notes: readonly string[];
}

export const describeFlow = (
  subject: Subject,
  intent: Intent,
  { outputSchema, paginates, missing, notes }: Told,
): string => {
  const what = subject.isList ? `of all ${intent.noun ?? "records"} on` : "of";
  const fields = fieldWords(outputSchema);
  const pages = paginates ? " and the pages after it" : "";
  const verb = intent.monitoring ? "Watches" : "Collects";
  return [
    `${verb} ${fields} ${what} ${subject.url}${pages}${limitWords(intent.limits)}${scheduleWords(intent.schedule)}.`,
    ...(missing.length > 0 ? [`Asked for, but not on the page: ${listWords(missing)}.`] : []),
    ...notes,
  ]
    .join(" ")
    .slice(0, 2_000);
};
