/** Signs requests as a deployed stage does: with the key that the deployment made, which its directory lists. */
import type { IncomingHttpHeaders } from "node:http";
import { setTimeout as pause } from "node:timers/promises";
import * as z from "zod";
import { createClient } from "../../client/index.ts";
import { SetupError } from "../../lib/setup-error.ts";
import { listenOnLoopback } from "../../local/httpServer.ts";
import type { Shutdown } from "../../local/shutdown.ts";
import { runScript } from "./command.ts";
import type { Deployment } from "./deployment.ts";
import type { Caller } from "./use.ts";
import { isSignedBy } from "./webBotAuth.ts";

/** The public origin of the rehearsed stage's API. Nobody asks it: the directory is read through the gateway. */
export const SIGNATURE_AGENT = "https://api.example.com";

const DIRECTORY = "/.well-known/http-message-signatures-directory";
const Directory = z.object({ keys: z.array(z.looseObject({ kid: z.string() })).min(1) });

/** An environment of a function keeps the secret for minutes. Calls at the same time start others, which read it again. */
const CALLS = 8;
const LOOKS = 10;
const LOOK_MS = 2_000;

export interface WatchedSite {
  readonly url: string;
  /** The headers of the last request for its page. */
  readonly lastHeaders: () => IncomingHttpHeaders | undefined;
}

/** A site with one page that remembers how it was asked. */
export const startWatchedSite = async (shutdown: Shutdown): Promise<WatchedSite> => {
  const server = await listenOnLoopback(0, shutdown);
  let last: IncomingHttpHeaders | undefined;
  server.serve(({ url, headers }, response) => {
    if (url !== "/") return void response.writeHead(404).end();
    last = headers;
    response.writeHead(200, { "content-type": "text/html" }).end("<title>Kettle</title><h1>Kettle</h1>");
  });
  return { url: `${server.url}/`, lastHeaders: () => last };
};

const readDirectory = async ({ url }: Caller) => {
  const response = await fetch(url + DIRECTORY);
  const { success, data } = Directory.safeParse(await response.json());
  if (!success || !response.headers.has("signature"))
    throw new SetupError(`The directory of signing keys answers ${response.status} without signed keys.`);
  return data.keys;
};

/** Reads the site's page as a caller, and checks its request against the directory. @returns the key that signed */
const checkRequest = async (caller: Caller, site: WatchedSite): Promise<string> => {
  await createClient(caller).extract({ url: site.url, schema: { title: "string" } });
  const headers = site.lastHeaders();
  for (const key of await readDirectory(caller)) if (await isSignedBy(key, site.url, headers)) return key.kid;
  throw new SetupError("The request for a page is not signed by a key of the stage's directory.");
};

/**
 * Checks a stage's signature, adds a key as an operator does, and checks that the earlier one signs until the new one has
 * been listed for a while.
 *
 * @returns how many keys the directory lists
 */
export const checkIdentity = async (
  { stage }: Deployment,
  caller: Caller,
  site: WatchedSite,
): Promise<number> => {
  const first = await checkRequest(caller, site);
  await runScript("scripts/secret.ts", ["--stage", stage, "--signing", "--rotate"]);
  for (let look = 0; look < LOOKS; look += 1) {
    const listed = await Promise.all(Array.from({ length: CALLS }, () => readDirectory(caller)));
    const keys = Math.max(...listed.map(({ length }) => length));
    if (keys < 2) {
      await pause(LOOK_MS);
      continue;
    }
    if ((await checkRequest(caller, site)) !== first)
      throw new SetupError("A key that was just added signs already.");
    return keys;
  }
  throw new SetupError("The directory does not list the key that was added.");
};
