import * as z from "zod";

/** Pages of one origin that any flow may ask for at once. */
const MAX_CONCURRENCY = 32;
const MAX_DELAY_MS = 60_000;

const FixedPace = z.strictObject({
  concurrency: z
    .int()
    .min(1)
    .max(MAX_CONCURRENCY)
    .default(1)
    .describe("Pages of one origin that are opened at the same time."),
  delayMs: z
    .int()
    .min(0)
    .max(MAX_DELAY_MS)
    .default(0)
    .describe("Least time between the beginnings of two visits to one origin, in milliseconds."),
});

/** How fast a flow visits each site. */
export const Pace = z
  .union([z.literal("auto"), FixedPace])
  .describe(
    "How fast each site is visited. `auto` begins with two pages at once, opens more while answers stay fast and " +
      "clean (up to 8; 16 on the plan `scale`), and slows down on 429, 503, time-outs, broken connections and slower answers. " +
      "A fixed pace is kept as it is. A `Crawl-delay` of robots.txt and a `Retry-After` of the site win over both.",
  );
export type Pace = z.infer<typeof Pace>;
