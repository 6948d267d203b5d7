import { spawnSync } from "node:child_process";
import { cpSync, mkdirSync, mkdtempSync, readFileSync, rmSync, symlinkSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { dirname, join } from "node:path";
import { afterAll, beforeAll, describe, expect, it } from "@jest/globals";

const ROOT = join(import.meta.dirname, "../..");

/** Ways in which somebody could open a connection beside the one way out. */
const IMPORTS = [
  'import { connect } from "node:net"; export const leak = () => connect(80, "x");',
  'import { connect } from "net"; export const leak = () => connect(80, "x");',
  'import { get } from "node:https"; export const leak = () => get("https://x/");',
  'import { connect } from "node:http2"; export const leak = () => connect("https://x/");',
  'import { createSocket } from "node:dgram"; export const leak = () => createSocket("udp4");',
  'import { lookup } from "node:dns/promises"; export const leak = () => lookup("x");',
  'import { connect } from "node:tls"; export const leak = () => connect(443);',
  'import { fetch } from "undici"; export const leak = () => fetch("http://x/");',
  'export const leak = () => import("node:http");',
];
const GLOBALS = [
  'export const leak = () => fetch("http://x/");',
  'export const leak = () => new WebSocket("ws://x/");',
  'export const leak = () => new EventSource("http://x/");',
];

describe("the import rules of the build", () => {
  const folder = mkdtempSync(join(tmpdir(), "gleaner-lint-"));
  const write = (path: string, text: string): void => {
    mkdirSync(dirname(join(folder, path)), { recursive: true });
    writeFileSync(join(folder, path), text);
  };
  const run = (command: string, ...args: string[]) => {
    const { status, stdout, stderr } = spawnSync(join(ROOT, "node_modules/.bin", command), args, {
      cwd: folder,
      encoding: "utf8",
      env: { ...process.env, NODE_OPTIONS: "" },
    });
    return { status, said: `${stdout}${stderr}` };
  };
  const checkImports = () => run("depcruise", "--config", ".dependency-cruiser.mjs", "src");
  const lint = () => run("biome", "lint", "src");

  beforeAll(() => {
    for (const file of [".dependency-cruiser.mjs", "tsconfig.json"])
      cpSync(join(ROOT, file), join(folder, file));
    cpSync(join(ROOT, "scripts/lint"), join(folder, "scripts/lint"), { recursive: true });
    const { vcs: _, ...biome } = JSON.parse(readFileSync(join(ROOT, "biome.json"), "utf8"));
    write("biome.json", JSON.stringify(biome));
    symlinkSync(join(ROOT, "node_modules"), join(folder, "node_modules"));
  });
  afterAll(() => rmSync(folder, { recursive: true }));

  it("fail if domain code imports anything that opens connections", () => {
    const files = IMPORTS.map((_, n) => `src/domain/leak${n}.ts`);
    for (const [n, code] of IMPORTS.entries()) write(files[n] ?? "", code);
    write("src/domain/user.ts", IMPORTS.map((_, n) => `import "./leak${n}.ts";`).join("\n"));
    const { status, said } = checkImports();
    expect(status).toBeGreaterThan(0);
    const caught = files.filter((file) =>
      said.includes(`only-egress-opens-sockets-to-users-addresses: ${file}`),
    );
    expect(caught).toEqual(files);
    for (const file of files) write(file, "export {};");
  });

  it("fail if domain code uses a global that opens connections", () => {
    const files = GLOBALS.map((_, n) => `src/domain/global${n}.ts`);
    for (const [n, code] of GLOBALS.entries()) write(files[n] ?? "", code);
    const { status, said } = lint();
    expect(status).toBe(1);
    for (const file of files) expect(said).toMatch(new RegExp(`${file}\\S* lint/style/noRestrictedGlobals`));
    for (const file of files) write(file, "export {};");
  });

  it("pass if only the egress does, or nothing", () => {
    write("src/engine/egress/way.ts", `${IMPORTS[0]}\nimport "../../domain/user.ts";`);
    expect(checkImports().said).not.toContain("only-egress-opens");
    write("src/engine/egress/way.ts", GLOBALS[0] ?? "");
    expect(lint()).toMatchObject({ status: 0 });
  });
});
