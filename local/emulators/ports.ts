import { once } from "node:events";
import { createServer, type Server } from "node:net";

/** Below the ephemeral port range (Linux from 32768, macOS and Windows from 49152). */
const FIRST_PORT = 20_000;
const LAST_PORT = 32_000;

/** Holds a port. @returns undefined if it is in use */
const hold = async (port: number): Promise<Server | undefined> => {
  const server = createServer().listen(port, "127.0.0.1");
  try {
    await once(server, "listening");
    return server;
  } catch {
    return undefined;
  }
};

/** Free loopback ports, outside the ephemeral range, for programs that cannot choose one themselves. */
export const findFreePorts = async (count: number): Promise<readonly number[]> => {
  const reserved = new Map<number, Server>();
  while (reserved.size < count) {
    const port = FIRST_PORT + Math.floor(Math.random() * (LAST_PORT - FIRST_PORT));
    const server = reserved.has(port) ? undefined : await hold(port);
    // All are held until the last is found, so that they differ.
    if (server) reserved.set(port, server);
  }
  await Promise.all([...reserved.values()].map((server) => once(server.close(), "close")));
  return [...reserved.keys()];
};
