import { describe, expect, it } from "@jest/globals";
import { onlyKey } from "../../../src/adapters/keyring.ts";
import { makeId } from "../../../src/contract/ids.ts";
import { hashKey, isWellFormedKey, makeKey, maskKey } from "../../../src/domain/keys/format.ts";
import { createCursors } from "../../../src/domain/lists/cursors.ts";

describe("an API key", () => {
  it("is recognized as mistyped if any character is wrong or missing", () => {
    const key = makeKey();
    expect(isWellFormedKey(key)).toBe(true);
    for (let i = 0; i < key.length; i += 1) {
      const other = key.charAt(i) === "x" ? "y" : "x";
      expect(isWellFormedKey(key.slice(0, i) + other + key.slice(i + 1))).toBe(false);
      expect(isWellFormedKey(key.slice(0, i) + key.slice(i + 1))).toBe(false);
    }
  });

  it("is unique, and cannot be derived from its mask or hash", () => {
    const keys = new Set(Array.from({ length: 500 }, makeKey));
    expect(keys.size).toBe(500);
    const [key = ""] = keys;
    expect(maskKey(key)).toBe(`gl_live_************${key.slice(-4)}`);
    expect(hashKey(key)).toMatch(/^[0-9a-f]{64}$/);
  });
});

describe("an id", () => {
  it("has its type's prefix and a fixed number of digits, and sorts by creation time", () => {
    const ids = [0, 1, 1_795_000_000_000, 9_999_999_999_999].map((ms) => makeId("run", ms, 0.999_999_9));
    for (const id of ids) expect(id).toMatch(/^run-\d{19}$/);
    expect([...ids].sort()).toEqual(ids);
  });
});

describe("a cursor", () => {
  const key = Buffer.alloc(32, 7);
  const scope = {
    accountId: "acct-1",
    operation: "listRuns",
    filters: { status: "failed", flowId: undefined },
  };
  const at = (nowMs: number) =>
    createCursors(
      async () => onlyKey(key),
      () => nowMs,
    );

  it("decodes to the position it was issued for, whatever the order of the filters", async () => {
    const cursor = await at(1000).issue(scope, "run-1");
    expect(await at(2000).read({ ...scope, filters: { flowId: undefined, status: "failed" } }, cursor)).toBe(
      "run-1",
    );
  });

  it("is refused for another account, operation or filter, after any change, and after a day", async () => {
    const cursor = await at(1000).issue(scope, "run-1");
    const refused = { code: "invalid-request" };
    await expect(at(1000).read({ ...scope, accountId: "acct-2" }, cursor)).rejects.toMatchObject(refused);
    await expect(at(1000).read({ ...scope, operation: "listFlows" }, cursor)).rejects.toMatchObject(refused);
    await expect(at(1000).read({ ...scope, filters: {} }, cursor)).rejects.toMatchObject(refused);
    await expect(at(1000 + 86_400_001).read(scope, cursor)).rejects.toMatchObject(refused);
    for (const text of ["", ".", "a.b", "x".repeat(2000), `${cursor}A`])
      await expect(at(1000).read(scope, text)).rejects.toMatchObject(refused);
    for (const spelling of [`${cursor}=`, `${cursor}.x`, `${cursor}!`])
      await expect(at(1000).read(scope, spelling)).rejects.toMatchObject(refused);
    for (let i = 0; i < cursor.length; i += 1) {
      const changed = cursor.slice(0, i) + (cursor.charAt(i) === "A" ? "B" : "A") + cursor.slice(i + 1);
      await expect(at(1000).read(scope, changed)).rejects.toMatchObject(refused);
    }
  });
});
