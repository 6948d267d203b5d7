import { readFileSync } from "node:fs";
import { join } from "node:path";
import { describe, expect, it } from "@jest/globals";
import { EXCUSED, IS_STAGE, SMALL_FORMS } from "../../../scripts/smokeScripts/list.ts";

const ROOT = join(import.meta.dirname, "../../..");
const read = (file: string): string => readFileSync(join(ROOT, file), "utf8");

describe("the scripts of package.json", () => {
  const scripts = Object.keys(JSON.parse(read("package.json")).scripts).sort();

  it("are each run by CI in a small form, or exempt with a reason", () => {
    expect([...Object.keys(SMALL_FORMS), ...Object.keys(EXCUSED)].sort()).toEqual(scripts);
  });

  it("that are exempt as a CI stage are one", () => {
    const stages = read(".ci/run")
      .split("\n")
      .flatMap((line) => /^(?:try_|retry_)?stage npm (?:run )?([\w:-]+)/.exec(line)?.[1] ?? []);
    const said = Object.keys(EXCUSED).filter((name) => EXCUSED[name] === IS_STAGE);
    expect(stages).toEqual(expect.arrayContaining(said));
  });
});
