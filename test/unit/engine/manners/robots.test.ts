import { describe, expect, it } from "@jest/globals";
import { parseRobots } from "../../../../src/engine/manners/index.ts";

const ORIGIN = "https://shop.example";
const allowsAll = (text: string) => (paths: readonly string[]) =>
  paths.map((path) => parseRobots(ORIGIN, text).allows(ORIGIN + path));

describe("the rules of a robots.txt", () => {
  it.each([
    ["everyone's", "User-agent: *\nDisallow: /a", [false, true]],
    [
      "ours, in place of everyone's",
      "User-agent: *\nDisallow: /\nUser-agent: Gleaner/1.0\nDisallow: /a",
      [false, true],
    ],
    [
      "one of several",
      "User-agent: Other\nUser-agent: GLEANER\n\n# a comment\nUser-agent: x\nDisallow: /a",
      [false, true],
    ],
    ["another's", "User-agent: Other\nDisallow: /\nUser-agent: *\nDisallow: /b", [true, false]],
    ["one with rules between", "User-agent: *\nDisallow: /a\nUser-agent: *\nDisallow: /b", [false, false]],
    ["one that names nobody", "User-agent:\nDisallow: /a\nDisallow: /b", [true, true]],
  ])("apply to us if their user agent is %s", (_whose, text, expected) => {
    expect(allowsAll(text)(["/a", "/b"])).toEqual(expected);
  });
});

describe("a robots.txt designed to be slow", () => {
  const agents = (separator: string) =>
    Array.from({ length: 15_000 }, (_, index) => `user-agent:${index}${separator}`).join("\n");
  const rules = `\n${"disallow:/\n".repeat(20_000)}`;

  it.each([
    ["robots by the thousand", agents("")],
    ["and comments between them", agents("\n#")],
    ["of one name", "user-agent:a\n#\n".repeat(15_000)],
  ])("is read quickly: %s", (_what, named) => {
    const startedAt = process.cpuUsage();
    expect(parseRobots(ORIGIN, named + rules).allows(`${ORIGIN}/a`)).toBe(true);
    expect(process.cpuUsage(startedAt).user / 1e6).toBeLessThan(2);
  });

  it("fails after seconds if its rules take longer to apply", () => {
    const slow = `user-agent: *\n${`disallow: /${"*a".repeat(990)}b\n`.repeat(256)}`;
    const startedAt = performance.now();
    expect(() => parseRobots(ORIGIN, slow).allows(`${ORIGIN}/${"a".repeat(100_000)}`)).toThrow(
      /^The robots.txt of https:\/\/shop.example takes too long to read/,
    );
    expect(performance.now() - startedAt).toBeLessThan(30_000);
  });
});
