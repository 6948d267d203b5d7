import type { Random } from "./random.ts";

/** What a worker talks to. */
export type PortName = "table" | "objects" | "queues" | "pages" | "receivers";

/** What may happen to one call. */
export type Fault =
  | "none"
  /** The worker is gone before the call leaves it, or right after it took effect. */
  | "killed-before"
  | "killed-after"
  /** The worker pauses beyond its lease, and then continues as if nothing had happened. */
  | "frozen"
  /** Refused for now, without effect. */
  | "throttled"
  | "conflict"
  /** It took effect, but the answer is lost. */
  | "answer-lost"
  /** The answer was lost, and the client sent the call again. */
  | "sent-twice"
  | "slow";

export interface Outage {
  readonly port: PortName;
  readonly fromMs: number;
  readonly toMs: number;
}

/** How much goes wrong in one story, by kind: each seed has troubles of its own. */
export interface Profile {
  readonly rates: Readonly<Record<Exclude<Fault, "none">, number>>;
  readonly outages: readonly Outage[];
  /** The clocks of all machines leap ahead. */
  readonly leaps: readonly { readonly atMs: number; readonly byMs: number }[];
  /** Probability that a message comes more than once, and that it comes late. */
  readonly doubled: number;
  readonly late: number;
  /** How far an index may be behind. */
  readonly indexLagMs: number;
  /** How far the clock of one machine may be off. */
  readonly skewMs: number;
}

const PORTS = ["table", "objects", "queues"] as const;
const MINUTE_MS = 60_000;

/** The troubles of a story that lasts `durationMs`. */
export const drawProfile = (random: Random, startMs: number, durationMs: number): Profile => {
  const rate = (much: number): number => random.pick([0, much / 8, much / 3, much]);
  const during = () => startMs + random.between(0, durationMs);
  const outages = Array.from({ length: random.pick([0, 0, 1, 2]) }, (): Outage => {
    const fromMs = during();
    return { port: random.pick(PORTS), fromMs, toMs: fromMs + random.between(5_000, 2 * MINUTE_MS) };
  });
  return {
    rates: {
      "killed-before": rate(0.03),
      "killed-after": rate(0.03),
      frozen: rate(0.02),
      throttled: rate(0.06),
      conflict: rate(0.06),
      "answer-lost": rate(0.05),
      "sent-twice": rate(0.05),
      slow: rate(0.05),
    },
    outages,
    leaps: random.chance(0.25) ? [{ atMs: during(), byMs: random.between(1_000, 20 * MINUTE_MS) }] : [],
    doubled: rate(0.4),
    late: rate(0.3),
    indexLagMs: random.pick([0, 500, 5_000, 30_000]),
    skewMs: random.pick([0, 0, 500, 3_000, 30_000]),
  };
};

/** The same machines without further faults; their clocks are unchanged. */
export const calm = (profile: Profile): Profile => ({
  ...profile,
  rates: {
    "killed-before": 0,
    "killed-after": 0,
    frozen: 0,
    throttled: 0,
    conflict: 0,
    "answer-lost": 0,
    "sent-twice": 0,
    slow: 0,
  },
  outages: [],
  doubled: 0,
  late: 0,
  indexLagMs: 0,
});

/** Faults that a port can have; a worker can be killed or stand still at any. */
const KINDS: Readonly<Record<PortName, readonly Exclude<Fault, "none">[]>> = {
  table: ["throttled", "conflict", "answer-lost", "sent-twice", "slow"],
  objects: ["throttled", "answer-lost", "slow"],
  queues: ["throttled", "answer-lost", "sent-twice", "slow"],
  pages: ["slow"],
  receivers: ["answer-lost", "slow"],
};
const OF_THE_WORKER = ["killed-before", "killed-after", "frozen"] as const;

/** What happens to the next call to a port. */
export const drawFault = (random: Random, { rates }: Profile, port: PortName): Fault => {
  let left = random.next();
  for (const kind of [...OF_THE_WORKER, ...KINDS[port]]) {
    left -= rates[kind];
    if (left < 0) return kind;
  }
  return "none";
};

const named = (name: string, message: string): Error => Object.assign(new Error(message), { name });

/** The errors as the SDK's clients throw them once they have given up. */
export const ERRORS = {
  throttled: () => named("ThrottlingException", "Rate exceeded"),
  conflict: () =>
    Object.assign(named("TransactionCanceledException", "Transaction cancelled"), {
      CancellationReasons: [{ Code: "TransactionConflict" }],
    }),
  lost: () => named("TimeoutError", "socket hang up"),
  down: () => named("ServiceUnavailable", "the service is unavailable"),
} as const;
