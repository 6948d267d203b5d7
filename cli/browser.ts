import { spawn } from "node:child_process";
import type { World } from "./context.ts";

const OPENERS: Readonly<Partial<Record<NodeJS.Platform, readonly [string, ...string[]]>>> = {
  darwin: ["open"],
  win32: ["cmd", "/c", "start", ""],
};

/** Opens a URL with the system's browser, if there is one. */
export const openInBrowser = (address: string, { environment }: Pick<World, "environment">): void => {
  const [program, ...rest] = OPENERS[process.platform] ?? ["xdg-open"];
  const child = spawn(program, [...rest, address], {
    env: environment,
    stdio: "ignore",
    detached: true,
  });
  child.once("error", () => {});
  child.unref();
};
