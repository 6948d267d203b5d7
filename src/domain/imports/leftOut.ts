/** Settings of changedetection.io that have no counterpart: named, never with their values. */
import type { LeftOut } from "../../contract/flows/imports.ts";
import type { Settings, Watch } from "./readBackup.ts";

const NOTIFIED = "Notifications are not imported. Create a webhook, or set who gets emails.";
const STEPS = "Steps in the browser are not imported. Add them in the flow's editor.";

const REASONS: Readonly<Record<string, string>> = {
  notification_urls: NOTIFIED,
  notification_title: NOTIFIED,
  notification_body: NOTIFIED,
  browser_steps: STEPS,
  webdriver_js_execute_code: "Scripts of your own are not run in pages.",
  webdriver_delay: "Pages are read once they have finished loading. Add a wait step if that is too early.",
  subtractive_selectors: "Parts of a page cannot be cut out. Choose the part to watch, or ignore its text.",
  extract_text: "Parts of a text cannot be picked by regular expressions. Use a condition with `matches`.",
  text_should_not_be_present: "A text cannot hold back changes. Use a condition with `not contains`.",
  conditions: "Write them as conditions of the monitor.",
  body: "Pages are read with GET.",
  proxy: "Proxies are set by the operator of the service.",
  ignore_status_codes: "A page that answers with an error fails the run.",
  check_unique_lines: "Changes are compared with the last good run only.",
  sort_text_alphabetically: "Texts are compared in the order of the page.",
  remove_duplicate_lines: "Texts are compared as they are.",
  llm_intent: "Changes are not judged by a language model.",
};

/** Whether a setting says anything: default values do not. */
const isSet = (value: unknown): boolean => {
  if (value === null || value === undefined || value === false || value === "" || value === 0) return false;
  return typeof value === "object" ? Object.keys(value).length > 0 : true;
};

/** Steps that only open the page are in every watch. */
const isIdle = (step: unknown): boolean =>
  ["", "Choose one", "Goto site"].includes(String((step as { operation?: unknown } | null)?.operation ?? ""));

const isAbsent = (name: string, value: unknown): boolean =>
  !isSet(value) || (name === "browser_steps" && Array.isArray(value) && value.every(isIdle));

export const leftOutOf = (watch: Watch, settings: Settings): LeftOut[] => {
  const found = Object.entries(REASONS)
    .filter(([name]) => !isAbsent(name, watch[name]))
    .map(([setting, reason]) => ({ setting, reason }));
  const limit = watch.time_schedule_limit as { enabled?: unknown } | null | undefined;
  const isGlobal =
    settings.application.global_subtractive_selectors.length > 0 && watch.subtractive_selectors.length === 0;
  return [
    ...found,
    ...(isGlobal
      ? [{ setting: "global_subtractive_selectors", reason: REASONS.subtractive_selectors ?? "" }]
      : []),
    ...(limit?.enabled === true
      ? [
          {
            setting: "time_schedule_limit",
            reason: "Hours are not imported. Give the flow a cron schedule instead.",
          },
        ]
      : []),
    ...(/^(?:|get)$/i.test(watch.method) ? [] : [{ setting: "method", reason: "Pages are read with GET." }]),
    ...(watch.filter_text_replaced
      ? []
      : [{ setting: "filter_text_replaced", reason: "A changed line counts as a change." }]),
  ];
};

/** What a whole backup has that is not imported. */
export const leftOutOfBackup = ({ application }: Settings): LeftOut[] => [
  {
    setting: "history",
    reason: "Earlier versions of the pages are not imported: the first run is the baseline.",
  },
  ...["notification_urls", "api_access_token", "password", "rss_access_token"]
    .filter((name) => isSet(application[name]))
    .map((setting) => ({
      setting,
      reason: setting === "notification_urls" ? NOTIFIED : "Keys and passwords are not imported.",
    })),
  ...(isSet(application.tags)
    ? [{ setting: "tags", reason: "Groups and their settings are not imported." }]
    : []),
];
