/** A search engine that answers as an instance of SearXNG does, with results that are given. */
import { createServer, type IncomingMessage, type ServerResponse } from "node:http";
import { openOnLoopback } from "../../local/httpServer.ts";

/** A result as engines give it. */
export interface Hit {
  readonly url: string;
  readonly title: string;
  readonly content?: string;
  readonly [field: string]: unknown;
}

export interface AskedQuery {
  readonly q: string;
  readonly categories: string;
  readonly language: string | null;
  readonly timeRange: string | null;
  readonly page: number;
}

/** The results of a page, or what is answered instead. */
export type Reply =
  | { readonly hits: readonly Hit[]; readonly unresponsive?: readonly (readonly [string, string])[] }
  | {
      readonly status: number;
      readonly headers?: Readonly<Record<string, string>>;
      readonly body?: string;
    }
  | { readonly silent: true };

export interface Searxng {
  readonly address: string;
  readonly port: number;
  /** The queries so far, in order. */
  readonly asked: readonly AskedQuery[];
  close(): Promise<void>;
}

const ENGINES = ["brave", "duckduckgo"];

const resultOf = ({ url, title, content = "", ...more }: Hit, category: string, at: number) => ({
  url,
  title,
  content,
  engine: ENGINES[0],
  engines: ENGINES,
  template: category === "images" ? "images.html" : "default.html",
  parsed_url: ["https", new URL(url, "https://a.example").host, "/", "", "", ""],
  img_src: "",
  thumbnail: "",
  publishedDate: null,
  priority: "",
  positions: [at + 1],
  score: 1 / (at + 1),
  category,
  ...more,
});

const readQuery = (url: string): AskedQuery => {
  const { searchParams } = new URL(url, "http://searxng.example");
  return {
    q: searchParams.get("q") ?? "",
    categories: searchParams.get("categories") ?? "",
    language: searchParams.get("language"),
    timeRange: searchParams.get("time_range"),
    page: Number(searchParams.get("pageno") ?? 1),
  };
};

const send = (response: ServerResponse, query: AskedQuery, reply: Exclude<Reply, { silent: true }>): void => {
  if ("status" in reply) {
    const { status, headers = { "content-type": "text/html; charset=utf-8" }, body = "" } = reply;
    response.writeHead(status, headers).end(body);
    return;
  }
  response.writeHead(200, { "content-type": "application/json" }).end(
    JSON.stringify({
      query: query.q,
      number_of_results: 0,
      results: reply.hits.map((hit, at) => resultOf(hit, query.categories, at)),
      answers: [],
      corrections: [],
      infoboxes: [],
      suggestions: [`${query.q} meaning`],
      unresponsive_engines: reply.unresponsive ?? [],
    }),
  );
};

/** Finds the same pages for every query, and says so in the first page of results. */
export const findOn =
  (site: string, paths: readonly string[]) =>
  ({ q, page }: AskedQuery): Reply => ({
    hits:
      page > 1
        ? []
        : paths.map((path) => ({
            url: site + path,
            title: `About ${q}`,
            content: `What is known of ${q}, in a few words.`,
            img_src: `${site}/boat.png`,
          })),
  });

/** @param replyTo what to answer a query with */
export const startSearxng = async (replyTo: (query: AskedQuery) => Reply): Promise<Searxng> => {
  const asked: AskedQuery[] = [];
  const server = createServer(({ url = "/" }: IncomingMessage, response) => {
    if (!url.startsWith("/search?")) {
      response.writeHead(404).end();
      return;
    }
    const query = readQuery(url);
    asked.push(query);
    const reply = replyTo(query);
    if (!("silent" in reply)) send(response, query, reply);
  });
  const { url: address, port, close } = await openOnLoopback(server);
  return { address, port, asked, close };
};
