/** The name and description of a flow, in plain words. */

import type { OutputSchema } from "../../../contract/fields/outputSchema.ts";
import type { MonitorOptions } from "../../../contract/flows/monitor.ts";
import { capitalise } from "../../../contract/wording.ts";
import { alertWords, fieldWords, listWords, scheduleWords } from "../describe/plainWords.ts";
import type { Intent } from "../intent.ts";
import { nounIn } from "../sentence/tokens.ts";

const MAX_NAME = 120;
const MAX_DESCRIPTION = 2_000;
const MAX_URL_SHOWN = 200;

export interface Subject {
  readonly url: string;
  /** The page's own title; null if it has none. */
  readonly title: string | null;
  readonly isList: boolean;
}

const isMany = (word: string): boolean => word.endsWith("s") || nounIn(word.toLowerCase()) !== null;
const recordsOf = ({ called, noun }: Intent): string =>
  (called && /^\p{Lu}?\p{Ll}+$/u.test(called) && isMany(called) ? called : noun) ?? called ?? "records";
/** Words for the records of any page: the page's title says more. */
const ANY_RECORDS = /^(?:records|rows|items|results|entries)$/i;
const siteOf = (url: string): string => new URL(url).hostname.replace(/^www\./, "");
const shorten = (text: string, length: number): string =>
  text.length <= length ? text : `${text.slice(0, length - 1).trimEnd()}…`;

export const nameFlow = ({ url, title, isList }: Subject, intent: Intent): string => {
  const site = siteOf(url);
  const records = recordsOf(intent);
  const isNamed = isList && (title === null || !ANY_RECORDS.test(records));
  const name = isNamed ? `${capitalise(records)} from ${site}` : `${title ?? "Page"} (${site})`;
  return shorten(intent.monitoring ? `Watch: ${name}` : name, MAX_NAME);
};

const limitWords = ({ maxItems, maxPages }: Intent["limits"]): string =>
  [
    maxItems === null ? "" : `, the first ${maxItems} at most`,
    maxPages === null ? "" : maxPages === 1 ? ", from this page only" : `, from up to ${maxPages} pages`,
  ].join("");

/** What the flow contains. */
export interface Told {
  readonly outputSchema: OutputSchema;
  /** Fields read on each record's own page. */
  readonly inner: readonly string[];
  /** Actions before anything is collected. */
  readonly actions: readonly string[];
  readonly pages: "one" | "next" | "load-more" | "scroll";
  readonly monitor: MonitorOptions | undefined;
  readonly notes: readonly string[];
}

const PAGES: Readonly<Record<Told["pages"], string>> = {
  one: "",
  next: " and the pages after it",
  "load-more": ', and what its "load more" button adds',
  scroll: ", scrolled to its end",
};

/** Added if no condition of the sentence could be used. */
const ALL_CHANGES = "None of the prompt's conditions could be used, so every change raises an alert.";

/** Describes what the flow does. Fields that were not found are in the flow's `notes`. */
export const describeFlow = (subject: Subject, intent: Intent, flow: Told): string => {
  const { outputSchema, inner, actions, monitor, notes } = flow;
  const { monitoring, schedule } = intent;
  const what = subject.isList ? `of all ${recordsOf(intent)} on` : "of";
  const own = Object.keys(outputSchema).filter((name) => !inner.includes(name));
  const fields = listWords(own.map(fieldWords));
  const isUnsaid =
    monitoring !== null &&
    monitoring.ignored.length + monitoring.conditions.length > 0 &&
    (monitor?.conditions ?? []).length === 0 &&
    monitor?.restock !== true;
  return shorten(
    [
      `${monitoring ? "Watches" : "Collects"} ${fields} ${what} ${shorten(subject.url, MAX_URL_SHOWN)}${PAGES[flow.pages]}${limitWords(intent.limits)}.`,
      ...(actions.length > 0 ? [`Before that, it ${listWords(actions)}.`] : []),
      ...(inner.length > 0
        ? [
            `Opens each record's own page for ${listWords(inner.map(fieldWords))}, found by field name: no such page was opened.`,
          ]
        : []),
      ...(monitoring ? [alertWords(monitor ?? {})] : []),
      ...(isUnsaid ? [ALL_CHANGES] : []),
      ...(schedule ? [`Runs ${scheduleWords(schedule)}, once it is active.`] : []),
      ...notes,
    ].join(" "),
    MAX_DESCRIPTION,
  );
};
