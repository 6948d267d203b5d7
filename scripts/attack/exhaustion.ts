/** Attempts to exhaust the service with pages, patterns and selectors. Each must end by itself. */
import type { Attacker, Observed } from "./attacker.ts";
import { DEEP_LISTS, EXHAUSTING, EXHAUSTING_SITEMAPS, WITHIN_EACH_OTHER } from "./exhaustingPages.ts";
import type { Attack, Sites } from "./expectations.ts";

/** API Gateway cuts off a request after 30 s. */
const REQUEST_MS = 29_500;
/** Time limits in seconds, for a machine that has other runs. */
const RUN_MS = 90_000;
/** How long other callers may have to wait meanwhile, and how often they ask. */
const OTHERS_MS = 10_000;
const PROBE_MS = 1_000;

/** The result for a response that came too late or was not ours. */
export const HUNG = "hung";

const PATTERNS: Readonly<Record<string, string>> = {
  "an alternation": `/(${Array(38).fill("a").join("|")})*b/`,
  "nested repetitions": "/^(a+)+$/",
  "many repetitions": "/a*a*a*a*a*a*a*a*b/",
  "a back reference": "/(a*)*\\1b/",
};

const SELECTORS: Readonly<Record<string, string>> = {
  "nested :has": "div:has(div:has(div:has(div:has(b))))",
  "nested :has of anything": ":has(:has(:has(:has(b))))",
  "chained :has": "div:has(div):has(p):has(:not(b)):has(b)",
  ":has of children": "div:has(> div:has(> div:has(> div:has(> b))))",
  ":has of siblings": "div:has(~ div:has(~ div b))",
  ":not and :has": ":not(:has(:not(:has(:not(:has(b))))))",
  "positions among siblings": "div:nth-child(2n+1):nth-last-of-type(3n)",
  texts: "div:contains('zzz'):icontains('yyy')",
  "many descendants": "div div div div div div div div b",
};

/** Steps whose values repeat the text of the page for each record. */
const REPEATING: Readonly<Record<string, object>> = {
  "the records' text": { selector: ".record", fields: ["text: :scope"] },
  "text in the records": { selector: "div", fields: ["u: div"] },
  "text found by :has": { selector: ":has(p)", fields: ["u: :has(p)"] },
  "the records' HTML": { selector: ".record", fields: ["text: :scope | html"] },
  "lists of text": { selector: ".record", fields: ["text[]: p"] },
};

const sleep = (ms: number) => new Promise((done) => setTimeout(done, ms));
const hung = (message: string): Observed => ({ status: null, code: HUNG, message });

/** Sends requests as another caller until stopped. @returns the longest wait */
const watchOthers = ({ ask }: Attacker) => {
  let isOver = false;
  let longestMs = 0;
  const watching = (async () => {
    while (!isOver) {
      const startedAt = performance.now();
      await ask("GET", "/account").catch(() => undefined);
      longestMs = Math.max(longestMs, performance.now() - startedAt);
      await sleep(PROBE_MS);
    }
  })();
  return async (): Promise<number> => {
    isOver = true;
    await watching;
    return longestMs;
  };
};

/** The result, if it came in time and others were answered; otherwise that it hung. */
const bounded = async (
  attacker: Attacker,
  limitMs: number,
  work: () => Promise<Observed>,
): Promise<Observed> => {
  const stop = watchOthers(attacker);
  const startedAt = performance.now();
  const observed = await work().catch((error: unknown) => hung(String(error)));
  const tookMs = performance.now() - startedAt;
  const othersMs = await stop();
  if (tookMs > limitMs) return hung(`It took ${Math.round(tookMs)} ms, and ended as ${observed.code}.`);
  if (othersMs > OTHERS_MS) return hung(`Another caller waited for ${Math.round(othersMs)} ms.`);
  return observed.code === "internal" ? hung(`It ended as internal: ${observed.message}`) : observed;
};

export const byExhaustion = (attacker: Attacker, { pages }: Sites): Attack[] => {
  const { askOnce, run } = attacker;
  const attack = (
    surface: string,
    trick: string,
    limitMs: number,
    perform: () => Promise<Observed>,
  ): Attack => ({
    surface,
    trick,
    expects: "anything",
    perform: () => bounded(attacker, limitMs, perform),
  });
  const address = (name: string) => `${pages.url}/exhausting/${encodeURIComponent(name)}`;
  const runOf = (url: string, steps: readonly object[]) => () => run({ url, render: "static", steps });
  const bait = address("bait for patterns");
  return [
    ...Object.keys(EXHAUSTING).flatMap((name) => [
      attack("POST /extract, to hold it up", name, REQUEST_MS, () =>
        askOnce("POST", "/extract", { url: address(name), render: "static" }),
      ),
      attack("POST /extract as Markdown, to hold it up", name, REQUEST_MS, () =>
        askOnce("POST", "/extract?format=markdown", { url: address(name), render: "static" }),
      ),
      attack("POST /generate, to hold it up", name, REQUEST_MS, () =>
        askOnce("POST", "/generate", { url: address(name), prompt: "names and prices of all products" }),
      ),
      attack("run, to hold it up", name, RUN_MS, runOf(address(name), [{ type: "extract" }])),
    ]),
    ...Object.keys(EXHAUSTING_SITEMAPS).map((name) =>
      attack(
        "sitemap, to hold a run up",
        name,
        RUN_MS,
        runOf(bait, [{ type: "sitemap", url: address(name), steps: [{ type: "extract" }] }]),
      ),
    ),
    ...Object.entries(PATTERNS).map(([name, pattern]) =>
      attack(
        "pattern of a user",
        name,
        RUN_MS,
        runOf(bait, [{ type: "extract", selector: "p", fields: [`title: :scope | regex(${pattern})`] }]),
      ),
    ),
    ...Object.entries(SELECTORS).flatMap(([name, selector]) => {
      const read = { type: "extract", selector: "p", fields: ["text: :scope"] };
      const deep = address(DEEP_LISTS);
      const surfaces: Readonly<Record<string, () => Promise<Observed>>> = {
        "selector of a user": runOf(bait, [{ type: "extract", selector, fields: ["text: :scope"] }]),
        "selector of a user, on a deep page": runOf(deep, [{ ...read, selector }]),
        "selector of a user's field": runOf(deep, [{ ...read, fields: [`text: ${selector}`] }]),
        "selector of a user's pager": runOf(deep, [read, { type: "paginate", selector: `${selector} a` }]),
        "selector of links to follow": runOf(deep, [
          { ...read, selector: "div" },
          { type: "follow", selector: `${selector} a`, steps: [{ type: "extract" }] },
        ]),
      };
      return Object.entries(surfaces).map(([surface, perform]) => attack(surface, name, RUN_MS, perform));
    }),
    ...Object.entries(REPEATING).map(([name, step]) =>
      attack("values that repeat a page", name, RUN_MS, () =>
        run({
          url: address(WITHIN_EACH_OTHER),
          render: "static",
          steps: [{ type: "extract", ...step }],
        }),
      ),
    ),
  ];
};
