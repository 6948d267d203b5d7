import { execFile } from "node:child_process";
import { promisify } from "node:util";
import { messageOf, StartFailure } from "../failure.ts";

/** One processor for all containers, as the machine has it: another one would be emulated, if it ran at all. */
export const SAM_ARCHITECTURE = process.arch === "arm64" ? "arm64" : "x86_64";

/** The base image that SAM runs functions of this runtime in. */
export const SAM_IMAGE = `public.ecr.aws/lambda/nodejs:24-${SAM_ARCHITECTURE}`;

/** @returns what the command says */
export const docker = async (args: readonly string[]): Promise<string> =>
  (await promisify(execFile)("docker", [...args])).stdout;

/** @throws StartFailure where there is no Docker, or it does not run */
export const checkDocker = (): Promise<unknown> =>
  docker(["info"]).catch(() => {
    throw new StartFailure("This needs Docker, running, which is not here; `npm start` needs none.");
  });

/** @throws StartFailure where the image is not on this machine and was not to be pulled, or could not be */
export const findImage = async (): Promise<void> => {
  const isHere = await docker(["image", "inspect", SAM_IMAGE]).then(
    () => true,
    () => false,
  );
  if (isHere) return;
  await docker(["pull", SAM_IMAGE]).catch((error: unknown) => {
    throw new StartFailure(
      `The image ${SAM_IMAGE} is not here and cannot be pulled (${messageOf(error).split("\n").at(-2) ?? ""}): ` +
        "make it on this machine with `npm run sam:image`.",
    );
  });
};

/** Looks a name up as a container does. */
const LOOKUP =
  "require('node:dns').lookup('host.docker.internal', 4, (e, a) => e ? process.exit(1) : console.log(a))";

/** The address by which containers reach this machine: as numbers, because S3 puts a bucket's name before any other. */
export const hostAddress = async (): Promise<string> => {
  const host = ["--add-host", "host.docker.internal:host-gateway"];
  const said = await docker(["run", "--rm", ...host, "--entrypoint", "node", SAM_IMAGE, "-e", LOOKUP]).catch(
    (error: unknown) => {
      throw new StartFailure(`No container can be run from ${SAM_IMAGE}: ${messageOf(error)}`);
    },
  );
  return said.trim();
};

/** Removes the containers whose code is in a folder: SAM leaves those that it keeps warm where it is stopped. */
export const removeContainersOf = async (folder: string): Promise<void> => {
  const listed = await docker(["ps", "--no-trunc", "--format", "{{.ID}} {{.Mounts}}"]);
  const ids = listed
    .split("\n")
    .flatMap((line) => (line.includes(` ${folder}/`) ? (line.split(" ")[0] ?? []) : []));
  if (ids.length > 0) await docker(["rm", "--force", ...ids]);
};
