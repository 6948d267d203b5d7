/** Stands in the package for `Map.groupBy`, the one thing of ES2024 that Node 20 lacks and our sources use. */
export const mapGroupBy = <Key, Value>(
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
