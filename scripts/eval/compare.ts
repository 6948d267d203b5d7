/** Decides whether a value counts as found, as defined in `docs/quality.md` under "Measures". */
import { bagF1, wordF1, wordsOf } from "./measures.ts";

/** Words, each once apart by a space. */
export const plain = (text: unknown): string => wordsOf(String(text ?? "").normalize("NFKC")).join(" ");

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

export const RUN = 4;
/** The sequences of four words. */
export const runsOf = (words: readonly string[]): string[] =>
  words.slice(RUN - 1).map((_, at) => words.slice(at, at + RUN).join(" "));

/** F1 of the four-word sequences of two texts, counting repetitions. */
export const runF1 = (found: string, truth: string): number =>
  bagF1(runsOf(wordsOf(found)), runsOf(wordsOf(truth)));

/** Compares only in stock or not: pages and their markup state quantities and locations differently. */
const isHad = (stock: unknown): boolean =>
  /^(?:instock|limitedavailability|onlineonly|instoreonly|true)$/.test(
    bare(stock).replace(/^httpsschemaorg/, ""),
  );
export const isSameStock = (found: unknown, truth: string): boolean =>
  found !== null && found !== undefined && isHad(found) === isHad(truth.replace(/^.*\//, ""));
