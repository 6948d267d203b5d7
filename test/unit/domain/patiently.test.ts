import { describe, expect, it } from "@jest/globals";
import { patiently } from "../../../src/domain/runs/patiently.ts";
import { ConditionFailed, TableBusy } from "../../../src/store/table.ts";

/** A write that fails with each of these errors, one after the other, and then succeeds. */
const failing = (...errors: readonly Error[]) => {
  const left = [...errors];
  let attempts = 0;
  return {
    attempts: () => attempts,
    write: async (): Promise<string> => {
      attempts += 1;
      const error = left.shift();
      if (error) throw error;
      return "written";
    },
  };
};

const busy = () => new TableBusy(new Error("conflict"));

describe("a patient write", () => {
  it("is repeated if its items were busy at each attempt", async () => {
    const { write, attempts } = failing(busy(), busy(), busy());
    expect(await patiently(write)).toBe("written");
    expect(attempts()).toBe(4);
  });

  it("is given up before its worker has to end", async () => {
    const { write, attempts } = failing(busy(), busy(), busy(), busy(), busy());
    await expect(patiently(write)).rejects.toBeInstanceOf(TableBusy);
    expect(attempts()).toBe(4);
  });

  it("is not repeated if it was refused, or if it is not known whether it took effect", async () => {
    for (const error of [new ConditionFailed([{ pk: "a", sk: "b" }]), new Error("socket hang up")]) {
      const { write, attempts } = failing(error);
      await expect(patiently(write)).rejects.toBe(error);
      expect(attempts()).toBe(1);
    }
  });
});
