/** Shortens an item to fit storage or a response. */

/**
 * Limits of one item. A longer one keeps its first fields, then long texts are cut, then its largest fields left out.
 */
export interface ItemRoom {
  /** In bytes of JSON. */
  readonly itemBytes: number;
  readonly textChars: number;
}

/** Fields of an item that is too long. Measuring 500,000 fields took 4 s, longer than a request has left. */
export const MAX_FIELDS = 10_000;

export const bytesOf = (value: unknown): number => Buffer.byteLength(JSON.stringify(value) ?? "");

interface FittedItem {
  readonly item: Readonly<Record<string, unknown>>;
  /** Names of the texts that were cut. */
  readonly cut: readonly string[];
  /** Names of the fields that were left out; they are null. */
  readonly dropped: readonly string[];
}

/** The item, shortened to fit. */
export const fitItem = (
  item: Readonly<Record<string, unknown>>,
  { itemBytes, textChars }: ItemRoom,
): FittedItem => {
  const names = Object.keys(item).slice(0, MAX_FIELDS);
  const cut: string[] = [];
  const fitted: Record<string, unknown> = Object.fromEntries(
    names.map((name) => {
      const value = item[name];
      if (typeof value !== "string" || value.length <= textChars) return [name, value];
      cut.push(name);
      return [name, value.slice(0, textChars).toWellFormed()];
    }),
  );
  const sizes = Object.entries(fitted)
    .map(([name, value]) => ({ name, bytes: bytesOf(value) }))
    .sort((left, right) => right.bytes - left.bytes);
  let bytes = bytesOf(fitted);
  const dropped = new Set<string>();
  for (const size of sizes) {
    if (bytes <= itemBytes) break;
    bytes -= size.bytes;
    dropped.add(size.name);
    fitted[size.name] = null;
  }
  return { item: fitted, cut: cut.filter((name) => !dropped.has(name)), dropped: [...dropped] };
};
