/** Servers that a rehearsal starts on this machine. */
import type { ChildProcess } from "node:child_process";
import { once } from "node:events";
import { createServer } from "node:net";
import { setTimeout as pause } from "node:timers/promises";
import { SetupError } from "../../lib/setup-error.ts";
import { LOG } from "./place.ts";

const START_TIMEOUT_MS = 60_000;
const LOOK_MS = 100;

/** A free loopback port. */
export const findPort = async (): Promise<number> => {
  const server = createServer().listen(0, "127.0.0.1");
  await once(server, "listening");
  const address = server.address();
  server.close();
  await once(server, "close");
  return typeof address === "object" && address !== null ? address.port : 0;
};

/**
 * Waits until a started server responds.
 *
 * @throws {SetupError} if it ends, or does not respond within a minute
 */
export const whenReady = async (child: ChildProcess, ask: () => Promise<Response>): Promise<void> => {
  const deadline = performance.now() + START_TIMEOUT_MS;
  const isReady = () =>
    ask().then(
      ({ ok }) => ok,
      () => false,
    );
  while (!(await isReady())) {
    if (child.exitCode !== null || performance.now() > deadline)
      throw new SetupError(`\`${child.spawnargs.join(" ")}\` did not start: see ${LOG}.`);
    await pause(LOOK_MS);
  }
};
