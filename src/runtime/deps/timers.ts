import type { WithTimers } from "../../domain/ports.ts";

export const withTimers = (): WithTimers => ({
  after: (delayMs, work) => {
    const timer = setTimeout(work, delayMs);
    return () => clearTimeout(timer);
  },
});
