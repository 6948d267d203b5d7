import type { Item } from "../../../src/store/table.ts";
import type { Outcome } from "../sim/world.ts";

/** Examines the final state of a story, and lists everything that is wrong. */
export type Check = (outcome: Outcome) => string[];

/** Items of one kind of record, in all accounts. */
export const rowsOf = <T>(items: readonly Item[], name: string): T[] =>
  items.filter(({ pk }) => pk.startsWith(`${name}#`)) as unknown as T[];

export const compare = (what: string, found: unknown, expected: unknown): string[] =>
  JSON.stringify(found) === JSON.stringify(expected)
    ? []
    : [`${what}: ${JSON.stringify(found)} instead of ${JSON.stringify(expected)}`];

export const isOver = (status: unknown): boolean =>
  status === "completed" || status === "failed" || status === "cancelled";

interface Step<T> {
  readonly before: T;
  readonly after: T;
  readonly atMs: number;
}

/** Each version of the followed records of one kind, with the one before it. */
export const stepsOf = <T>({ history }: Outcome, name: string): Step<T>[] =>
  [...history.versions]
    .filter(([key]) => key.startsWith(`${name}#`))
    .flatMap(([, versions]) =>
      versions.slice(1).flatMap(({ item: after, atMs }, place) => {
        const before = versions[place]?.item;
        return before && after ? [{ before, after, atMs } as unknown as Step<T>] : [];
      }),
    );
