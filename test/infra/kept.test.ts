import { mkdtemp, rm, utimes, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterEach, beforeEach, expect, it } from "@jest/globals";
import { keep, readKept } from "../../lib/kept.ts";

let folder: string;
let source: string;
let path: string;
beforeEach(async () => {
  folder = await mkdtemp(join(tmpdir(), "gleaner-kept-"));
  source = join(folder, "source");
  path = join(folder, "deep", "kept.json");
  await writeFile(source, "one");
  await keep(path, "recipe", [source], { made: 1 });
});
afterEach(() => rm(folder, { recursive: true }));

it("a cached build is returned for the same files and recipe", async () => {
  expect(await readKept(path, "recipe")).toEqual({ made: 1 });
});

it.each([
  ["its recipe is another", async () => undefined, "another"],
  ["a file has another size", () => writeFile(source, "three"), "recipe"],
  ["a file was written again", () => utimes(source, new Date(), new Date(0)), "recipe"],
  ["a file is gone", () => rm(source), "recipe"],
  ["what was kept is cut short", () => writeFile(path, '{"recipe'), "recipe"],
])("a cached build is not returned if %s", async (_, change, recipe) => {
  await change();
  expect(await readKept(path, recipe)).toBeUndefined();
});
