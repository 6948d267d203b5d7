/**
 * Marks that a letter may bear: those of Unicode, and two of half-width kana that become marks. UAX #15 calls text with
 * no more than 30 in a row stream-safe; no language has that many.
 */
const MARK = String.raw`[\p{M}\uFF9E\uFF9F]`;
const HAS_MANY = new RegExp(`${MARK}{31}`, "u");
const TOO_MANY = new RegExp(`(${MARK}{30})${MARK}{1,10000}`, "gu");

/**
 * Text in a normal form of Unicode. Marks that no letter bears are left out: putting a million of them in order takes
 * hours, in which nothing can end the work.
 */
export const normalForm = (text: string, form: "NFC" | "NFD" | "NFKC"): string => {
  let safe = text;
  while (safe.length > 30 && HAS_MANY.test(safe)) safe = safe.replace(TOO_MANY, "$1");
  return safe.normalize(form);
};
