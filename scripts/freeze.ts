/**
 * `node scripts/freeze.ts`: saves this version's responses to the requests of the service document, and the
 * table and bucket that it writes, as test/api/frozen/<version>.json. Every later version is tested against
 * these files (test/api/frozen.test.ts), so each release runs this once. A released file is never written
 * again.
 */
import { existsSync, mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { startRunner } from "../local/runner.ts";
import { createShutdown } from "../local/shutdown.ts";
import packageJson from "../package.json" with { type: "json" };
import { converse } from "./freeze/conversation.ts";
import { PAGES, startSite } from "./freeze/site.ts";
import { dumpState } from "./freeze/state.ts";

/** Kept pages are looked up by URL, so the site always uses this port, which is outside the ephemeral range. */
const SITE_PORT = 24_611;

const target = join(import.meta.dirname, `../test/api/frozen/${packageJson.version}.json`);

/** One entry per line: small to store, and changes are visible in a diff. */
const lines = (entries: readonly unknown[]): string =>
  `[\n${entries.map((entry) => JSON.stringify(entry)).join(",\n")}\n]`;

const freeze = async (): Promise<void> => {
  const dataDir = mkdtempSync(join(tmpdir(), "gleaner-freeze-"));
  const site = await startSite(SITE_PORT);
  const shutdown = createShutdown();
  try {
    const allowPrivate = [`127.0.0.1:${site.port}`];
    const runner = await startRunner(
      {
        port: 0,
        host: "127.0.0.1",
        publicUrl: undefined,
        dataDir,
        allowPrivate,
        table: "dynamodb-local",
        enforceIam: false,
        samplePort: undefined,
        planPrices: undefined,
        iamRecord: undefined,
      },
      shutdown,
      console.error,
    );
    const exchanges = await converse(runner, site.url);
    await shutdown.run();
    const { secrets, table, bucket } = await dumpState(dataDir);
    const parts = {
      version: JSON.stringify(packageJson.version),
      frozenAt: JSON.stringify(new Date().toISOString()),
      siteUrl: JSON.stringify(site.url),
      pages: JSON.stringify(PAGES),
      secrets: JSON.stringify(secrets),
      exchanges: lines(exchanges),
      table: lines(table),
      bucket: lines(bucket),
    };
    const text = Object.entries(parts).map(([name, json]) => `${JSON.stringify(name)}: ${json}`);
    writeFileSync(target, `{\n${text.join(",\n")}\n}\n`);
    console.log(`${target}: ${exchanges.length} exchanges, ${table.length} items, ${bucket.length} objects`);
  } finally {
    await shutdown.run();
    await site.stop();
    rmSync(dataDir, { recursive: true, force: true });
  }
};

if (existsSync(target))
  throw new Error(`${target} already exists. Files of a release are never overwritten.`);
await freeze();
