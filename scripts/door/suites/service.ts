/** The service that the suites call, in a separate process whose requests go to the fixture site. */
import { join } from "node:path";
import { startService } from "../../../local/demo/service.ts";
import type { Shutdown } from "../../../local/shutdown.ts";
import { runScript } from "../../rehearse/command.ts";
import { findPort } from "../../rehearse/process.ts";
import { findOn, startSearxng } from "../searxng.ts";
import { makeCertificate } from "./authority.ts";
import { HOSTS, startHosts } from "./hosts.ts";

/** Firecrawl does not read this site, and the suites expect so: here its operator denies it. */
const DENIED = ["--add", "facebook.com", "--reason", "the suites expect it"];

/** What the suites find, whatever they search for: pages of a host that is not slow. */
const FOUND_AT = "https://example.com";
const PAGES = ["/docs/1", "/docs/2", "/blog/3", "/docs/4", "/docs/5"];

/** A query about France is about its capital, which a suite looks for. */
const aboutOf = (query: string): string =>
  query.replace("the capital of France", "Paris, the capital of France");

export interface LedService {
  readonly apiUrl: string;
  readonly apiKey: string;
  /** Path of the certificate of the authority that its clients have to trust. */
  readonly authority: string;
}

/** @returns the service, or why it cannot be started */
export const startLedService = async (shutdown: Shutdown): Promise<LedService | string> => {
  const certificate = await makeCertificate(HOSTS);
  if (typeof certificate === "string") return certificate;
  const { authority, publicKey } = certificate;
  const site = await startHosts(certificate);
  shutdown.add(async () => site.close());
  const publicUrl = `https://localhost:${site.port}`;
  const engine = await startSearxng(({ q, ...query }) =>
    findOn(FOUND_AT, PAGES)({ ...query, q: aboutOf(q) }),
  );
  shutdown.add(engine.close);
  const port = await findPort();
  site.leadTo(port);
  const options = ["--public-url", publicUrl, "--port", String(port)];
  const { apiKey, lambda } = await startService([], shutdown.add, options, {
    NODE_OPTIONS: `--require ${join(import.meta.dirname, "hosts.cjs")}`,
    NODE_EXTRA_CA_CERTS: authority,
    SEARCH_URL: engine.address,
    DOOR_HOSTS: JSON.stringify({ hosts: HOSTS, port: site.port, publicKey }),
  });
  await runScript("scripts/deny.ts", ["--endpoint", lambda, ...DENIED]);
  return { apiUrl: `${publicUrl}/firecrawl`, apiKey, authority };
};
