import { createClient } from "../../client/index.ts";
import { startDemoSite } from "../demo-site/site.ts";
import type { Shutdown } from "../shutdown.ts";
import { collect, expectCompleted } from "./chapters/chapter.ts";
import { showExample } from "./chapters/example.ts";
import { showLogin } from "./chapters/login.ts";
import { showMonitor } from "./chapters/monitor.ts";
import { showNews } from "./chapters/news.ts";
import { showScreenshot } from "./chapters/screenshot.ts";
import { showSites } from "./chapters/sites.ts";
import { CATALOGUE_COLUMNS, catalogueFlow } from "./flow.ts";
import { reportOf, sayOutcome } from "./outcome.ts";
import type { Voice } from "./print.ts";
import { startReceiver } from "./receiver.ts";
import type { RunningService } from "./service.ts";

/** The whole tour: the catalogue, a crawl and a list, a login, a monitor, a screenshot, and the notifications. */
export const showShop = async (
  start: (allow: readonly string[]) => Promise<RunningService>,
  voice: Voice,
  shutdown: Pick<Shutdown, "add">,
) => {
  const shop = await startDemoSite();
  shutdown.add(shop.stop);
  const receiver = await startReceiver();
  shutdown.add(receiver.stop);
  voice.say(`The demo shop is open at ${shop.url}/catalogue`);
  const service = await start([`127.0.0.1:${shop.port}`, `127.0.0.1:${receiver.port}`]);
  const client = createClient(service);
  const scene = { client, shop, voice };

  const { secret = "" } = await client.createWebhook({
    url: receiver.url,
    events: ["run.completed", "alert.created"],
  });
  receiver.trust(secret);

  voice.say(`\n${voice.bold("Collecting 1,000 products on 50 list pages")}`);
  const run = await collect(scene, catalogueFlow(shop.url));
  sayOutcome(run, CATALOGUE_COLUMNS, voice);
  const catalogue = reportOf(expectCompleted(run));
  const byExample = await showExample(scene, run.id);
  const sites = await showSites(scene);
  const login = await showLogin(scene);
  const monitor = await showMonitor(scene);
  const screenshot = await showScreenshot(scene);
  const news = await showNews(scene, receiver, service.inbox, run.id);
  sayNext(voice);
  return { ...catalogue, byExample, sites, login, monitor, screenshot, ...news };
};

const sayNext = (voice: Voice): void => {
  voice.say(`
Next
  npm start                                                        keep the service running; prints a key and a curl,
                                                                   its dashboard is at http://127.0.0.1:4000/dashboard
  npm run demo -- --url https://example.com --fields "title: h1"   collect a page of your own
  npm run demo-site                                                look at the demo shop in a browser`);
};
