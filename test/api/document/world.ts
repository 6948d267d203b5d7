/** One account with a record of every kind, made through the public API, for all statements to look at. */
import { type Answer, type Api, endOfRun, newAccount, until } from "../../helpers/api.ts";
import { type PageServer, startPageServer } from "../../helpers/pageServer.ts";

const RUNS_UNTIL_ERROR = 5;

const shop = {
  "/books": { body: "<title>Books</title><h1>Books</h1>" },
  "/shelf": {
    body: `<title>Shelf</title><h1>Shelf</h1><ul>${["Walden", "Emma", "Ulysses"]
      .map(
        (title, index) =>
          `<li class="book"><a href="/${title}">${title}</a> <b class="price">${index + 5}.50 €</b></li>`,
      )
      .join("")}</ul>`,
  },
};

/** The longest request that the document shows for POST /flows. */
export const flowBody = (pages: PageServer, path = "/books") => ({
  name: "Books",
  description: "All books",
  url: pages.url + path,
  mode: "extract",
  steps: [{ type: "navigate" }, { type: "extract", label: "books", fields: ["title: h1"] }],
  outputSchema: { title: "string" },
});

export interface World {
  readonly api: Api;
  readonly pages: PageServer;
  /** What the requests that made the records answered. */
  readonly made: Readonly<Record<"flow" | "run" | "trigger" | "key" | "webhook" | "ticket", Answer>>;
  readonly flowId: string;
  readonly runId: string;
}

const failUntilError = async (api: Api, url: string): Promise<void> => {
  const { body } = await api.post("/flows", { name: "Broken", url, mode: "extract" });
  const { id } = body.data;
  await api.put(`/flows/${id}`, { status: "active" });
  for (let count = 0; count < RUNS_UNTIL_ERROR; count += 1)
    await endOfRun(api, (await api.post("/runs", { flowId: id })).body.data.id);
  await until(
    () => api.get(`/flows/${id}`),
    (answer) => answer.body.data.status === "error",
  );
};

export const makeWorld = async (): Promise<World> => {
  const pages = await startPageServer(shop);
  const api = await newAccount();
  const flow = await api.post("/flows", flowBody(pages));
  const flowId = flow.body.data.id;
  const run = await api.post("/runs", { flowId });
  const trigger = await api.post("/runs/trigger", { flowId, trigger: "cron" });
  for (const { body } of [run, trigger]) await endOfRun(api, body.data.id);
  await failUntilError(api, `${pages.url}/nowhere`);
  const [key, webhook, ticket] = await Promise.all([
    api.post("/keys", { name: "Reader", scopes: ["flows:read", "runs:write"] }),
    api.post("/webhooks", {
      url: "https://hooks.example.com/gleaner",
      events: ["run.completed", "run.failed", "alert.created"],
      secret: "a-secret-of-our-own-making",
    }),
    api.post("/tickets", { subject: "Prices are missing", type: "bug", priority: "high" }),
  ]);
  const made = { flow, run, trigger, key, webhook, ticket };
  return { api, pages, made, flowId, runId: run.body.data.id };
};
