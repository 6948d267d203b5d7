import { createClockShift } from "./shift.ts";

/** What a parent process sends to move the service's clock; it is answered with the same message. */
export interface ClockJump {
  readonly advanceClockMs: number;
}

const isClockJump = (message: unknown): message is ClockJump =>
  typeof (message as ClockJump | null)?.advanceClockMs === "number";

/**
 * Lets the process that started the runner move the service's clock forward, over Node's own channel
 * between processes, so that tests of schedules need not wait for them. Nothing where there is no channel.
 * Delays of queues keep the machine's time.
 */
export const acceptClockJumps = () => {
  if (!process.send) return undefined;
  const shift = createClockShift();
  return {
    memory: shift.memory,
    /** From now on each jump is followed by what the clock does. */
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
