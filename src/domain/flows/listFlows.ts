import type { Page } from "../../contract/common.ts";
import type { FlowMode } from "../../contract/flows/flowDefinition.ts";
import type { FlowStatus } from "../../contract/flows/flowStatus.ts";
import type { FlowSort, FlowSummary } from "../../contract/flows/flows.ts";
import type { ListPage } from "../../store/collection.ts";
import type { FlowRecord } from "../../store/flows/flows.ts";
import { listPage } from "../lists/listPage.ts";
import type { Caller, Deps, WithCursors } from "../ports.ts";
import { successRate } from "../shared/successRate.ts";
import { needsAttention, showFlowSummary } from "./show.ts";

type Order = "asc" | "desc";

interface FlowListQuery {
  readonly status?: FlowStatus | undefined;
  readonly mode?: FlowMode | undefined;
  readonly q?: string | undefined;
  readonly tag?: string | undefined;
  readonly needsAttention?: boolean | undefined;
  readonly sort?: FlowSort | undefined;
  readonly order?: Order | undefined;
  readonly limit: number;
  readonly cursor?: string | undefined;
}

/** The value by which flows are sorted; null comes last in either order. */
const VALUES: { readonly [S in FlowSort]: (flow: FlowRecord) => string | number | null } = {
  createdAt: ({ id }) => id,
  name: ({ name }) => folded(name),
  lastRunAt: ({ lastRunAt }) => lastRunAt ?? null,
  successRate: ({ completedRuns, failedRuns }) =>
    completedRuns + failedRuns === 0 ? null : successRate(completedRuns, failedRuns),
};

/** Compares as people do: ignoring case and differences in Unicode composition. */
const folded = (text: string): string => text.normalize("NFKC").toLowerCase();

const hasTag = ({ tags = [] }: FlowRecord, tag: string): boolean =>
  tags.some((each) => folded(each) === folded(tag));

const matches = ({ name, description, url, tags = [] }: FlowRecord, words: readonly string[]): boolean => {
  const text = folded([name, description, url, ...tags].join(" "));
  return words.every((word) => text.includes(word));
};

type Place = readonly [value: string | number | null, id: string];

const compare = (a: Place, b: Place, order: Order): number => {
  if (a[0] === null || b[0] === null) {
    if (a[0] !== b[0]) return a[0] === null ? 1 : -1;
  } else if (a[0] !== b[0]) return a[0] < b[0] === (order === "asc") ? -1 : 1;
  return a[1] < b[1] === (order === "asc") ? -1 : Number(a[1] !== b[1]);
};

/** A page of the sorted flows. The cursor holds the sort key of the last one, not its position. */
const pageOf = (
  flows: readonly FlowRecord[],
  { sort, order }: { readonly sort: FlowSort; readonly order: Order },
  { limit, afterId }: { limit: number; afterId?: string | undefined },
): ListPage<FlowRecord> => {
  const after = afterId === undefined ? null : (JSON.parse(afterId) as Place);
  const placed = flows
    .map((flow) => ({ flow, place: [VALUES[sort](flow), flow.id] as const }))
    .sort((a, b) => compare(a.place, b.place, order));
  const rest = after === null ? placed : placed.filter(({ place }) => compare(place, after, order) > 0);
  const shown = rest.slice(0, limit);
  const last = rest.length > limit ? shown.at(-1) : undefined;
  return {
    records: shown.map(({ flow }) => flow),
    total: flows.length,
    ...(last && { lastId: JSON.stringify(last.place) }),
  };
};

/** Newest first by default. Searching and sorting read all flows, whose number the plan limits. */
export const listFlows = (
  deps: Deps & WithCursors,
  caller: Caller,
  {
    status,
    mode,
    q,
    tag,
    needsAttention: isWanting,
    sort = "createdAt",
    order = sort === "name" ? "asc" : "desc",
    ...page
  }: FlowListQuery,
): Promise<Page<FlowSummary>> => {
  const { flows } = deps.store;
  const filters = { status, mode };
  const words = folded(q ?? "")
    .split(/\s+/u)
    .filter(Boolean);
  const isPlain =
    words.length === 0 &&
    tag === undefined &&
    isWanting === undefined &&
    sort === "createdAt" &&
    order === "desc";
  return listPage(deps, caller, {
    operation: "listFlows",
    filters: isPlain ? filters : { ...filters, q, tag, needsAttention: isWanting, sort, order },
    page,
    read: async (wanted) => {
      if (isPlain) return flows.list(caller.accountId, filters, wanted);
      const all = await flows.all(caller.accountId, filters);
      return pageOf(
        all.filter(
          (flow) =>
            matches(flow, words) &&
            (tag === undefined || hasTag(flow, tag)) &&
            (isWanting === undefined || needsAttention(flow) === isWanting),
        ),
        { sort, order },
        wanted,
      );
    },
    show: showFlowSummary,
  });
};
