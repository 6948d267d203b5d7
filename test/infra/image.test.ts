/** The Docker image and compose file: read as they are, and with Docker on this machine also built and started. */
import { execFile, execFileSync, spawnSync } from "node:child_process";
import { once } from "node:events";
import { existsSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { createServer } from "node:http";
import type { AddressInfo } from "node:net";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { DatabaseSync } from "node:sqlite";
import { promisify } from "node:util";
import { afterAll, beforeAll, describe, expect, it } from "@jest/globals";
import { parse } from "yaml";
import { findFreePorts } from "../../local/emulators/ports.ts";
import { createShutdown } from "../../local/shutdown.ts";
import { openState, QUEUE_DATABASE } from "../../local/state/dataDir.ts";
import manifest from "../../package.json" with { type: "json" };
import { OPERATIONS } from "../../src/contract/operations.ts";
import { createEmbeddedTable } from "../../src/store/embedded/table.ts";
import { apiAs, until } from "../helpers/api.ts";
import type { StartedService } from "../helpers/runnerProcess.ts";

const ROOT = join(import.meta.dirname, "../..");
const read = (name: string): string => readFileSync(join(ROOT, name), "utf8");

/** Instructions with their continued lines joined, without comments. */
const instructions = read("Dockerfile")
  .replaceAll(/^#.*\n/gm, "")
  .replaceAll("\\\n", " ")
  .split("\n")
  .filter((line) => line.trim() !== "")
  .map((line) => {
    const [name = "", ...rest] = line.split(" ");
    return { name, text: rest.join(" ") };
  });
const last = (name: string): string => instructions.findLast((each) => each.name === name)?.text ?? "";

interface Service {
  readonly image: string;
  readonly entrypoint?: readonly string[];
  readonly command?: readonly string[];
  readonly ports?: readonly string[];
  readonly volumes: readonly string[];
  readonly cap_drop: readonly string[];
  readonly security_opt: readonly string[];
  readonly user?: string;
  readonly privileged?: boolean;
}
const compose = parse(read("compose.yaml"), { strict: true, uniqueKeys: true }) as {
  readonly services: { readonly gleaner: Service; readonly backup: Service };
  readonly volumes: Readonly<Record<string, unknown>>;
};
const { gleaner, backup } = compose.services;

/** The options that a program of ours explains. */
const optionsOf = (script: string): readonly string[] =>
  execFileSync(process.execPath, [script, "--help"], { cwd: ROOT, encoding: "utf8" }).match(/--[a-z-]+/g) ??
  [];

const docker = (args: readonly string[], env: Readonly<Record<string, string>> = {}) =>
  spawnSync("docker", [...args], { cwd: ROOT, env: { ...process.env, ...env }, encoding: "utf8" });
const hasCompose = docker(["compose", "version"]).status === 0;
const hasDocker = hasCompose && docker(["info"]).status === 0;
const NO_COMPOSE = hasCompose ? "" : " (skipped: this machine has no docker compose)";
const NO_DOCKER = hasDocker ? "" : NO_COMPOSE || " (skipped: the Docker daemon does not answer)";
const optionsIn = (command: string): readonly string[] => command.match(/--[a-z-]+(?=[ "])/g) ?? [];

describe("the image", () => {
  it("runs as a user without privileges, who owns the folders of its volumes", () => {
    expect(last("USER")).toBe("node");
    const volumes = last("VOLUME").split(" ");
    expect(volumes).toEqual(["/data", "/backups"]);
    const beforeUser = instructions.slice(
      0,
      instructions.findIndex(({ name }) => name === "USER"),
    );
    const made = beforeUser.find(({ text }) => text.startsWith("mkdir"))?.text ?? "";
    for (const folder of volumes) expect(made).toMatch(new RegExp(`chown node:node .*${folder}`));
    for (const { name, text } of instructions.filter(({ name }) => name === "COPY"))
      expect(`${name} ${text}`).toMatch(/^COPY --chown=node:node /);
  });

  it("has the Node.js that the project is tested on", () => {
    const [, major] = /^node:(\d+)-/.exec(last("FROM")) ?? [];
    expect(major).toBe(manifest.devDependencies.node.split(".")[0]);
  });

  it("is built with scripts that exist, from files that are not left out", () => {
    const scripts = instructions.flatMap(({ text }) => [...text.matchAll(/npm run (\S+)/g)]);
    expect(scripts.length).toBe(2);
    for (const [, name = ""] of scripts) expect(Object.keys(manifest.scripts)).toContain(name);
    const leftOut = read(".dockerignore").trim().split("\n");
    expect(leftOut).toEqual(expect.arrayContaining(["node_modules", ".git", ".gleaner", "*.env"]));
    for (const name of ["package.json", "package-lock.json", ".npmrc"]) {
      expect(existsSync(join(ROOT, name))).toBe(true);
      expect(leftOut).not.toContain(name);
    }
  });

  it("starts the service with options that it knows, on the volume and for other containers", () => {
    const [program, script = "", ...args] = JSON.parse(last("ENTRYPOINT")) as readonly string[];
    expect(program).toBe("node_modules/.bin/node");
    const known = optionsOf(script);
    const given = args.filter((each) => each.startsWith("--"));
    expect(given.filter((option) => !known.includes(option))).toEqual([]);
    expect(args.join(" ")).toMatch(/--host 0\.0\.0\.0 --data-dir \/data$/);
  });
});

describe("the image's health check", () => {
  const command = (port: number): readonly string[] => {
    const [, json = "[]"] = /CMD (\[.*\])$/.exec(last("HEALTHCHECK")) ?? [];
    const [program, ...args] = JSON.parse(json) as readonly string[];
    expect(program).toBe("node");
    const url = `http://127.0.0.1:${last("EXPOSE")}${OPERATIONS.getHealth.path}`;
    expect(args.at(-1)).toContain(url);
    return args.map((text) => text.replace(url, url.replace(last("EXPOSE"), String(port))));
  };
  const exitCode = async (status: number): Promise<number> => {
    const server = createServer((_request, response) => response.writeHead(status).end()).listen(
      0,
      "127.0.0.1",
    );
    await once(server, "listening");
    const { port } = server.address() as AddressInfo;
    // Not synchronous: this process answers.
    const code = await promisify(execFile)(process.execPath, [...command(port)]).then(
      () => 0,
      ({ code }: { code: number }) => code,
    );
    server.closeAllConnections();
    await new Promise((done) => server.close(done));
    return code;
  };

  it("passes while the service is healthy, and fails otherwise", async () => {
    expect([await exitCode(200), await exitCode(503)]).toEqual([0, 1]);
  });

  it("fails if nothing answers", () => {
    expect(spawnSync(process.execPath, [...command(1)]).status).toBe(1);
  });
});

describe("the compose file", () => {
  it("gives no container privileges, and shows the service to this machine alone", () => {
    expect(Object.keys(compose.services)).toEqual(["gleaner", "backup"]);
    for (const service of [gleaner, backup])
      expect(service).toMatchObject({
        image: "gleaner",
        init: true,
        restart: "unless-stopped",
        cap_drop: ["ALL"],
        security_opt: ["no-new-privileges:true"],
      });
    for (const service of [gleaner, backup])
      expect([service.user, service.privileged]).toEqual([undefined, undefined]);
    expect(gleaner.ports).toEqual([`127.0.0.1:\${GLEANER_PORT:-4000}:${last("EXPOSE")}`]);
    expect(backup.ports).toBeUndefined();
  });

  (hasCompose ? it : it.skip)(`is what Docker Compose accepts${NO_COMPOSE}`, () => {
    const { status, stderr } = docker(["compose", "config", "--quiet"]);
    expect([status, stderr]).toEqual([0, ""]);
  });

  it("keeps data and backups in volumes of the image", () => {
    const mounted = [...gleaner.volumes, ...backup.volumes].map((volume) => volume.split(":"));
    expect(mounted.length).toBe(3);
    for (const [name = "", path = ""] of mounted) {
      expect(Object.keys(compose.volumes)).toContain(name);
      expect(last("VOLUME").split(" ")).toContain(path);
    }
  });
});

describe("the backup service", () => {
  let folder: string;
  beforeAll(async () => {
    folder = mkdtempSync(join(tmpdir(), "gleaner-image-"));
    const shutdown = createShutdown();
    const state = openState(join(folder, "data"), shutdown);
    state.secrets.keepApiKey("gl_live_1");
    state.keepTable("embedded");
    createEmbeddedTable({ path: join(folder, "data/table/embedded.db") }).close();
    const queues = new DatabaseSync(join(folder, "data", QUEUE_DATABASE));
    queues.exec("CREATE TABLE s3_objects (key TEXT, body BLOB)");
    queues.close();
    await shutdown.run();
  });
  afterAll(() => rmSync(folder, { recursive: true, force: true }));

  it("backs up the data with options that the program knows, and keeps a number of backups", () => {
    const [text = ""] = backup.command ?? [];
    const known = optionsOf("local/backup.ts");
    const given = optionsIn(`${text} `);
    expect(given).toEqual(["--data-dir", "--to", "--keep"]);
    expect(given.filter((option) => !known.includes(option))).toEqual([]);
    const [shell = "", ...args] = backup.entrypoint ?? [];
    const once = text
      .replace("/data", join(folder, "data"))
      .replace("/backups", join(folder, "backups"))
      .replace("sleep 86400", "exit 7");
    const { status, stdout, stderr } = spawnSync(shell, [...args, once], { cwd: ROOT, encoding: "utf8" });
    expect([status, stderr]).toEqual([7, ""]);
    expect(stdout).toMatch(/^Backed up .*\/data \(/);
  });
});

describe("Docker", () => {
  const project = `gleaner-test-${process.pid}`;
  let folder: string;
  let files: readonly string[];
  let environment: Record<string, string>;
  const composed = (...args: readonly string[]): string => {
    const { status, stdout, stderr } = docker(["compose", "-p", project, ...files, ...args], environment);
    if (status !== 0) throw new Error(`docker compose ${args.join(" ")} failed:\n${stderr}`);
    return stdout;
  };
  beforeAll(async () => {
    if (!hasDocker) return;
    folder = mkdtempSync(join(tmpdir(), "gleaner-compose-"));
    // Under another name, so that an image of this machine stays as it is.
    const override = join(folder, "override.yaml");
    writeFileSync(override, `services: { gleaner: { image: ${project} }, backup: { image: ${project} } }\n`);
    files = ["-f", join(ROOT, "compose.yaml"), "-f", override];
    const [port] = await findFreePorts(1);
    environment = { GLEANER_PORT: String(port) };
  });
  afterAll(() => {
    if (!hasDocker) return;
    composed("down", "--volumes", "--rmi", "all", "--timeout", "20");
    rmSync(folder, { recursive: true, force: true });
  });

  (hasDocker ? it : it.skip)(
    `builds the image, runs it without privileges, backs it up, and keeps its data over a restart${NO_DOCKER}`,
    async () => {
      composed("up", "--detach", "--build", "--wait", "--wait-timeout", "180");
      const url = `http://127.0.0.1:${environment.GLEANER_PORT}`;
      expect((await fetch(url + OPERATIONS.getHealth.path)).status).toBe(200);
      expect(composed("exec", "-T", "gleaner", "id", "-un").trim()).toBe("node");
      const [key = ""] = /gl_live_\w+/.exec(composed("logs", "gleaner")) ?? [];
      const account = async (): Promise<unknown> => {
        const { body } = await apiAs(key, { service: { url } as StartedService }).get("/account");
        return body.data?.id;
      };
      const before = await account();
      expect(before).toMatch(/^acct-/);
      await until(
        async () => composed("exec", "-T", "backup", "ls", "/backups"),
        (list) => list.includes("gleaner-"),
        60_000,
      );
      composed("restart", "gleaner");
      composed("up", "--detach", "--wait", "--wait-timeout", "180");
      expect(await account()).toBe(before);
    },
    1_800_000,
  );
});
