import { describe, expect, it } from "@jest/globals";
import { keepFor } from "../../../src/adapters/keepFor.ts";

describe("a cached value", () => {
  it("is read once while it is valid, however many callers there are, and read again afterwards", async () => {
    let [nowMs, reads] = [0, 0];
    const get = keepFor(
      1_000,
      () => nowMs,
      async () => {
        reads += 1;
        return reads;
      },
    );
    expect(await Promise.all([get(), get()])).toEqual([1, 1]);
    nowMs = 999;
    expect(await get()).toBe(1);
    nowMs = 1_000;
    expect(await get()).toBe(2);
  });

  it("is read again at once after a failed read", async () => {
    let reads = 0;
    const get = keepFor(1_000, Date.now, async () => {
      reads += 1;
      if (reads === 1) throw new Error("down");
      return reads;
    });
    await expect(get()).rejects.toThrow("down");
    expect(await get()).toBe(2);
  });
});
