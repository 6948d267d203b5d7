import { existsSync, mkdirSync, mkdtempSync, readdirSync, rmSync, symlinkSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterEach, beforeEach, describe, expect, it } from "@jest/globals";
import { createFolderPlace } from "../../../src/adapters/folderPlace.ts";

let base: string;
let root: string;
beforeEach(() => {
  base = mkdtempSync(join(tmpdir(), "gleaner-folder-"));
  root = join(base, "root");
  mkdirSync(root);
});
afterEach(() => rmSync(base, { recursive: true, force: true }));

const put = (folder: string, path: string) => createFolderPlace(root, folder).put(path, Buffer.from("new"));

describe("a folder under the operator's root", () => {
  it("receives complete files in new folders, and replaces existing ones", async () => {
    const place = createFolderPlace(root, "lake/shop");
    expect(await place.get("flow-1/a.csv")).toBeNull();
    await place.put("flow-1/a.csv", Buffer.from("old"));
    await place.put("flow-1/a.csv", Buffer.from("new"));
    expect(String(await place.get("flow-1/a.csv"))).toBe("new");
    expect(readdirSync(join(root, "lake/shop/flow-1"))).toEqual(["a.csv"]);
    await place.remove("flow-1/a.csv");
    await place.remove("flow-1/a.csv");
    expect(await place.get("flow-1/a.csv")).toBeNull();
  });

  it("leaves no partial file if a write fails", async () => {
    mkdirSync(join(root, "lake/a.csv"), { recursive: true });
    await expect(put("lake", "a.csv")).rejects.toMatchObject({ name: "PlaceError" });
    expect(readdirSync(join(root, "lake"))).toEqual(["a.csv"]);
  });

  it.each([
    ["a path that leads out", "..", "a.csv"],
    ["a file that leads out", "lake", "../../a.csv"],
  ])("refuses %s", async (_what, folder, path) => {
    await expect(put(folder, path)).rejects.toMatchObject({ code: "folder-refused" });
    expect(readdirSync(base)).toEqual(["root"]);
  });

  it("refuses a symbolic link that leads outside, and creates nothing behind it", async () => {
    mkdirSync(join(base, "elsewhere"));
    symlinkSync(join(base, "elsewhere"), join(root, "lake"));
    await expect(put("lake", "made/a.csv")).rejects.toMatchObject({ code: "folder-refused" });
    expect(readdirSync(join(base, "elsewhere"))).toEqual([]);
  });

  it.each([
    ["the root is missing", () => rmSync(root, { recursive: true }), "does not exist"],
    ["a part of the path is a file", () => writeFileSync(join(root, "lake"), ""), "is a file"],
  ])("explains the failure if %s", async (_what, spoil, words) => {
    spoil();
    await expect(put("lake/shop", "a.csv")).rejects.toMatchObject({
      code: "folder-failed",
      message: expect.stringContaining(words),
    });
    expect(existsSync(join(root, "lake/shop"))).toBe(false);
  });
});
