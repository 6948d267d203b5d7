/** Targets of destinations on the command line. */
import { readFile } from "node:fs/promises";
import type { DestinationTarget } from "../client/index.ts";
import type { World } from "./context.ts";
import { UsageError } from "./failure.ts";
import { readHeaders } from "./headers.ts";
import { readSecretLine } from "./prompt.ts";

export interface TargetOptions {
  readonly s3?: string;
  readonly accessKeyId?: string;
  readonly roleArn?: string;
  readonly endpoint?: string;
  readonly region?: string;
  readonly prefix?: string;
  readonly folder?: string;
  readonly http?: string;
  readonly header?: readonly string[];
  readonly postgres?: string;
  readonly table?: string;
  readonly removed?: "flag" | "delete";
  readonly caCertificate?: string;
  readonly tls: boolean;
}

const readSecret = async (world: World, what: string): Promise<string> => {
  const secret = await readSecretLine(world, what);
  if (secret === "")
    throw new UsageError(`No ${what.toLowerCase()} was given. Enter it, or send it by a pipe.`);
  return secret;
};

const DEFAULT_PORT = 5432;

/** A part of a URL; as it is where a percent sign begins no escape. */
const decoded = (part: string): string => {
  try {
    return decodeURIComponent(part);
  } catch {
    return part;
  }
};

/** `postgres://user@host:5432/database` and `schema.table`. A password in the URL is taken as well. */
const readPostgres = async (world: World, options: TargetOptions): Promise<DestinationTarget> => {
  const { postgres = "", table, removed, caCertificate, tls } = options;
  const url = URL.parse(postgres);
  const database = decoded(url?.pathname.slice(1) ?? "");
  if (!url || !/^postgres(?:ql)?:$/.test(url.protocol) || url.username === "" || database === "")
    throw new UsageError(`--postgres takes a URL such as postgres://user@db.example.com:5432/shop.`);
  if (table === undefined) throw new UsageError("--postgres needs --table, such as prices or shop.prices.");
  const [name = "", schema] = table.split(".").toReversed();
  return {
    type: "postgres",
    host: url.hostname.replace(/^\[|\]$/g, ""),
    port: Number(url.port || DEFAULT_PORT),
    database,
    user: decoded(url.username),
    table: name,
    ...(schema !== undefined && { schema }),
    ...(removed !== undefined && { removed }),
    ...(!tls && { tls: "off" as const }),
    ...(caCertificate !== undefined && { caCertificate: await readCertificate(caCertificate) }),
    password: decoded(url.password) || (await readSecret(world, "Password")),
  };
};

const readCertificate = (path: string): Promise<string> =>
  readFile(path, "utf8").catch((error: Error) => {
    throw new UsageError(`The certificate cannot be read: ${error.message}`);
  });

/**
 * The target that the options name, with its secret from the terminal or a pipe: arguments are seen by other programs.
 *
 * @throws UsageError unless they name exactly one
 */
export const readTarget = async (world: World, options: TargetOptions): Promise<DestinationTarget> => {
  const { s3, accessKeyId, roleArn, endpoint, region, prefix, folder, http, header, postgres } = options;
  if ([s3, folder, http, postgres].filter((each) => each !== undefined).length !== 1)
    throw new UsageError(
      "Say where the data goes: --s3 <bucket>, --postgres <url>, --folder <path> or --http <url>.",
    );
  if (postgres !== undefined) return readPostgres(world, options);
  if (folder !== undefined) return { type: "folder", folder };
  if (http !== undefined) return { type: "http", url: http, ...(header && { headers: readHeaders(header) }) };
  const isByKey = accessKeyId !== undefined;
  if (isByKey === (roleArn !== undefined)) throw new UsageError("--s3 needs --access-key-id or --role-arn.");
  return {
    type: "s3",
    bucket: s3 ?? "",
    ...(endpoint !== undefined && { endpoint }),
    ...(region !== undefined && { region }),
    ...(prefix !== undefined && { prefix }),
    ...(isByKey
      ? { accessKeyId, secretAccessKey: await readSecret(world, "Secret access key") }
      : { roleArn: roleArn ?? "" }),
  };
};
