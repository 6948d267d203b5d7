/** The end-to-end suites that ship in the official packages, against the service on this machine and a fixture site. */
import type { Shutdown } from "../../../local/shutdown.ts";
import { type Summary, summarise } from "../outcome.ts";
import { declining } from "./declined.ts";
import { runJsSuite } from "./js.ts";
import { runPythonSuite } from "./python.ts";
import { startLedService } from "./service.ts";

const SUITES = { js: runJsSuite, python: runPythonSuite } as const;
type SuiteName = keyof typeof SUITES;

/** @param lacking why a client's package is not installed */
export const runSuites = async (
  shutdown: Shutdown,
  lacking: Readonly<Record<SuiteName, string | null>>,
): Promise<Readonly<Record<SuiteName, Summary>>> => {
  const isAnyInstalled = Object.values(lacking).includes(null);
  const service = isAnyInstalled ? await startLedService(shutdown) : "No client is installed.";
  const summaryOf = async (name: SuiteName): Promise<Summary> => {
    if (lacking[name] !== null) return { skipped: lacking[name] };
    if (typeof service === "string") return { skipped: service };
    const tests = await SUITES[name](service);
    if (tests.length === 0) return { skipped: "The package has no end-to-end tests." };
    return summarise(tests.map(declining));
  };
  // One after the other: they share an account, and its slots.
  return { js: await summaryOf("js"), python: await summaryOf("python") };
};
