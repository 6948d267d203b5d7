/** MiniStack emulates AWS on this machine without Docker. It is installed from PyPI into its own Python environment. */
import { spawn } from "node:child_process";
import { once } from "node:events";
import { mkdtempSync, openSync, rmSync } from "node:fs";
import { readFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { getCACertificates, setDefaultCACertificates } from "node:tls";
import type { Shutdown } from "../../local/shutdown.ts";
import { endGroup, run } from "./command.ts";
import { LOG, PATH, ROOT } from "./place.ts";
import { findPort, whenReady } from "./process.ts";
import { install, type PythonTool, programOf } from "./python.ts";

/** @see https://pypi.org/project/ministack/ */
const EMULATOR: PythonTool = { name: "ministack", version: "1.5.33" };

/** The account's own credentials, which a deployment starts with. The emulator must know them. */
const OPERATOR = { AWS_ACCESS_KEY_ID: "rehearsal", AWS_SECRET_ACCESS_KEY: "rehearsal" };

/** Services that functions reach through the guard, by the names in the SDK's variables. */
const GUARDED = ["DYNAMODB", "S3", "SECRETS_MANAGER", "SESV2", "LAMBDA"];

const STOP_TIMEOUT_MS = 10_000;
/** Each environment of a function is a process of about 60 MB, so idle ones are ended soon. */
const WARM_SECONDS = 20;

/** @returns why it cannot be installed; null if it is */
export const installEmulator = (): Promise<string | null> => install(EMULATOR);

/** Packs one file with Python's own tools. */
export const pack = (archive: string, file: string): Promise<string> =>
  run(programOf(EMULATOR), ["-m", "zipfile", "-c", archive, file]);

interface EmulatorOptions {
  /** Addresses of this machine that flows may fetch. */
  readonly allowed: readonly string[];
  /** URL of the guard for functions. */
  readonly functionsEndpoint: string;
}

export interface Emulator {
  readonly endpoint: string;
  /** File of its self-signed certificate. */
  readonly certificate: string;
}

/** Starts the emulator on a free loopback port. It stores nothing on disk between starts. */
export const startEmulator = async (
  { allowed, functionsEndpoint }: EmulatorOptions,
  shutdown: Shutdown,
): Promise<Emulator> => {
  const port = await findPort();
  // Not inside this repository, whose package.json would turn the functions' code into modules.
  const state = mkdtempSync(join(tmpdir(), "gleaner-rehearsal-"));
  shutdown.add(() => rmSync(state, { recursive: true, force: true }));
  const log = openSync(LOG, "a");
  const endpoint = `https://127.0.0.1:${port}`;
  const certificate = join(state, "ministack-tls/server.crt");
  const child = spawn(programOf(EMULATOR), ["-m", "ministack"], {
    cwd: state,
    detached: true,
    stdio: ["ignore", log, log],
    // Inherits nothing from this process's environment, which may contain keys.
    env: {
      PATH,
      HOME: state,
      TMPDIR: state,
      STATE_DIR: state,
      BIND_HOST: "127.0.0.1",
      MINISTACK_HOST: "127.0.0.1",
      GATEWAY_PORT: String(port),
      EDGE_PORT: String(port),
      LAMBDA_EXECUTOR: "local",
      // Roles are enforced: each function signs as itself, and anything else is denied.
      AUTH: "true",
      ...OPERATOR,
      LAMBDA_WARM_TTL_SECONDS: String(WARM_SECONDS),
      // Our buckets require TLS.
      USE_SSL: "1",
      SFTP_ENABLED: "0",
      IOT_MTLS_ENABLED: "0",
      // Functions inherit these, as they do from the local runner. For queues the SDK uses the queue's URL, which
      // leads to the emulator itself.
      ...Object.fromEntries(GUARDED.map((name) => [`AWS_ENDPOINT_URL_${name}`, functionsEndpoint])),
      ALLOW_PRIVATE_TARGETS: allowed.join(","),
    },
  });
  // Ends the emulator's process group if this process is killed.
  const guard = spawn(process.execPath, [join(ROOT, "local/demo/guard.ts"), String(-(child.pid ?? 0))], {
    stdio: ["pipe", "ignore", "ignore"],
  });
  const ended = once(child, "exit");
  shutdown.add(async () => {
    endGroup(child, "SIGTERM");
    const timer = setTimeout(() => endGroup(child, "SIGKILL"), STOP_TIMEOUT_MS);
    await ended;
    clearTimeout(timer);
    // Processes that it started may outlive it.
    endGroup(child, "SIGKILL");
    guard.kill("SIGKILL");
  });
  await whenReady(child, async () => {
    // The emulator creates it when it starts. Until then this fails and is retried.
    setDefaultCACertificates([...getCACertificates("bundled"), await readFile(certificate, "utf8")]);
    return fetch(`${endpoint}/_ministack/health`);
  });
  return { endpoint, certificate };
};

/** From here on, this process and everything it runs use the emulator only. */
export const useEmulator = ({ endpoint, certificate }: Emulator): void => {
  for (const name of Object.keys(process.env)) if (name.startsWith("AWS_")) delete process.env[name];
  Object.assign(process.env, {
    AWS_ENDPOINT_URL: endpoint,
    NODE_EXTRA_CA_CERTS: certificate,
    // The only variable that the CDK's command line reads.
    AWS_CA_BUNDLE: certificate,
    ...OPERATOR,
    AWS_CONFIG_FILE: "/dev/null",
    AWS_SHARED_CREDENTIALS_FILE: "/dev/null",
    AWS_EC2_METADATA_DISABLED: "true",
  });
};
