/** Flows generated from a prompt that names the fields of a page, run on other pages of its site. */

import { parseDocument } from "../../../src/engine/extract/extract.ts";
import { generateFlow } from "../../../src/engine/generate/index.ts";
import { collectItems } from "../collect.ts";
import { bare } from "../compare.ts";
import { type Entry, NOW } from "../sets.ts";
import { loadAll } from "./sources.ts";

type FieldTruth = Readonly<Record<string, readonly string[]>>;

const spoken = (name: string): string => name.replace(/[_-]+/g, " ").replace(/(?<=\p{Ll})(?=\p{Lu})/gu, " ");

/** Whether each value of the other pages is found, by the name in the prompt or in another field's words. */
/** Maximum number of further pages to check selectors on. */
const SIBLINGS = 2;

const scoreSite = async (
  [first, ...rest]: readonly Entry<FieldTruth>[],
  others: number,
  siblings: number,
): Promise<number[]> => {
  if (!first) return [];
  const names = Object.keys(first.truth).filter((name) => (first.truth[name] ?? []).length > 0);
  const page = { url: first.url, document: parseDocument(first.read(), first), isRendered: false };
  // The last pages of the site: those that are scored are the first.
  const known = (siblings === 0 ? [] : rest.slice(-siblings)).map((entry) => ({
    url: entry.url,
    document: parseDocument(entry.read(), entry),
  }));
  const flow = generateFlow(page, `The ${names.map(spoken).join(", ")} of this page`, NOW, known);
  const values: number[] = [];
  for (const entry of rest.slice(0, others)) {
    const [item = {}] = flow
      ? await collectItems(flow, () => parseDocument(entry.read(), entry), entry.url, NOW)
      : [];
    const named = new Map(Object.entries(item).map(([name, value]) => [bare(name), value]));
    for (const name of names) {
      const accepted = entry.truth[name] ?? [];
      if (accepted.length > 0)
        values.push(Number(accepted.some((text) => bare(text) === bare(named.get(bare(name))))));
    }
  }
  return values;
};

export const scoreSentences = async (others: number): Promise<Record<string, number[]>> => {
  const sites = Map.groupBy(loadAll<FieldTruth>("fields"), ({ id }) => id.replace(/-\d+$/, ""));
  const [alone, together]: [number[], number[]] = [[], []];
  for (const entries of sites.values()) {
    alone.push(...(await scoreSite(entries, others, 0)));
    together.push(...(await scoreSite(entries, others, SIBLINGS)));
  }
  return { "generate one": alone, generate: together };
};
