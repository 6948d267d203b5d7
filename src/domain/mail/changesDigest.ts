/** Changes of a day or week, for the flows whose settings ask for a digest. */
import type { DigestPeriod } from "../../contract/flows/monitor.ts";
import type { Deps } from "../ports.ts";
import { inParallel } from "../shared/inParallel.ts";
import { lineOf } from "./newMail.ts";

/** Most flows and sentences in one email. */
const MAX_FLOWS = 30;
const MAX_MESSAGES = 5;
const PAGE = 100;
const PARALLEL_READS = 8;

interface Period {
  readonly beginMs: number;
  readonly endMs: number;
}

/** A flow's changes within a period; null if there are none or the flow was deleted. */
const digestOf = async (
  { store }: Pick<Deps, "store">,
  accountId: string,
  flowId: string,
  { beginMs, endMs }: Period,
) => {
  const flow = await store.flows.get(accountId, flowId);
  if (!flow) return null;
  const digest = { name: lineOf(flow.name), added: 0, removed: 0, changed: 0, messages: [] as string[] };
  let runs = 0;
  for (let afterId: string | undefined; ; ) {
    const { records, lastId } = await store.changes.list(accountId, flowId, { limit: PAGE, afterId });
    for (const { createdAt, added, removed, changed, message } of records) {
      const atMs = Date.parse(createdAt);
      if (atMs >= endMs) continue;
      if (atMs < beginMs) return runs === 0 ? null : digest;
      runs += 1;
      digest.added += added;
      digest.removed += removed;
      digest.changed += changed;
      if (digest.messages.length < MAX_MESSAGES) digest.messages.push(lineOf(message));
    }
    if (lastId === undefined) return runs === 0 ? null : digest;
    afterId = lastId;
  }
};

/** An account's digest of one kind; null if nothing changed. */
export const readChangesDigest = async (
  deps: Pick<Deps, "store">,
  accountId: string,
  every: DigestPeriod,
  period: Period,
) => {
  const ids = await deps.store.digests.flowsWith(accountId, every);
  const digests = await inParallel(ids, PARALLEL_READS, (id) => digestOf(deps, accountId, id, period));
  const flows = digests.filter((digest) => digest !== null);
  if (flows.length === 0) return null;
  return { flows: flows.slice(0, MAX_FLOWS), omitted: Math.max(0, flows.length - MAX_FLOWS) };
};
