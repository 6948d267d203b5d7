/** Machines on which functions run: each may be killed, may stand still, and has a clock of its own. */
import { drawFault, ERRORS, type Fault, type PortName, type Profile } from "./faults.ts";
import type { Random } from "./random.ts";
import type { Scheduler } from "./scheduler.ts";

export interface Machine {
  readonly name: string;
  readonly isAlive: () => boolean;
  /** Its own clock. */
  readonly now: () => number;
  readonly after: (delayMs: number, work: () => void) => () => void;
  /** Ends it: nothing that it has not sent yet happens any more. */
  readonly kill: () => void;
  /** Asks something outside; `effect` is what that does there. */
  readonly call: <T>(
    port: PortName,
    what: string,
    effect: () => Promise<T>,
    options?: CallOptions,
  ) => Promise<T>;
}

interface CallOptions {
  readonly takesMs?: number;
  /** Sent again, it has its effect again, and the last answer counts. */
  readonly isRepeatable?: boolean;
}

export type Ending = "done" | "failed" | "killed";

export interface Machines {
  /** Runs `work` on a machine of its own, which is stopped after `timeoutMs`. */
  readonly run: (
    name: string,
    timeoutMs: number,
    work: (machine: Machine) => Promise<unknown>,
  ) => Promise<Ending>;
  readonly alive: () => number;
  /** How many were killed so far. */
  readonly killed: () => number;
}

const FROZEN_MS = [21_000, 180_000] as const;
const SLOW_MS = [500, 8_000] as const;

export const createMachines = (
  scheduler: Scheduler,
  random: Random,
  profile: () => Profile,
  trace: (line: string) => void,
): Machines => {
  let [alive, killed] = [0, 0];

  const leaptMs = (): number =>
    profile().leaps.reduce((sum, { atMs, byMs }) => sum + (scheduler.now() >= atMs ? byMs : 0), 0);

  const isDown = (port: PortName): boolean =>
    profile().outages.some(
      (outage) => outage.port === port && outage.fromMs <= scheduler.now() && scheduler.now() < outage.toMs,
    );

  const createMachine = (
    name: string,
    ended: (how: Ending) => void,
  ): { machine: Machine; end: (how: Ending) => void } => {
    const skewMs = random.between(-profile().skewMs, profile().skewMs);
    let isAlive = true;
    let standsUntilMs = 0;
    const { now } = scheduler;

    /** Does something on the machine, once it moves and if it still lives then. */
    const onMachine = (timeMs: number, work: () => void): (() => void) => {
      let callOff = () => {};
      const attempt = (): void => {
        if (!isAlive) return;
        if (now() < standsUntilMs) callOff = scheduler.at(standsUntilMs, attempt);
        else work();
      };
      callOff = scheduler.at(timeMs, attempt);
      return () => callOff();
    };

    const end = (how: Ending): void => {
      if (!isAlive) return;
      isAlive = false;
      alive -= 1;
      if (how === "killed") killed += 1;
      trace(`${name}: ${how}`);
      ended(how);
    };
    const kill = (): void => end("killed");

    /** What the other side does, and says. */
    const perform = async <T>(
      port: PortName,
      effect: () => Promise<T>,
      fault: Fault,
      isRepeatable: boolean,
    ): Promise<T> => {
      if (isDown(port)) throw ERRORS.down();
      if (fault === "throttled") throw ERRORS.throttled();
      if (fault === "conflict" && random.chance(0.3)) throw ERRORS.conflict();
      const value = await effect();
      if (fault === "answer-lost") throw ERRORS.lost();
      return fault === "sent-twice" && isRepeatable ? effect() : value;
    };

    const call: Machine["call"] = (port, what, effect, { takesMs = 0, isRepeatable = false } = {}) =>
      new Promise((resolve, reject) => {
        const fault = drawFault(random, profile(), port);
        trace(`${name}: ${what}${fault === "none" ? "" : ` [${fault}]`}`);
        if (fault === "killed-before") return kill();
        const isSlow = fault === "slow" || fault === "conflict";
        const thereMs = random.between(1, 10) + takesMs + (isSlow ? random.between(...SLOW_MS) : 0);
        scheduler.at(now() + thereMs, async () => {
          const answer = await perform(port, effect, fault, isRepeatable).then(
            (value) => () => resolve(value),
            (error: unknown) => () => reject(error),
          );
          if (fault === "killed-after") return kill();
          if (fault === "frozen") standsUntilMs = now() + random.between(...FROZEN_MS);
          onMachine(now() + random.between(1, 10), answer);
        });
      });

    const machine: Machine = {
      name,
      isAlive: () => isAlive,
      now: () => now() + skewMs + leaptMs(),
      after: (delayMs, work) => onMachine(now() + delayMs, work),
      kill,
      call,
    };
    return { machine, end };
  };

  return {
    run: (name, timeoutMs, work) =>
      new Promise((resolve) => {
        alive += 1;
        let callOff = () => {};
        const { machine, end } = createMachine(name, (how) => {
          callOff();
          resolve(how);
        });
        callOff = scheduler.at(scheduler.now() + timeoutMs, machine.kill);
        work(machine).then(
          () => end("done"),
          (error: unknown) => {
            trace(`${name}: ${String(error)}`);
            end("failed");
          },
        );
      }),
    alive: () => alive,
    killed: () => killed,
  };
};
