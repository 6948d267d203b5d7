import { createServer, type RequestListener } from "node:http";
import type { AddressInfo } from "node:net";
import type { Resolve } from "../../../src/engine/egress/connector.ts";

export interface Loopback {
  readonly port: number;
  /** Sockets that were opened to it. */
  connections(): number;
  close(): Promise<void>;
}

/** A stand-in for a target, on 127.0.0.1. */
export const startLoopback = async (handle: RequestListener): Promise<Loopback> => {
  const server = createServer(handle);
  let connections = 0;
  server.on("connection", () => connections++);
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
  return {
    port: (server.address() as AddressInfo).port,
    connections: () => connections,
    close: () =>
      new Promise((resolve) => {
        server.close(() => resolve());
        server.closeAllConnections();
      }),
  };
};

/** A resolver that knows these names only. */
export const resolveFrom =
  (names: Readonly<Record<string, readonly string[]>>): Resolve =>
  async (host) => {
    const addresses = names[host];
    if (!addresses) throw new Error(`ENOTFOUND ${host}`);
    return addresses.map((address) => ({ address, family: address.includes(":") ? 6 : 4 }));
  };

/** The error that a promise rejects with. */
export const failureOf = async (promise: Promise<unknown>): Promise<Error & Record<string, unknown>> => {
  try {
    await promise;
  } catch (error) {
    return error as Error & Record<string, unknown>;
  }
  throw new Error("did not fail");
};
