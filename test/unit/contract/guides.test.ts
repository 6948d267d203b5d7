import { readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { expect, it } from "@jest/globals";
import { GUIDES, GUIDES_SOURCE } from "../../../src/contract/guides.ts";

const FOLDER = join(import.meta.dirname, "../../..", GUIDES_SOURCE);

it("lists each guide once, under its title", () => {
  const listed = Object.values(GUIDES).flatMap((group) => Object.entries(group));
  const written = readdirSync(FOLDER).map((file) => {
    const [heading = ""] = readFileSync(join(FOLDER, file), "utf8").split("\n");
    return [file.replace(/\.md$/, ""), heading.replace("# ", "")] as const;
  });
  expect(listed.toSorted()).toEqual(written.toSorted());
});
