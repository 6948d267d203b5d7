/**
 * Combining marks: those of Unicode, and two half-width kana that become marks. UAX #15 calls text with at most
 * 30 in a row stream-safe; no language has that many.
 */
const MARK = String.raw`[\p{M}\uFF9E\uFF9F]`;
const HAS_MANY = new RegExp(`${MARK}{31}`, "u");
const TOO_MANY = new RegExp(`(${MARK}{30})${MARK}{1,10000}`, "gu");

/**
 * Normalises text to a Unicode form. Marks beyond 30 in a row are removed: sorting a million of them takes
 * hours, and nothing can interrupt it.
 */
export const normalForm = (text: string, form: "NFC" | "NFD" | "NFKC"): string => {
  let safe = text;
  while (safe.length > 30 && HAS_MANY.test(safe)) safe = safe.replace(TOO_MANY, "$1");
  return safe.normalize(form);
};
