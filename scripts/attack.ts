/**
 * `npm run attack [-- --json]`: attacks the service on this machine through every operation that takes an address,
 * against listeners on loopback that count who comes. Fails where one was reached, or where an answer tells what is
 * there. Starts a service of its own; `-- --url http://127.0.0.1:4000 --key gl_live_…` takes a running one, and
 * `--ports a,b,c` names three free ports of 127.0.0.1 that it was started to open (`--allow-private`), without which
 * the attacks that need a page of the attacker's are left out.
 */
import { parseArgs } from "node:util";
import { startService } from "../local/demo/service.ts";
import { createShutdown, type Shutdown } from "../local/shutdown.ts";
import { createAttacker } from "./attack/attacker.ts";
import { type Attack, listAttacks, type Sites, tells } from "./attack/attacks.ts";
import { openHostileSite } from "./attack/hostileSite.ts";
import { type Listeners, openListeners } from "./attack/listeners.ts";
import { innerNames } from "./attack/addresses.ts";
import { createReport } from "./attack/report.ts";

/** Attacks under way at once. */
const AT_ONCE = 6;

const { values } = parseArgs({
  options: {
    url: { type: "string" },
    key: { type: "string" },
    ports: { type: "string" },
    only: { type: "string" },
    json: { type: "boolean", default: false },
  },
});

const openSites = async (listeners: Listeners, shutdown: Shutdown, ports: readonly number[]): Promise<Sites> => {
  const inner = `http://127.0.0.1:${listeners.port}`;
  const [pages, robots, sitemaps] = await Promise.all([
    openHostileSite(listeners, ports[0]),
    openHostileSite(listeners, ports[1], { status: 302, headers: { location: `${inner}/robots.txt` } }),
    openHostileSite(listeners, ports[2], { body: `User-agent: *\nAllow: /\nSitemap: ${inner}/sitemap.xml\n` }),
  ]);
  for (const { close } of [pages, robots, sitemaps]) shutdown.add(close);
  return { pages, robots, sitemaps };
};

/** The service under attack: a running one, or one that may visit the attacker's sites and has a model inside. */
const findService = async (listeners: Listeners, sites: Sites | null, shutdown: Shutdown) => {
  const { url, key } = values;
  if (url !== undefined && key !== undefined) return { url, apiKey: key };
  process.env.MODEL_BASE_URL = `http://127.0.0.1:${listeners.port}/v1`;
  process.env.MODEL_ID = "attack";
  const opened = Object.values(sites ?? {}).map(({ port }) => `127.0.0.1:${port}`);
  return startService(opened, shutdown.add);
};

const performAll = async (attacks: readonly Attack[], onEnd: (attack: Attack, told: Awaited<ReturnType<Attack["perform"]>>) => void) => {
  const left = attacks.values();
  const work = async (): Promise<void> => {
    // One iterator for all: each takes the next that none has taken.
    for (const attack of left) onEnd(attack, await attack.perform());
  };
  await Promise.all(Array.from({ length: AT_ONCE }, work));
};

/** An attack that could not succeed proves nothing: the site's redirects are followed where they may be. */
const proveSites = async (attacker: ReturnType<typeof createAttacker>, { pages }: Sites): Promise<void> => {
  const told = await attacker.ask("POST", "/extract", { url: pages.leadTo("redirect/302", `${pages.url}/landed`) });
  if (told.status !== 200 || !pages.visits.includes("/landed"))
    throw new Error(`The service does not follow the attacker's redirects, so no attack proves anything: ${JSON.stringify(told)}`);
};
