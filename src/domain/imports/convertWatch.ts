/** A watch of changedetection.io as a monitor. */
import type { ImportedFlow, LeftOut } from "../../contract/flows/imports.ts";
import { filterToCss } from "./filters.ts";
import { leftOutOf } from "./leftOut.ts";
import type { Interval, Settings, Watch } from "./readBackup.ts";

const MINUTE_S = 60;
const HOUR_S = 60 * MINUTE_S;
const DAY_S = 24 * HOUR_S;
const LONGEST_S = 365 * DAY_S;
/** The shortest interval that every plan allows. */
const SHORTEST_S = 5 * MINUTE_S;

const MAX_NAME_CHARS = 100;
const MAX_PATTERNS = 50;
const MAX_CONDITIONS = 20;
const MAX_TEXT_CHARS = 150;

const secondsOf = (interval: Interval): number => {
  if (interval === null) return 0;
  const { weeks, days, hours, minutes, seconds } = interval;
  return (weeks * 7 + days) * DAY_S + hours * HOUR_S + minutes * MINUTE_S + seconds;
};

/** An interval in the largest unit that divides it, up to whole minutes. */
const everyOf = (seconds: number): string => {
  const bounded = Math.min(LONGEST_S, Math.max(SHORTEST_S, seconds));
  if (bounded % DAY_S === 0) return `${bounded / DAY_S}d`;
  if (bounded % HOUR_S === 0) return `${bounded / HOUR_S}h`;
  return `${Math.ceil(bounded / MINUTE_S)}m`;
};

const REGEX = /^\/(.*)\/([a-z]*)$/is;

type Note = (setting: string, reason: string) => void;

const scheduleOf = (watch: Watch, settings: Settings, note: Note) => {
  const own = secondsOf(watch.time_between_check);
  const isOwn = watch.time_between_check_use_default !== true && own > 0;
  const seconds = isOwn ? own : secondsOf(settings.requests.time_between_check);
  if (seconds === 0) return null;
  if (seconds < SHORTEST_S || seconds > LONGEST_S)
    note(
      "time_between_check",
      `${seconds} seconds is out of range: it is checked every ${everyOf(seconds)}.`,
    );
  return { every: everyOf(seconds) };
};

/** The selector of the watched part; undefined: the main content. */
const selectorOf = ({ include_filters: filters }: Watch, note: Note): string | undefined => {
  const selectors = filters.map(filterToCss);
  const unknown = filters.filter((_filter, at) => selectors[at] === null);
  if (unknown.length > 0)
    note(
      "include_filters",
      `${unknown.map((filter) => `"${filter.slice(0, 100)}"`).join(", ")} cannot be written as CSS. Choose the part of the page in the dashboard.`,
    );
  const known = selectors.filter((selector) => selector !== null);
  return known.length > 0 ? known.join(", ") : undefined;
};

const ignoreOf = (watch: Watch, settings: Settings, note: Note): string[] => {
  const all = [
    ...new Set([...settings.application.global_ignore_text, ...watch.ignore_text].map((each) => each.trim())),
  ];
  const usable = all.filter(
    (each) => each !== "" && each.length <= MAX_TEXT_CHARS && !/[*]/.test(each) && !REGEX.test(each),
  );
  const kept = usable.slice(0, MAX_PATTERNS);
  if (kept.length < all.filter((each) => each !== "").length)
    note(
      "ignore_text",
      "Regular expressions, asterisks and long texts are not ignored. Gleaner also marks what differs between two reads of a page.",
    );
  if (kept.length > 0)
    note("ignore_text", "Only the text itself is ignored, not the whole line that contains it.");
  return kept;
};

const conditionsOf = (watch: Watch, note: Note): string[] => {
  const triggers = watch.trigger_text.flatMap((text) => {
    const [, pattern, flags] = REGEX.exec(text.trim()) ?? [];
    const said = pattern ?? text.trim();
    if (said === "" || said.length > MAX_TEXT_CHARS || /["\\]/.test(pattern === undefined ? said : ""))
      return [];
    if (pattern !== undefined && (pattern.includes('"') || !/^[iu]*$/.test(flags ?? ""))) return [];
    return [`added text ${pattern === undefined ? "contains" : "matches"} "${said}"`];
  });
  if (watch.trigger_text.length > 0)
    note(
      "trigger_text",
      triggers.length < watch.trigger_text.length
        ? "Some texts could not be written as conditions. The others raise an alert when they are added."
        : "An alert is raised when the text is added to the page.",
    );
  const { filter_text_added: added, filter_text_removed: removed } = watch;
  if (triggers.length > 0) return triggers.slice(0, MAX_CONDITIONS);
  if (added && !removed) return ["added words > 0"];
  return removed && !added ? ["removed words > 0"] : [];
};

const CREDENTIAL = /auth|cookie|token|key|secret|session|password|signature/i;

/** Headers that are no credentials. */
const headersOf = (watch: Watch, settings: Settings, note: Note): Record<string, string> => {
  const all = Object.entries({ ...settings.headers, ...watch.headers }).filter(
    (entry): entry is [string, string] => typeof entry[1] === "string",
  );
  const secret = all.filter(([name]) => CREDENTIAL.test(name)).map(([name]) => name);
  if (secret.length > 0)
    note("headers", `${secret.join(", ")}: credentials are not imported. Set them again in the flow.`);
  return Object.fromEntries(all.filter(([name]) => !CREDENTIAL.test(name)));
};

const RENDERS: readonly (readonly [RegExp, "static" | "browser"])[] = [
  [/webdriver|playwright|puppeteer|extra_browser/, "browser"],
  [/requests/, "static"],
];

const renderOf = (watch: Watch, settings: Settings) => {
  const backend =
    watch.fetch_backend === "" || watch.fetch_backend === "system"
      ? settings.application.fetch_backend
      : watch.fetch_backend;
  return RENDERS.find(([pattern]) => pattern.test(backend))?.[1] ?? "auto";
};

const monitorOf = (watch: Watch, settings: Settings, note: Note) => {
  if (watch.processor !== "restock_diff") {
    if (watch.processor.startsWith("image_"))
      note("processor", 'Pictures are compared by `monitor.watch: "picture"`; this flow compares the text.');
    return {
      watch: "text",
      ignore: ignoreOf(watch, settings, note),
      conditions: conditionsOf(watch, note),
    };
  }
  const percent =
    watch.restock_settings.price_change_threshold_percent ?? watch.price_change_threshold_percent;
  const isStockOnly = watch.in_stock_only || watch.restock_settings.in_stock_processing === "in_stock_only";
  return {
    watch: "price",
    ...(isStockOnly && { restock: true }),
    ...(percent !== null && percent > 0 && { conditions: [`price percent change > ${percent}`] }),
  };
};

const nameOf = ({ title, page_title: pageTitle }: Watch, url: URL): string =>
  (title?.trim() || pageTitle?.trim() || `${url.host}${url.pathname}`)
    .replace(/\s+/g, " ")
    .slice(0, MAX_NAME_CHARS);

/** @returns the monitor, or why there can be none */
export const convertWatch = (
  watch: Watch,
  settings: Settings,
): ImportedFlow | { readonly refused: string } => {
  const address = watch.url.trim().replace(/^source:/i, "");
  if (/\{[{%]/.test(address)) return { refused: "Its URL is a template. Write the URL that it stands for." };
  const url = URL.parse(address);
  if (url === null || !/^https?:$/.test(url.protocol))
    return { refused: "Its URL is not one of http or https." };
  if (url.username !== "" || url.password !== "")
    return { refused: "Its URL contains a password. Log in with steps." };
  const leftOut: LeftOut[] = [];
  const note: Note = (setting, reason) => void leftOut.push({ setting, reason });
  const monitor = monitorOf(watch, settings, note);
  const selector = monitor.watch === "text" ? selectorOf(watch, note) : undefined;
  const headers = headersOf(watch, settings, note);
  const schedule = scheduleOf(watch, settings, note);
  leftOut.push(...leftOutOf(watch, settings));
  const isWhole = !leftOut.some(({ setting }) => setting === "include_filters");
  return {
    definition: {
      name: nameOf(watch, url),
      url: url.href,
      mode: "monitor",
      render: renderOf(watch, settings),
      ...(selector !== undefined && { steps: [{ type: "extract", as: "markdown", selector }] }),
      monitor,
      ...(schedule !== null && { schedule }),
      ...(Object.keys(headers).length > 0 && { request: { headers } }),
    },
    // A page that is watched more widely than before would report what nobody asked for.
    active: !watch.paused && schedule !== null && isWhole,
    leftOut,
  };
};
