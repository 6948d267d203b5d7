/** A text as a pattern that matches just it: the package runs on Node.js 20, which has no `RegExp.escape`. */
export const escapePattern = (text: string): string => text.replace(/[.*+?^${}()|[\]\\]/g, "\\$&");

/** A number with its noun: "1 entry", "2 entries". */
export const counted = (count: number, one: string, many = `${one}s`): string =>
  `${count} ${count === 1 ? one : many}`;

/** A text, or its beginning and "…" if it is longer than `most` UTF-16 units; never half a character. */
export const truncate = (text: string, most: number): string =>
  text.length > most ? `${text.slice(0, most)}…`.toWellFormed() : text;

/** The text with its first letter as a capital. */
export const capitalise = (text: string): string => text.charAt(0).toUpperCase() + text.slice(1);
