import { describe, expect, it } from "@jest/globals";
import type { MonitorOptions } from "../../../../src/contract/flows/monitor.ts";
import { createDifference } from "../../../../src/engine/change/difference.ts";
import { cutPattern } from "../../../../src/engine/change/ignore.ts";
import { toNumber } from "../../../../src/engine/change/numbers.ts";

/** What a monitor makes of two values: the same, a reason for noise, or null for a change. */
const verdict = (a: unknown, b: unknown, options: MonitorOptions = {}, field = "note") =>
  createDifference(options, { places: [], parameters: {} })({ key: "k", field }, a, b);

describe("two values are equal to a monitor", () => {
  it.each([
    ["spacing", "Blue  lamp\n", " Blue lamp"],
    ["the composition of a letter", "Cafe\u0301", "Café"],
    ["nothing, however it is written", "", null],
    ["the order of keys", { a: 1, b: 2 }, { b: 2, a: 1 }],
  ])("if they differ only in %s", (_what, a, b) => {
    expect(verdict(a, b)).toBe("same");
  });
});

describe("a difference is marked as noise", () => {
  it.each([
    ["format", "invisible characters", "Blue\u00adlamp\u200b", "Bluelamp"],
    ["format", "the format of a price", "1.299,00 €", "€1,299"],
    ["format", "the format of a price in a sentence", "Now only $19.90 each", "Now only $19.9 each"],
    ["format", "grouping of a bare number", "1,299", "1299"],
    ["format", "the order of a list", ["red", "blue"], ["blue", "red"]],
    ["format", "the last bits of a number", 0.1 + 0.2, 0.3],
    ["format", "letters of another width", "ＡＢ", "AB"],
    ["visit", "a campaign", "https://s.example/a?p=2", "https://s.example/a?p=2&utm_source=x"],
    ["visit", "the place on a page", "https://s.example/a#top", "https://s.example/a#end"],
    [
      "clock",
      "the time of an update",
      "Price 20. Updated 2026-11-21 05:00",
      "Price 20. Updated 2026-11-21 06:12",
    ],
    ["clock", "the time of an update, in words", "Last update: 21 Nov, 05:00", "Last update: 21 Nov, 06:12"],
    ["age", "an age", "Posted 3 minutes ago by Ann", "Posted an hour ago by Ann"],
    ["age", "an age in German", "vor 3 Tagen", "vor 4 Tagen"],
    ["age", "an age in Arabic", "نشر قبل 3 أيام", "نشر قبل 11 يومًا"],
    ["age", "an age in Japanese", "3 日前に投稿", "4 日前に投稿"],
    ["counter", "a counter in words", "Lamp · 1,204 views", "Lamp · 1,207 views"],
    ["counter", "how many people look on", "12 people are viewing this", "9 people are viewing this"],
    ["counter", "a counter that follows its name", "Downloads: 88", "Downloads: 90"],
    ["name", "a counter within an object", { name: "x", viewCount: 1 }, { name: "x", viewCount: 2 }],
    ["age", "an age and a counter", "4 days ago, 12 views", "5 days ago, 14 views"],
  ])("with reason %s: %s", (reason, _what, a, b) => {
    expect(verdict(a, b)).toBe(reason);
  });

  it("because of its field name", () => {
    expect(verdict(1, 2, {}, "viewCount")).toBe("name");
    expect(verdict(1, 2, {}, "price")).toBeNull();
  });
});

describe("two values are different for a monitor", () => {
  it.each([
    ["prices", "€19.90", "€19.80"],
    ["prices with another currency", "€20", "$20"],
    ["versions", "1.1", "1.10"],
    ["numbers", 19.9, 19.8],
    ["dates that stand alone", "2026-11-21", "2026-11-22"],
    ["moments that stand alone", "2026-11-21T19:30:00Z", "2026-11-21T20:00:00Z"],
    ["opening hours", "Opens 19:30", "Opens 20:00"],
    [
      "a time after a word that only starts like a word for updates",
      "Standard check-in 14:00",
      "Standard check-in 16:00",
    ],
    [
      "a time some words after such a word",
      "Updated hours: open from 9:00",
      "Updated hours: open from 10:00",
    ],
    ["what stands between such a word and a time", "Stand 4, 14:00", "Stand 5, 14:00"],
    ["moments within a sentence", "Kick-off 2026-01-02 12:00, Rome", "Kick-off 2026-01-03 12:00, Rome"],
    ["times with seconds", "Best lap 01:12:45 by Ann", "Best lap 01:12:40 by Ann"],
    ["what an address calls ref", "https://s.example/?ref=1", "https://s.example/?ref=2"],
    ["what an address calls session", "https://s.example/?session=1", "https://s.example/?session=2"],
    ["what an address calls expires", "https://s.example/?expires=1", "https://s.example/?expires=2"],
    ["what an address calls ts", "https://s.example/?ts=1", "https://s.example/?ts=2"],
    ["capital letters", "sold out", "Sold out"],
    ["what an address asks for", "https://s.example/?id=1", "https://s.example/?id=2"],
    ["places in a single page application", "https://s.example/#/a", "https://s.example/#/b"],
    ["entries of a list", ["red"], ["red", "red"]],
    ["yes and no", true, false],
    ["a number and nothing", 0, null],
    ["stock counts", "3 left", "2 left"],
  ])("if they are %s", (_what, a, b) => {
    expect(verdict(a, b)).toBeNull();
  });

  it.each(["fields", "matters"])("if the field is listed in %s and counts or shows a time", (option) => {
    const wanted = { [option]: ["note"] };
    expect(verdict("1,204 views", "1,207 views", wanted)).toBeNull();
    expect(verdict("3 minutes ago", "4 minutes ago", wanted)).toBeNull();
    expect(verdict("1,204  views", "1,204 views", wanted)).toBe("same");
    expect(verdict("€20.00", "€20", wanted)).toBe("format");
  });
});

describe("an ignore pattern", () => {
  it.each([
    ["Offer ends in 3 days! Lamp", "Offer ends*!", " Lamp"],
    ["a AD b ad c", "ad", "a  b  c"],
    ["Lamp - code 123", "code *", "Lamp - "],
    ["until noon: Lamp", "*: ", " Lamp"],
    ["<1> x <2> y", "<*>", " x  y"],
    ["no match here", "some*thing", "no match here"],
    ["open <1", "<*>", "open <1"],
  ])("removes from %p what %p matches", (text, pattern, rest) => {
    expect(cutPattern(text, pattern)).toBe(rest);
  });

  it("takes linear time, whatever the text", () => {
    const startedAt = performance.now();
    for (const pattern of ["a*a*a*a*b", "*a*", "a*", "a"]) cutPattern("a".repeat(100_000), pattern);
    expect(performance.now() - startedAt).toBeLessThan(2_000);
  });

  it("makes texts equal that differ only there", () => {
    const options = { ignore: ["Delivery by *."] };
    expect(verdict("Lamp, delivery by Monday.", "Lamp, delivery by Tuesday.", options)).toBe("same");
  });
});

describe("noise detection", () => {
  it.each([
    ["digits", "1 ".repeat(9_000)],
    ["separated digits", "1,".repeat(9_000)],
    ["words before a time", "updated ".repeat(2_400)],
    ["currencies", "€ ".repeat(9_000)],
  ])("is fast for long texts of %s", (_what, text) => {
    const startedAt = performance.now();
    verdict(text, `${text}.`);
    expect(performance.now() - startedAt).toBeLessThan(1_000);
  });
});

describe("the number in a value", () => {
  it.each([
    [19.9, 19.9],
    ["£1,299.00", 1299],
    ["1.299,00 €", 1299],
    ["-5", -5],
    ["Now 12.50 €, 3 left", 12.5],
    ["3 of 12", 3],
    ["3 and 12", null],
    ["none", null],
    [true, null],
    [null, null],
  ])("of %p is %p", (value, number) => {
    expect(toNumber(value)).toBe(number);
  });
});
