/** Findings that are tested beside the code that they are about: where, and by which words of the test's name. */
import { readFileSync } from "node:fs";
import { expect } from "@jest/globals";
import type { Findings } from "./finding.ts";

const TESTED = {
  "a user's pattern ends in seconds, with an error of its own": [
    "test/api/hostilePages.test.ts",
    "fails once and names the field when its pattern does not end, by %s",
  ],
  "so does a user's selector": [
    "test/api/hostilePages.test.ts",
    "fails with a timeout, or completes, when its selector does not end",
  ],
  "whatever the page, our own error comes before the gateway's, while others are answered": [
    "test/api/hostilePages.test.ts",
    "is answered in time by /extract and /generate: %s",
  ],
  "so do runs: one worker ends them, and a large collection is kept whole": [
    "test/api/hostilePages.test.ts",
    "completes, or fails with an error that says why, in one worker: %s",
  ],
  "an item that is too large to be answered is shortened, and the log says so": [
    "test/unit/domain/outputLines.test.ts",
    "are shortened if one is too large for a response, with a note that names it",
  ],
  "a robots.txt and an action that a run waits for show, too": [
    "test/unit/runtime/tellingFiles.test.ts",
    "shows the wait until the file arrives",
  ],
  "gzip in gzip is told as what it is": ["test/api/hostilePages.test.ts", "is reported as such"],
  "hostile collections are compared in bounded time": [
    "test/unit/runtime/compare.test.ts",
    "is fast if they contain thousands of %s",
  ],
  "hostile rules of a robots.txt are read and applied in bounded time": [
    "test/unit/engine/manners/robots.test.ts",
    "fails after seconds if its rules take longer to apply",
  ],
  "hostile sitemaps are read in bounded time": [
    "test/unit/engine/sitemap/sitemap.test.ts",
    "is refused if it nests deeper than entries can",
  ],
  "CSV is read back as it was written, by two parsers": [
    "test/unit/domain/csv.test.ts",
    "contains every value and every key unchanged, according to csv-parse",
  ],
  "no value of CSV begins a row": [
    "test/unit/domain/csv.test.ts",
    "ends every row with CRLF, whatever its values contain",
  ],
  "formulas in CSV are disarmed, amounts and phone numbers left": [
    "test/unit/domain/csv.test.ts",
    "are not detected in %j",
  ],
  "XLSX says when it cuts a cell": [
    "test/unit/domain/xlsx.test.ts",
    "shortens text that is too long for a cell, and says so in the cell",
  ],
  "workbooks open in openpyxl, which rejects an empty fill": [
    "test/unit/domain/xlsx.test.ts",
    "has the two fills that readers expect, and a default style",
  ],
  "a page's language is no line of its code": [
    "test/unit/engine/extract/content/markdown.test.ts",
    "take the language from %s",
  ],
  "a page's date is none of its samples": [
    "test/unit/engine/extract/content/markdown.test.ts",
    "read a date correctly in %s",
  ],
  "an upload's form holds only what its policy names": [
    "test/unit/local/uploads.test.ts",
    "a form with the extra field %s is refused, as by S3",
  ],
  "a body that is too large is answered in the shape of errors": [
    "test/unit/local/gateway.test.ts",
    "answers oversized requests in the service's error format",
  ],
  "a body that does not arrive ends in seconds": [
    "test/unit/local/gateway.test.ts",
    "closes a request whose body does not arrive",
  ],
  "links do not follow the Host header": [
    "test/unit/local/event.test.ts",
    "for the Host header %s at %s is %s",
  ],
  "a redirect to data: is refused": [
    "test/unit/engine/egress/egress.test.ts",
    "checks a redirect to %s like the first URL",
  ],
  "a failed run fails the smoke test": [
    "test/unit/local/smoke.test.ts",
    "passes only if it completes, with the target %s",
  ],
  "documents name no file that does not exist": [
    "test/unit/docs/files.test.ts",
    "refer to no file that does not exist",
  ],
  "the local endpoint answers no web page": [
    "test/api/runner.test.ts",
    "refuses to create an account for %s",
  ],
  "nothing is left of npm start, whoever is killed": [
    "test/api/stop.test.ts",
    "$victim gets $signal, leaves no process behind",
  ],
  "a first purchase is no renewal": [
    "test/api/billing.test.ts",
    "for a first purchase do not count as a renewal",
  ],
  "CORS origins are a setting": [
    "test/infra/site.test.ts",
    "is the only origin that may call the API, unless others are added",
  ],
  "limits are counted by condition, however many create at once": [
    "test/store/flowSecrets.test.ts",
    "are all kept when many are written at once, up to twenty",
  ],
  "a run with nothing, where there was something, is no good one": [
    "test/api/quality.test.ts",
    "without items, after runs with items, shows a warning on run and flow, and raises one alert while it lasts",
  ],
  "nor is one that lost a column": ["test/api/quality.test.ts", "that lost a column names the field"],
  "what fails expectations never becomes a monitor's baseline": [
    "test/api/quality.test.ts",
    "keeps its baseline when a run does not meet expectations",
  ],
  "a monitor keeps its baseline where only selectors change": [
    "test/api/monitor.test.ts",
    "keeps its baseline when only selectors change, and compares with what the new ones find",
  ],
  "what releases wrote and answered is kept": [
    "test/api/frozen.test.ts",
    "a monitor continues from the records it had seen",
  ],
  "prices are read as price-parser's table of 979 texts says": [
    "test/unit/engine/extract/values/priceParser.test.ts",
    "give the same price, except those listed with a reason",
  ],
  "prices of 40 locales are read back, or null": [
    "test/unit/engine/extract/values/locales.test.ts",
    "gives the same price, or null",
  ],
  "a range or a percentage is no price": [
    "test/unit/engine/extract/values/locales.test.ts",
    "as a percentage or a range gives no price",
  ],
  "a monitor drops no real change as noise": [
    "test/unit/engine/change/noise.test.ts",
    "two values are different for a monitor",
  ],
  "the clock fails when a shard fails, and leaves no heartbeat": [
    "test/unit/domain/tick.test.ts",
    "serves the other shards if one %s, then fails without a heartbeat",
  ],
  "what is overdue is told even where its worker cannot be called": [
    "test/unit/domain/tick.test.ts",
    "logs overdue items in every round, even if their worker cannot be called",
  ],
  "runs that fail raise an alarm": ["test/infra/alarms.test.ts", "cover failing runs and deliveries"],
  "failed runs are counted by outcome, engine and cause": [
    "test/unit/runtime/metrics.test.ts",
    "count a failed run by outcome, engine and cause",
  ],
  "a deployment without settings keeps those of the stage": [
    "test/infra/keptSettings.test.ts",
    "keeps the settings of the deployed stage, and says so",
  ],
  "a deployment that would lose settings is refused": [
    "test/infra/keptSettings.test.ts",
    "is refused if the deployed version recorded nothing, until each setting is set or dropped",
  ],
  "rotating the service secret loses nothing": [
    "test/unit/adapters/keyring.test.ts",
    "after a rotation, still decrypts and verifies what was encrypted and signed before",
  ],
  "the operator says why a run failed": ["test/api/operatorQueues.test.ts", "says why a run failed"],
  "the operator redrives what is stuck": [
    "test/api/operatorQueues.test.ts",
    "shows what is stuck, and redrives it",
  ],
  "the operator drains a queue": ["test/api/operatorQueues.test.ts", "drains a queue"],
  "the operator denies a target within a minute": [
    "test/api/operatorTargets.test.ts",
    "is no longer contacted a minute after the rule, and contacted again once the rule is removed",
  ],
  "the operator suspends an account within a minute": [
    "test/api/operatorAccounts.test.ts",
    "suspends an account, whose worker stops within a minute, and resumes it where it stopped",
  ],
  "the operator rolls back by version": [
    "test/unit/scripts/rollback.test.ts",
    "deploys an earlier version with its own code and the stage's settings, and can be repeated",
  ],
  "temporary files and their old versions are cleared": [
    "test/infra/data.test.ts",
    "deletes incomplete uploads, temporary files and expired data from the bucket",
  ],
  "an address without a valid key is limited before authentication": [
    "test/api/addressLimit.test.ts",
    "gets 429 with Retry-After beyond the limit, whatever the operation; other addresses do not",
  ],
  "a page at which workers die ends its run, and is named": [
    "test/store/deadlyPage.test.ts",
    "ends the run after the second crash, and is named",
  ],
  "sam's noise is filtered": [
    "test/unit/local/samOutput.test.ts",
    "SAM's output is shown without its many lines about resources other than functions",
  ],
  "a scan is no success in silence": ["test/api/documents.test.ts", "completes with the warning no-text"],
  "a document's password is tried on its own site only": [
    "test/api/documents.test.ts",
    "is not opened on a site other than the secret's, even after a redirect",
  ],
} as const satisfies Readonly<Record<string, readonly [file: string, name: string]>>;

const escaped = (text: string): string => text.replace(/[.*+?^${}()|[\]\\]/g, "\\$&");

const ROOT = new URL("../../../", import.meta.url);

/** A test that never runs, or that keeps others from running; the other half of a condition is none. */
const SWITCHED_OFF = /(?<!: )\b(?:it|test|describe)\.(?:skip|only|todo|failing)\b|\bx(?:it|test|describe)\(/;

/** The name stands where a test, or a row of a table of tests, is named, and nothing in the file is switched off. */
const check =
  ([file, name]: readonly [string, string]) =>
  async (): Promise<void> => {
    const code = readFileSync(new URL(file, ROOT), "utf8").replace(/^\s*(?:\/\/|\*|\/\*).*$/gm, "");
    expect(code).toMatch(new RegExp(`[([]\\s*"${escaped(name)}`));
    expect(code).not.toMatch(SWITCHED_OFF);
  };

export const ELSEWHERE: Findings = Object.fromEntries(
  Object.entries(TESTED).map(([finding, place]) => [`${finding} (${place[0]})`, check(place)]),
);
