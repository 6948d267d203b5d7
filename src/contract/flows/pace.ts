import * as z from "zod";

/** Maximum pages that a flow may request from one origin at a time. */
const MAX_CONCURRENCY = 32;
const MAX_DELAY_MS = 60_000;

const FixedPace = z.strictObject({
  concurrency: z
    .int()
    .min(1)
    .max(MAX_CONCURRENCY)
    .default(1)
    .describe("Pages to fetch from one origin at the same time."),
  delayMs: z
    .int()
    .min(0)
    .max(MAX_DELAY_MS)
    .default(0)
    .describe("Minimum time between two requests to one origin, in milliseconds."),
});

/** How fast a flow visits each site. */
export const Pace = z
  .union([z.literal("auto"), FixedPace])
  .describe(
    "How fast to fetch pages from each site. `auto` starts with two pages at a time, adds more while responses stay fast and " +
      "successful (up to 8, or 16 on the `scale` plan), and slows down on 429, 503, timeouts, broken connections and slower responses. " +
      "A fixed pace never changes. The site's `Crawl-delay` and `Retry-After` take precedence.",
  );
export type Pace = z.infer<typeof Pace>;
