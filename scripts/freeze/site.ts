import { once } from "node:events";
import { createServer } from "node:http";
import type { AddressInfo } from "node:net";
import { text } from "node:stream/consumers";

const book = (title: string, price: string) =>
  `<li class="book"><a href="/books/${title}">${title}</a> <b class="price">${price}</b></li>`;

const shelf = (...books: string[]) => `<title>Shelf</title><h1>Shelf</h1><ul>${books.join("")}</ul>`;

/** The pages that the frozen flows collect. `?second` is the page in the second run. */
export const PAGES: Readonly<Record<string, string>> = {
  "/books": "<title>Books</title><h1>Books</h1>",
  "/shelf": shelf(book("Walden", "5.50 €"), book("Emma", "6.50 €"), book("Ulysses", "7.50 €")),
  "/watched": shelf(book("Walden", "5.50 €"), book("Emma", "6.50 €")),
  "/watched?second": shelf(book("Walden", "4.50 €"), book("Emma", "6.50 €")),
  "/sign-in": "<title>Sign in</title><form><input name=password type=password></form>",
  "/hook": "thanks",
};

/** Deliveries posted to the site. */
interface Received {
  readonly headers: Readonly<Record<string, string | string[] | undefined>>;
  readonly body: string;
}

export interface Site {
  readonly url: string;
  readonly port: number;
  readonly received: readonly Received[];
  readonly stop: () => Promise<void>;
}

/** Serves the pages and receives webhook deliveries. */
export const startSite = async (
  port: number,
  pages: Readonly<Record<string, string>> = PAGES,
): Promise<Site> => {
  const visits = new Map<string, number>();
  const received: Received[] = [];
  const server = createServer((request, response) => {
    const path = request.url ?? "/";
    const before = visits.get(path) ?? 0;
    visits.set(path, before + 1);
    // A monitor's first run reads its pages twice.
    const body = (before > 1 ? pages[`${path}?second`] : undefined) ?? pages[path];
    response.writeHead(body === undefined ? 404 : 200, { "content-type": "text/html; charset=utf-8" });
    response.end(body ?? "Not found");
    void text(request).then((posted) => {
      if (request.method === "POST") received.push({ headers: request.headers, body: posted });
    });
  });
  server.listen(port, "127.0.0.1");
  await once(server, "listening");
  const taken = (server.address() as AddressInfo).port;
  return {
    url: `http://127.0.0.1:${taken}`,
    port: taken,
    received,
    stop: () => {
      server.closeAllConnections();
      return new Promise((resolve) => server.close(() => resolve()));
    },
  };
};
