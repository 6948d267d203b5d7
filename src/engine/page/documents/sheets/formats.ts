/** How numbers in workbooks are shown: dates, percentages and amounts of money are numbers with a format. */

import { PRICED } from "../../../extract/values/prices.ts";

/** Formats that are built in, by number: ECMA-376 18.8.30. */
const BUILT_IN_DATES: ReadonlySet<number> = new Set([14, 15, 16, 17, 22, 27, 30, 36, 45, 46, 47, 50, 57]);
const BUILT_IN_TIMES: ReadonlySet<number> = new Set([18, 19, 20, 21]);
const BUILT_IN_PERCENT: ReadonlySet<number> = new Set([9, 10]);

export type NumberKind = "number" | "date" | "time" | "percent" | { readonly currency: string };

/** The format of positive numbers: others may follow for negative ones, for zero and for text. */
const forPositive = (code: string): string => code.split(";")[0] ?? "";

/**
 * The currency that a format shows: `[$€-407]`, `"CHF"`, `$`. Formats built in have none, as theirs is that of the
 * reader's own country.
 */
const currencyOf = (code: string): string | undefined => {
  const shown = forPositive(code);
  const marked = /\[\$([^\]-]+)/.exec(shown)?.[1];
  // `[$-409]` marks a language.
  const written = /"\s*(?<code>[A-Z]{3})\s*"|(?<sign>\p{Sc})/u.exec(shown.replace(/\[[^\]]*\]/g, ""))?.groups;
  const currency = (marked ?? written?.code ?? written?.sign)?.trim();
  return currency !== undefined && PRICED.test(`${currency} 1`) ? currency : undefined;
};

/** What a format shows, without texts in quotes, escapes and colours. */
const bare = (code: string): string =>
  forPositive(code).replace(/"[^"]*"|\\.|_.|\*.|\[(?!h+\]|m+\]|s+\])[^\]]*\]/gi, "");

export const kindOfFormat = (id: number, code: string | undefined): NumberKind => {
  if (code === undefined) {
    if (BUILT_IN_DATES.has(id)) return "date";
    if (BUILT_IN_TIMES.has(id)) return "time";
    return BUILT_IN_PERCENT.has(id) ? "percent" : "number";
  }
  const shown = bare(code).toLowerCase();
  if (/[yd]|mmm/.test(shown)) return "date";
  if (/[hs]/.test(shown)) return "time";
  if (shown.includes("%")) return "percent";
  const currency = currencyOf(code);
  return currency ? { currency } : "number";
};

const DAY_MS = 86_400_000;
/** Day 0 of workbooks, so that 1 March 1900 is right: before it, they count a 29 February that never was. */
const EPOCH_1900 = Date.UTC(1899, 11, 30);
const EPOCH_1904 = Date.UTC(1904, 0, 1);
const MAX_DAYS = 2_958_465;

/** A number without the tails of binary fractions: as a spreadsheet shows it with 15 digits. */
const plain = (value: number): string => String(Number(value.toPrecision(15)));

/** An amount after its currency. A fourth decimal keeps a point before three from being read as one between thousands. */
export const showAmount = (value: number, currency: string): string =>
  `${currency} ${plain(value).replace(/\.\d{3}$/, "$&0")}`;

const timeOf = (iso: string): string => iso.slice(11, 19).replace(/:00$/, "");

/** A value as text: dates in ISO 8601, percentages with their sign, amounts after their currency. */
export const showNumber = (raw: string, kind: NumberKind, is1904: boolean): string => {
  const value = Number(raw);
  if (raw.trim() === "" || !Number.isFinite(value)) return raw;
  if (kind === "percent") return `${plain(value * 100)}%`;
  if (typeof kind === "object") return showAmount(value, kind.currency);
  if (kind === "number" || value < 0 || value > MAX_DAYS) return plain(value);
  const early = !is1904 && value >= 1 && value < 60 ? 1 : 0;
  const ms = (is1904 ? EPOCH_1904 : EPOCH_1900) + Math.round((value + early) * 86_400) * 1_000;
  const iso = new Date(ms).toISOString();
  if (kind === "time" && value < 1) return timeOf(iso);
  return ms % DAY_MS === 0 ? iso.slice(0, 10) : `${iso.slice(0, 10)}T${iso.slice(11, 19)}`;
};
