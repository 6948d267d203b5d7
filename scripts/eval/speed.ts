/**
 * The CPU time of extracting and of generating flows beside that of an earlier commit, on the same pages:
 * `npm run eval -- --speed [--since COMMIT]`. `node speed.ts ROOT extract|generate` prints the milliseconds that the engine under
 * ROOT takes for each page.
 */
import { execFileSync } from "node:child_process";
import { mkdtempSync, rmSync, symlinkSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { pathToFileURL } from "node:url";
import { evenly } from "../../src/engine/extract/values/evenly.ts";
import { loadSet, NOW } from "./sets.ts";

const ROOT = join(import.meta.dirname, "..", "..");
/** The commit before readings were compared. */
const BASE = "640fd00a";
const ROUNDS = { extract: 5, generate: 2 } as const;
const TURNS = 2;
const PAGES = 12;
const CARDS = 2_000;

const PROMPT = "All entries with title, price, link and date";

type Extract = typeof import("../../src/engine/extract/extract.ts");
type Generate = typeof import("../../src/engine/generate/index.ts");
type Task = keyof typeof ROUNDS;

const cards = (): string =>
  `<html><head><title>Kettles</title></head><body><h1>Kettles</h1><ul>${Array.from(
    { length: CARDS },
    (_, at) =>
      `<li class="card"><a href="/kettle/${at}"><img src="/k${at}.jpg"><h3>Kettle ${at}</h3></a><p>Boils ${at} cups</p><span class="price">$${at}.50</span></li>`,
  ).join("")}</ul></body></html>`;

/** The shortest CPU time of several readings of each page, in milliseconds. */
const measure = async (root: string, task: Task): Promise<number[]> => {
  const load = async (path: string): Promise<unknown> => import(pathToFileURL(join(root, path)).href);
  const { extractData, parseDocument } = (await load("src/engine/extract/extract.ts")) as Extract;
  const { generateFlow, withPreview } = (await load("src/engine/generate/index.ts")) as Generate;
  const stored = evenly(
    loadSet<unknown>("content", "dev").filter(({ kind }) => /listing|collection|article|product/.test(kind)),
    PAGES,
  ).map((entry) => ({ url: entry.url, html: entry.read() }));
  const schema = { title: "string", url: "url", price: "price", date: "date" } as const;
  const work = {
    extract: (html: string, url: string) => extractData(parseDocument(html, { url }), { schema, now: NOW }),
    generate: (html: string, url: string) => {
      const page = { url, document: parseDocument(html, { url }), isRendered: false };
      const flow = generateFlow(page, PROMPT, NOW);
      return flow && withPreview(page, flow, NOW);
    },
  } as const;
  return [...stored, { url: "https://shop.example/kettles", html: cards() }].map(({ url, html }) => {
    const times = Array.from({ length: ROUNDS[task] }, () => {
      const before = process.cpuUsage();
      work[task](html, url ?? "https://example.com/");
      const { user, system } = process.cpuUsage(before);
      return (user + system) / 1_000;
    });
    return Math.min(...times);
  });
};

export interface Ratios {
  readonly page: number;
  readonly list: number;
  /** All pages together, without the long list. */
  readonly sum: number;
}

/**
 * Today's CPU time as a multiple of an earlier commit's: the median page, and a list of 2,000 cards; null if this clone does not
 * have that commit.
 */
export const compareSpeed = (task: Task = "extract", since = BASE): Ratios | null => {
  const folder = mkdtempSync(join(tmpdir(), "gleaner-cpu-"));
  try {
    const archive = execFileSync("git", ["archive", since, "src", "package.json"], {
      cwd: ROOT,
      maxBuffer: 2 ** 30,
      stdio: ["ignore", "pipe", "ignore"],
    });
    execFileSync("tar", ["-x", "-C", folder], { input: archive });
    symlinkSync(join(ROOT, "node_modules"), join(folder, "node_modules"));
    const run = (root: string): number[] =>
      JSON.parse(
        execFileSync(process.execPath, [import.meta.filename, root, task], { encoding: "utf8" }),
      ) as number[];
    const best = (runs: readonly number[][]): number[] =>
      (runs[0] ?? []).map((_, at) => Math.min(...runs.map((times) => times[at] ?? Number.POSITIVE_INFINITY)));
    const turns = Array.from({ length: TURNS }, () => [run(folder), run(ROOT)] as const);
    const [before, after] = [best(turns.map(([base]) => base)), best(turns.map(([, own]) => own))];
    const ratios = after.map((time, at) => time / (before[at] ?? time));
    const pages = ratios.slice(0, -1).sort((left, right) => left - right);
    const sumOf = (times: readonly number[]): number =>
      times.slice(0, -1).reduce((sum, time) => sum + time, 0);
    return {
      page: pages[Math.floor(pages.length / 2)] ?? Number.NaN,
      list: ratios.at(-1) ?? Number.NaN,
      sum: sumOf(after) / sumOf(before),
    };
  } catch {
    // A copy of the project without its history has nothing to compare with.
    return null;
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
};

/** Prints both comparisons; `--since COMMIT` names another commit to compare with. */
export const printSpeed = (isJson: boolean): void => {
  const { argv } = process;
  const since = argv.includes("--since") ? argv[argv.indexOf("--since") + 1] : undefined;
  const speed = { extract: compareSpeed("extract", since), generate: compareSpeed("generate", since) };
  for (const [task, ratios] of Object.entries(speed))
    console.log(
      ratios === null
        ? "The commit to compare with is not in this clone."
        : `${task}: ${ratios.page.toFixed(2)} × before for the median page, ${ratios.sum.toFixed(2)} × for all of them, ${ratios.list.toFixed(2)} × for 2,000 cards.`,
    );
  if (isJson) console.log(JSON.stringify({ speed }));
};

const [, script, root, task] = process.argv;
if (script === import.meta.filename && root !== undefined)
  console.log(JSON.stringify(await measure(root, task === "generate" ? "generate" : "extract")));
