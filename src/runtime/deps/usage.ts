import { QUEUE_WORKERS } from "../../contract/workers.ts";
import type { WithUsage } from "../../domain/ports.ts";
import { required } from "../env.ts";
import { meter } from "../meter.ts";

const usageOf = (memoryMb: number, invocations: number): WithUsage => ({
  usage: {
    start: () => meter.start(Date.now(), invocations),
    take: () => meter.take(memoryMb, Date.now()),
  },
});

/** Measures what handling a message uses. */
export const withUsage = (): WithUsage => usageOf(required("AWS_LAMBDA_FUNCTION_MEMORY_SIZE"), 1);

const onX86 = ({ usage }: WithUsage): WithUsage => ({
  usage: { ...usage, take: () => ({ ...usage.take(), processor: "x86_64" as const }) },
});

/** The same on x86_64, which Chromium needs. */
export const withBrowserUsage = (): WithUsage => onX86(withUsage());

/** The same of a run, with the function that started it and waits for its end. */
export const withBrowserRunUsage = (): WithUsage =>
  onX86(usageOf(required("AWS_LAMBDA_FUNCTION_MEMORY_SIZE") + QUEUE_WORKERS.startBrowserRun.memoryMb, 2));
