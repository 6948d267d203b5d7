/** A client's settings: the given ones, then the environment, as on the command line. */
import type { TransportOptions } from "./transport.ts";

export interface ClientOptions extends Partial<TransportOptions> {
  /** URL of the service (default: `GLEANER_URL` of the environment). */
  readonly url?: string;
  /** null: no key is sent (default: `GLEANER_API_KEY` of the environment). */
  readonly apiKey?: string | null;
}

/** Browsers have no environment. */
const environment = (): Readonly<Record<string, string | undefined>> =>
  (globalThis as { process?: { env?: Record<string, string | undefined> } }).process?.env ?? {};

/** @throws Error that says what is missing or why the URL is invalid */
export const resolveSettings = ({ url, apiKey, ...rest }: ClientOptions): TransportOptions => {
  const { GLEANER_URL, GLEANER_API_KEY } = environment();
  const address = url ?? GLEANER_URL ?? "";
  if (address.trim() === "")
    throw new Error("The client needs the address of the service: pass `url`, or set GLEANER_URL.");
  if (!/^https?:\/\//i.test(address) || !URL.canParse(address))
    throw new Error(`"${address}" is not an http or https URL: pass the address of the service as \`url\`.`);
  const key = apiKey === undefined ? GLEANER_API_KEY : apiKey;
  if (key === undefined || key === "")
    throw new Error(
      "The client needs an API key: pass `apiKey`, or set GLEANER_API_KEY. Pass null to send none.",
    );
  return { ...rest, url: address, apiKey: key };
};
