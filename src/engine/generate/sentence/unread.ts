/** Names in a prompt without a field: reported in the flow's notes. */
import { type Concept, conceptOf } from "../../extract/vocabulary/concepts.ts";
import { splitWords } from "../../extract/vocabulary/words.ts";
import { enumerate, isName, isNoun, isWord, partArabic, STOP } from "./enumeration.ts";
import { takeLinks } from "./otherLinks.ts";
import { conceptIn, nounIn, splitSentence } from "./tokens.ts";
import type { WantedField } from "./wanted.ts";
import { MANY, ONE } from "./words.ts";

/** "hp": too short to be looked for on a page. */
const BRIEF = /^\p{L}{2}$/u;

/** Names that a prompt lists and that match none of its fields. */
export const unreadNames = (text: string, noun: string | null, fields: readonly WantedField[]): string[] => {
  const { rest } = takeLinks(partArabic(text));
  const read = new Set(
    fields.flatMap(({ name, said = "" }) => splitSentence(`${splitWords(name).join(" ")} ${said}`)),
  );
  const concepts = new Set(fields.map(({ concept }) => concept).filter((concept) => concept !== null));
  const isRead = (word: string): boolean =>
    read.has(word) ||
    concepts.has(conceptIn(word)?.concept ?? ("" as Concept)) ||
    STOP.has(word) ||
    isNoun(word);
  return enumerate(rest)
    .flatMap(({ names, isSure }) =>
      names.filter(
        (name) => (isName(name) || (isSure && BRIEF.test(name))) && isWord(name.toLowerCase(), isSure),
      ),
    )
    .filter((name) => {
      if (fields.some((field) => field.name === name)) return false;
      const concept = conceptOf(name);
      if (concept !== null && concepts.has(concept)) return false;
      const words = splitSentence(name);
      const isRecord = noun !== null && words.some((word) => (nounIn(word) ?? nounIn(`${word}s`)) === noun);
      return !isRecord && words.some((word) => !isRead(word) && !MANY.test(word) && !ONE.test(word));
    });
};
