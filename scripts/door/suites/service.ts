/** The service that the suites speak to, in a process of its own that is led to the fixture site. */
import { join } from "node:path";
import { startService } from "../../../local/demo/service.ts";
import type { Shutdown } from "../../../local/shutdown.ts";
import { runScript } from "../../rehearse/command.ts";
import { findPort } from "../../rehearse/process.ts";
import { makeCertificate } from "./authority.ts";
import { HOSTS, startHosts } from "./hosts.ts";

/** Firecrawl does not read this site, and the suites expect so: here its operator denies it. */
const DENIED = ["--add", "facebook.com", "--reason", "the suites expect it"];

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
  const port = await findPort();
  site.leadTo(port);
  const options = ["--public-url", publicUrl, "--port", String(port)];
  const { apiKey, lambda } = await startService([], shutdown.add, options, {
    NODE_OPTIONS: `--require ${join(import.meta.dirname, "hosts.cjs")}`,
    NODE_EXTRA_CA_CERTS: authority,
    DOOR_HOSTS: JSON.stringify({ hosts: HOSTS, port: site.port, publicKey }),
  });
  await runScript("scripts/deny.ts", ["--endpoint", lambda, ...DENIED]);
  return { apiUrl: `${publicUrl}/firecrawl`, apiKey, authority };
};
