/** A set of 64-bit hashes in 11 to 22 bytes each: 10 million take 134 MB. */

/** Bytes of a hash. */
export const HASH_BYTES = 8;

const FIRST_SLOTS = 1_024;
/** Fuller tables need long searches. */
const MAX_LOAD = 0.75;

export interface HashSet {
  readonly size: () => number;
  /** @param name a hash as `shortHash` writes it, of which the first 64 bits count */
  readonly has: (name: string) => boolean;
  /** @returns whether it is new */
  readonly add: (name: string) => boolean;
  /** Adds hashes of `HASH_BYTES` each. */
  readonly addBytes: (bytes: Buffer) => void;
}

/** The hashes as bytes, one after the other. */
export const toBytes = (names: readonly string[]): Buffer => {
  const bytes = Buffer.alloc(names.length * HASH_BYTES);
  for (const [index, name] of names.entries()) bytes.write(name, index * HASH_BYTES, HASH_BYTES, "base64url");
  return bytes;
};

/** Open addressing with linear probing. A slot is two words; an empty slot is zero. */
export const createHashSet = (): HashSet => {
  const scratch = Buffer.alloc(HASH_BYTES);
  let slots = FIRST_SLOTS;
  let table = new Uint32Array(2 * slots);
  let size = 0;

  /** The slot of a hash, or the empty one where it belongs. */
  const find = (high: number, low: number): number => {
    let slot = low & (slots - 1);
    while (table[2 * slot] !== 0 || table[2 * slot + 1] !== 0) {
      if (table[2 * slot] === high && table[2 * slot + 1] === low) return slot;
      slot = (slot + 1) & (slots - 1);
    }
    return slot;
  };

  const isAt = (slot: number): boolean => table[2 * slot] !== 0 || table[2 * slot + 1] !== 0;

  const place = (high: number, low: number): boolean => {
    const slot = find(high, low);
    if (isAt(slot)) return false;
    table[2 * slot] = high;
    table[2 * slot + 1] = low;
    return true;
  };

  const grow = (): void => {
    const before = table;
    slots *= 2;
    table = new Uint32Array(2 * slots);
    for (let at = 0; at < before.length; at += 2) {
      const [high = 0, low = 0] = [before[at], before[at + 1]];
      if (high !== 0 || low !== 0) place(high, low);
    }
  };

  const read = (bytes: Buffer, at: number): readonly [high: number, low: number] => {
    const [high, low] = [bytes.readUInt32BE(at), bytes.readUInt32BE(at + 4)];
    return [high, high === 0 && low === 0 ? 1 : low];
  };

  const parse = (name: string): readonly [high: number, low: number] => {
    scratch.fill(0);
    scratch.write(name, "base64url");
    return read(scratch, 0);
  };

  const insert = ([high, low]: readonly [high: number, low: number]): boolean => {
    if (!place(high, low)) return false;
    size += 1;
    if (size > slots * MAX_LOAD) grow();
    return true;
  };

  return {
    size: () => size,
    has: (name) => isAt(find(...parse(name))),
    add: (name) => insert(parse(name)),
    addBytes: (bytes) => {
      for (let at = 0; at + HASH_BYTES <= bytes.length; at += HASH_BYTES) insert(read(bytes, at));
    },
  };
};
