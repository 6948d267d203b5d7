/**
 * Trains one learnt part once for each source, without that source: `node scripts/eval/unseen/learn.ts PART FOLDER
 * [--quick]`, run by `npm run eval -- --unseen`. Writes the weights where `weights.ts` finds them.
 */
import { writeFileSync } from "node:fs";
import { join } from "node:path";
import { mean } from "../measures.ts";
import { seededRandom } from "../pages.ts";
import { type ClaimSample, FIELDS, learnClaims, loadClaimSamples } from "../train/claims.ts";
import { learnContent } from "../train/content.ts";
import { learnEvents, loadEventDays, loadEventPlaces } from "../train/events.ts";
import { learnKind, predictKind } from "../train/kind.ts";
import { type KindSample, loadKindSamples, writtenKindSamples } from "../train/kindSamples.ts";
import { learnNames, loadNameSamples } from "../train/names.ts";
import { loadSamples } from "../train/samples.ts";
import { loadLessons } from "../written/pages.ts";
import { listSources, loadAll, sourceOf, withoutSource } from "./sources.ts";
import { folderOf, replaceWeights } from "./weights.ts";

const [, , part = "", folder = ""] = process.argv;
const isQuick = process.argv.includes("--quick");

const SPLITS = ["train", "dev"] as const;
/** Lists, and the pages that are told from them hardest, are all learned from; of articles and recipes, one in this many. */
const STEP = isQuick ? 16 : 3;
const HARD = /^(?:list|listing|collection|detail|single)$/;
const LIKE_LISTS = /^(?:product|service|documentation)$/;

const isTaken = ({ kind }: { readonly kind: string }, at: number): boolean =>
  at % STEP === 0 || HARD.test(kind) || (LIKE_LISTS.test(kind) && (!isQuick || at % 3 === 0));

/** How many of the lists of left-out sources are found if only a share of the other list sites is learned from. */
const drawCurve = (samples: readonly KindSample[], sources: readonly string[]) =>
  [0.25, 0.5, 0.75, 1].map((share) => {
    const judged = sources.flatMap((source) => {
      const rest = withoutSource(samples, source);
      const sites = [...new Set(rest.filter(({ isMany }) => isMany).map(({ entry }) => entry.site))].sort();
      const random = seededRandom(5);
      const kept = new Set(sites.filter(() => random() < share));
      const model = learnKind(rest.filter(({ isMany, entry }) => !isMany || kept.has(entry.site)));
      const own = samples.filter(({ entry }) => sourceOf(entry) === source);
      return [...predictKind(own, model)].map(([sample, said]) => ({
        ...sample,
        isRight: said >= 0.5 === sample.isMany,
      }));
    });
    const rightOf = (many: boolean): number =>
      mean(judged.filter(({ isMany }) => isMany === many).map(({ isRight }) => Number(isRight)));
    return { share, lists: rightOf(true), singles: rightOf(false) };
  });

const PARTS: Readonly<Record<string, () => void>> = {
  content: () => {
    const samples = SPLITS.flatMap((split) => loadSamples(split));
    const learn = learnContent(samples);
    for (const source of listSources(samples)) {
      const { first, second } = learn(withoutSource(samples, source));
      replaceWeights(folderOf(folder, source), "content/weights.ts", { FIRST: first, SECOND: second });
    }
  },
  kind: () => {
    const samples = SPLITS.flatMap((split) => loadKindSamples(split, isTaken));
    const written = writtenKindSamples(loadLessons());
    const sources = listSources(samples);
    for (const source of sources) {
      const { looks, asked } = learnKind([...withoutSource(samples, source), ...written]);
      replaceWeights(folderOf(folder, source), "scorer/kind/kindWeights.ts", { KIND: looks, ASKED: asked });
    }
    writeFileSync(join(folder, "curve.json"), JSON.stringify(drawCurve(samples, sources)));
  },
  claims: () => {
    const all = SPLITS.map((split) => loadClaimSamples(split));
    const samples = Object.fromEntries(FIELDS.map((field) => [field, all.flatMap((own) => own[field])]));
    for (const source of listSources(samples.title ?? []))
      replaceWeights(
        folderOf(folder, source),
        "scorer/claims/weights.ts",
        Object.fromEntries(
          FIELDS.map((field) => [
            field.toUpperCase(),
            learnClaims(withoutSource(samples[field] ?? [], source), field),
          ]),
        ),
      );
  },
  events: () => {
    const [days, places] = [loadEventDays, loadEventPlaces].map((load) => SPLITS.flatMap(load)) as [
      ClaimSample[],
      ClaimSample[],
    ];
    // Lists are pages of their source too.
    const all = [...days, ...loadAll("events").map((entry) => ({ entry }))];
    for (const source of listSources(all))
      replaceWeights(
        folderOf(folder, source),
        "scorer/claims/eventWeights.ts",
        learnEvents(withoutSource(days, source), withoutSource(places, source)),
      );
  },
  names: () => {
    const samples = SPLITS.flatMap((split) => loadNameSamples(split));
    for (const source of listSources(samples))
      replaceWeights(folderOf(folder, source), "scorer/claims/nameWeights.ts", {
        NAME: learnNames(withoutSource(samples, source)),
      });
  },
};

PARTS[part]?.();
