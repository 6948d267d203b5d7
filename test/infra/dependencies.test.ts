import { readFileSync } from "node:fs";
import { join } from "node:path";
import { describe, expect, it } from "@jest/globals";

/** Licences under which code may be part of the product, or help to build it. */
const ALLOWED = new Set([
  ...[
    "0BSD",
    "Apache-2.0",
    "BSD-2-Clause",
    "BSD-3-Clause",
    "ISC",
    "MIT",
    "MIT-0",
    "BlueOak-1.0.0",
    "Unlicense",
  ],
  // Fonts of screenshots.
  "OFL-1.1",
]);
/** Those of tools whose code never leaves this machine. */
const ALLOWED_FOR_TOOLS = new Set([...ALLOWED, "MPL-2.0", "CC-BY-4.0", "CC0-1.0"]);

/** What packages say elsewhere than in the field `license`: in an older one, or in their readme. */
const SAID_ELSEWHERE: Readonly<Record<string, string>> = {
  "node_modules/busboy": "MIT",
  "node_modules/humanize-number": "MIT",
  "node_modules/streamsearch": "MIT",
};

interface Entry {
  readonly license?: string;
  readonly dev?: boolean;
  readonly hasInstallScript?: boolean;
}

interface Manifest {
  readonly dependencies: Readonly<Record<string, string>>;
  readonly devDependencies: Readonly<Record<string, string>>;
  readonly allowScripts: Readonly<Record<string, boolean>>;
}

const readJson = <T>(name: string): T =>
  JSON.parse(readFileSync(join(import.meta.dirname, "../..", name), "utf8")) as T;
const manifest = readJson<Manifest>("package.json");
const lock = readJson<{ packages: Record<string, Entry> }>("package-lock.json");

const packages = Object.entries(lock.packages).filter(([path]) => path !== "");

/** `(MIT OR GPL-3.0)` holds where one part is allowed, `A AND B` where both are. */
const isAllowed = (license: string, allowed: ReadonlySet<string>): boolean =>
  license
    .replaceAll(/[()]/g, "")
    .split(" OR ")
    .some((choice) => choice.split(" AND ").every((part) => allowed.has(part)));

/** What Gleaner is to be built with, by those who asked for it. */
const ASKED_FOR = [
  "@aws-sdk/client-dynamodb",
  "@aws-sdk/lib-dynamodb",
  "@aws-sdk/client-sqs",
  "@middy/core",
  "@middy/http-json-body-parser",
  "aws-cdk-lib",
  "constructs",
  "esbuild",
  "jest",
];

describe("the project's dependencies", () => {
  it("include every package that the project requires", () => {
    const all = { ...manifest.dependencies, ...manifest.devDependencies };
    expect(ASKED_FOR.filter((name) => !Object.hasOwn(all, name))).toEqual([]);
  });

  it("have an allowed licence", () => {
    expect(packages.length).toBeGreaterThan(100);
    const others = packages.filter(
      ([path, { license, dev }]) =>
        !isAllowed(license ?? SAID_ELSEWHERE[path] ?? "none", dev ? ALLOWED_FOR_TOOLS : ALLOWED),
    );
    expect(others.map(([path, { license }]) => `${path}: ${license}`)).toEqual([]);
  });

  it("run only approved install scripts", () => {
    const scripted = packages.filter(([, { hasInstallScript }]) => hasInstallScript).map(([path]) => path);
    const decided = Object.keys(manifest.allowScripts).map((name) => `node_modules/${name}`);
    expect(scripted.filter((path) => !decided.includes(path))).toEqual([]);
  });

  it("are pinned to exact versions", () => {
    const ranges = Object.entries({ ...manifest.dependencies, ...manifest.devDependencies }).filter(
      ([, version]) => !/^(?:npm:\w+@)?\d+\.\d+\.\d+$/.test(version),
    );
    expect(ranges).toEqual([]);
  });
});
