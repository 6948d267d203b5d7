/** The finished pages since the last commit, for webhooks with the event run.page. */
import type { PageOutcome } from "../../../contract/runs/runPages.ts";
import type { Item } from "../../../contract/runs/runs.ts";
import type { RunRecord } from "../../../store/runs/runs.ts";
import type { Write } from "../../../store/table.ts";
import type { CollectionBatch } from "../../engine.ts";
import { createPageEvents } from "../../outbox/pages.ts";
import type { Deps, WithObjects } from "../../ports.ts";
import type { Mask } from "../../shared/mask.ts";

export const createFinishedPages = (deps: Deps & WithObjects, run: RunRecord, mask: Mask) => {
  const createEvents = createPageEvents(deps, run);
  let finished: PageOutcome[] = [];
  /** The page of each item, where it is known. */
  let pagesOfItems: (string | undefined)[] = [];
  return {
    /** @param outcomes those of the batch, masked */
    add({ items, pagesOfItems: from }: CollectionBatch, outcomes: readonly PageOutcome[]): void {
      finished = finished.concat(outcomes);
      pagesOfItems = pagesOfItems.concat(
        from?.map((url) => url && mask.text(url)) ?? items.map(() => undefined),
      );
    },

    /**
     * Writes the pages with their records to an object, if a webhook subscribes. Skipped pages
     * are left out: they have no records by design.
     *
     * @param items all items since the last commit
     * @returns the events to commit
     */
    pageEvents(name: string, items: readonly Item[]): Promise<Write[]> {
      const byPage = Map.groupBy(items.keys(), (at) => pagesOfItems[at]);
      const pages = finished.filter(({ status }) => status !== "skipped");
      return createEvents(
        name,
        pages.map((page) => ({
          ...page,
          records: (byPage.get(page.url) ?? []).map((at) => items[at] as Item),
        })),
      );
    },

    clear(): void {
      [finished, pagesOfItems] = [[], []];
    },
  };
};
