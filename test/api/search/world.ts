/** A service with a search engine, and pages that it finds. */
import { afterAll, beforeAll } from "@jest/globals";
import { type AskedQuery, type Reply, type Searxng, startSearxng } from "../../../scripts/door/searxng.ts";
import { type Api, newAccount } from "../../helpers/api.ts";
import { type PageServer, startPageServer } from "../../helpers/pageServer.ts";
import { type RunnerProcess, type StartedService, spawnRunner } from "../../helpers/runnerProcess.ts";

const WORDS = "The ferry leaves the old harbour at noon and comes back with the tide. ".repeat(4);

const page = (title: string, body = ""): { body: string } => ({
  body: `<!doctype html><html lang="en"><head><title>${title}</title></head><body><main><article><h1>${title}</h1>
  <p>${WORDS}</p>${body}</article></main></body></html>`,
});

export interface World {
  readonly api: Api;
  readonly service: StartedService;
  readonly engine: Searxng;
  readonly pages: PageServer;
  /** What the search engine answers from now on. */
  answerWith(reply: Reply | ((query: AskedQuery) => Reply)): void;
  at(path: string): string;
}

/** Flows may open the pages. The search engine is at a private address, too, which only its own setting allows. */
export const useSearch = (): World => {
  const world: { -readonly [K in keyof World]?: World[K] } = {};
  let reply: (query: AskedQuery) => Reply = () => ({ hits: [] });
  let runner: RunnerProcess | undefined;
  beforeAll(async () => {
    world.engine = await startSearxng((query) => reply(query));
    world.pages = await startPageServer({
      "/one": page("One", "<p class='price'>£4.50</p>"),
      "/two": page("Two"),
      "/slow": { ...page("Slow"), delayMs: 60_000 },
    });
    runner = spawnRunner(["--in-memory", "--allow-private", `127.0.0.1:${world.pages.port}`], {
      SEARCH_URL: world.engine.address,
    });
    world.service = await runner.started;
    world.api = await newAccount("scale", "owner@example.com", world.service);
  }, 180_000);
  afterAll(async () => {
    await runner?.end("SIGTERM");
    await world.pages?.stop();
    await world.engine?.close();
  });
  const started = () => world as World;
  return {
    get api() {
      return started().api;
    },
    get service() {
      return started().service;
    },
    get engine() {
      return started().engine;
    },
    get pages() {
      return started().pages;
    },
    answerWith: (given) => {
      reply = typeof given === "function" ? given : () => given;
    },
    at: (path) => `${started().pages.url}${path}`,
  };
};
