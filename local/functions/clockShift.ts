/**
 * How far the service's clock is ahead of the machine's. Kept in memory shared by all function threads, so that
 * they jump together.
 */
export interface ClockShift {
  readonly memory: SharedArrayBuffer;
  /** Moves the service's clock forward. It never goes back. */
  advance(byMs: number): void;
  /** The service's time, in epoch milliseconds. */
  now(): number;
}

export const createClockShift = (): ClockShift => {
  const memory = new SharedArrayBuffer(BigInt64Array.BYTES_PER_ELEMENT);
  const shift = new BigInt64Array(memory);
  return {
    memory,
    advance: (byMs) => {
      if (!(byMs >= 0)) throw new RangeError(`A clock goes forward, not by ${byMs} ms.`);
      Atomics.add(shift, 0, BigInt(Math.round(byMs)));
    },
    now: () => Date.now() + Number(Atomics.load(shift, 0)),
  };
};

/**
 * Makes `Date` in this thread follow the shifted clock. Timers follow real time.
 *
 * @returns the machine's own clock
 */
export const followClock = (memory: SharedArrayBuffer): (() => number) => {
  const shift = new BigInt64Array(memory);
  const machineNow = Date.now;
  const now = (): number => machineNow() + Number(Atomics.load(shift, 0));
  globalThis.Date = new Proxy(Date, {
    construct: (target, args, newTarget) =>
      Reflect.construct(target, args.length > 0 ? args : [now()], newTarget),
    apply: (target) => new target(now()).toString(),
    get: (target, key, receiver) => (key === "now" ? now : Reflect.get(target, key, receiver)),
  });
  return machineNow;
};
