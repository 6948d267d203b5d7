/** An account with some of everything, as after a few days of use. */
import { type Client, createClient } from "../../client/index.ts";
import { newAccount, testService, until } from "../helpers/api.ts";
import { type PageServer, startPageServer } from "../helpers/pageServer.ts";

const PRODUCTS = 60;

const page = (title: string, body: string): string =>
  `<!doctype html><html lang="en"><meta charset="utf-8"><title>${title}</title><body>${body}</body></html>`;

/** A list of products; prices of some fall with each visit. */
const shop = (visit: number): string =>
  page(
    "Lamps",
    `<h1>Lamps</h1><ul>${Array.from({ length: PRODUCTS }, (_, index) => {
      const price = 20 + index - (index % 5 === 0 ? visit * 1.5 : 0);
      return `<li class="lamp"><h2><a href="/lamps/${index + 1}">Lamp ${index + 1}</a></h2><p class="price">$${price.toFixed(2)}</p></li>`;
    }).join("")}</ul>`,
  );

/** An endless list, whose pages are slow enough to be seen one by one. */
const endless = (): (() => { body: string; delayMs: number }) => {
  let pages = 0;
  return () => {
    pages += 1;
    const next = `<a rel="next" href="/endless?page=${pages + 1}">Next</a>`;
    return {
      body: page("Endless", `<ul><li class="lamp"><h2>Lamp ${pages}</h2></li></ul>${next}`),
      delayMs: 2_500,
    };
  };
};

/** Cards of products, with a picture and a link each. */
const CARDS = page(
  "Cards",
  `<h1>Cards</h1><main>${["Oak Kettle", "Tin Lamp", "Glass Bowl", "Iron Pan", "Clay Jug", "Wool Rug"]
    .map(
      (name, at) =>
        `<article class="card"><h2><a href="/cards/${at}">${name}</a></h2><p class="brand">Maker ${at % 2}</p><span class="price">$${10 + at}.85</span></article>`,
    )
    .join("")}</main>`,
);

/** Cards with a text that nothing names. */
const TABLES = page(
  "Tables",
  `<h1>Tables</h1><main>${["Oak", "Ash", "Pine", "Oak", "Beech", "Pine"]
    .map(
      (wood, at) =>
        `<article class="card"><h2><a href="/tables/${at}">Table ${at + 1}</a></h2><p>${wood}</p><span class="price">$${40 + at}.00</span></article>`,
    )
    .join("")}</main>`,
);

/** Goods with an advert among them, a page after this one, and a page for each. */
const GOODS = ["Oak Kettle", "Tin Lamp", "Glass Bowl", "Iron Pan"];
const goods = page(
  "Goods",
  `<h1>Goods</h1><main>${GOODS.map(
    (name, at) =>
      `<article class="good"><h2><a href="/goods/${at}">${name}</a></h2><span class="price">$${20 + at}.50</span></article>`,
  )
    .toSpliced(
      2,
      0,
      `<article class="good advert"><h2><a href="/ad">Buy a car</a></h2><span class="price">$9000.00</span></article>`,
    )
    .join("")}</main><nav><a class="to-next" href="/goods?page=2">Next</a></nav>`,
);
const good = (name: string, at: number): string =>
  page(
    name,
    `<main><h1>${name}</h1><p class="maker">Made by Maker ${at}</p><p class="sku">SKU-${at}</p></main>`,
  );
const GOODS_PAGES = Object.fromEntries(
  GOODS.map((name, at) => [`/goods/${at}`, { body: good(name, at) }] as const),
);

/** A page that gives its colour twice. */
const OPEN = `<!doctype html><html lang="en"><head><title>Oak Kettle</title></head><body><main><h1>Oak Kettle</h1>
  <table id="kettle"><tr><th>Colour</th><td id="body">Brown</td></tr></table>
  <table id="lid"><tr><th>Colour</th><td id="top">Silver</td></tr></table>
  <p>A kettle that boils two litres of water in a few minutes, made by hand in a small shop by the sea.</p></main></body></html>`;

/** Values within texts that say more. */
const SIZES = page(
  "Sizes",
  `<h1>Sizes</h1><main>${["Oak Kettle", "Tin Lamp", "Glass Bowl", "Iron Pan"]
    .map(
      (name, at) =>
        `<article class="size"><h2>${name}</h2><p class="cost">Costs <b class="sum">$${10 + at}.85</b> a piece</p></article>`,
    )
    .join("")}</main>`,
);

/** What it shows only once a button was clicked. */
const HIDDEN = page(
  "Hidden",
  `<main><h1>Hidden</h1><button onclick="document.getElementById('more').innerHTML = ['Red', 'Blue', 'Green', 'Black'].map((name) => '<li class=paint><h2>' + name + ' paint</h2><p class=litres>5 litres</p></li>').join('')">Show the paints</button><ul id="more"></ul></main>`,
);

export interface World {
  readonly client: Client;
  readonly apiKey: string;
  readonly pages: PageServer;
  readonly flowId: string;
  readonly runId: string;
  readonly failedRunId: string;
  readonly recordKey: string;
  readonly webhookId: string;
  readonly destinationId: string;
  readonly ticketId: string;
  readonly alertId: string;
}

export const LAMPS = {
  steps: [
    { type: "extract", selector: "li.lamp", fields: ["title: h2", "price: .price", "url: a@href | url"] },
  ],
  outputSchema: { title: "string", price: "price", url: "url" },
} as const;

const endOf = async (client: Client, runId: string) =>
  until(
    () => client.getRun(runId),
    ({ status }) => status !== "queued" && status !== "running",
    120_000,
  );

const runToEnd = async (client: Client, flowId: string): Promise<string> => {
  const { id } = await client.createRun({ flowId });
  await endOf(client, id);
  return id;
};

/** A PNG image of one pixel. */
const PIXEL =
  "data:image/png;base64,iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNk+M9QDwADhgGAWjR9awAAAABJRU5ErkJggg==";

export const startPages = (): Promise<PageServer> =>
  startPageServer({
    "/lamps": (visit) => ({ body: shop(visit) }),
    "/tables": { body: TABLES },
    "/cards": { body: CARDS },
    "/goods": { body: goods },
    ...GOODS_PAGES,
    "/open": { body: OPEN },
    "/hidden": { body: HIDDEN },
    "/sizes": { body: SIZES },
    "/hook": { body: "seen" },
    "/endless": endless(),
  });

const makeMonitor = async (client: Client, url: string): Promise<{ flowId: string; runId: string }> => {
  const { id: flowId } = await client.createFlow({
    name: "Lamps, watched",
    description: "Tells when a lamp gets cheaper.",
    url: `${url}/lamps`,
    mode: "monitor",
    steps: [{ ...LAMPS.steps[0], fields: [...LAMPS.steps[0].fields] }],
    outputSchema: LAMPS.outputSchema,
    monitor: { key: ["title"], conditions: ["price falls"], severity: "warning" },
    schedule: { every: "6h" },
  });
  await client.updateFlow(flowId, { status: "active" });
  let runId = "";
  for (let visit = 0; visit < 4; visit += 1) runId = await runToEnd(client, flowId);
  return { flowId, runId };
};

/** Fills the account of a client. */
const makeWorld = async (apiKey: string, pages: PageServer): Promise<World> => {
  const client = createClient({ url: testService().url, apiKey, retries: 20 });
  const { id: webhookId } = await client.createWebhook({
    url: `${pages.url}/hook`,
    events: ["run.completed", "run.failed", "alert.created"],
  });
  const { id: destinationId } = await client.createDestination({
    name: "Warehouse",
    target: { type: "http", url: `${pages.url}/hook` },
    content: "latest",
  });
  const { flowId, runId } = await makeMonitor(client, pages.url);
  const failing = await client.createFlow({ name: "Nowhere", url: `${pages.url}/nowhere`, mode: "extract" });
  const failedRunId = await runToEnd(client, failing.id);
  await client.createFlow({ name: "Reading list", url: "https://books.example/", mode: "extract" });
  await client.testWebhook(webhookId);
  const { id: ticketId } = await client.createTicket({
    subject: "Prices of bundles are missing",
    description: "Bundles show two prices.\nWhich one is taken?",
    type: "question",
    priority: "high",
    flowId,
    screenshot: PIXEL,
  });
  const isChange = ({ type }: { readonly type: string }): boolean => type === "change_detected";
  const alerts = await until(
    () => client.listAlerts(),
    ({ data }) => data.some(isChange),
    60_000,
  );
  const { data: records } = await client.listFlowRecords(flowId, { limit: 1 });
  return {
    client,
    apiKey,
    pages,
    flowId,
    runId,
    failedRunId,
    recordKey: records[0]?.key ?? "",
    webhookId,
    destinationId,
    ticketId,
    alertId: alerts.data.find(isChange)?.id ?? "",
  };
};

export const startWorld = async (): Promise<World> => {
  const [{ apiKey }, pages] = await Promise.all([newAccount(), startPages()]);
  return makeWorld(apiKey, pages);
};
