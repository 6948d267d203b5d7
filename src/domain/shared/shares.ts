import type { RunRecord } from "../../store/runs/runs.ts";

/** Each shard gets an equal share of what a run may store; this is the number of shares. */
export const sharesOf = ({ shard, shards = 1 }: Pick<RunRecord, "shard" | "shards">): number =>
  shard === undefined ? 1 : shards;
