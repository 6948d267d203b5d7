/** The jobs that are done on an application, each judged against what its database holds. */
import type { Client, FlowDefinition, Run } from "../../client/index.ts";
import type { Application, Held } from "./applications.ts";

/** How much of a job came out right, and what did not. */
export interface Judgement {
  readonly right: number;
  readonly of: number;
  /** The first few things that are wrong. */
  readonly wrong: readonly string[];
}
export type Judgements = Readonly<Record<"list" | "detail" | "crawl" | "monitor", Judgement>>;

const RUN_TIMEOUT_MS = 300_000;
const SHOWN = 3;
/** Pages of single records that are read. */
const DETAILS = 4;

type Values = Readonly<Record<string, unknown>>;

/** A value as text, so that "3" and 3 are the same, and a date with and without a time. */
const plain = (value: unknown): string => {
  const text = String(value ?? "").trim();
  return /^\d{4}-\d\d-\d\dT/.test(text) ? text.slice(0, 10) : text;
};
const row = (record: Values, fields: readonly string[]): string =>
  JSON.stringify(fields.map((field) => plain(record[field])));

/** Compares two collections, in any order: what is missing, and what is unexpected. */
const compare = (found: readonly string[], expected: readonly string[]): Judgement => {
  const left = [...found];
  const missing = expected.filter((each) => {
    const at = left.indexOf(each);
    if (at >= 0) left.splice(at, 1);
    return at < 0;
  });
  const wrong = [...missing.map((each) => `missing: ${each}`), ...left.map((each) => `unexpected: ${each}`)];
  return {
    right: Math.max(0, expected.length - missing.length - left.length),
    of: expected.length,
    wrong: wrong.slice(0, SHOWN),
  };
};

export const isRight = ({ right, of }: Judgement): boolean => right === of;

export interface Place {
  readonly client: Client;
  readonly url: string;
  readonly held: readonly Held[];
  /** Changes three records, removes one and adds two. */
  readonly change: () => Promise<unknown>;
}

const runToEnd = async ({ client }: Place, flowId: string): Promise<Run> => {
  const { id } = await client.runs.create({ flowId });
  return client.waitForRun(id, { timeoutMs: RUN_TIMEOUT_MS });
};

/** Runs a flow, and reads its items. */
const collect = async (place: Place, flow: FlowDefinition) => {
  const { id } = await place.client.flows.create(flow);
  const run = await runToEnd(place, id);
  if (run.status !== "completed") throw new Error(`The run is ${run.status}: ${run.error?.message}`);
  const items: Values[] = [];
  for await (const item of place.client.readItems(run.id)) items.push(item as Values);
  return { id, items };
};

const judgeList = async (place: Place, { list }: Application, flow: FlowDefinition): Promise<Judgement> => {
  const { items } = await collect(place, flow);
  return compare(
    items.map((item) => row(item, list.fields).replaceAll(place.url, "")),
    place.held.map((record) => row(record, list.fields)),
  );
};

const judgeDetail = async (place: Place, { detail }: Application): Promise<Judgement> => {
  const fields = Object.keys(detail);
  const step = Math.floor(place.held.length / DETAILS);
  const records = place.held.filter((_, at) => at % step === 0).slice(0, DETAILS);
  const pages: Judgement[] = [];
  for (const record of records) {
    const { items } = await place.client.extract({ url: place.url + record.path, schema: detail });
    const said = (values: Values) => fields.map((field) => `${record.path} ${field} ${plain(values[field])}`);
    pages.push(compare(said((items[0] ?? {}) as Values), said(record)));
  }
  return {
    right: pages.reduce((sum, { right }) => sum + right, 0),
    of: pages.reduce((sum, { of }) => sum + of, 0),
    wrong: pages.flatMap(({ wrong }) => wrong).slice(0, SHOWN),
  };
};

/** Each record's page is there once, and its text says the record's name. */
const judgeCrawl = async (place: Place, { crawl }: Application): Promise<Judgement> => {
  const { path, match, exclude, says, through } = crawl;
  const { items } = await collect(place, {
    name: "Pages",
    mode: "extract",
    url: place.url + path,
    steps: [
      {
        type: "crawl",
        match: through === undefined ? match : [match, `${through}*`],
        ...(exclude && { exclude: [...exclude] }),
        steps: [{ type: "extract", as: "markdown" }],
      },
    ],
  });
  const held = new Map(place.held.map((record) => [place.url + record.path, String(record[says])]));
  const pages = items.filter(({ url }) => through === undefined || !String(url).includes(through));
  return compare(
    pages.map(({ url, markdown, title }) => {
      const name = held.get(String(url));
      return name !== undefined && `${title}\n${markdown}`.includes(name)
        ? String(url)
        : `${url} without its name`;
    }),
    [...held.keys()],
  );
};

const CHANGED = { changed: 3, removed: 1, added: 2 };

const judgeMonitor = async (place: Place, { key }: Application, flow: FlowDefinition): Promise<Judgement> => {
  const { id } = await collect(place, {
    ...flow,
    name: "Watched",
    mode: "monitor",
    monitor: { key: [...key] },
  });
  await place.change();
  const run = await runToEnd(place, id);
  if (run.status !== "completed") throw new Error(`The run is ${run.status}: ${run.error?.message}`);
  const [change] = (await place.client.flows.listChanges(id)).data;
  const counts = (each: typeof CHANGED | undefined) =>
    Object.keys(CHANGED).map((kind) => `${each?.[kind as keyof typeof CHANGED] ?? 0} ${kind}`);
  return compare(counts(change), counts(CHANGED));
};

/** A job that ends in an error is not right, and says why. */
const orError = (work: Promise<Judgement>): Promise<Judgement> =>
  work.catch((error: unknown) => ({ right: 0, of: 1, wrong: [String(error)] }));

/** @param say receives each job as it ends */
export const doJobs = async (
  application: Application,
  place: Place,
  say: (line: string) => void,
): Promise<Judgements> => {
  const { list } = application;
  const job = async (name: string, work: () => Promise<Judgement>): Promise<Judgement> => {
    const since = performance.now();
    const judged = await orError(work());
    const seconds = Math.round((performance.now() - since) / 1_000);
    say(`${application.name}, ${name}: ${judged.right} of ${judged.of} right after ${seconds} s`);
    return judged;
  };
  const generated = place.client.generateFlow({ url: place.url + list.path, prompt: list.prompt });
  // Two jobs wait for it, each of which says what is wrong.
  generated.catch(() => undefined);
  return {
    list: await job("list", async () => judgeList(place, application, (await generated) as FlowDefinition)),
    detail: await job("detail", () => judgeDetail(place, application)),
    crawl: await job("crawl", () => judgeCrawl(place, application)),
    // Last, because it changes what is held.
    monitor: await job("monitor", async () =>
      judgeMonitor(place, application, (await generated) as FlowDefinition),
    ),
  };
};
