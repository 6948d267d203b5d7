/** Servers and egresses of one test, closed after it. */
import type { RequestListener } from "node:http";
import { afterEach } from "@jest/globals";
import { createEgress, type EgressOptions } from "../../../../src/engine/egress/index.ts";
import { resolveFrom, startLoopback } from "../loopback.ts";

const cleanups: (() => Promise<unknown>)[] = [];
afterEach(async () => {
  for (const cleanup of cleanups.splice(0).reverse()) await cleanup();
});

export const serve = async (handle: RequestListener) => {
  const server = await startLoopback(handle);
  cleanups.push(server.close);
  return server;
};
export const open = (options: Partial<EgressOptions> = {}) => {
  const egress = createEgress({ allowPrivate: [], resolve: resolveFrom({}), ...options });
  cleanups.push(egress.close);
  return egress;
};
/** An egress to one loopback server that is opened by hand. */
export const openTo = async (handle: RequestListener, options: Partial<EgressOptions> = {}) => {
  const server = await serve(handle);
  const egress = open({ allowPrivate: [`127.0.0.1:${server.port}`], ...options });
  return { server, egress, url: `http://127.0.0.1:${server.port}/` };
};
