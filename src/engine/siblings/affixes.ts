/** What the values of several pages start and end with: labels, suffixes, the site's name. */

export interface Affixes {
  readonly start: string;
  readonly end: string;
}

/** Fewer values can share words by chance. */
const MIN_VALUES = 3;
/** A shared end is one of the site only behind a separator: other words are part of the value ("Board Meeting"). */
const BEFORE_END = /\s*(?:[|·•»>:]|\s[-–—]\s)\s*[^|·•»>]*$/u;
const AFTER_START = /^[^|·•«<:]{1,40}(?:[|·•«<:]|\s[-–—]\s)\s*/u;

const shared = (texts: readonly string[], partOf: (text: string) => string): string => {
  const [first = "", ...rest] = texts.map(partOf);
  return first !== "" && rest.every((part) => part === first) ? first : "";
};

/** The label before all values and the suffix behind all of them; empty if the values are all the same. */
export const sharedAffixes = (values: readonly string[]): Affixes => {
  if (values.length < MIN_VALUES || new Set(values).size < 2) return { start: "", end: "" };
  return {
    start: shared(values, (text) => AFTER_START.exec(text)?.[0] ?? ""),
    end: shared(values, (text) => BEFORE_END.exec(text)?.[0] ?? ""),
  };
};

/** The value without them, or the whole value if nothing else would be left. */
export const trimAffixes = (value: string, { start, end }: Affixes): string => {
  const body = value.slice(
    start !== "" && value.startsWith(start) ? start.length : 0,
    end !== "" && value.endsWith(end) ? value.length - end.length : undefined,
  );
  return body.trim() === "" ? value : body.trim();
};
