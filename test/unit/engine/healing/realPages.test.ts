import { describe, expect, it } from "@jest/globals";
import { tryHealing } from "../../../../scripts/eval/healing.ts";
import { loadPages, pagesMissing } from "../../../../scripts/eval/pages.ts";

const missing = pagesMissing();
const describeReal = missing === null ? describe : describe.skip;
const TIMEOUT_MS = 300_000;

/** A sample of what `npm run eval -- --healing` measures on all of them. */
describeReal(`redesigned real pages${missing === null ? "" : ` (skipped: ${missing})`}`, () => {
  it(
    "are repaired more often than not, and hardly ever wrongly",
    () => {
      const pages = ["listing", "collection", "product"].flatMap((kind) =>
        loadPages()
          .filter((page) => page.kind === kind)
          .slice(0, 1),
      );
      const verdicts = tryHealing(pages).map(({ verdict }) => verdict);
      const count = (wanted: string): number => verdicts.filter((verdict) => verdict === wanted).length;
      expect(count("right")).toBeGreaterThan(10);
      expect(count("right")).toBeGreaterThan(count("givenUp"));
      expect(count("wrong")).toBeLessThanOrEqual(count("right") * 0.05);
    },
    TIMEOUT_MS,
  );
});
