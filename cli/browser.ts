import { spawn } from "node:child_process";
import type { World } from "./context.ts";

/** Without a shell: the URL comes from the service, and `cmd /c start` would run what follows an `&` in it. */
const OPENERS: Readonly<Partial<Record<NodeJS.Platform, readonly [string, ...string[]]>>> = {
  darwin: ["open"],
  win32: ["rundll32", "url.dll,FileProtocolHandler"],
};

/** The URL in its normal form; null if it is not of a web page: openers also start programs and open files. */
export const webPageOf = (address: string): string | null => {
  if (!URL.canParse(address)) return null;
  const { protocol, href } = new URL(address);
  return protocol === "http:" || protocol === "https:" ? href : null;
};

/** Opens a web page with the system's browser, if there is one. */
export const openInBrowser = (address: string, { environment }: Pick<World, "environment">): void => {
  const page = webPageOf(address);
  if (page === null) return;
  const [program, ...rest] = OPENERS[process.platform] ?? ["xdg-open"];
  const child = spawn(program, [...rest, page], {
    env: environment,
    stdio: "ignore",
    detached: true,
  });
  child.once("error", () => {});
  child.unref();
};
