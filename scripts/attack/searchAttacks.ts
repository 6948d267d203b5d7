/** Attacks by a search engine whose results lead inwards. */
import { type Searxng, startSearxng } from "../door/searxng.ts";
import { innerNames, loopbackAddresses, noAddresses } from "./addresses.ts";
import type { Attacker, Observed } from "./attacker.ts";
import type { Attack } from "./expectations.ts";
import type { Listeners } from "./listeners.ts";

/** A search engine that finds the address that it is asked for. */
export const startHostileEngine = (): Promise<Searxng> =>
  startSearxng(({ q, page }) => ({ hits: page > 1 ? [] : [{ url: q, title: "Free lamps" }] }));

interface Found {
  readonly results: readonly { readonly error?: { readonly code: string; readonly message: string } }[];
}

/** Reads the page of the result; one that is left out has no error. */
const searchFor =
  ({ send }: Attacker) =>
  async (query: string): Promise<Observed> => {
    const { status, body } = await send<Found>("POST", "/search", { query, extract: {} });
    if (body.error) return { status, code: body.error.code, message: body.error.message };
    const [result] = body.data.results;
    if (result === undefined) return { status: null, code: "left-out", message: "" };
    return { status: null, code: result.error?.code ?? "accepted", message: result.error?.message ?? "" };
  };

export const bySearch = (attacker: Attacker, { port, closedPort, silentPort }: Listeners): Attack[] => {
  const search = searchFor(attacker);
  const surface = "POST /search, result";
  return [
    ...[...loopbackAddresses(port), ...noAddresses(port)].map((address) => ({
      surface,
      trick: address,
      expects: "anything" as const,
      perform: () => search(address),
    })),
    ...innerNames().flatMap((name) =>
      [port, closedPort, silentPort].map((each) => ({
        surface,
        trick: `http://${name}/ that resolves inwards, port ${each}`,
        expects: "refused" as const,
        perform: () => search(`http://${name}:${each}/`),
      })),
    ),
  ];
};
