import { DEMO_SITE_HOST } from "./demo-site/host.ts";
import { isErrorNamed, messageOf } from "./failure.ts";
import type { RunnerOptions } from "./options.ts";
import type { Shutdown } from "./shutdown.ts";

/** A sample shop to try flows on. */
export interface Sample {
  /** URL of its first page; null if there is no shop. */
  readonly url: string | null;
  /** Private addresses that flows may reach: the configured ones, and the shop. */
  readonly allowPrivate: readonly string[];
}

const refusal = (port: number, error: unknown): string =>
  isErrorNamed(error, "EADDRINUSE") ? `port ${port} is in use` : messageOf(error);

/**
 * Opens the demo shop on loopback while the service runs, and lets flows reach it. If another program uses the
 * port, flows cannot reach that program.
 */
export const openSample = async (
  { samplePort, allowPrivate }: Pick<RunnerOptions, "samplePort" | "allowPrivate">,
  shutdown: Shutdown,
  tell: (line: string) => void,
): Promise<Sample> => {
  if (samplePort === undefined) {
    const isOpen = allowPrivate.includes(DEMO_SITE_HOST);
    return { url: isOpen ? `http://${DEMO_SITE_HOST}/catalogue` : null, allowPrivate };
  }
  // Loaded only if there is a shop to open.
  const { startDemoSite } = await import("./demo-site/site.ts");
  try {
    const shop = await startDemoSite({ port: samplePort });
    shutdown.add(shop.stop);
    return { url: `${shop.url}/catalogue`, allowPrivate: [...allowPrivate, new URL(shop.url).host] };
  } catch (error) {
    tell(`There is no sample shop: ${refusal(samplePort, error)}. Choose another port with --sample-port.`);
    return { url: null, allowPrivate };
  }
};
