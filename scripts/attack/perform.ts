/** Carries out attacks, a few at once, within a time, and says how far it is. */
import type { Observed } from "./attacker.ts";
import { HUNG } from "./exhaustion.ts";
import { type Attack, tells } from "./expectations.ts";
import type { Outcome } from "./report.ts";

/** The longest an attack may take: a run, what waits before it, and its browser. */
const ATTACK_MS = 240_000;
const TELL_EVERY_MS = 10_000;

/** Stands for one attack that cannot be carried out: it is reported with the failures, not skipped. */
const NOT_CARRIED_OUT = "not-carried-out";

const within = async (work: Promise<Observed>): Promise<Observed> => {
  let timer: NodeJS.Timeout | undefined;
  const late = new Promise<Observed>((done) => {
    timer = setTimeout(
      () => done({ status: null, code: HUNG, message: `No end in ${ATTACK_MS / 1_000} s.` }),
      ATTACK_MS,
    );
  });
  const observed = work.catch((error: unknown) => ({
    status: null,
    code: NOT_CARRIED_OUT,
    message: String(error),
  }));
  return Promise.race([observed, late]).finally(() => clearTimeout(timer));
};

const secondsSince = (ms: number): number => Math.round((performance.now() - ms) / 1_000);

/** Places so spread that the first few of them, however many, are an even sample: by their reversed bits. */
const spread = <T>(entries: readonly T[]): readonly T[] => {
  const bits = Math.ceil(Math.log2(Math.max(2, entries.length)));
  const reversed = (place: number): number =>
    Number.parseInt([...place.toString(2).padStart(bits, "0")].reverse().join(""), 2);
  return Array.from({ length: 2 ** bits }, (_, place) => entries[reversed(place)]).filter(
    (entry) => entry !== undefined,
  );
};

export interface Budget {
  readonly atOnce: number;
  /** `performance.now()` from which on no further attack begins; infinity: never. */
  readonly endsAtMs: number;
  readonly say: (line: string) => void;
}

/** @returns the outcomes; fewer than there are attacks if the time was up */
export const performAll = async (
  name: string,
  attacks: readonly Attack[],
  { atOnce, endsAtMs, say }: Budget,
): Promise<readonly Outcome[]> => {
  const outcomes: Outcome[] = [];
  const startedAtMs = performance.now();
  const underWay = new Map<Attack, number>();
  const tell = (): void => {
    const [oldest] = underWay;
    const waits = oldest ? `; ${secondsSince(oldest[1])} s: ${oldest[0].surface}, ${oldest[0].trick}` : "";
    say(`${name}: ${outcomes.length} of ${attacks.length} after ${secondsSince(startedAtMs)} s${waits}`);
  };
  const telling = setInterval(tell, TELL_EVERY_MS).unref();
  // If the time is up, what was tried is spread over all of them.
  const left = (endsAtMs === Number.POSITIVE_INFINITY ? attacks : spread(attacks)).values();
  const work = async (): Promise<void> => {
    // One shared iterator: each worker takes the next attack.
    for (const attack of left) {
      if (performance.now() >= endsAtMs) return;
      const sinceMs = performance.now();
      underWay.set(attack, sinceMs);
      const observed = await within(attack.perform());
      underWay.delete(attack);
      const tookMs = performance.now() - sinceMs;
      outcomes.push({
        attack,
        observed,
        tookMs,
        tells:
          observed.code === NOT_CARRIED_OUT || (observed.code !== HUNG && tells(attack.expects, observed)),
      });
    }
  };
  await Promise.all(Array.from({ length: atOnce }, work)).finally(() => clearInterval(telling));
  return outcomes;
};
