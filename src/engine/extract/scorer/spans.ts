/** When something began and ended, in one short text of a record: "Oct 2020 – Aug 2022", "2012 bis 2015". */
import type { Bit } from "../page/bits.ts";
import { type Fact, labelOf, makeFact } from "../sources/facts.ts";
import { saysWhen } from "../values/dateWords.ts";
import words from "../vocabulary/numbers.json" with { type: "json" };

/** A hyphen without spaces can be part of a date. */
const BETWEEN = new RegExp(String.raw`\s*[–—~～]\s*|\s+-\s+|\s+(?:${words.range.words.join("|")})\s+`, "iu");
const MAX_SPAN = 60;

/** A year, alone or with its month and day. */
const isMoment = (text: string): boolean =>
  /(?<!\d)(?:19|20)\d{2}(?!\d)/.test(text) && text.length <= MAX_SPAN / 2 && saysWhen(text);

export const readSpan = (bits: readonly Bit[]): Fact[] => {
  for (const { text } of bits) {
    const ends = text.length <= MAX_SPAN ? text.split(BETWEEN) : [];
    if (ends.length !== 2 || !ends.every(isMoment)) continue;
    return (["start", "end"] as const).flatMap((name, at) => {
      const options = { factor: 0.85, origin: labelOf("", text) };
      const concept = `${name}Date` as const;
      return [
        makeFact("record", concept, [ends[at]], { ...options, concept }),
        makeFact("record", name, [ends[at]], { ...options, concept: null }),
      ];
    });
  }
  return [];
};
