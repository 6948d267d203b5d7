/** Finds names that are part of each other without comparing each with each. */

/** What every name holds, so that a name without words is part of all. */
const NOTHING = "";
/** With more of one name, a record is compared with the first ones: a thousand events of one day and name are not one. */
const MAX_FOUND = 50;

/** Creates an index of things by the words of their names. */
export const createNameIndex = <T>() => {
  /** Things by each word of their names. */
  const holders = new Map<string, Set<T>>();
  /** Things by one word of their name: the one that fewest others had. */
  const anchored = new Map<string, Set<T>>();
  const countOf = (word: string): number => holders.get(word)?.size ?? 0;
  const rarestOf = (words: ReadonlySet<string>): string =>
    [...words, NOTHING].reduce((best, word) => (countOf(word) < countOf(best) ? word : best));
  const put = (map: Map<string, Set<T>>, word: string, thing: T): void => {
    const own = map.get(word);
    if (own) own.add(thing);
    else map.set(word, new Set([thing]));
  };
  return {
    /** Adds a thing, or further words of one that the index has. */
    add: (words: ReadonlySet<string>, thing: T): void => {
      put(anchored, rarestOf(words), thing);
      for (const word of [...words, NOTHING]) put(holders, word, thing);
    },
    /** The things whose names can hold the given words, or be part of them; any that it leaves out do neither. */
    find: (words: ReadonlySet<string>): readonly T[] => {
      const found = new Set<T>();
      const take = (things: Iterable<T>): void => {
        for (const thing of things) {
          if (found.size >= MAX_FOUND) return;
          found.add(thing);
        }
      };
      take(holders.get(rarestOf(words)) ?? []);
      for (const word of [...words, NOTHING]) take(anchored.get(word) ?? []);
      return [...found];
    },
  };
};
