/** The package's substitute for `Map.groupBy`, which Node 20 lacks. */
export const standInForMapGroupBy = <Key, Value>(
  values: Iterable<Value>,
  keyOf: (value: Value, index: number) => Key,
): Map<Key, Value[]> => {
  const groups = new Map<Key, Value[]>();
  let index = 0;
  for (const value of values) {
    const key = keyOf(value, index);
    const group = groups.get(key);
    if (group) group.push(value);
    else groups.set(key, [value]);
    index += 1;
  }
  return groups;
};

/** The package's substitute for `URL.parse`, which Node 20 has only in its last versions. */
export const standInForUrlParse = (text: string, base?: string): URL | null =>
  URL.canParse(text, base) ? new URL(text, base) : null;
