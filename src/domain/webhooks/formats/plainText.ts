/**
 * Page text in messages. It can never start a line, mention anybody, link anywhere or format anything.
 */

/** An invisible character that breaks up mentions, links and markup. */
const WORD_JOINER = "\u2060";

/**
 * Controls, line and paragraph separators, and the characters that turn the direction of what follows: without
 * them, a text cannot reorder what stands after it.
 */
const UNPLACED = /[\p{Cc}\u2028\u2029\u202A-\u202E\u2066-\u2069]+/gu;

/** Ties that a receiver could follow: `@here`, `#general`, URLs, `<!channel>`, `${…}` and `{{…}}` of templates. */
const TIES = /[@＠#<]|:\/\/|\b(?:www|mailto|tel)\b|\$(?=\{)|\{(?=\{)|&(?=[#\w]+;)/giu;

/** One line of plain text without lone surrogates. */
export const toLine = (text: string): string => text.toWellFormed().replace(UNPLACED, " ").trim();

const breakTies = (text: string): string => text.replace(TIES, (found) => found + WORD_JOINER);

export interface Room {
  /** The limit, in what `sizeOf` counts. */
  readonly max: number;
  /** What a character is written as. */
  readonly write?: (character: string) => string;
  /** Default: UTF-16 code units, of which no text has fewer than characters. */
  readonly sizeOf?: (written: string) => number;
}

/** The beginning of a text that fits, cut between characters. */
export const cutTo = (
  text: string,
  { max, write = (character) => character, sizeOf = ({ length }) => length }: Room,
): string => {
  const written = [...text.slice(0, max)].map(write);
  const room = text.length > max ? -1 : max - written.reduce((sum, each) => sum + sizeOf(each), 0);
  if (room >= 0) return written.join("");
  let left = max - sizeOf("…");
  const end = written.findIndex((each) => {
    left -= sizeOf(each);
    return left < 0;
  });
  return `${written.slice(0, end < 0 ? written.length : end).join("")}…`;
};

/** A page's text as one harmless line of at most `max` UTF-16 code units. */
export const placed = (text: string, room: Room): string => cutTo(breakTies(toLine(text)), room);

/** A URL of the service as a value: nothing in it looks like a mention. */
export const placedUrl = (url: string): string => url.replaceAll("@", "%40");
