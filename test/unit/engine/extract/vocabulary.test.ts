import { globSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { describe, expect, it } from "@jest/globals";
import vocabulary from "../../../../src/engine/extract/vocabulary/concepts.json" with { type: "json" };
import fields from "../../../../src/engine/extract/vocabulary/fields.json" with { type: "json" };
import meta from "../../../../src/engine/extract/vocabulary/meta.json" with { type: "json" };
import phrases from "../../../../src/engine/extract/vocabulary/phrases.json" with { type: "json" };
import recipes from "../../../../src/engine/extract/vocabulary/recipes.json" with { type: "json" };

const words = (lists: Readonly<Record<string, string>>): string[] =>
  Object.values(lists).flatMap((list) => list.split(" "));

const ENGINE = join(import.meta.dirname, "../../../../src/engine");
/** Eight alternatives or more: endings of numbers and a few words around a date are part of a form. */
const LIST = /(?:\p{L}[\p{L}?]*\|){7,}\p{L}+/gu;

describe("the word lists", () => {
  it("of other languages are in vocabulary, not in code", () => {
    const files = globSync("**/*.ts", { cwd: ENGINE });
    expect(files.length).toBeGreaterThan(300);
    const lists = files.flatMap((file) =>
      (readFileSync(join(ENGINE, file), "utf8").match(LIST) ?? [])
        .filter((list) => /\P{ASCII}/u.test(list))
        .map((list) => `${file}: ${list}`),
    );
    expect(lists).toEqual([]);
  });

  it.each([
    ["kinds", words(vocabulary.kinds)],
    ["paths", Object.values(vocabulary.paths)],
    ["groups of fields", words(fields.groups)],
    ["tags of the head", meta.tags.map(({ concept }) => concept)],
    ["phrases", phrases.forms.map(({ concept }) => concept)],
    ["recipes", recipes.times.map(({ concept }) => concept)],
  ])("use only known concepts in %s", (_, names) => {
    expect(names.length).toBeGreaterThan(0);
    expect(names.filter((name) => !Object.hasOwn(vocabulary.concepts, name))).toEqual([]);
  });

  it("give each reported field a type", () => {
    expect(words(fields.told).length).toBeGreaterThan(0);
    expect(words(fields.told).filter((name) => !Object.hasOwn(fields.types, name))).toEqual([]);
  });
});
