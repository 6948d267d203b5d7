/** A PostgreSQL server of this machine's own binaries, for tests. */
import { type ChildProcess, execFileSync, spawn, spawnSync } from "node:child_process";
import { chmodSync, chownSync, existsSync, mkdtempSync, readdirSync, rmSync, writeFileSync } from "node:fs";
import type { AddressInfo } from "node:net";
import { createServer } from "node:net";
import { tmpdir } from "node:os";
import { join } from "node:path";
import postgres from "postgres";

/** Where Debian's packages put the binaries, newest version first; otherwise where they are built from source. */
const binariesOf = (): string | null => {
  const root = "/usr/lib/postgresql";
  const versions = existsSync(root) ? readdirSync(root).toSorted((a, b) => Number(b) - Number(a)) : [];
  const folder = versions
    .map((version) => join(root, version, "bin"))
    .find((path) => existsSync(`${path}/initdb`));
  if (folder !== undefined) return folder;
  return existsSync("/usr/local/bin/initdb") ? "/usr/local/bin" : null;
};

const folder = binariesOf();

/** Why there is no server; null if there can be one. */
export const WHY_NO_POSTGRES = folder === null ? "PostgreSQL is not installed" : null;

/** PostgreSQL refuses to run as root, so its files are those of Debian's `nobody`. */
const NOBODY = 65_534;
const identity = process.getuid?.() === 0 ? { uid: NOBODY, gid: NOBODY } : {};

const PASSWORD = "s3cret-canary";

/** A port of this machine that is not in use. */
export const freePort = async (): Promise<number> => {
  const server = createServer().listen(0, "127.0.0.1");
  await new Promise((done) => server.once("listening", done));
  const { port } = server.address() as AddressInfo;
  await new Promise((done) => server.close(done));
  return port;
};

export interface TestPostgres {
  readonly port: number;
  readonly password: string;
  /** Reads with a connection of its own. */
  readonly query: (statement: string) => Promise<readonly Readonly<Record<string, unknown>>[]>;
  /** Kills the server as a crash does, and starts it again. */
  readonly crash: () => Promise<void>;
  readonly stop: () => Promise<void>;
}

/** @param tls certificate and key as PEM; absent: without TLS */
export const startPostgres = async (
  port = 0,
  tls?: { readonly certificate: string; readonly key: string },
): Promise<TestPostgres> => {
  const chosen = port || (await freePort());
  const home = mkdtempSync(join(tmpdir(), "postgres-"));
  const data = join(home, "data");
  const file = (name: string, text: string): string => {
    const path = join(home, name);
    writeFileSync(path, text);
    chmodSync(path, 0o600);
    if (identity.uid !== undefined) chownSync(path, identity.uid, identity.gid);
    return path;
  };
  if (identity.uid !== undefined) chownSync(home, identity.uid, identity.gid);
  const init = ["-D", data, "-U", "owner", "-A", "scram-sha-256", "-E", "UTF8", "--no-sync"];
  execFileSync(join(folder ?? "", "initdb"), [...init, `--pwfile=${file("password", PASSWORD)}`], {
    ...identity,
    cwd: home,
    stdio: "ignore",
  });
  const settings = {
    port: String(chosen),
    listen_addresses: "127.0.0.1",
    unix_socket_directories: "",
    fsync: "off",
    ...(tls && {
      ssl: "on",
      ssl_cert_file: file("server.crt", tls.certificate),
      ssl_key_file: file("server.key", tls.key),
    }),
  };
  const args = Object.entries(settings).flatMap(([name, value]) => ["-c", `${name}=${value}`]);
  const client = () =>
    postgres({
      host: "127.0.0.1",
      port: chosen,
      user: "owner",
      password: PASSWORD,
      database: "postgres",
      max: 1,
      ssl: tls ? { rejectUnauthorized: false } : false,
      onnotice: () => {},
    });
  const query = async (statement: string) => {
    const sql = client();
    try {
      return (await sql.unsafe(statement)) as unknown as readonly Readonly<Record<string, unknown>>[];
    } finally {
      await sql.end({ timeout: 1 });
    }
  };
  const start = async (): Promise<ChildProcess> => {
    const child = spawn(join(folder ?? "", "postgres"), ["-D", data, ...args], {
      ...identity,
      cwd: home,
      stdio: "ignore",
    });
    for (;;) {
      const ready = ["-q", "-h", "127.0.0.1", "-p", String(chosen), "-U", "owner"];
      const isUp = spawnSync(join(folder ?? "", "pg_isready"), ready).status === 0;
      if (isUp) return child;
      if (child.exitCode !== null) throw new Error(`postgres ended with ${child.exitCode}`);
      await new Promise((done) => setTimeout(done, 100));
    }
  };
  const end = (child: ChildProcess, signal: NodeJS.Signals): Promise<unknown> => {
    const ended = new Promise((done) => child.once("exit", done));
    child.kill(signal);
    return ended;
  };
  let child = await start();
  return {
    port: chosen,
    password: PASSWORD,
    query,
    crash: async () => {
      // SIGQUIT: at once, without a checkpoint; the next start recovers.
      await end(child, "SIGQUIT");
      child = await start();
    },
    stop: async () => {
      await end(child, "SIGQUIT");
      rmSync(home, { recursive: true, force: true });
    },
  };
};
