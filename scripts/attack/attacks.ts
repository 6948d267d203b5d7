/** All attacks: every operation that takes a URL, with every trick that applies to it. */
import { innerNames, loopbackAddresses, noAddresses } from "./addresses.ts";
import type { Attacker, Observed } from "./attacker.ts";
import type { Attack, Expectation, Sites } from "./expectations.ts";
import type { Listeners } from "./listeners.ts";
import { byFile, byModel, byWebhook } from "./otherAttacks.ts";
import { byPage, byRedirect } from "./pageAttacks.ts";
import { bySearch } from "./searchAttacks.ts";
import { surfacesAtOnce, surfacesThatOpen } from "./surfaces.ts";

/** Ports whose responses must not differ. */
const privatePorts = ({ port, closedPort, silentPort }: Listeners): Record<string, number> => ({
  open: port,
  closed: closedPort,
  silent: silentPort,
});

const byAddress = async (attacker: Attacker, listeners: Listeners): Promise<Attack[]> =>
  Object.entries(await surfacesAtOnce(attacker)).flatMap(([surface, ask]) => {
    const attack = (expects: Expectation) => (address: string) => ({
      surface,
      trick: address,
      expects,
      perform: () => ask(address),
    });
    const others = [listeners.closedPort, listeners.silentPort].map((port) => `http://127.0.0.1:${port}/`);
    return [
      ...[...loopbackAddresses(listeners.port), ...others].map(attack("refused")),
      ...noAddresses(listeners.port).map(attack("invalid")),
    ];
  });

/** Names that resolve to private addresses pass every check of their spelling; only the resolver's answer shows it. */
const byName = (attacker: Attacker, listeners: Listeners): Attack[] => {
  const { run, testWebhook } = attacker;
  const open: Record<string, (url: string) => Promise<Observed>> = {
    ...surfacesThatOpen(attacker),
    "webhook test": testWebhook,
    "sitemap url": (url) =>
      run({ url, steps: [{ type: "sitemap", url, steps: [{ type: "extract" }] }], render: "static" }),
  };
  return innerNames().flatMap((name) =>
    Object.entries(open).flatMap(([surface, perform]) =>
      Object.entries(privatePorts(listeners)).map(([kind, port]) => ({
        surface,
        trick: `http://${name}/ that resolves inwards, ${kind} port`,
        expects: "refused" as const,
        perform: () => perform(`http://${name}:${port}/`),
      })),
    ),
  );
};

/** All attacks that may be in progress together; those on the service's time are few at once. */
export const listAttacks = async (
  attacker: Attacker,
  listeners: Listeners,
  sites: Sites,
): Promise<Attack[]> => [
  ...(await byAddress(attacker, listeners)),
  ...byName(attacker, listeners),
  ...[byRedirect, byPage, byFile, byWebhook].flatMap((list) => list(attacker, listeners, sites)),
  ...byModel(attacker, sites),
  ...bySearch(attacker, listeners),
];
