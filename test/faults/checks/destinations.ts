/** Every good run reaches every destination, and whoever reads there sees its items once, and never half of them. */
import type { Item } from "../../../src/contract/runs/runs.ts";
import { MAX_LOSSES } from "../../../src/domain/outbox/attempts.ts";
import { ATTEMPT_WAITS_MS } from "../../../src/domain/outbox/schedule.ts";
import { isGood } from "../../../src/domain/runs/end/good.ts";
import {
  type DestinationDeliveryRecord,
  destinationDeliveryId,
} from "../../../src/store/deliveries/destinationDeliveries.ts";
import type { DestinationRecord } from "../../../src/store/deliveries/destinations.ts";
import type { RunRecord } from "../../../src/store/runs/runs.ts";
import { rowsKey } from "../sim/destinationPlaces.ts";
import type { DestinationsOutcome } from "../sim/destinations.ts";
import { outputOf } from "./runs.ts";
import { compare, rowsOf } from "./shared.ts";

interface Manifest {
  readonly runId: string;
  readonly parts: readonly { readonly path: string }[];
}

const itemsIn = (text: string): Item[] =>
  text
    .split("\n")
    .slice(0, -1)
    .map((line) => JSON.parse(line) as Item);

/** What a reader sees who reads what a manifest names; null where a file is missing. */
const readManifest = ({ kept }: DestinationsOutcome, folder: string, path: string) => {
  const text = kept.files.get(`${folder}/${path}`);
  if (text === undefined) return null;
  const { runId, parts } = JSON.parse(text) as Manifest;
  const bodies = parts.map((part) => kept.files.get(`${folder}/${part.path}`));
  return { runId, items: bodies.includes(undefined) ? null : bodies.flatMap((body) => itemsIn(body ?? "")) };
};

/** Readers of requests ignore keys that they have seen. */
const readPosts = ({ kept }: DestinationsOutcome, runId: string): Item[] => {
  const bodies = new Map(
    kept.posts.filter(({ key }) => key.startsWith(`${runId}-`)).map(({ key, body }) => [key, body]),
  );
  return [...bodies.values()].flatMap(itemsIn);
};

const seenOf = (outcome: DestinationsOutcome, { id, name }: DestinationRecord, run: RunRecord) => {
  if (name === "requests") return readPosts(outcome, run.id);
  if (name === "table")
    return (outcome.kept.tables.get(rowsKey(id, run.id)) ?? []).map(({ record }) => record);
  return readManifest(outcome, name, `${run.flowId}/items/${run.id}/manifest.json`)?.items ?? [];
};

/** Two requests with one key are the same. */
const checkPosts = ({ kept }: DestinationsOutcome): string[] => {
  const first = new Map<string, string>();
  return kept.posts.flatMap(({ key, body }) => {
    const before = first.get(key) ?? body;
    first.set(key, before);
    return compare(`the request ${key}`, body, before);
  });
};

/** The manifest of `latest` is of the newest run that was delivered, and names files that are there. */
const checkLatest = (
  outcome: DestinationsOutcome,
  deliveries: readonly DestinationDeliveryRecord[],
): string[] => {
  const newest = new Map<string, string>();
  for (const { flowId, runId, status, note } of deliveries)
    if (status === "succeeded" && note === null && runId > (newest.get(flowId) ?? ""))
      newest.set(flowId, runId);
  return [...newest].flatMap(([flowId, runId]) => {
    const shown = readManifest(outcome, "latest", `${flowId}/latest/manifest.json`);
    return [
      ...(shown && shown.runId >= runId
        ? []
        : [`the latest of ${flowId} is of ${shown?.runId}, not ${runId}`]),
      ...(shown?.items === null ? [`the latest of ${flowId} names files that are gone`] : []),
    ];
  });
};

export const checkDestinations = (outcome: DestinationsOutcome): string[] => {
  const { items } = outcome.atRest;
  const destinations = rowsOf<DestinationRecord>(items, "DESTINATIONS");
  const all = rowsOf<DestinationDeliveryRecord>(items, "DESTINATIONDELIVERIES");
  const deliveries = new Map(all.map((delivery) => [delivery.id, delivery]));
  const runs = rowsOf<RunRecord>(items, "RUNS").filter((run) => run.status === "completed" && isGood(run));
  const checkOne = (destination: DestinationRecord, run: RunRecord): string[] => {
    const delivery = deliveries.get(destinationDeliveryId(run.id, destination.id));
    const about = `run ${run.id} at ${destination.name}`;
    if (!delivery) return [`${about} was never delivered`];
    const { status, losses = 0, attempts } = delivery;
    if (status === "failed" && losses >= MAX_LOSSES) return [];
    // Every attempt was refused or lost: its owner has been told.
    if (status === "failed" && attempts.length >= ATTEMPT_WAITS_MS.length) return [];
    if (status !== "succeeded") return [`${about} is ${status} when all is over`];
    if (destination.content === "latest") return [];
    return compare(`${about}: items`, seenOf(outcome, destination, run), outputOf(outcome, run));
  };
  const latest = destinations.find(({ content }) => content === "latest");
  return [
    ...compare("destinations", destinations.length, 4),
    ...checkPosts(outcome),
    ...checkLatest(
      outcome,
      all.filter(({ destinationId }) => destinationId === latest?.id),
    ),
    ...destinations.flatMap((destination) => runs.flatMap((run) => checkOne(destination, run))),
  ];
};
