import { describe, expect, it } from "@jest/globals";
import { FlowDefinition } from "../../../src/contract/flows/flowDefinition.ts";
import { type Judged, judgeRun, profileOf } from "../../../src/domain/quality/judge.ts";
import { countFilled } from "../../../src/domain/quality/profile.ts";
import { proposeExpectations } from "../../../src/domain/quality/propose.ts";

const flowWith = (over: object = {}) =>
  FlowDefinition.parse({
    name: "Books",
    url: "https://shop.example/books",
    mode: "extract",
    steps: [{ type: "extract", label: "books", selector: "article", fields: ["title: h2", "price: .price"] }],
    ...over,
  });
const FLOW = flowWith();

const run = (items: number, filled: Record<string, number> = { title: items, price: items }, flow = FLOW) =>
  profileOf(flow, { items, filled });

const judge = (over: Partial<Judged>) =>
  judgeRun({ flow: FLOW, run: run(10), good: [run(10)], doubled: 0, ...over });
const codesOf = (over: Partial<Judged>) =>
  judge(over).map(({ code, field }) => (field === null ? code : `${code} ${field}`));
const expecting = (expectations: object) => flowWith({ expect: expectations });

describe("a run is reported", () => {
  it("if it finds nothing, with the step and the reason", () => {
    const healing = {
      steps: null,
      prints: {},
      findings: [
        {
          path: [0],
          field: null,
          selector: "article",
          url: "",
          outcome: { broken: "nothing like it is there" },
        },
      ],
    } as unknown as NonNullable<Judged["healing"]>;
    expect(judge({ run: run(0, {}), healing })).toEqual([
      {
        code: "no-items",
        message:
          "Nothing was collected, but the last good run had 10 items. If this is correct, set expect.minItems to 0. Step books (article): nothing like it is there.",
        step: "books",
        field: null,
      },
    ]);
  });

  it("if no earlier run found anything either", () => {
    expect(codesOf({ run: run(0, {}), good: [] })).toEqual(["nothing-found"]);
  });

  it("if a field is now empty in all items, or its column is missing", () => {
    expect(codesOf({ run: run(10, { title: 10, price: 0 }) })).toEqual(["lost-field price"]);
    expect(codesOf({ run: run(10, { title: 10 }) })).toEqual(["lost-field price"]);
  });

  it.each([
    ["fewer items, and more empty values", { run: run(4, { title: 4, price: 1 }) }],
    [
      "a field that was mostly empty before",
      { run: run(9, { title: 9, price: 0 }), good: [run(10, { title: 10, price: 4 })] },
    ],
    [
      "a field that one of the last runs did not have",
      { run: run(9, { title: 9, price: 0 }), good: [run(10), run(10, { title: 10, price: 0 })] },
    ],
    ["one empty field of one item", { run: run(1, { title: 1, price: 0 }), good: [run(1)] }],
    [
      "a field that the flow no longer asks for",
      {
        run: run(9, { title: 9 }),
        good: [run(10, undefined, flowWith({ url: "https://shop.example/old" }))],
      },
    ],
    ["nothing, where nothing is fine", { flow: expecting({ minItems: 0 }), run: run(0, {}) }],
    [
      "an empty field that may be",
      { flow: expecting({ maxNullShare: { price: 1 } }), run: run(10, { title: 10, price: 0 }) },
    ],
    ["a monitor that finds nothing: it fails", { flow: flowWith({ mode: "monitor" }), run: run(0, {}) }],
  ] as const)("except for %s", (_, given) => {
    expect(codesOf(given as Partial<Judged>)).toEqual([]);
  });
});

describe("a flow's expectations", () => {
  it.each([
    [{ minItems: 11 }, { run: run(10) }, ["min-items"]],
    [{ minItems: 1 }, { run: run(0, {}), good: [] }, ["no-items"]],
    [{ minItems: 10 }, { run: run(10) }, []],
    [{ maxNullShare: { price: 0.2 } }, { run: run(10, { title: 10, price: 7 }) }, ["null-share price"]],
    [{ maxNullShare: { price: 0.3 } }, { run: run(10, { title: 10, price: 7 }) }, []],
    [{ maxNullShare: { stock: 0.5 } }, { run: run(10) }, ["null-share stock"]],
    [{ unique: ["title"] }, { doubled: 2 }, ["not-unique title"]],
    [{ unique: ["title", "price"] }, { doubled: 1 }, ["not-unique"]],
    [{ maxDrop: 0.2 }, { run: run(7), good: [run(10), run(12), run(9)] }, ["dropped"]],
    [{ maxDrop: 0.3 }, { run: run(7), good: [run(10), run(12), run(9)] }, []],
  ] as const)("%j with %j report %j", (expectations, given, codes) => {
    const flow = expecting(expectations);
    expect(codesOf({ ...(given as Partial<Judged>), flow })).toEqual(codes);
  });
});

describe("suggested expectations", () => {
  const good = [run(100, { title: 100, price: 95 }), run(120, { title: 120, price: 108 }), run(90)];

  it("are met by the runs they are based on", () => {
    const proposed = proposeExpectations(good);
    expect(proposed).toEqual({ minItems: 45, maxNullShare: { title: 0.1, price: 0.2 }, maxDrop: 0.45 });
    const flow = expecting(proposed ?? {});
    for (const each of good) expect(codesOf({ flow, run: each, good })).toEqual([]);
  });

  it("do not exist before a run has collected anything", () => {
    expect(proposeExpectations([])).toBeNull();
  });
});

it("counts filled fields over batches, and a field without values as 0", () => {
  const first = countFilled({}, [
    { a: 1, b: null },
    { a: "", b: [] },
  ]);
  expect(first).toEqual({ a: 1, b: 0 });
  expect(countFilled(first, [{ a: 0, c: false }])).toEqual({ a: 2, b: 0, c: 1 });
});
