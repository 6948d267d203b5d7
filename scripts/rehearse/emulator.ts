/** MiniStack: AWS on this machine, without Docker, from PyPI into a Python environment of its own. */
import { spawn } from "node:child_process";
import { once } from "node:events";
import { mkdtempSync, openSync, rmSync } from "node:fs";
import { createServer } from "node:net";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { setTimeout as pause } from "node:timers/promises";
import { SetupError } from "../../lib/setup-error.ts";
import { messageOf } from "../../local/failure.ts";
import type { Shutdown } from "../../local/shutdown.ts";
import { endGroup, run } from "./command.ts";
import { FOLDER, LOG, ROOT } from "./place.ts";

/** The version that these scripts were tried with. @see https://pypi.org/project/ministack/ */
const [PACKAGE, VERSION] = ["ministack", "1.5.33"];
const PYTHON = join(FOLDER, "python/bin/python");

const START_TIMEOUT_MS = 60_000;
const STOP_TIMEOUT_MS = 10_000;
const LOOK_MS = 100;
/** Each environment of a function is a process of some 60 MB: those that wait for nothing go soon. */
const WARM_SECONDS = 20;

const isThere = (command: string, code: string): Promise<boolean> =>
  run(command, ["-c", code]).then(
    () => true,
    () => false,
  );

/**
 * Installs the emulator, unless it is there.
 *
 * @returns why that cannot be; null where it is there
 */
export const installEmulator = async (): Promise<string | null> => {
  const check = `import importlib.metadata as m; assert m.version("${PACKAGE}") == "${VERSION}"`;
  if (await isThere(PYTHON, check)) return null;
  if (!(await isThere("python3", "import ensurepip, sys, venv; assert sys.version_info >= (3, 10)")))
    return "Python 3.10 or newer with venv is not installed.";
  try {
    await run("python3", ["-m", "venv", "--clear", join(FOLDER, "python")]);
    await run(PYTHON, ["-m", "pip", "install", "--quiet", `${PACKAGE}==${VERSION}`]);
    return null;
  } catch (error) {
    return `${PACKAGE} ${VERSION} could not be installed from PyPI: ${messageOf(error).split("\n").at(-1)}`;
  }
};

/** Packs one file, by the tools that come with Python. */
export const pack = (archive: string, file: string): Promise<string> =>
  run(PYTHON, ["-m", "zipfile", "-c", archive, file]);

const findPort = async (): Promise<number> => {
  const server = createServer().listen(0, "127.0.0.1");
  await once(server, "listening");
  const address = server.address();
  server.close();
  await once(server, "close");
  return typeof address === "object" && address !== null ? address.port : 0;
};

const isReady = (endpoint: string): Promise<boolean> =>
  fetch(`${endpoint}/_ministack/health`).then(
    ({ ok }) => ok,
    () => false,
  );

/**
 * Starts the emulator on a free port of loopback; it keeps nothing on disk from one start to the next.
 *
 * @param allowed addresses of this machine that flows may visit
 * @returns where it answers
 */
export const startEmulator = async (allowed: readonly string[], shutdown: Shutdown): Promise<string> => {
  const port = await findPort();
  // Not below this repository, whose package.json would make modules of the functions' code.
  const state = mkdtempSync(join(tmpdir(), "gleaner-rehearsal-"));
  shutdown.add(() => rmSync(state, { recursive: true, force: true }));
  const log = openSync(LOG, "a");
  const child = spawn(PYTHON, ["-m", "ministack"], {
    cwd: state,
    detached: true,
    stdio: ["ignore", log, log],
    // Nothing of this process's environment, which may hold keys.
    env: {
      PATH: `${join(ROOT, "node_modules/.bin")}:${process.env.PATH}`,
      HOME: state,
      TMPDIR: state,
      STATE_DIR: state,
      BIND_HOST: "127.0.0.1",
      MINISTACK_HOST: "127.0.0.1",
      GATEWAY_PORT: String(port),
      EDGE_PORT: String(port),
      LAMBDA_EXECUTOR: "local",
      LAMBDA_WARM_TTL_SECONDS: String(WARM_SECONDS),
      SFTP_ENABLED: "0",
      IOT_MTLS_ENABLED: "0",
      // Functions inherit it, as the runner of this machine gives it to them.
      ALLOW_PRIVATE_TARGETS: allowed.join(","),
    },
  });
  // Ends the emulator's whole group should this process die without a chance to.
  const guard = spawn(process.execPath, [join(ROOT, "local/demo/guard.ts"), String(-(child.pid ?? 0))], {
    stdio: ["pipe", "ignore", "ignore"],
  });
  const ended = once(child, "exit");
  shutdown.add(async () => {
    endGroup(child, "SIGTERM");
    const timer = setTimeout(() => endGroup(child, "SIGKILL"), STOP_TIMEOUT_MS);
    await ended;
    clearTimeout(timer);
    // What it started may outlive it.
    endGroup(child, "SIGKILL");
    guard.kill("SIGKILL");
  });
  const endpoint = `http://127.0.0.1:${port}`;
  const deadline = performance.now() + START_TIMEOUT_MS;
  while (!(await isReady(endpoint))) {
    if (child.exitCode !== null || performance.now() > deadline)
      throw new SetupError(`The emulator did not start: see ${LOG}.`);
    await pause(LOOK_MS);
  }
  return endpoint;
};

/** From here on this process and all that it runs speak to the emulator alone, whatever was set before. */
export const useEmulator = (endpoint: string): void => {
  for (const name of Object.keys(process.env)) if (name.startsWith("AWS_")) delete process.env[name];
  Object.assign(process.env, {
    AWS_ENDPOINT_URL: endpoint,
    AWS_ACCESS_KEY_ID: "rehearsal",
    AWS_SECRET_ACCESS_KEY: "rehearsal",
    AWS_CONFIG_FILE: "/dev/null",
    AWS_SHARED_CREDENTIALS_FILE: "/dev/null",
    AWS_EC2_METADATA_DISABLED: "true",
  });
};
