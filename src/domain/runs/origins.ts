/** Coordinates runs that visit the same origin. */
import { createHash } from "node:crypto";
import type { Origins, SharedOrigin, Turn } from "../../engine/manners/index.ts";
import type { RunRecord } from "../../store/runs/runs.ts";
import type { OriginGuest, OriginRecord } from "../../store/service/origins.ts";
import { ConditionFailed } from "../../store/table.ts";
import type { Deps } from "../ports.ts";
import { ORIGIN_TIMING } from "./timing.ts";

/** Attempts at a contended write before it is left for the next round. */
const MAX_TRIES = 5;
const NAME_DIGITS = 16;

type OriginDeps = Pick<Deps, "store" | "now" | "log">;

/** An opaque name: accounts learn nothing about each other except the pace. */
const nameOf = (text: string): string =>
  createHash("sha256").update(text).digest("hex").slice(0, NAME_DIGITS);

const present = ({ guests }: OriginRecord, nowMs: number): Record<string, OriginGuest> =>
  Object.fromEntries(Object.entries(guests).filter(([, { untilMs }]) => untilMs > nowMs));

/** Turns are shared equally between accounts, and within an account between its runs. */
const delayFactorOf = (account: string, guests: Readonly<Record<string, OriginGuest>>): number => {
  const accounts = Object.values(guests).map((guest) => guest.account);
  return new Set(accounts).size * accounts.filter((name) => name === account).length;
};

interface RunOrigins extends Origins {
  /** Call when the run has left all origins. */
  leave(): Promise<void>;
}

export const createOrigins = (
  { store, now, log }: OriginDeps,
  { accountId, id, shard }: Pick<RunRecord, "accountId" | "id" | "shard">,
): RunOrigins => {
  const account = nameOf(accountId);
  // Links may lead several shards of one run to the same origin.
  const me = nameOf([accountId, id, ...(shard === undefined ? [] : [shard])].join(" "));
  /** Origins where the run has registered. */
  const visited = new Set<string>();

  /** Updates an origin's record. Reads it again if another run changes it first. */
  const change = async <T>(
    origin: string,
    decide: (
      record: OriginRecord,
      nowMs: number,
    ) => { readonly next: OriginRecord | null; readonly result: T },
  ): Promise<T> => {
    for (let tries = 1; ; tries += 1) {
      const nowMs = now();
      const record = await store.origins.get(origin);
      const { next, result } = decide({ ...record, guests: present(record, nowMs) }, nowMs);
      if (!next) return result;
      try {
        await store.origins.replace(origin, next);
        return result;
      } catch (error) {
        if (!(error instanceof ConditionFailed) || tries === MAX_TRIES) throw error;
      }
    }
  };

  /** Logs that the record cannot be reached. The run then keeps its own pace and does not fail. */
  const logged = async <T>(origin: string, work: Promise<T>): Promise<T> => {
    try {
      return await work;
    } catch (error) {
      log.warn("runs that visit the same origin could not coordinate", { origin, error });
      throw error;
    }
  };

  const arrive = (origin: string, width: number, pauseMs: number): Promise<SharedOrigin> => {
    visited.add(origin);
    return change(origin, (record, nowMs) => {
      const guests = {
        ...record.guests,
        [me]: { account, width, untilMs: nowMs + pauseMs + ORIGIN_TIMING.leaseMs },
      };
      return {
        next: { ...record, guests },
        result: { me, participants: guests, delayFactor: delayFactorOf(account, guests) },
      };
    });
  };

  /** The runs of one account together get as many turns as each other account. */
  const takeTurn = (origin: string, delayMs: number): Promise<Turn> =>
    change<Turn>(origin, (record, nowMs) => {
      const guest = { account, width: 1, untilMs: nowMs };
      const mine = record.guests[me];
      const roundMs = delayMs * delayFactorOf(account, { ...record.guests, [me]: guest });
      const atMs = Math.max(nowMs, record.nextAtMs);
      const fairAtMs = mine?.turnAtMs === undefined ? 0 : mine.turnAtMs + roundMs;
      if (fairAtMs > atMs) return { next: null, result: { atMs: fairAtMs, isMine: false } };
      const untilMs = atMs + roundMs + ORIGIN_TIMING.leaseMs;
      const guests = { ...record.guests, [me]: { ...guest, untilMs, turnAtMs: atMs } };
      return { next: { ...record, guests, nextAtMs: atMs + delayMs }, result: { atMs, isMine: true } };
    });

  return {
    arrive: (origin, width, pauseMs) => logged(origin, arrive(origin, width, pauseMs)),
    takeTurn: (origin, delayMs) => logged(origin, takeTurn(origin, delayMs)),
    leave: async () => {
      const leaving = [...visited].map((origin) =>
        change(origin, (record) => {
          const { [me]: mine, ...guests } = record.guests;
          return { next: mine ? { ...record, guests } : null, result: undefined };
        }),
      );
      // A guest that stopped without leaving is removed when its lease ends.
      await Promise.allSettled(leaving);
      visited.clear();
    },
  };
};
