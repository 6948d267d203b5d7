import { statSync } from "node:fs";
import { parseArgs } from "node:util";
import { PROXY_DNS, PROXY_FORM, parseProxy } from "../src/contract/flows/proxy.ts";
import { DEMO_SITE_HOST } from "./demo-site/host.ts";
import { messageOf, StartFailure } from "./failure.ts";
import { isLoopback } from "./httpServer.ts";
import { TABLE_KINDS, type TableKind } from "./table/choice.ts";

/** How to run the service. */
export interface RunnerOptions {
  readonly port: number;
  /** Address of this machine that the API listens on. */
  readonly host: string;
  /** Public URL behind a reverse proxy; undefined: the URL that was requested. */
  readonly publicUrl: URL | undefined;
  /** Undefined keeps all state in memory. */
  readonly dataDir: string | undefined;
  /** Undefined: the table that has the data, else DynamoDB Local if Java is installed. */
  readonly table: TableKind | undefined;
  /** Private addresses, as `host:port`, that flows may reach. */
  readonly allowPrivate: readonly string[];
  /** The folder under which destinations write; undefined: there are none of type `folder`. */
  readonly destinationFolder?: string | undefined;
  /** Loopback port of a sample shop to try flows on; undefined: no shop. */
  readonly samplePort: number | undefined;
  /** Displayed prices of plans: `pro/month=29EUR,…` */
  readonly planPrices: string | undefined;
  /** Failed authentications that one address may send per minute, as text. */
  readonly addressLimit?: string | undefined;
  readonly runAuditDays?: string | undefined;
  /** `off`: without the routes for programs written for Firecrawl. */
  readonly firecrawl?: string | undefined;
  /** Address of the SearXNG instance that searches are answered by. */
  readonly searchUrl?: string | undefined;
  /** The proxy that all connections to sites and webhooks go through, with its credentials. */
  readonly proxyUrl?: string | undefined;
  readonly proxyDns?: string | undefined;
  /** The public origin at which the keys of signed requests are found; undefined: requests are not signed. */
  readonly signatureAgent?: string | undefined;
  /** Whether the functions' roles are enforced, as on AWS. */
  readonly enforceIam: boolean;
  /** File for the record of granted and used permissions. */
  readonly iamRecord: string | undefined;
  /** How long a function's thread is kept when idle; undefined: a minute. */
  readonly functionIdleMs?: number | undefined;
  /**
   * Whether functions run from this checkout's build folder even with a data directory. Startup is faster,
   * because Node finds their compiled code, but a running service picks up later builds. Without a data
   * directory they always do.
   */
  readonly sharesBuild?: boolean | undefined;
}

export interface StartOptions extends RunnerOptions {
  readonly json: boolean;
  readonly help: boolean;
}

export const USAGE = `Usage: npm start -- [options]
       gleaner start [options]    from the installed package

Runs the service on this machine.

  --port <number>            port of the API (default 4000; 0 takes any free one)
  --host <address>           address the API listens on (default 127.0.0.1, this machine only)
  --public-url <address>     public URL behind your proxy, such as https://gleaner.example.org
  --data-dir <path>          where data is stored (default .gleaner/)
  --in-memory                don't save anything
  --table <kind>             embedded (a SQLite file) or dynamodb-local (needs Java 17 or newer);
                             default: the existing one, else dynamodb-local if Java is installed
  --json                     first line on standard output: {"url","dashboard","apiKey","lambda","inbox"}
  --allow-private <targets>  let flows fetch these private addresses: host:port,host:port …
                             (repeatable; same as the environment variable ALLOW_PRIVATE_TARGETS)
  --destination-folder <path>  let destinations of type folder write under this folder (same as the
                             environment variable DESTINATION_FOLDER)
  --sample-port <number>     port of a sample shop that flows may fetch (default 4600; 0 takes any free one;
                             no shop by default with --allow-private, --public-url or another --host)
  --enforce-iam              allow each function only what its IAM role allows on AWS
  --help                     show this

Set SMTP_URL (smtps://user:password@host) and MAIL_SENDER in the environment to send email through a server. Without
them, email goes to a test inbox on this machine. PUBLIC_URL is the same as --public-url.

Set MODEL_BASE_URL, MODEL_ID and, if needed, MODEL_API_KEY in the environment to use an
OpenAI-compatible language model, and MODEL_PRICES for its dollars per million tokens: "in/out".

Set SEARCH_URL in the environment to the address of a SearXNG instance, which may be a private one, to offer POST /search.

Set PROXY_URL in the environment to open sites and send webhooks through a proxy: http://user:password@host:port, or the
same with https or socks5, and PROXY_DNS=proxy to let it resolve names. A proxy at a private address needs --allow-private.

Set SIGNATURE_AGENT in the environment to the public https origin of this service to sign requests to sites (Web Bot Auth).

Set PLAN_PRICES in the environment to show what plans cost: pro/month=29EUR,pro/year=290EUR, and ADDRESS_LIMIT to the failed
authentications that one address may send per minute (default: 600; 0: any number). RUN_AUDIT_DAYS is how long the audit log keeps
that a key has started a run (default: 400). METRICS_TOKEN is the bearer token of /metrics.
OTEL_EXPORTER_OTLP_ENDPOINT, and OpenTelemetry's other variables, send traces. FIRECRAWL=off leaves out the routes for programs
written for Firecrawl.
`;

const DEFAULT_SAMPLE_PORT = DEMO_SITE_HOST.slice(DEMO_SITE_HOST.indexOf(":") + 1);

/**
 * Reads the command line.
 *
 * @throws StartFailure if it is invalid
 */
export const parseOptions = (
  args: readonly string[],
  environment: Readonly<Record<string, string | undefined>>,
): StartOptions => {
  const values = readValues(args);
  if (values["in-memory"] && values["data-dir"] !== undefined)
    throw new StartFailure("--in-memory and --data-dir cannot be used together.");
  const targets = [environment.ALLOW_PRIVATE_TARGETS, ...(values["allow-private"] ?? [])];
  const allowPrivate = targets.join(",").split(",").filter(Boolean).map(parseTarget);
  const host = values.host ?? "127.0.0.1";
  const publicUrl = parsePublicUrl(values["public-url"] ?? environment.PUBLIC_URL);
  // By default the shop opens only on a local trial: without private addresses, proxy or other machines.
  const isForTrying = allowPrivate.length === 0 && publicUrl === undefined && isLoopback(host);
  const samplePort = values["sample-port"] ?? (isForTrying ? DEFAULT_SAMPLE_PORT : undefined);
  return {
    port: parsePort("--port", values.port ?? "4000"),
    host,
    publicUrl,
    dataDir: values["in-memory"] ? undefined : (values["data-dir"] ?? ".gleaner"),
    table: parseTable(values.table),
    allowPrivate,
    destinationFolder: parseFolder(values["destination-folder"] ?? environment.DESTINATION_FOLDER),
    samplePort: samplePort === undefined ? undefined : parsePort("--sample-port", samplePort),
    planPrices: environment.PLAN_PRICES,
    addressLimit: environment.ADDRESS_LIMIT,
    runAuditDays: environment.RUN_AUDIT_DAYS,
    firecrawl: environment.FIRECRAWL,
    searchUrl: environment.SEARCH_URL || undefined,
    proxyUrl: parseProxyUrl(environment.PROXY_URL),
    proxyDns: parseProxyDns(environment.PROXY_DNS),
    signatureAgent: environment.SIGNATURE_AGENT || undefined,
    enforceIam: values["enforce-iam"] ?? false,
    iamRecord: environment.IAM_RECORD,
    ...(environment.FUNCTION_IDLE_SECONDS && {
      functionIdleMs: Number(environment.FUNCTION_IDLE_SECONDS) * 1000,
    }),
    ...(environment.SHARED_BUILD && { sharesBuild: true }),
    json: values.json ?? false,
    help: values.help ?? false,
  };
};

/** @throws StartFailure where there is no such folder: deliveries would only fail later */
const parseFolder = (path: string | undefined): string | undefined => {
  if (path === undefined || path === "") return undefined;
  if (statSync(path, { throwIfNoEntry: false })?.isDirectory()) return path;
  throw new StartFailure(`--destination-folder takes a folder that exists, not "${path}".`);
};

/** @throws StartFailure that does not repeat the address, which has a password */
const parseProxyUrl = (text: string | undefined): string | undefined => {
  if (text === undefined || text === "") return undefined;
  if (parseProxy(text)) return text;
  throw new StartFailure(`PROXY_URL must be ${PROXY_FORM}.`);
};

const parseProxyDns = (text: string | undefined): string | undefined => {
  if (text === undefined || text === "") return undefined;
  if ((PROXY_DNS as readonly string[]).includes(text)) return text;
  throw new StartFailure(`PROXY_DNS must be ${PROXY_DNS.join(" or ")}, not "${text}".`);
};

const readValues = (args: readonly string[]) => {
  try {
    return parseArgs({
      args: [...args],
      options: {
        port: { type: "string" },
        host: { type: "string" },
        "public-url": { type: "string" },
        "data-dir": { type: "string" },
        "in-memory": { type: "boolean" },
        table: { type: "string" },
        json: { type: "boolean" },
        "allow-private": { type: "string", multiple: true },
        "destination-folder": { type: "string" },
        "sample-port": { type: "string" },
        "enforce-iam": { type: "boolean" },
        help: { type: "boolean" },
      },
    }).values;
  } catch (error) {
    throw new StartFailure(`${messageOf(error)}\n\n${USAGE}`);
  }
};

const parsePort = (option: string, text: string): number => {
  const port = /^\d+$/.test(text) ? Number(text) : Number.NaN;
  if (!(port <= 65_535)) throw new StartFailure(`${option} takes a number from 0 to 65535, not "${text}".`);
  return port;
};

const parsePublicUrl = (text: string | undefined): URL | undefined => {
  if (!text) return undefined;
  const url = URL.canParse(text) ? new URL(text) : undefined;
  if (url === undefined || !/^https?:$/.test(url.protocol) || url.pathname !== "/" || url.search !== "")
    throw new StartFailure(
      `--public-url takes an address without a path: https://gleaner.example.org, not "${text}".`,
    );
  return url;
};

const parseTable = (text: string | undefined): TableKind | undefined => {
  const kind = TABLE_KINDS.find((known) => known === text);
  if (text !== undefined && kind === undefined)
    throw new StartFailure(`--table takes ${TABLE_KINDS.join(" or ")}, not "${text}".`);
  return kind;
};

const parseTarget = (text: string): string => {
  const target = text.trim();
  if (!/^[^\s:/]+:\d+$/.test(target) && !/^\[[0-9a-f:.]+\]:\d+$/i.test(target))
    throw new StartFailure(`--allow-private takes host:port pairs, not "${target}".`);
  return target;
};
