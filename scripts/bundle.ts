/** `node scripts/bundle.ts [--json]`: bundles the functions and prints how large each one is, and why. */
import { type Bundle, bundleFunctions } from "../lib/bundle.ts";
import { runCommandLine } from "../lib/setup-error.ts";

const LARGEST_SHOWN = 3;

const kb = (bytes: number): string => `${(bytes / 1024).toFixed(0)} KB`;

const largestPackages = ({ bytesByPackage }: Bundle): string =>
  Object.entries(bytesByPackage)
    .sort(([, a], [, b]) => b - a)
    .slice(0, LARGEST_SHOWN)
    .map(([name, bytes]) => `${name} ${kb(bytes)}`)
    .join(", ");

const printSizes = async (): Promise<void> => {
  const startedAtMs = performance.now();
  const bundles = [...(await bundleFunctions()).values()];
  const durationMs = Math.round(performance.now() - startedAtMs);
  for (const bundle of bundles.toSorted((a, b) => b.sizeBytes - a.sizeBytes))
    console.log(`${kb(bundle.sizeBytes).padStart(8)}  ${bundle.name.padEnd(20)} ${largestPackages(bundle)}`);
  console.log(`${bundles.length} functions in ${durationMs} ms`);
  if (process.argv.includes("--json")) {
    const sizeBytes = Object.fromEntries(bundles.map((bundle) => [bundle.name, bundle.sizeBytes]));
    console.log(JSON.stringify({ durationMs, sizeBytes }));
  }
};

await runCommandLine(printSizes);
