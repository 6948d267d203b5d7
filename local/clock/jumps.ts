import { createClockShift } from "../functions/clockShift.ts";

/** The message with which a parent process moves the service's clock; the reply is the same message. */
export interface ClockJump {
  readonly advanceClockMs: number;
}

const isClockJump = (message: unknown): message is ClockJump =>
  typeof (message as ClockJump | null)?.advanceClockMs === "number";

/**
 * Lets the parent process move the service's clock forward over Node's IPC channel, so that tests of schedules
 * need not wait. Does nothing without a channel. Queue delays follow real time.
 */
export const acceptClockJumps = () => {
  if (!process.send) return undefined;
  const shift = createClockShift();
  return {
    memory: shift.memory,
    now: shift.now,
    /** From now on, each jump also triggers the clock's due work. */
    start: (tick: () => Promise<void>): void => {
      process.on("message", async (message: unknown) => {
        if (!isClockJump(message)) return;
        shift.advance(message.advanceClockMs);
        await tick();
        process.send?.(message);
      });
      process.channel?.unref();
    },
  };
};
