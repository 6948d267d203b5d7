/** Findings that are tested beside the code that they are about: where, and by which words of the test's name. */
import { readFileSync } from "node:fs";
import { expect } from "@jest/globals";
import { escapePattern } from "../../../src/contract/wording.ts";
import type { Findings } from "./finding.ts";

const TESTED = {
  "a user's pattern ends in seconds, with an error of its own": [
    "test/api/hostilePages.test.ts",
    "fails once and names the field when its pattern does not end, by %s",
  ],
  "a user's selector ends in seconds too": [
    "test/api/hostilePages.test.ts",
    "fails with a timeout, or completes, when its selector does not end",
  ],
  "every page gets our error before the gateway's, while other requests are answered": [
    "test/api/hostilePages.test.ts",
    "is answered in time by /extract and /generate: %s",
  ],
  "one worker ends a run over a hostile page, and keeps all of a large collection": [
    "test/api/hostilePages.test.ts",
    "completes, or fails with an error that says why, in one worker: %s",
  ],
  "an item too large for a response is shortened, and the log says so": [
    "test/unit/domain/outputLines.test.ts",
    "are shortened if one is too large for a response, with a note that names it",
  ],
  "a run shows that it waits for robots.txt or an action": [
    "test/unit/runtime/reportingFiles.test.ts",
    "shows the wait until the file arrives",
  ],
  "doubly gzipped content is reported as such": ["test/api/hostilePages.test.ts", "is reported as such"],
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
  "no CSV value starts a row": [
    "test/unit/domain/csv.test.ts",
    "ends every row with CRLF, whatever its values contain",
  ],
  "formulas in CSV are escaped, amounts and phone numbers are not": [
    "test/unit/domain/csv.test.ts",
    "are not detected in %j",
  ],
  "XLSX says when it shortens a cell": [
    "test/unit/domain/xlsx.test.ts",
    "shortens text that is too long for a cell, and says so in the cell",
  ],
  "workbooks open in openpyxl, which rejects an empty fill": [
    "test/unit/domain/xlsx.test.ts",
    "has the two fills that readers expect, and a default style",
  ],
  "a page's language is not read from its code samples": [
    "test/unit/engine/extract/content/markdown.test.ts",
    "take the language from %s",
  ],
  "a page's date is not read from its samples": [
    "test/unit/engine/extract/content/markdown.test.ts",
    "read a date correctly in %s",
  ],
  "an upload form accepts only the fields in its policy": [
    "test/unit/local/uploads.test.ts",
    "a form with the extra field %s is refused, as by S3",
  ],
  "a body that is too large gets an error in the usual format": [
    "test/unit/local/gateway.test.ts",
    "answers oversized requests in the service's error format",
  ],
  "a request whose body does not arrive is closed in seconds": [
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
  "documents refer to no missing file": [
    "test/unit/docs/files.test.ts",
    "refer to no file that does not exist",
  ],
  "the local endpoint refuses requests from web pages": [
    "test/api/runner.test.ts",
    "refuses to create an account for %s",
  ],
  "npm start leaves no process, whichever is killed": [
    "test/api/stop.test.ts",
    "$victim gets $signal, leaves no process behind",
  ],
  "a first purchase does not count as a renewal": [
    "test/api/billing.test.ts",
    "for a first purchase do not count as a renewal",
  ],
  "CORS origins are a setting": [
    "test/infra/site.test.ts",
    "is the only origin that may call the API, unless others are added",
  ],
  "limits are exact, however many requests create at once": [
    "test/store/flowSecrets.test.ts",
    "are all kept when many are written at once, up to twenty",
  ],
  "a run without items after runs with items shows a warning": [
    "test/api/quality.test.ts",
    "without items, after runs with items, shows a warning on run and flow, and raises one alert while it lasts",
  ],
  "a run that lost a column shows a warning": [
    "test/api/quality.test.ts",
    "that lost a column names the field",
  ],
  "a run that fails expectations never becomes a monitor's baseline": [
    "test/api/quality.test.ts",
    "keeps its baseline when a run does not meet expectations",
  ],
  "a monitor keeps its baseline when only selectors change": [
    "test/api/monitor.test.ts",
    "keeps its baseline when only selectors change, and compares with what the new ones find",
  ],
  "data and responses of earlier releases still work": [
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
  "a range or a percentage is not a price": [
    "test/unit/engine/extract/values/locales.test.ts",
    "as a percentage or a range gives no price",
  ],
  "a monitor never treats a real change as noise": [
    "test/unit/engine/change/noise.test.ts",
    "two values are different for a monitor",
  ],
  "the clock fails when a shard fails, and leaves no heartbeat": [
    "test/unit/domain/tick.test.ts",
    "serves the other shards if one %s, then fails without a heartbeat",
  ],
  "overdue work is reported even if its worker cannot be called": [
    "test/unit/domain/tick.test.ts",
    "logs overdue items in every round, even if their worker cannot be called",
  ],
  "a connection to AWS that hangs ends in seconds, and is tried again": [
    "test/unit/adapters/awsRequests.test.ts",
    "ends with an error that is retryable, within the bound of its kind",
  ],
  "a request of unknown outcome keeps its Idempotency-Key locked for a minute": [
    "test/unit/runtime/idempotency.test.ts",
    "stays locked for a minute if AWS did not answer, because the request may have taken effect",
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
  "the operator redrives stuck items": [
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
  "temporary files and their old versions are deleted": [
    "test/infra/data.test.ts",
    "deletes incomplete uploads, temporary files and expired data from the bucket",
  ],
  "an IP address without a valid key is limited before authentication": [
    "test/api/addressLimit.test.ts",
    "gets 429 with Retry-After beyond the limit, whatever the operation; other addresses do not",
  ],
  "a page that crashes workers ends its run, and is named": [
    "test/store/deadlyPage.test.ts",
    "ends the run after the second crash, and is named",
  ],
  "SAM's output is filtered": [
    "test/unit/local/samOutput.test.ts",
    "SAM's output is shown without its many lines about resources other than functions",
  ],
  "a scan without text completes with a warning": [
    "test/api/documents.test.ts",
    "completes with the warning no-text",
  ],
  "a document's password is tried on its own site only": [
    "test/api/documents.test.ts",
    "is not opened on a site other than the secret's, even after a redirect",
  ],
} as const satisfies Readonly<Record<string, readonly [file: string, name: string]>>;

const ROOT = new URL("../../../", import.meta.url);

/** A test that never runs or prevents others from running, except as one branch of a condition. */
const SWITCHED_OFF = /(?<!: )\b(?:it|test|describe)\.(?:skip|only|todo|failing)\b|\bx(?:it|test|describe)\(/;

/** The name stands where a test, or a row of a table of tests, is named, and nothing in the file is switched off. */
const check =
  ([file, name]: readonly [string, string]) =>
  async (): Promise<void> => {
    const code = readFileSync(new URL(file, ROOT), "utf8").replace(/^\s*(?:\/\/|\*|\/\*).*$/gm, "");
    expect(code).toMatch(new RegExp(`[([]\\s*"${escapePattern(name)}`));
    expect(code).not.toMatch(SWITCHED_OFF);
  };

export const ELSEWHERE: Findings = Object.fromEntries(
  Object.entries(TESTED).map(([finding, place]) => [`${finding} (${place[0]})`, check(place)]),
);
