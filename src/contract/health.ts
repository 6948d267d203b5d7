import * as z from "zod";

const ServiceState = z.enum(["up", "down", "not-configured"]);
export type ServiceState = z.infer<typeof ServiceState>;

export const Health = z.object({
  status: z.enum(["healthy", "degraded"]),
  services: z.object({
    api: ServiceState,
    database: ServiceState,
    scraping_engine: ServiceState,
    ai: ServiceState,
    clock: ServiceState.describe("What starts scheduled runs, retries and repairs, once a minute."),
  }),
  version: z.string(),
  uptime: z.number().describe("Seconds since the running code was deployed."),
});
export type Health = z.infer<typeof Health>;
