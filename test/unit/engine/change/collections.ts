import type { MonitorOptions } from "../../../../src/contract/flows/monitor.ts";
import type { Item } from "../../../../src/contract/runs/runs.ts";
import {
  type Collected,
  type Comparison,
  compareCollections,
  type RecordSet,
} from "../../../../src/engine/change/index.ts";

export const collect = (
  items: readonly Item[],
  before: RecordSet | null,
  options: MonitorOptions = {},
  how: Partial<Collected> = {},
) => {
  const collected = { items, lacksRecords: false, lacksValues: false, ...how };
  const result = compareCollections(before, collected, options);
  if ("broken" in result) throw new Error(result.broken);
  return result;
};
export const first = (items: readonly Item[], options: MonitorOptions = {}): RecordSet =>
  collect(items, null, options).set;
export const between = (before: Item[], after: Item[], options: MonitorOptions = {}): Comparison =>
  collect(after, first(before, options), options);
export const brokenBetween = (before: Item[], after: Item[]): string => {
  const result = compareCollections(
    first(before),
    { items: after, lacksRecords: false, lacksValues: false },
    {},
  );
  return "broken" in result ? result.broken : "";
};

export const lamp = (over: Item = {}): Item => ({
  title: "Lamp",
  price: 20,
  url: "https://s.example/lamp",
  ...over,
});
export const chair = (over: Item = {}): Item => ({
  title: "Chair",
  price: 50,
  url: "https://s.example/chair",
  ...over,
});
export const table = (over: Item = {}): Item => ({
  title: "Table",
  price: 90,
  url: "https://s.example/table",
  ...over,
});
