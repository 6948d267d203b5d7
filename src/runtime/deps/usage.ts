import { required } from "../env.ts";
import { meter } from "../meter.ts";

/** Counts what the work on a message uses. */
export const withUsage = () => {
  const memoryMb = required("AWS_LAMBDA_FUNCTION_MEMORY_SIZE");
  return {
    usage: {
      start: () => meter.start(Date.now()),
      take: () => meter.take(memoryMb, Date.now()),
    },
  };
};
