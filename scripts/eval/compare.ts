/** Decides whether a value counts as found, as defined in `docs/quality.md` under "Measures". */
import { wordF1, wordsOf } from "./measures.ts";

const plain = (text: unknown): string => wordsOf(String(text ?? "").normalize("NFKC")).join(" ");

const TITLE_F1 = 0.8;
/** The same words, or nearly: one page often writes its title in several ways. */
export const isSameTitle = (found: unknown, truth: string): boolean =>
  plain(found) === plain(truth) || wordF1(plain(found), plain(truth)) >= TITLE_F1;

/** One name contains the other. */
export const isSameName = (found: unknown, truth: string): boolean => {
  const [left, right] = [plain(found), plain(truth)];
  return left !== "" && right !== "" && (left === right || left.includes(right) || right.includes(left));
};

const HOUR = 3_600_000;
/** The day in a truth, in any notation ("2022-29-11", "2022-01.26"); null if it has none. */
export const dayOf = (truth: string): string | null => {
  const [, year = "", second = "", third = ""] = /^(\d{4})-(\d{1,2})[-.](\d{1,2})/.exec(truth) ?? [];
  if (year === "") return null;
  const [month, day] = Number(second) > 12 ? [third, second] : [second, third];
  return `${year}-${month.padStart(2, "0")}-${day.padStart(2, "0")}`;
};
/** Whether both are the same day. A truth in UTC matches its day in any time zone, because pages use their own. */
export const isSameDay = (found: unknown, truth: string): boolean => {
  if (typeof found !== "string") return false;
  if (found.slice(0, 10) === dayOf(truth)) return true;
  const moment = /T.*(?:Z|\+00:?00)$/.test(truth) ? Date.parse(truth) : Number.NaN;
  const from = Date.parse(found.slice(0, 10));
  return moment >= from - 14 * HOUR && moment < from + 36 * HOUR;
};

/** Letters and digits only. */
export const bare = (text: unknown): string =>
  String(text ?? "")
    .toLowerCase()
    .normalize("NFKC")
    .replace(/[^\p{L}\p{N}]+/gu, "");

/** The page without its structured data. */
export const stripMarkup = (html: string): string =>
  html
    .replace(/<script\b[^>]*application\/ld\+json[^>]*>[\s\S]*?<\/script>/gi, "")
    .replace(/\sitemprop\s*=\s*(?:"[^"]*"|'[^']*'|[^\s>]+)/gi, "");

const runsOf = (text: string): string[] => {
  const words = wordsOf(text);
  return words.slice(3).map((_, at) => words.slice(at, at + 4).join(" "));
};

/** F1 of the four-word sequences of two texts, counting repetitions. */
export const runF1 = (found: string, truth: string): number => {
  const [left, right] = [runsOf(found), runsOf(truth)];
  if (left.length === 0 || right.length === 0) return Number(left.length === right.length);
  const wanted = new Map<string, number>();
  for (const run of right) wanted.set(run, (wanted.get(run) ?? 0) + 1);
  let hits = 0;
  for (const run of left) {
    const rest = wanted.get(run) ?? 0;
    if (rest > 0) hits++;
    wanted.set(run, rest - 1);
  }
  return (2 * hits) / (left.length + right.length);
};

/** Compares only in stock or not: pages and their markup state quantities and locations differently. */
const isHad = (stock: unknown): boolean =>
  /^(?:instock|limitedavailability|onlineonly|instoreonly|true)$/.test(
    bare(stock).replace(/^httpsschemaorg/, ""),
  );
export const isSameStock = (found: unknown, truth: string): boolean =>
  found !== null && found !== undefined && isHad(found) === isHad(truth.replace(/^.*\//, ""));
