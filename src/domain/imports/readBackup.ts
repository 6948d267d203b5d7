/** What a backup of changedetection.io contains. The file is hostile until proven otherwise. */

import * as z from "zod";
import { isObject } from "../../contract/json.ts";

/** A value of the wrong type counts as not set. */
const lenient = <T extends z.ZodType>(schema: T, fallback: z.output<T>) => schema.catch(fallback as never);

const MAX_CHARS = 5_000;
const text = lenient(z.string().max(MAX_CHARS), "");
const flag = lenient(z.boolean(), false);
const texts = lenient(
  z.array(z.unknown()).transform((list) => list.slice(0, 200).filter((each) => typeof each === "string")),
  [],
);
const count = lenient(z.coerce.number().min(0).max(100_000), 0);

const Interval = lenient(
  z.object({ weeks: count, days: count, hours: count, minutes: count, seconds: count }).nullable(),
  null,
);
export type Interval = z.infer<typeof Interval>;

const headers = lenient(z.record(z.string(), z.unknown()), {});

const Watch = z.looseObject({
  url: text,
  title: lenient(z.string().max(MAX_CHARS).nullable(), null),
  page_title: lenient(z.string().max(MAX_CHARS).nullable(), null),
  processor: text,
  paused: flag,
  include_filters: texts,
  subtractive_selectors: texts,
  ignore_text: texts,
  trigger_text: texts,
  headers,
  method: text,
  fetch_backend: text,
  filter_text_added: lenient(z.boolean(), true),
  filter_text_removed: lenient(z.boolean(), true),
  filter_text_replaced: lenient(z.boolean(), true),
  in_stock_only: flag,
  time_between_check: Interval,
  time_between_check_use_default: lenient(z.boolean().nullable(), null),
  // Newer releases keep these two apart.
  restock_settings: lenient(
    z.looseObject({
      in_stock_processing: text,
      price_change_threshold_percent: lenient(z.coerce.number().nullable(), null),
    }),
    { in_stock_processing: "", price_change_threshold_percent: null },
  ),
  price_change_threshold_percent: lenient(z.coerce.number().nullable(), null),
});
export type Watch = z.infer<typeof Watch>;

const Settings = lenient(
  z.looseObject({
    headers,
    requests: lenient(z.looseObject({ time_between_check: Interval }), { time_between_check: null }),
    application: lenient(
      z.looseObject({ global_ignore_text: texts, global_subtractive_selectors: texts, fetch_backend: text }),
      { global_ignore_text: [], global_subtractive_selectors: [], fetch_backend: "" },
    ),
  }),
  {
    headers: {},
    requests: { time_between_check: null },
    application: { global_ignore_text: [], global_subtractive_selectors: [], fetch_backend: "" },
  },
);
export type Settings = z.infer<typeof Settings>;

const Backup = z.looseObject({
  watching: z.record(z.string(), z.unknown()),
  settings: Settings.optional(),
});

export interface ReadBackup {
  readonly watches: readonly Watch[];
  readonly settings: Settings;
}

/** @returns null if this is no backup of changedetection.io */
export const readBackup = (backup: unknown): ReadBackup | null => {
  const read = Backup.safeParse(backup);
  if (!read.success) return null;
  return {
    watches: Object.values(read.data.watching)
      .filter(isObject)
      .map((watch) => Watch.parse(watch)),
    settings: read.data.settings ?? Settings.parse(undefined),
  };
};
