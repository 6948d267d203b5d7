/** What each script of package.json is run as in CI, so that none rots: in a small form, or why not here. */

import { join } from "node:path";

/** What small forms may lean on. */
export interface Surroundings {
  /** An empty folder that is removed afterwards. */
  readonly folder: string;
  /** The service that the small form of `start` left running. */
  readonly service: {
    readonly url: string;
    readonly apiKey: string;
    readonly lambda: string;
    /** A page of a shop that the service may open. */
    readonly sampleUrl: string;
  };
}

export interface SmallForm {
  readonly args?: readonly string[] | ((surroundings: Surroundings) => readonly string[]);
  /** Runs until it is stopped: what it prints once it is ready. */
  readonly serves?: RegExp;
  /** Its last line is one JSON object. */
  readonly json?: true;
  /** The exit code that is right (default 0), and what must be said with it. */
  readonly exits?: number;
  readonly says?: RegExp;
}

/** In the order in which they are run. `start` comes first: others call the service that it started. */
export const SMALL_FORMS: Readonly<Record<string, SmallForm>> = {
  start: { args: ["--in-memory", "--json", "--port", "0", "--sample-port", "0"], serves: /"apiKey"/ },
  smoke: {
    args: ({ service }) => [
      ...["--url", service.url, "--key", service.apiKey, "--json"],
      ...["--target", service.sampleUrl],
    ],
    json: true,
  },
  account: {
    args: ({ service }) => ["--endpoint", service.lambda, "--email", "smoke@example.com"],
    json: true,
  },
  queues: { args: ({ service }) => ["--endpoint", service.lambda], json: true },
  // It needs a run: test/api/operatorQueues.test.ts.
  explain: {
    args: ({ service }) => ["--endpoint", service.lambda],
    exits: 1,
    says: /Usage: npm run explain/,
  },
  // test/unit/scripts/rollback.test.ts rolls back a repository of its own.
  rollback: { args: ["dev"], exits: 1, says: /Usage: npm run rollback/ },
  deny: { args: ({ service }) => ["--endpoint", service.lambda], json: true },
  secret: { args: ({ service }) => ["--endpoint", service.lambda], json: true },
  "demo-site": { args: ["--port", "0"], serves: /is open/ },
  soak: { args: ["--runs", "2", "--json"], json: true },
  "build:dashboard": { says: /The dashboard is in/ },
  package: { args: ({ folder }) => ["--out", folder], says: /\.tgz/ },
  // Without Python or PyPI it says so and is content.
  "package:python": { args: ({ folder }) => ["--out", folder, "--json"], json: true },
  prepack: { exits: 1, says: /npm run package/ },
  openapi: { args: ["--check"] },
  conformance: { args: ["--check"] },
  guide: { args: ["--check"] },
  eval: { args: ["--quick", "--sample", "1", "--json"], json: true },
  // Pages are full from 100 runs on: with fewer, the larger account costs more.
  capacity: { args: ["--sizes", "100,300", "--requests", "3", "--json"], json: true },
  // Without schemathesis it says so and is content.
  fuzz: { args: ["--phases=examples", "--max-examples=1", "--include-tag=Health"] },
  load: { args: ["--seconds", "2", "--factor", "2", "--json"], json: true },
  preflight: { args: ["local", "-c", "region=eu-west-1"], exits: 1, says: /npm start/ },
  price: { args: ["--pages", "20", "--browser-pages", "0", "--json"], json: true },
  bench: {
    args: ["--local", "--seconds", "1", "--idle", "1", "--runs", "2", "--pages", "10", "--json"],
    json: true,
  },
  // Whole ways there and back are tests: test/unit/local/backup.test.ts, test/unit/scripts/moveAccount.test.ts.
  backup: {
    args: ({ folder }) => ["--data-dir", join(folder, "none"), "--to", folder],
    exits: 1,
    says: /There is no data in/,
  },
  restore: { args: ({ folder }) => ["--from", folder], exits: 1, says: /There is no backup in/ },
  "export-data": {
    args: ({ folder }) => [
      "--account",
      "acct-1",
      "--to",
      join(folder, "a.gz"),
      "--data-dir",
      join(folder, "new"),
    ],
    exits: 1,
    says: /There is no service in/,
  },
  "import-data": {
    args: ({ folder }) => ["--from", join(folder, "a.gz"), "--key", "short"],
    exits: 1,
    says: /--key takes the key/,
  },
  release: { args: ["--dry-run", "--json"], json: true },
  attack: { args: ["--sample", "12", "--json"], json: true },
  // A client whose registry is absent is skipped. The suites are a stage of .ci/run.
  door: { args: ["--only", "calls", "--json"], json: true },
};

/** The reason of those that `.ci/run` must name. */
export const IS_STAGE = "a stage of .ci/run";

/** Scripts without a small form, and why. */
export const EXCUSED: Readonly<Record<string, string>> = {
  test: IS_STAGE,
  check: IS_STAGE,
  demo: IS_STAGE,
  bundle: IS_STAGE,
  synth: IS_STAGE,
  faults: IS_STAGE,
  "smoke:scripts": IS_STAGE,
  rehearse: IS_STAGE,
  apps: IS_STAGE,
  format: "writes to the sources; check runs the same tool and only reads",
  deploy: "needs an AWS account",
  destroy: "needs an AWS account",
  sam: "needs Docker and the SAM CLI",
  grants: IS_STAGE,
};
