/** Targets of destinations on the command line. */
import type { DestinationTarget } from "../client/index.ts";
import type { World } from "./context.ts";
import { UsageError } from "./failure.ts";
import { readHeaders } from "./headers.ts";
import { readSecretLine } from "./prompt.ts";

export interface TargetOptions {
  readonly s3?: string;
  readonly accessKeyId?: string;
  readonly endpoint?: string;
  readonly region?: string;
  readonly prefix?: string;
  readonly folder?: string;
  readonly http?: string;
  readonly header?: readonly string[];
}

const readSecret = async (world: World, what: string): Promise<string> => {
  const secret = await readSecretLine(world, what);
  if (secret === "")
    throw new UsageError(`No ${what.toLowerCase()} was given. Enter it, or send it by a pipe.`);
  return secret;
};

/**
 * The target that the options name, with its secret from the terminal or a pipe: arguments are seen by other programs.
 *
 * @throws UsageError unless they name exactly one
 */
export const readTarget = async (world: World, options: TargetOptions): Promise<DestinationTarget> => {
  const { s3, accessKeyId, endpoint, region, prefix, folder, http, header } = options;
  if ([s3, folder, http].filter((each) => each !== undefined).length !== 1)
    throw new UsageError("Say where the data goes: --s3 <bucket>, --folder <path> or --http <url>.");
  if (folder !== undefined) return { type: "folder", folder };
  if (http !== undefined) return { type: "http", url: http, ...(header && { headers: readHeaders(header) }) };
  if (accessKeyId === undefined) throw new UsageError("--s3 needs --access-key-id.");
  return {
    type: "s3",
    bucket: s3 ?? "",
    accessKeyId,
    ...(endpoint !== undefined && { endpoint }),
    ...(region !== undefined && { region }),
    ...(prefix !== undefined && { prefix }),
    secretAccessKey: await readSecret(world, "Secret access key"),
  };
};
