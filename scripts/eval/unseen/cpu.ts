/**
 * The CPU time of extraction beside that of an earlier commit, on the same pages: `node cpu.ts ROOT` prints the
 * milliseconds that the engine under ROOT takes for each page.
 */
import { execFileSync } from "node:child_process";
import { mkdtempSync, rmSync, symlinkSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { pathToFileURL } from "node:url";
import { evenSample } from "../../sample.ts";
import { loadSet } from "../sets.ts";

const ROOT = join(import.meta.dirname, "..", "..", "..");
/** The commit before readings were compared. */
const BASE = "640fd00a";
const ROUNDS = 5;
const TURNS = 2;
const PAGES = 12;
const CARDS = 2_000;
const NOW = Date.UTC(2026, 10, 21);

type Extract = typeof import("../../../src/engine/extract/extract.ts");

const cards = (): string =>
  `<html><head><title>Kettles</title></head><body><h1>Kettles</h1><ul>${Array.from(
    { length: CARDS },
    (_, at) =>
      `<li class="card"><a href="/kettle/${at}"><img src="/k${at}.jpg"><h3>Kettle ${at}</h3></a><p>Boils ${at} cups</p><span class="price">$${at}.50</span></li>`,
  ).join("")}</ul></body></html>`;

/** The shortest CPU time of several readings of each page, in milliseconds. */
const measure = async (root: string): Promise<number[]> => {
  const { extractData, parseDocument } = (await import(
    pathToFileURL(join(root, "src/engine/extract/extract.ts")).href
  )) as Extract;
  const stored = evenSample(
    loadSet<unknown>("content", "dev").filter(({ kind }) => /listing|collection|article|product/.test(kind)),
    PAGES,
  ).map((entry) => ({ url: entry.url, html: entry.read() }));
  const schema = { title: "string", url: "url", price: "price", date: "date" } as const;
  return [...stored, { url: "https://shop.example/kettles", html: cards() }].map(({ url, html }) => {
    const times = Array.from({ length: ROUNDS }, () => {
      const before = process.cpuUsage();
      extractData(parseDocument(html, { url }), { schema, now: NOW });
      const { user, system } = process.cpuUsage(before);
      return (user + system) / 1_000;
    });
    return Math.min(...times);
  });
};

/** Today's CPU time as a multiple of the earlier commit's: the median page, and the long list; null without it. */
export const compareCpu = (): { readonly page: number; readonly list: number } | null => {
  const folder = mkdtempSync(join(tmpdir(), "gleaner-cpu-"));
  try {
    const archive = execFileSync("git", ["archive", BASE, "src", "package.json"], {
      cwd: ROOT,
      maxBuffer: 2 ** 30,
      stdio: ["ignore", "pipe", "ignore"],
    });
    execFileSync("tar", ["-x", "-C", folder], { input: archive });
    symlinkSync(join(ROOT, "node_modules"), join(folder, "node_modules"));
    const run = (root: string): number[] =>
      JSON.parse(
        execFileSync(process.execPath, [import.meta.filename, root], { encoding: "utf8" }),
      ) as number[];
    const best = (runs: readonly number[][]): number[] =>
      (runs[0] ?? []).map((_, at) => Math.min(...runs.map((times) => times[at] ?? Number.POSITIVE_INFINITY)));
    const turns = Array.from({ length: TURNS }, () => [run(folder), run(ROOT)] as const);
    const [before, after] = [best(turns.map(([base]) => base)), best(turns.map(([, own]) => own))];
    const ratios = after.map((time, at) => time / (before[at] ?? time));
    const pages = ratios.slice(0, -1).sort((left, right) => left - right);
    return { page: pages[Math.floor(pages.length / 2)] ?? Number.NaN, list: ratios.at(-1) ?? Number.NaN };
  } catch {
    // A copy of the project without its history has nothing to compare with.
    return null;
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
};

const [, script, root] = process.argv;
if (script === import.meta.filename && root !== undefined) console.log(JSON.stringify(await measure(root)));
