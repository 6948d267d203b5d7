import type * as z from "zod";
import type { Page } from "../../contract/common.ts";
import type { ListRunPagesQuery, PageCounts, PageOutcome, PageStatus } from "../../contract/runPages.ts";
import type { OutcomePart } from "../../store/runPages.ts";
import type { RunRecord } from "../../store/runs.ts";
import { notFound } from "../errors.ts";
import type { Caller, Deps, WithCursors, WithObjects } from "../ports.ts";

/** Parts read at a time: an entry takes about 200 bytes, and one query returns up to a megabyte. */
const PARTS_PER_READ = 500;

type ReadDeps = Pick<Deps, "store"> & WithObjects;
type OfRun = Pick<RunRecord, "id" | "accountId">;

export const countAll = ({ completed, failed, skipped }: PageCounts): number => completed + failed + skipped;

const matching = (counts: PageCounts, status: PageStatus | undefined): number =>
  status === undefined ? countAll(counts) : counts[status];

/** The outcome parts from page `first` on that contain the status. */
const partsOf = async function* (
  { store }: Pick<Deps, "store">,
  run: OfRun,
  first: number,
  status: PageStatus | undefined,
): AsyncGenerator<OutcomePart> {
  for (let next = first; ; ) {
    const parts = await store.runs.listOutcomeParts(run, next, PARTS_PER_READ);
    for (const part of parts) {
      if (matching(part, status) > 0) yield part;
      next = part.first + countAll(part);
    }
    if (parts.length < PARTS_PER_READ) return;
  }
};

/** The outcomes of a run's pages in order of completion, with their part and line. */
async function* outcomesFrom(
  deps: ReadDeps,
  run: OfRun,
  { first, line }: { readonly first: number; readonly line: number },
  status: PageStatus | undefined,
): AsyncGenerator<{ readonly outcome: PageOutcome; readonly first: number; readonly line: number }> {
  for await (const part of partsOf(deps, run, first, status)) {
    const lines = (await deps.objects.getText(part.objectKey)).split("\n").slice(0, -1);
    for (let at = part.first === first ? line : 0; at < lines.length; at += 1) {
      const outcome = JSON.parse(lines[at] as string) as PageOutcome;
      if (status === undefined || outcome.status === status) yield { outcome, first: part.first, line: at };
    }
  }
}

/** The outcomes of all pages of a run, or of those with one status. */
export const allOutcomes = async function* (
  deps: ReadDeps,
  run: OfRun,
  status?: PageStatus,
): AsyncGenerator<PageOutcome> {
  for await (const { outcome } of outcomesFrom(deps, run, { first: 0, line: 0 }, status)) yield outcome;
};

/** A page of the run's page outcomes so far. */
export const listRunPages = async (
  deps: Deps & WithObjects & WithCursors,
  caller: Caller,
  id: string,
  { status, limit, cursor }: z.output<typeof ListRunPagesQuery>,
): Promise<Page<PageOutcome>> => {
  const scope = { accountId: caller.accountId, operation: "listRunPages", filters: { id, status } };
  const [first = 0, line = 0] =
    cursor === undefined ? [] : (await deps.cursors.read(scope, cursor)).split(":").map(Number);
  const run = await deps.store.runs.get(caller.accountId, id);
  if (!run) throw notFound("run", id);
  const items: PageOutcome[] = [];
  const total = run.outcomes ? matching(run.outcomes, status) : 0;
  if (total === 0) return { items, total };
  for await (const found of outcomesFrom(deps, run, { first, line }, status)) {
    if (items.length === limit) {
      const nextCursor = await deps.cursors.issue(scope, `${found.first}:${found.line}`);
      return { items, total, nextCursor };
    }
    items.push(found.outcome);
  }
  return { items, total };
};
