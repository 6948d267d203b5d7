import { describe, expect, it } from "@jest/globals";
import { canonOf } from "../../../../src/engine/change/canonical.ts";
import { cutPattern } from "../../../../src/engine/change/noise.ts";
import { toNumber } from "../../../../src/engine/change/numbers.ts";

const canon = (value: unknown, ignore: string[] = []) => canonOf(value, { isWanted: false, ignore });

describe("two values are the same to a monitor", () => {
  it.each([
    ["spacing", "Blue  lamp\n", " Blue lamp"],
    ["invisible characters", "Blue\u00adlamp\u200b", "Bluelamp"],
    ["forms of one letter", "Cafe\u0301", "Café"],
    ["nothing, however it is written", "", null],
    ["the format of a price", "1.299,00 €", "€1,299"],
    ["the format of a price in a sentence", "Now only $19.90 each", "Now only $19.9 each"],
    ["grouping of a bare number", "1,299", "1299"],
    ["the order of a list", ["red", "blue"], ["blue", "red"]],
    ["the order of keys", { a: 1, b: 2 }, { b: 2, a: 1 }],
    ["the last bits of a number", 0.1 + 0.2, 0.3],
    [
      "a session in an address",
      "https://s.example/a?sid=1&p=2",
      "https://s.example/a?p=2&sid=77&utm_source=x",
    ],
    ["a session in a path", "https://s.example/a;jsessionid=AA?p=2", "https://s.example/a?p=2"],
    [
      "a signature in an address",
      "https://s.example/i.png?X-Amz-Signature=1",
      "https://s.example/i.png?X-Amz-Signature=2",
    ],
    [
      "the expiry of a signature",
      "https://s.example/i.png?Expires=1&Signature=a",
      "https://s.example/i.png?Expires=2&Signature=b",
    ],
    ["the time of an update", "Price 20. Updated 2026-11-21 05:00", "Price 20. Updated 2026-11-21 06:12"],
    ["the time of an update, in words", "Last update: 21 Nov, 05:00", "Last update: 21 Nov, 06:12"],
    ["an age", "Posted 3 minutes ago by Ann", "Posted an hour ago by Ann"],
    ["an age in German", "vor 3 Tagen", "vor 4 Tagen"],
    ["a counter in words", "Lamp · 1,204 views", "Lamp · 1,207 views"],
    ["how many people look on", "12 people are viewing this", "9 people are viewing this"],
    ["a counter that follows its name", "Downloads: 88", "Downloads: 90"],
    ["a counter within an object", { name: "x", viewCount: 1 }, { name: "x", viewCount: 2 }],
  ])("where they differ only by %s", (_what, a, b) => {
    expect(canon(a)).toBe(canon(b));
  });
});

describe("two values are different to a monitor", () => {
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
  ])("where they are %s", (_what, a, b) => {
    expect(canon(a)).not.toBe(canon(b));
  });

  it("where a field that was asked for by name counts or tells the time", () => {
    const wanted = (value: string) => canonOf(value, { isWanted: true, ignore: [] });
    expect(wanted("1,204 views")).not.toBe(wanted("1,207 views"));
    expect(wanted("3 minutes ago")).not.toBe(wanted("4 minutes ago"));
    expect(wanted("1,204  views")).toBe(wanted("1,204 views"));
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
  ])("cuts from %p what %p matches", (text, pattern, rest) => {
    expect(cutPattern(text, pattern)).toBe(rest);
  });

  it("takes no longer than a walk along the text, whatever it is", () => {
    const startedAt = performance.now();
    for (const pattern of ["a*a*a*a*b", "*a*", "a*", "a"]) cutPattern("a".repeat(100_000), pattern);
    expect(performance.now() - startedAt).toBeLessThan(2_000);
  });

  it("makes texts the same that differ only there", () => {
    expect(canon("Lamp, delivery by Monday.", ["delivery by *."])).toBe(
      canon("Lamp, delivery by Tuesday.", ["Delivery by *."]),
    );
  });
});

describe("the search for noise", () => {
  it.each([
    ["digits", "1 ".repeat(9_000)],
    ["separated digits", "1,".repeat(9_000)],
    ["words before a time", "updated ".repeat(2_400)],
    ["currencies", "€ ".repeat(9_000)],
  ])("takes no time over long texts of %s", (_what, text) => {
    const startedAt = performance.now();
    canon(text);
    expect(performance.now() - startedAt).toBeLessThan(1_000);
  });
});

describe("a number is read from a value", () => {
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
  ])("%p is %p", (value, number) => {
    expect(toNumber(value)).toBe(number);
  });
});
