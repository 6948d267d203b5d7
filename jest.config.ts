import type { Config } from "jest";
import { findJava } from "./local/emulators/java.ts";
import { messageOf } from "./local/failure.ts";

/** Suites that need servers start them once, in their global set-up. */
const suite = (name: string, extra: Config = {}): Config => ({
  displayName: name,
  rootDir: import.meta.dirname,
  // Jest looks at each file in there, once per suite: packages and what was built would take longer than many a suite.
  roots: ["<rootDir>/test"],
  testMatch: [`<rootDir>/test/${name}/**/*.test.ts`],
  runner: "<rootDir>/test/runner/runner.ts",
  // Node reads TypeScript by itself.
  transform: {},
  ...extra,
});

/**
 * Files of the API that run on a second table too, DynamoDB Local. `rate` calls every function, and the others write, list,
 * claim, count and delete records by the functions with their roles. More files show nothing more there: the suite `store`
 * runs all of the store on each table, and `npm run rehearse` runs the deployed service on one.
 */
const ON_BOTH_TABLES = ["cursors", "flows", "idempotency", "lists", "rate", "runs", "webhooks"];

/** What stands on DynamoDB Local: left out, with a word, on a machine that cannot run it. */
const onDynamoLocal = (): readonly Config[] => [
  suite("store", {
    globalSetup: "<rootDir>/test/helpers/startTable.ts",
    globalTeardown: "<rootDir>/test/helpers/stopTable.ts",
  }),
  suite("apiOnDynamoLocal", {
    testMatch: ON_BOTH_TABLES.map((name) => `<rootDir>/test/api/${name}.test.ts`),
    setupFiles: ["<rootDir>/test/helpers/useServiceOnDynamoLocal.ts"],
    globalSetup: "<rootDir>/test/helpers/startServiceOnDynamoLocal.ts",
    globalTeardown: "<rootDir>/test/helpers/stopServiceOnDynamoLocal.ts",
  }),
];

const dynamoLocalSuites = (): Promise<readonly Config[]> =>
  findJava().then(onDynamoLocal, (error: unknown) => {
    console.error(`Skipped, suites store and apiOnDynamoLocal: ${messageOf(error)}`);
    return [];
  });

const config = {
  projects: [
    suite("unit"),
    // Pages in the shapes of real applications, and what must come out of them.
    suite("apps"),
    ...(await dynamoLocalSuites()),
    // The same tests on the table in memory, on which the fault harness stands.
    suite("memory", {
      testMatch: ["<rootDir>/test/store/**/*.test.ts"],
      // In memory the suite `faults` tells these stories, and many more; and nothing is counted there.
      testPathIgnorePatterns: ["/store/stories", "/store/consumption"],
      setupFiles: ["<rootDir>/test/helpers/useMemoryTable.ts"],
    }),
    // And on the embedded table, which here behaves as DynamoDB on AWS does.
    suite("embedded", {
      testMatch: ["<rootDir>/test/store/**/*.test.ts"],
      setupFiles: ["<rootDir>/test/helpers/useEmbeddedTable.ts"],
    }),
    suite("faults"),
    suite("api", {
      globalSetup: "<rootDir>/test/helpers/startService.ts",
      globalTeardown: "<rootDir>/test/helpers/stopService.ts",
    }),
    suite("browser"),
    suite("dashboard", {
      globalSetup: "<rootDir>/test/helpers/startService.ts",
      globalTeardown: "<rootDir>/test/helpers/stopService.ts",
    }),
    suite("cli", {
      globalSetup: "<rootDir>/test/helpers/startService.ts",
      globalTeardown: "<rootDir>/test/helpers/stopService.ts",
    }),
    suite("docs", {
      globalSetup: "<rootDir>/test/helpers/startService.ts",
      globalTeardown: "<rootDir>/test/helpers/stopService.ts",
    }),
    suite("infra"),
  ],
  reporters: ["default", "<rootDir>/test/helpers/slowestReporter.ts"],
  // Twice as many as cores, on the smallest machines: a file waits for its service, for Chromium or for the clock half its time.
  maxWorkers: 4,
  testTimeout: 60_000,
};

export default config;
