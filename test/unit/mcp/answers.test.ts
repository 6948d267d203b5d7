import { describe, expect, it } from "@jest/globals";
import { fitted } from "../../../mcp/answers.ts";

const items = Array.from({ length: 50 }, (_, index) => ({ name: `Item ${index}`, text: "x".repeat(900) }));

describe("a tool result", () => {
  it("is cut to the first items, and gives the next offset", () => {
    const text = fitted({ itemCount: 80, offset: 20, items, nextOffset: 70 });
    expect(text.length).toBeLessThanOrEqual(20_000);
    const answer = JSON.parse(text);
    const count = answer.items.length;
    expect(answer.items).toEqual(items.slice(0, count));
    expect(answer).toMatchObject({ itemCount: 80, leftOut: 50 - count, nextOffset: 20 + count });
    expect(answer.hint).toContain(`offset ${20 + count}`);
  });

  it("of a list gives a smaller limit to use, because a cursor would skip items", () => {
    const answer = JSON.parse(fitted({ total: 80, items, nextCursor: "c" }));
    expect(answer).not.toHaveProperty("nextCursor");
    expect(answer.hint).toContain(`limit ${answer.items.length}`);
  });

  it("shortens long text, and gives its full length", () => {
    expect(JSON.parse(fitted({ text: "y".repeat(1_500) })).text).toBe(
      `${"y".repeat(1_000)}… (1500 characters)`,
    );
    expect(JSON.parse(fitted({ text: "y".repeat(1_500) }, 5_000)).text).toHaveLength(1_500);
  });

  it("stays small even if a single item is too large", () => {
    const wide = Object.fromEntries(
      Array.from({ length: 400 }, (_, index) => [`f${index}`, "z".repeat(900)]),
    );
    expect(fitted({ items: [wide] }).length).toBeLessThanOrEqual(20_000);
    expect(JSON.parse(fitted({ items: [{ ...wide, more: Array(9_000).fill(1) }] })).hint).toContain(
      "fewer fields",
    );
  });
});
