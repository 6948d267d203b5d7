import { required } from "../env.ts";
import { meter } from "../meter.ts";

/** Measures what handling a message uses. */
export const withUsage = () => {
  const memoryMb = required("AWS_LAMBDA_FUNCTION_MEMORY_SIZE");
  return {
    usage: {
      start: () => meter.start(Date.now()),
      take: () => meter.take(memoryMb, Date.now()),
    },
  };
};

/** The same on x86_64, which Chromium needs. */
export const withBrowserUsage = () => {
  const { usage } = withUsage();
  return { usage: { ...usage, take: () => ({ ...usage.take(), processor: "x86_64" as const }) } };
};
