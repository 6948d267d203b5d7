/** What a crawl leaves out, counted by reason, and how its log says so. */

import { counted } from "../../contract/wording.ts";
import { countWaiting, type Queue } from "./queue.ts";

/** Max URLs that a crawl knows, both opened and waiting, unless its plan says otherwise. */
export const MAX_KNOWN = 100_000;

type Reason = "refused" | "depth" | "trap" | "file" | "full" | "canonical" | "copy";

/** Number of URLs skipped or canonical URLs ignored, by reason. */
export type Left = Readonly<Partial<Record<Reason, number>>>;

export const NONE_LEFT = { refused: 0, depth: 0, trap: 0, file: 0, full: 0, canonical: 0, copy: 0 };

interface Limits {
  readonly depth: number;
  readonly maxPages: number;
  readonly maxKnown?: number | undefined;
  readonly match?: unknown;
  readonly exclude?: unknown;
}

/** Log lines about what a finished crawl skipped, and why; empty if it visited everything. */
export const tellLeft = (
  { left: some, queue, taken }: { readonly left: Left; readonly queue: Queue; readonly taken: number },
  { depth, maxPages, maxKnown = MAX_KNOWN, match, exclude }: Limits,
): string[] => {
  const left = { ...NONE_LEFT, ...some };
  const waiting = countWaiting(queue);
  const rules = Object.entries({ match, exclude }).flatMap(([name, rule]) =>
    rule === undefined ? [] : [`\`${name}\``],
  );
  const { refused, ...others } = left;
  const isAlone = taken <= 1 && waiting === 0 && Object.values(others).every((count) => count === 0);
  const links = (count: number) => counted(count, "link");
  return [
    isAlone && refused > 0
      ? `only the start was opened: ${links(refused)} left out by ${rules.join(" and ")}, and other pages are not opened to find more`
      : "",
    waiting > 0 && taken >= maxPages
      ? `stopped after ${maxPages} pages: ${counted(waiting, "address", "addresses")} left`
      : "",
    left.depth > 0 ? `${links(left.depth)} left out: more than ${depth} links from the start` : "",
    left.trap > 0
      ? `${counted(left.trap, "address", "addresses")} left out: pages like these link to each other endlessly and have nothing new`
      : "",
    left.copy > 0
      ? `${counted(left.copy, "address", "addresses")} left out: with parameters like these, pages only repeat the page without them`
      : "",
    left.file > 0
      ? `${counted(left.file, "address", "addresses")} left out: files of this kind are not pages`
      : "",
    left.canonical > 0
      ? `rel=canonical ignored on ${counted(left.canonical, "page")}: it names one address for pages that differ`
      : "",
    left.full > 0
      ? `${links(left.full)} left out: the crawl has reached its maximum of ${maxKnown} URLs`
      : "",
  ].filter((line) => line !== "");
};
