/** The unit file of the guide, as systemd itself reads it. */
import { spawnSync } from "node:child_process";
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, beforeAll, describe, expect, it } from "@jest/globals";
import { blocksOf, ROOT } from "../../docs/blocks.ts";

const GUIDE = "docs/guide/one-server.md";
/** Where the guide installs the service. */
const INSTALLED = "/opt/gleaner/app";
const unit = blocksOf(GUIDE).find(({ text }) => text.startsWith("[Unit]"))?.text ?? "";

/** Version 250 is the first that rates a file. */
const hasSystemd = spawnSync("systemd-analyze", ["security", "--help"], {
  encoding: "utf8",
}).stdout?.includes("--offline");
const WHY_NOT = hasSystemd ? "" : " (skipped: this machine has no systemd-analyze of version 250 or later)";

let folder: string;
let file: string;
beforeAll(() => {
  folder = mkdtempSync(join(tmpdir(), "gleaner-unit-"));
  file = join(folder, "gleaner.service");
  writeFileSync(file, unit.replaceAll(INSTALLED, ROOT));
});
afterAll(() => rmSync(folder, { recursive: true }));

const analyze = (...args: readonly string[]) => {
  const { status, stdout, stderr } = spawnSync("systemd-analyze", args, { encoding: "utf8" });
  return { status, stdout, stderr };
};

describe("the unit file of the guide", () => {
  it("runs the service as a user of its own, and writes to its folders alone", () => {
    expect(unit).toMatch(/^User=gleaner$/m);
    expect(unit).toMatch(/^ProtectSystem=strict$/m);
    expect(unit).toMatch(/^CapabilityBoundingSet=$/m);
  });

  (hasSystemd ? it : it.skip)(`is accepted by systemd without a warning${WHY_NOT}`, () => {
    expect(analyze("verify", "--man=no", file)).toEqual({ status: 0, stdout: "", stderr: "" });
  });

  (hasSystemd ? it : it.skip)(`has the exposure that the guide names${WHY_NOT}`, () => {
    const { stdout } = analyze("security", "--offline=yes", "--no-pager", file);
    const [, exposure] = /exposure level for gleaner\.service: ([\d.]+)/.exec(stdout) ?? [];
    const [, named] = /rates its exposure ([\d.]+) of 10/.exec(readFileSync(join(ROOT, GUIDE), "utf8")) ?? [];
    expect(exposure).toBe(named);
  });
});
