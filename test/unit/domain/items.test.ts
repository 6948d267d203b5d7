import { describe, expect, it } from "@jest/globals";
import { readAllItems } from "../../../src/domain/items/output.ts";
import type { OutputPart } from "../../../src/store/runs/runDetail.ts";

const RUN = { id: "run-1", accountId: "acc-1" };
const AHEAD = 16;

const partsOf = (count: number, bytes: number): OutputPart[] =>
  Array.from({ length: count }, (_, first) => ({ first, items: 1, bytes, objectKey: String(first) }));

/** Answers only when this many parts are requested at once or no others are left, the last request first. */
const createSlowObjects = (count: number, together: number) => {
  let asked = 0;
  let most = 0;
  let rounds = 0;
  const waiting: (() => void)[] = [];
  const answer = (): void => {
    rounds += 1;
    for (const each of waiting.splice(0).reverse()) each();
  };
  return {
    seen: () => ({ most, rounds }),
    getText: (key: string): Promise<string> =>
      new Promise((resolve) => {
        asked += 1;
        most = Math.max(
          most,
          waiting.push(() => resolve(`${JSON.stringify({ n: Number(key) })}\n`)),
        );
        if (waiting.length === together || asked === count) setImmediate(answer);
      }),
  };
};

const readParts = async (parts: readonly OutputPart[], together: number) => {
  const objects = createSlowObjects(parts.length, together);
  let queries = 0;
  const runs = {
    findPart: async () => parts[0] ?? null,
    listParts: async (_account: string, _run: string, first: number, limit: number) => {
      queries += 1;
      return parts.slice(first, first + limit);
    },
  };
  const items = await readAllItems({ store: { runs }, objects } as never, RUN);
  return { numbers: items.map(({ n }) => n), queries, ...objects.seen() };
};

describe("the output of a long run", () => {
  it("is read in order, with a bounded number of parts at a time", async () => {
    const count = 2_000;
    const { numbers, queries, most, rounds } = await readParts(partsOf(count, 100), AHEAD);
    expect(numbers).toEqual(Array.from({ length: count }, (_, n) => n));
    expect(most).toBe(AHEAD);
    // One after another they would be 2,000.
    expect(rounds).toBeLessThanOrEqual(count / AHEAD + 1);
    expect(queries).toBeLessThan(count / 50);
  });

  it("is held in bounded memory, whatever the size of its parts", async () => {
    expect(await readParts(partsOf(20, 30_000_000), 2)).toMatchObject({ most: 2 });
    expect(await readParts(partsOf(5, 100_000_000), 1)).toMatchObject({ most: 1 });
  });
});
