/**
 * `npm run attack [-- --sample 40 --json]`: attacks a service on this machine through every operation that
 * takes a URL, against listeners on loopback that count connections. Fails if a listener was reached, or if a
 * response reveals what is there. Then it tries to block the service with pages, patterns and selectors: each
 * attack must end by itself in time while other requests are answered.
 *
 * Starts its own service; `--proxy` gives it a proxy to go out through. `--sample` runs only this many attacks, `--only` those whose surface and trick contain the text, as in `run, to hold it up: gzip in gzip`. After
 * `--minutes` (4 with `--proxy`) no further attack begins: those that were carried out are spread evenly over all.
 */
import { parseArgs } from "node:util";
import { startService } from "../local/demo/service.ts";
import { createShutdown, type Shutdown } from "../local/shutdown.ts";
import { evenly } from "../src/engine/extract/values/evenly.ts";
import { createAttacker, RAW } from "./attack/attacker.ts";
import { listAttacks } from "./attack/attacks.ts";
import { byExhaustion, HUNG } from "./attack/exhaustion.ts";
import type { Attack, Sites } from "./attack/expectations.ts";
import { startForwardProxy } from "./attack/forwardProxy.ts";
import { openHostileSite } from "./attack/hostileSite.ts";
import { type Listeners, openListeners } from "./attack/listeners.ts";
import { performAll } from "./attack/perform.ts";
import { listTelling, tableOfAttempts, tableOfHits, tableOfSlowest } from "./attack/report.ts";
import { startHostileEngine } from "./attack/searchAttacks.ts";
import { readSample } from "./sample.ts";

/** Concurrent attacks; fewer of those that block a function, because the runner has only a few. */
const AT_ONCE = 6;
const EXHAUSTING_AT_ONCE = 2;
/** By when of the time that there is the others have to be over. */
const TOGETHER_SHARE = 0.6;
/** Behind a proxy only connections differ, so that an even share of the attacks shows whether one gets past it. */
const PROXY_MINUTES = 4;
/** Connections may still be arriving after the last response. */
const AFTERMATH_MS = 2_000;

const { values } = parseArgs({
  options: {
    sample: { type: "string" },
    only: { type: "string", default: "" },
    json: { type: "boolean", default: false },
    proxy: { type: "boolean", default: false },
    minutes: { type: "string" },
  },
});

/** How long attacks may begin. */
const readMinutes = (): number => {
  const { minutes, proxy } = values;
  if (minutes === undefined) return proxy ? PROXY_MINUTES : Number.POSITIVE_INFINITY;
  if (Number(minutes) > 0) return Number(minutes);
  throw new Error(`--minutes takes a number above 0, not "${minutes}".`);
};

type Attacker = ReturnType<typeof createAttacker>;

/** The attacker's sites. */
const openSites = async (listeners: Listeners, { add }: Shutdown): Promise<Sites> => {
  const inner = `http://127.0.0.1:${listeners.port}`;
  const redirect = { status: 302, headers: { location: `${inner}/robots.txt` } };
  const naming = { body: `User-agent: *\nAllow: /\nSitemap: ${inner}/sitemap.xml\n` };
  const [pages, robots, sitemaps] = await Promise.all([
    openHostileSite(listeners),
    openHostileSite(listeners, redirect),
    openHostileSite(listeners, naming),
  ]);
  for (const { close } of [pages, robots, sitemaps]) add(close);
  return { pages, robots, sitemaps };
};

/** The service under attack: it may visit the attacker's sites, and has an internal model endpoint. */
const startTarget = async (listeners: Listeners, sites: Sites, { add }: Shutdown) => {
  process.env.MODEL_BASE_URL = `http://127.0.0.1:${listeners.port}/v1`;
  process.env.MODEL_ID = "attack";
  const engine = await startHostileEngine();
  add(engine.close);
  process.env.SEARCH_URL = engine.address;
  const opened = Object.values(sites).map(({ port }) => `127.0.0.1:${port}`);
  if (!values.proxy) return { ...(await startService(opened, add)), via: null };
  const via = await startForwardProxy();
  add(via.close);
  process.env.PROXY_URL = `http://127.0.0.1:${via.port}`;
  return { ...(await startService([...opened, `127.0.0.1:${via.port}`], add)), via };
};

/** Verifies that allowed targets are reached. Otherwise it would prove nothing that private ones are not. */
const proveSites = async ({ ask }: Attacker, { pages }: Sites): Promise<void> => {
  const answer = await ask("POST", "/extract", { url: pages.leadTo("redirect/302", `${pages.url}/landed`) });
  if (answer.status === 200 && pages.visits.includes("/landed")) return;
  throw new Error(`The service does not follow redirects where it may: ${JSON.stringify(answer)}`);
};

const say = (text: string): void => {
  if (!values.json) console.log(text);
};

const main = async (shutdown: Shutdown): Promise<number> => {
  const startedAtMs = performance.now();
  const listeners = await openListeners();
  shutdown.add(listeners.close);
  await listeners.prove();
  const sites = await openSites(listeners, shutdown);
  const { url, apiKey, via } = await startTarget(listeners, sites, shutdown);
  const attacker = createAttacker(url, apiKey);
  await proveSites(attacker, sites);
  if (via && !via.asked.includes(`127.0.0.1:${sites.pages.port}`))
    throw new Error("The service does not go out through the proxy.");
  const exhausting = byExhaustion(attacker, sites);
  const all = [...(await listAttacks(attacker, listeners, sites)), ...exhausting];
  const chosen = evenly(
    all.filter(({ surface, trick }) => `${surface}: ${trick}`.includes(values.only)),
    readSample(values.sample),
  );
  const beganAtMs = performance.now();
  const isApart = (attack: Attack): boolean => exhausting.includes(attack);
  const perform = (name: string, areApart: boolean, atOnce: number, share: number) =>
    performAll(
      name,
      chosen.filter((attack) => isApart(attack) === areApart),
      {
        atOnce,
        endsAtMs: beganAtMs + readMinutes() * 60_000 * share,
        say: (line) => void process.stderr.write(`${line}\n`),
      },
    );
  const outcomes = [
    ...(await perform("attacks", false, AT_ONCE, TOGETHER_SHARE)),
    ...(await perform("attacks on its time", true, EXHAUSTING_AT_ONCE, 1)),
  ];
  await new Promise((done) => setTimeout(done, AFTERMATH_MS));

  const attempts = outcomes.length;
  const leftOut = chosen.length - attempts;
  const hits = listeners.list().reduce((sum, listener) => sum + listener.hits, 0);
  const answersThatTell = outcomes.filter((outcome) => outcome.tells).length;
  say(`${tableOfAttempts(outcomes)}\n\n${tableOfHits(listeners.list())}\n\n${tableOfSlowest(outcomes)}`);
  if (leftOut > 0)
    say(`\nThe time was up: ${leftOut} of ${chosen.length} attacks, evenly spread, were left out.`);
  const telling = listTelling(outcomes);
  if (telling !== "") console.error(telling);
  const durationMs = Math.round(performance.now() - startedAtMs);
  const count = (code: string): number => outcomes.filter(({ observed }) => observed.code === code).length;
  const summary = {
    attempts,
    leftOut,
    hits,
    answersThatTell,
    hung: count(HUNG),
    rawGatewayErrors: count(RAW),
  };
  console.log(
    values.json
      ? JSON.stringify(summary)
      : `\n${attempts} attacks in ${Math.round(durationMs / 1_000)} s: ${hits} hits, ${answersThatTell} answers that tell, ${summary.hung} hung, ${summary.rawGatewayErrors} errors of the gateway's own`,
  );
  return hits + answersThatTell + summary.hung + summary.rawGatewayErrors === 0 ? 0 : 1;
};

const shutdown = createShutdown();
try {
  process.exitCode = await main(shutdown);
} finally {
  await shutdown.run();
}
