/**
 * `npm run sam:image`: builds the base image for the functions of `npm run sam` from files on this machine:
 * Node from the npm package, the libraries that it loads, certificates, and a client of Lambda's Runtime API.
 * No registry is used.
 */
import { execFileSync } from "node:child_process";
import { chmodSync, copyFileSync, mkdirSync, mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { dirname, join } from "node:path";
import { fileURLToPath } from "node:url";
import { StartFailure } from "../local/failure.ts";
import { checkDocker, docker, SAM_IMAGE } from "../local/sam/docker.ts";

const BOOTSTRAP = fileURLToPath(new URL("../local/sam/image/bootstrap.mjs", import.meta.url));

/** The system's certificates, at the usual path of distributions. */
const CERTIFICATES = "/etc/ssl/certs/ca-certificates.crt";

/** Programs that SAM runs when it adds its Lambda emulator to the image. */
const SHELL = ["/bin/sh", "/bin/mv", "/bin/chmod"];

/** The shared libraries that a program loads. */
const librariesOf = (program: string): readonly string[] =>
  [...execFileSync("ldd", [program], { encoding: "utf8" }).matchAll(/(?:=>\s*)?(\/\S+)\s+\(0x/g)].map(
    ([, path = ""]) => path,
  );

const copy = (root: string, from: string, to = from): void => {
  mkdirSync(join(root, dirname(to)), { recursive: true });
  copyFileSync(from, join(root, to));
};

/** Lays out the root file system of the image. */
const layOut = (root: string): void => {
  copy(root, process.execPath, "/usr/bin/node");
  for (const program of SHELL) copy(root, program);
  for (const library of new Set([process.execPath, ...SHELL].flatMap(librariesOf))) copy(root, library);
  copy(root, CERTIFICATES);
  copy(root, BOOTSTRAP, "/var/runtime/bootstrap.mjs");
  writeFileSync(
    join(root, "var/runtime/bootstrap"),
    "#!/bin/sh\nexec /usr/bin/node /var/runtime/bootstrap.mjs\n",
  );
  chmodSync(join(root, "var/runtime/bootstrap"), 0o755);
  for (const folder of ["tmp", "var/task", "opt", "etc"]) mkdirSync(join(root, folder), { recursive: true });
  chmodSync(join(root, "tmp"), 0o1777);
  writeFileSync(join(root, "etc/passwd"), "root:x:0:0:root:/root:/bin/sh\n");
};

const makeImage = async (): Promise<void> => {
  if (process.platform !== "linux")
    throw new StartFailure("`npm run sam:image` makes its image on Linux alone; elsewhere SAM pulls AWS's.");
  await checkDocker();
  const root = mkdtempSync(join(tmpdir(), "gleaner-sam-image-"));
  try {
    layOut(root);
    const tar = execFileSync("tar", ["-C", root, "--owner=0", "--group=0", "-c", "."], {
      maxBuffer: 2 ** 30,
    });
    const changes = ["ENV PATH=/usr/bin:/bin", "ENV LAMBDA_TASK_ROOT=/var/task", "WORKDIR /var/task"];
    execFileSync("docker", ["import", ...changes.flatMap((change) => ["--change", change]), "-", SAM_IMAGE], {
      input: tar,
    });
  } finally {
    rmSync(root, { recursive: true, force: true });
  }
  console.log(
    `${SAM_IMAGE} is made: ${(await docker(["images", "--format", "{{.Size}}", SAM_IMAGE])).trim()}.`,
  );
};

try {
  await makeImage();
} catch (error) {
  if (!(error instanceof StartFailure)) throw error;
  console.error(error.message);
  process.exitCode = 1;
}
