/**
 * `npm run package`: builds the installable package: the client, the command line and the MCP server as
 * JavaScript, with types and without dependencies, and the sources of the service for `gleaner start`. Writes the folder `dist/package` and, beside it, npm's
 * tarball of it. `--out <folder>` writes to another folder than `dist`.
 */
import { execFileSync } from "node:child_process";
import { mkdir, readFile, rm, writeFile } from "node:fs/promises";
import { join, resolve } from "node:path";
import { parseArgs } from "node:util";
import { runCommandLine, SetupError } from "../lib/setup-error.ts";
import { bundlePackage } from "./package/bundle.ts";
import { writeDeclarations } from "./package/declarations.ts";
import { type ProjectManifest, packedManifest } from "./package/manifest.ts";
import { noticesOf } from "./package/notices.ts";
import { copyService } from "./package/service.ts";

const ROOT = join(import.meta.dirname, "..");

const makePackage = async (folder: string): Promise<void> => {
  const manifest = JSON.parse(await readFile(join(ROOT, "package.json"), "utf8")) as ProjectManifest;
  const modules = Object.values(manifest.exports);
  const sources = { root: ROOT, modules, programs: Object.values(manifest.bin) };
  await rm(folder, { recursive: true, force: true });
  await mkdir(folder, { recursive: true });
  const bundledFiles = await bundlePackage(sources, manifest.version, folder);
  const typePackages = writeDeclarations(sources, folder);
  const files = {
    "package.json": `${JSON.stringify(packedManifest(manifest, typePackages), null, 2)}\n`,
    "README.md": await readFile(join(ROOT, "scripts/package/README.md"), "utf8"),
    "THIRD-PARTY-NOTICES.txt": await noticesOf(ROOT, bundledFiles),
  };
  for (const [name, content] of Object.entries(files)) await writeFile(join(folder, name), content);
  await copyService(ROOT, join(folder, "service"));
};

await runCommandLine(async () => {
  const { values } = parseArgs({
    options: {
      out: { type: "string", default: join(ROOT, "dist") },
      // `npm pack` in the project's own folder would pack its sources, with all dependencies of the service.
      refuse: { type: "boolean", default: false },
    },
  });
  if (values.refuse) throw new SetupError("This folder cannot be installed. Run `npm run package` instead.");
  const out = resolve(values.out);
  const folder = join(out, "package");
  await makePackage(folder);
  const tarball = execFileSync("npm", ["pack", folder, "--pack-destination", out, "--silent"], {
    encoding: "utf8",
  }).trim();
  console.log(join(out, tarball));
});
