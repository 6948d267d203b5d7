/**
 * How long a person waits who points at a page: for the inspection of a page of 200 KB, and for what comes of each pick.
 * Everything is the service's own; it runs on this machine, and so does the page.
 */
import { once } from "node:events";
import { createServer } from "node:http";
import type { AddressInfo } from "node:net";
import { parseArgs } from "node:util";
import { startService } from "../local/demo/service.ts";

const USAGE = `Usage: npm run bench -- --inspect [--json] [--rounds <number>]

Inspects a page of 200 KB --rounds times (default: 5) and picks three values of it each time: inspectMs and pickMs, the
medians as the API answers; answerKb, the largest answer of an inspection without its picture; pageKb, the page itself.`;

const WANTED_BYTES = 200_000;

const record = (at: number): string =>
  `<article class="card"><a href="/p/${at}"><h2>Lamp number ${at} of the long list</h2></a><p class="maker">Maker ${at % 7}</p>` +
  `<p class="about">Made of oak and brass by hand. Gives a warm light, and lasts for ${at % 40} years or more.</p>` +
  `<span class="price">€${10 + at}.85</span><button>Add to basket</button></article>`;

/** Cards of a shop, as many as make the page's size. */
const makePage = (): string => {
  let cards = "";
  for (let at = 0; cards.length < WANTED_BYTES; at++) cards += record(at);
  return `<!doctype html><html lang="en"><title>Lamps</title><style>main{display:grid;grid-template-columns:repeat(4,1fr)}</style><body><h1>Lamps</h1><main>${cards}</main><a rel="next" href="/?page=2">Next</a></body></html>`;
};

const { values } = parseArgs({
  options: {
    inspect: { type: "boolean", default: false },
    json: { type: "boolean", default: false },
    help: { type: "boolean", default: false },
    rounds: { type: "string", default: "5" },
  },
});

const median = (all: readonly number[]): number =>
  Math.round(all.toSorted((left, right) => left - right)[Math.floor(all.length / 2)] ?? 0);

interface Inspected {
  readonly id: string;
  readonly page: { readonly elements: readonly { readonly node: number; readonly text: string }[] };
}

const measure = async (rounds: number) => {
  const html = makePage();
  const server = createServer((_request, response) => {
    response.setHeader("content-type", "text/html; charset=utf-8");
    response.end(html);
  });
  server.listen(0, "127.0.0.1");
  await once(server, "listening");
  const host = `127.0.0.1:${(server.address() as AddressInfo).port}`;
  let stop = async (): Promise<void> => {};
  const service = await startService([host], (end) => {
    stop = end;
  });
  const ask = async (path: string, body: object) => {
    const since = performance.now();
    const response = await fetch(`${service.url}${path}`, {
      method: "POST",
      headers: { "x-api-key": service.apiKey, "content-type": "application/json" },
      body: JSON.stringify(body),
    });
    const text = await response.text();
    if (response.status !== 200) throw new Error(`${path} answered ${response.status}: ${text}`);
    const ms = performance.now() - since;
    return { ms, bytes: Buffer.byteLength(text), data: (JSON.parse(text) as { data: unknown }).data };
  };
  const [inspections, picked]: { ms: number; bytes: number }[][] = [[], []];
  try {
    // The first of each loads the functions.
    for (let round = 0; round <= rounds; round++) {
      const inspection = await ask("/inspections", { url: `http://${host}/` });
      const { id, page } = inspection.data as Inspected;
      const nodeOf = (text: string): number =>
        page.elements.find((element) => element.text === text)?.node ?? 0;
      const picks = ["Lamp number 1 of the long list", "Maker 1", "€11.85"].map((text) => ({
        node: nodeOf(text),
      }));
      if (round > 0) inspections?.push(inspection);
      for (let count = 1; count <= picks.length; count++) {
        const pick = await ask("/generate", { inspectionId: id, picks: picks.slice(0, count) });
        if (round > 0) picked?.push(pick);
      }
    }
  } finally {
    await stop();
    server.close();
  }
  return {
    inspectMs: median((inspections ?? []).map(({ ms }) => ms)),
    pickMs: median((picked ?? []).map(({ ms }) => ms)),
    answerKb: Math.ceil(Math.max(...(inspections ?? []).map(({ bytes }) => bytes)) / 1_000),
    pageKb: Math.round(Buffer.byteLength(html) / 1_000),
  };
};

if (values.help) console.log(USAGE);
else {
  const figures = await measure(Number(values.rounds));
  if (values.json) console.log(JSON.stringify(figures));
  else
    console.log(
      `A page of ${figures.pageKb} KB: inspected in ${figures.inspectMs} ms (${figures.answerKb} KB), a pick in ${figures.pickMs} ms`,
    );
}
process.exit();
