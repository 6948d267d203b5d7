/** Labels of pagers, in the web's major languages. Lower case, without arrows. */
import words from "../extract/vocabulary/pageLinks.json" with { type: "json" };

/** In the class or id of boxes whose buttons turn something other than the pages of a list. */
export const SLIDER = /carousel|slider|slick|swiper|gallery|calendar|datepicker/i;

export const NEXT_WORDS: ReadonlySet<string> = new Set(words.next);

/** Texts of links that are only an arrow; trusted only within a pager or with a page number in the URL. */
export const NEXT_SYMBOLS: ReadonlySet<string> = new Set([
  ">",
  "›",
  "»",
  "→",
  "❯",
  "▶",
  "►",
  "⟩",
  ">>",
  "≫",
  "⇒",
  "⟶",
]);

/** Labels of buttons that extend a list. */
export const MORE_WORDS: readonly string[] = words.more;

/** In labels of buttons that extend a list, as opposed to expanding a text. */
export const OF_LISTS = new RegExp(words.moreOfLists.join("|"), "i");
