/** Runs that meet at an origin which wants a pause take turns, whatever goes wrong with them. */
import type { OriginRecord } from "../../../src/store/service/origins.ts";
import type { Item } from "../../../src/store/table.ts";
import { SLOW_DELAY_MS } from "../sim/slowHost.ts";
import type { Check } from "./shared.ts";

const recordIn = (item: Item | null | undefined): OriginRecord | null =>
  item ? (item as unknown as OriginRecord) : null;

/** No turn is taken before it is free, and the next one is free a pause later. */
const checkTurns = (before: OriginRecord, after: OriginRecord): string[] =>
  Object.entries(after.guests).flatMap(([name, { turnAtMs }]) => {
    if (turnAtMs === undefined || turnAtMs === before.guests[name]?.turnAtMs) return [];
    return turnAtMs >= before.nextAtMs && after.nextAtMs === turnAtMs + SLOW_DELAY_MS
      ? []
      : [`a turn at an origin is taken at ${turnAtMs}, and the next is free at ${after.nextAtMs}`];
  });

export const checkOrigins: Check = ({ history: { versions } }) =>
  [...versions].flatMap(([key, states]) => {
    if (!key.startsWith("ORIGIN#")) return [];
    const records = states.flatMap(({ item }) => recordIn(item) ?? []);
    return records.slice(1).flatMap((record, place) => {
      const before = records[place];
      if (!before) return [];
      const back = record.nextAtMs < before.nextAtMs ? [`the turns at ${key} went back`] : [];
      return [...back, ...checkTurns(before, record)];
    });
  });
