import { mkdirSync, mkdtempSync, readdirSync, rmSync, utimesSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, describe, expect, it } from "@jest/globals";
import { trimCompiledCode } from "../../../local/compiledCode.ts";

const scratch = mkdtempSync(join(tmpdir(), "gleaner-compiled-"));
afterAll(() => rmSync(scratch, { recursive: true }));

/** Files of one Node version, each a second younger than the one before. */
const folderWith = (name: string, count: number): string => {
  const folder = join(scratch, name);
  mkdirSync(join(folder, "v24"), { recursive: true });
  for (let n = 0; n < count; n += 1) {
    const file = join(folder, "v24", `file-${n}`);
    writeFileSync(file, "");
    utimesSync(file, 1_000 + n, 1_000 + n);
  }
  return folder;
};

describe("the compile cache", () => {
  it("loses its older half when it exceeds its limit", () => {
    const folder = folderWith("full", 9);
    trimCompiledCode(folder, 8);
    expect(readdirSync(join(folder, "v24")).sort()).toEqual(["file-5", "file-6", "file-7", "file-8"]);
  });

  it("is unchanged below its limit", () => {
    const folder = folderWith("some", 8);
    trimCompiledCode(folder, 8);
    expect(readdirSync(join(folder, "v24"))).toHaveLength(8);
  });

  it("may be missing", () => {
    expect(() => trimCompiledCode(join(scratch, "none"))).not.toThrow();
  });
});
