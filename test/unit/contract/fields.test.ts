import { describe, expect, it } from "@jest/globals";
import { FieldError, formatField, parseField } from "../../../src/contract/fields/fields.ts";

/** A small seeded generator, so that a failing case can be repeated. */
const createRandom = (seed: number) => {
  let state = seed;
  return (below: number): number => {
    state = (Math.imul(state, 1_664_525) + 1_013_904_223) >>> 0;
    return Math.floor((state / 2 ** 32) * below);
  };
};

const NAMES = ["title", "in_stock", "größe", "data-id", "_x1", "A"];
const SELECTORS = [
  "h1",
  "h3 a",
  'a[href*="x|y"]',
  "a[href='mailto:a@b']",
  "li:nth-child(2)",
  "p:not(.a, .b) > em",
  "dt:contains('Price:') + dd",
  ".w\\:full",
  "#a\\|b",
  "",
];
const ATTRIBUTES = [null, "href", "data-id", "xlink:href", "content"];
const TRANSFORMS = [
  "trim",
  "number",
  "date",
  "regex(/a|b/i)",
  "regex(/[/|)]+\\/(\\d+)/)",
  "regex(/(x)\\)/u)",
  'replace(/\\s+/, " | ")',
  'replace(/"/, "\\"")',
];

describe("parseField", () => {
  it.each([
    ["title", { name: "title", list: false, source: null, transforms: [] }],
    [
      "title: h1",
      { name: "title", list: false, source: { selector: "h1", attribute: null }, transforms: [] },
    ],
    [
      "u: h3 a@href",
      { name: "u", list: false, source: { selector: "h3 a", attribute: "href" }, transforms: [] },
    ],
    [
      "id: @data-id",
      { name: "id", list: false, source: { selector: "", attribute: "data-id" }, transforms: [] },
    ],
    [
      "tags[]: .tag",
      { name: "tags", list: true, source: { selector: ".tag", attribute: null }, transforms: [] },
    ],
    [
      ' x :  a[href*="x|y"] @href |trim|  number ',
      {
        name: "x",
        list: false,
        source: { selector: 'a[href*="x|y"]', attribute: "href" },
        transforms: [{ name: "trim" }, { name: "number" }],
      },
    ],
    [
      "n | regex(/(\\d+)|x/i) | integer",
      {
        name: "n",
        list: false,
        source: null,
        transforms: [{ name: "regex", pattern: "(\\d+)|x", flags: "i" }, { name: "integer" }],
      },
    ],
  ])("reads %s", (text, field) => {
    expect(parseField(text)).toEqual(field);
  });

  it("reads back what formatField wrote, for every combination of parts", () => {
    const random = createRandom(7);
    const pick = <T>(list: readonly T[]): T => list[random(list.length)] as T;
    for (let round = 0; round < 3_000; round++) {
      const selector = pick(SELECTORS);
      const attribute = selector === "" ? "data-x" : pick(ATTRIBUTES);
      const source = random(5) === 0 ? "" : `: ${selector}${attribute === null ? "" : `@${attribute}`}`;
      const transforms = Array.from({ length: random(4) }, () => ` | ${pick(TRANSFORMS)}`).join("");
      const text = `${pick(NAMES)}${random(3) === 0 ? "[]" : ""}${source}${transforms}`;
      const field = parseField(text);
      expect(formatField(field)).toBe(text);
      expect(parseField(formatField(field))).toEqual(field);
    }
  });

  it("returns a field or throws a FieldError for any text", () => {
    const random = createRandom(11);
    const alphabet = "ab:@|[](){}\"'\\/ .#>,*=regextrim0";
    for (let round = 0; round < 5_000; round++) {
      const text = Array.from({ length: random(24) }, () => alphabet.charAt(random(alphabet.length))).join(
        "",
      );
      try {
        expect(parseField(formatField(parseField(text)))).toEqual(parseField(text));
      } catch (error) {
        expect(error).toBeInstanceOf(FieldError);
      }
    }
  });

  it.each([
    ["", /not a field name/],
    ["1a: b", /not a field name/],
    ["__proto__: b", /reserved/],
    ["constructor", /reserved/],
    ["a:", /selector is missing/],
    ["a: b[", /not a selector/],
    ["a: b::attr(href)", /css@attr/],
    ["a: b@", /not an attribute name/],
    ["a: b |", /transform is missing/],
    ["a: b | shout", /unknown transform "shout"/],
    ["a: b | trim lower", /unexpected "lower"/],
    ["a: b | trim | html", /first/],
    ["a: b | trim | own", /first/],
    ["a: b | regex", /write regex/],
    ["a: b | regex(/(/)", /Invalid regular expression/],
    ["a: b | regex(/a/g)", /unknown flags/],
    ["a: b | replace(/a/)", /write replace/],
    [`a: b | regex(/${"a".repeat(201)}/)`, /longer than 200/],
    [`a: ${"b".repeat(500)}`, /longer than 500/],
  ])("explains what is wrong with %j", (text, message) => {
    expect(() => parseField(text)).toThrow(FieldError);
    expect(() => parseField(text)).toThrow(message);
  });
});
