import { execFile } from "node:child_process";
import { promisify } from "node:util";
import { messageOf, StartFailure } from "../failure.ts";

/** This machine's architecture, for all containers. Any other would be emulated, if it ran at all. */
export const SAM_ARCHITECTURE = process.arch === "arm64" ? "arm64" : "x86_64";

/** The base image in which SAM runs functions of this runtime. */
const SAM_IMAGE = `public.ecr.aws/lambda/nodejs:24-${SAM_ARCHITECTURE}`;

/** @returns the command's output */
const docker = async (args: readonly string[]): Promise<string> =>
  (await promisify(execFile)("docker", [...args])).stdout;

/** @throws StartFailure if Docker is missing or not running */
export const checkDocker = (): Promise<unknown> =>
  docker(["info"]).catch(() => {
    throw new StartFailure("This needs Docker, which is not running. `npm start` needs no Docker.");
  });

/** @throws StartFailure if the image is not on this machine and cannot be pulled */
export const findImage = async (): Promise<void> => {
  const isHere = await docker(["image", "inspect", SAM_IMAGE]).then(
    () => true,
    () => false,
  );
  if (isHere) return;
  await docker(["pull", SAM_IMAGE]).catch((error: unknown) => {
    throw new StartFailure(
      `The image ${SAM_IMAGE} is not on this machine and cannot be pulled: ${messageOf(error).split("\n").at(-2) ?? ""}`,
    );
  });
};

/** Resolves a host name inside a container. */
const LOOKUP =
  "require('node:dns').lookup('host.docker.internal', 4, (e, a) => e ? process.exit(1) : console.log(a))";

/** The IP address at which containers reach this machine. S3 would prepend the bucket to a host name. */
export const hostAddress = async (): Promise<string> => {
  const host = ["--add-host", "host.docker.internal:host-gateway"];
  const said = await docker(["run", "--rm", ...host, "--entrypoint", "node", SAM_IMAGE, "-e", LOOKUP]).catch(
    (error: unknown) => {
      throw new StartFailure(`Could not start a container from ${SAM_IMAGE}: ${messageOf(error)}`);
    },
  );
  return said.trim();
};

/** Removes the containers whose code is in a folder. SAM leaves its warm containers behind when it stops. */
export const removeContainersOf = async (folder: string): Promise<void> => {
  const listed = await docker(["ps", "--no-trunc", "--format", "{{.ID}} {{.Mounts}}"]);
  const ids = listed
    .split("\n")
    .flatMap((line) => (line.includes(` ${folder}/`) ? (line.split(" ")[0] ?? []) : []));
  if (ids.length > 0) await docker(["rm", "--force", ...ids]);
};
