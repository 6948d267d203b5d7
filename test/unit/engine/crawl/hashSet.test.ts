import { expect, it } from "@jest/globals";
import { shortHash } from "../../../../src/engine/crawl/address.ts";
import { createHashSet, HASH_BYTES, toBytes } from "../../../../src/engine/crawl/hashSet.ts";

const names = Array.from({ length: 200_000 }, (_, n) => shortHash(`https://shop.test/${n}`));

it("a hash set contains exactly what was added, and reports new hashes", () => {
  const set = createHashSet();
  const [added, others] = [names.slice(0, 100_000), names.slice(100_000)];
  expect(added.every((name) => set.add(name))).toBe(true);
  expect(added.some((name) => set.add(name))).toBe(false);
  expect(added.every((name) => set.has(name))).toBe(true);
  expect(others.some((name) => set.has(name))).toBe(false);
  expect(set.size()).toBe(100_000);
});

it("a hash set can be restored from bytes", () => {
  const bytes = toBytes(names);
  expect(bytes).toHaveLength(names.length * HASH_BYTES);
  const set = createHashSet();
  set.addBytes(bytes);
  set.addBytes(bytes.subarray(0, 80));
  expect(set.size()).toBe(names.length);
  expect(names.every((name) => set.has(name))).toBe(true);
});

it("a hash set can contain zero", () => {
  const set = createHashSet();
  const zero = "AAAAAAAAAAA";
  expect([set.has(zero), set.add(zero), set.add(zero), set.has(zero)]).toEqual([false, true, false, true]);
});
