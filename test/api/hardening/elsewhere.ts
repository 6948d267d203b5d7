/** Findings that are tested beside the code that they are about: where, and by which words of the test's name. */
import { readFileSync } from "node:fs";
import { expect } from "@jest/globals";
import type { Findings } from "./finding.ts";

const TESTED = {
  "a user's pattern ends in seconds, with an error of its own": [
    "test/api/hostilePages.test.ts",
    "whose pattern takes no end, by %s, fails once, and names the field",
  ],
  "so does a user's selector": [
    "test/api/hostilePages.test.ts",
    "whose selector takes no end fails with an error of its own, or comes to an end",
  ],
  "whatever the page, our own error comes before the gateway's, while others are answered": [
    "test/api/hostilePages.test.ts",
    "of %s is answered in time by /extract and /generate",
  ],
  "so do runs: one worker ends them, and a large collection is kept whole": [
    "test/api/hostilePages.test.ts",
    "of %s completes, or fails with an error that says why, by one worker",
  ],
  "an item that is too large to be answered is shortened, and the log says so": [
    "test/unit/domain/outputLines.test.ts",
    "are shortened where one could not be answered, and it is said which",
  ],
  "a robots.txt and an action that a run waits for show, too": [
    "test/unit/runtime/tellingFiles.test.ts",
    "tells so until it is there",
  ],
  "gzip in gzip is told as what it is": ["test/api/hostilePages.test.ts", "is told as what it is"],
  "hostile collections are compared in bounded time": [
    "test/unit/runtime/compare.test.ts",
    "are compared in no time where they hold thousands of %s",
  ],
  "hostile rules of a robots.txt are read and applied in bounded time": [
    "test/unit/engine/manners/robots.test.ts",
    "is an error in seconds where its rules take longer to apply",
  ],
  "hostile sitemaps are read in bounded time": [
    "test/unit/engine/sitemap/sitemap.test.ts",
    "is given up where it nests deeper than its entries could",
  ],
  "CSV is read back as it was written, by two parsers": [
    "test/unit/domain/csv.test.ts",
    "has every value and every key as it was, by csv-parse",
  ],
  "no value of CSV begins a row": [
    "test/unit/domain/csv.test.ts",
    "ends every row with CR LF, whatever stands in its values",
  ],
  "formulas in CSV are disarmed, amounts and phone numbers left": [
    "test/unit/domain/csv.test.ts",
    "are not seen in %j",
  ],
  "XLSX says when it cuts a cell": [
    "test/unit/domain/xlsx.test.ts",
    "cuts a text that no cell can hold, and says so in the cell",
  ],
  "workbooks open in openpyxl, which rejects an empty fill": [
    "test/unit/domain/xlsx.test.ts",
    "has the two fills that readers expect, and a default style",
  ],
  "a page's language is no line of its code": [
    "test/unit/engine/extract/content/markdown.test.ts",
    "has the language of %s",
  ],
  "a page's date is none of its samples": [
    "test/unit/engine/extract/content/markdown.test.ts",
    "takes the date of %s for what it is",
  ],
  "an upload's form holds only what its policy names": [
    "test/unit/local/uploads.test.ts",
    "refuses the field %s, which the policy does not name, as S3 does",
  ],
  "a body that is too large is answered in the shape of errors": [
    "test/unit/local/gateway.test.ts",
    "answers what is too large in the shape of the service's errors",
  ],
  "a body that does not arrive ends in seconds": [
    "test/unit/local/gateway.test.ts",
    "ends a request whose body does not arrive",
  ],
  "links do not follow the Host header": ["test/unit/local/event.test.ts", "%s is, at %s, %s"],
  "a redirect to data: is refused": [
    "test/unit/engine/egress/egress.test.ts",
    "checks a redirect to %s like a first address",
  ],
  "a failed run fails the smoke test": [
    "test/unit/local/smoke.test.ts",
    "passes only if it completes, with the target %s",
  ],
  "documents name no file that does not exist": [
    "test/unit/docs/files.test.ts",
    "name none that does not exist",
  ],
  "the local endpoint answers no web page": ["test/api/runner.test.ts", "makes no account for %s"],
  "nothing is left of npm start, whoever is killed": [
    "test/api/stop.test.ts",
    "$victim gets $signal, leaves no process behind",
  ],
  "a first purchase is no renewal": ["test/api/billing.test.ts", "of a first purchase are no renewal"],
  "CORS origins are a setting": [
    "test/infra/site.test.ts",
    "is the only origin that may call the API, unless others are added",
  ],
  "limits are counted by condition, however many create at once": [
    "test/store/flowSecrets.test.ts",
    "are all there after many were written at once, and no more than twenty",
  ],
  "a run with nothing, where there was something, is no good one": [
    "test/api/quality.test.ts",
    "with nothing, where runs before had something, warns, on run, flow and in one alert while it lasts",
  ],
  "nor is one that lost a column": [
    "test/api/quality.test.ts",
    "without a column that was there names the field",
  ],
  "what fails expectations never becomes a monitor's baseline": [
    "test/api/quality.test.ts",
    "keeps its baseline where a run is not what is expected",
  ],
  "a monitor keeps its baseline where only selectors change": [
    "test/api/monitor.test.ts",
    "keeps its baseline where only selectors change",
  ],
  "what releases wrote and answered is kept": [
    "test/api/frozen.test.ts",
    "a monitor goes on from what it had seen",
  ],
  "prices are read as price-parser's table of 979 texts says": [
    "test/unit/engine/extract/values/priceParser.test.ts",
    "is read alike, but for the texts listed with a reason",
  ],
  "prices of 40 locales are read back, or null": [
    "test/unit/engine/extract/values/locales.test.ts",
    "as a price is read back, or null",
  ],
  "a range or a percentage is no price": [
    "test/unit/engine/extract/values/locales.test.ts",
    "as a percentage or a range is no price",
  ],
  "a monitor drops no real change as noise": [
    "test/unit/engine/change/noise.test.ts",
    "two values are different to a monitor",
  ],
  "the clock fails when a shard fails, and leaves no heartbeat": [
    "test/unit/domain/tick.test.ts",
    "serves the others where one %s, then fails, and leaves no heartbeat",
  ],
  "what is overdue is told even where its worker cannot be called": [
    "test/unit/domain/tick.test.ts",
    "says on every round what is overdue, also where its worker cannot be called",
  ],
  "runs that fail raise an alarm": ["test/infra/alarms.test.ts", "tell when runs or deliveries fail"],
  "failed runs are counted by outcome, engine and cause": [
    "test/unit/runtime/metrics.test.ts",
    "tells of a failed run by outcome, engine and cause",
  ],
  "a deployment without settings keeps those of the stage": [
    "test/infra/keptSettings.test.ts",
    "keeps those of the deployed stage, and says so",
  ],
  "a deployment that would lose settings is refused": [
    "test/infra/keptSettings.test.ts",
    "is refused where the deployed version recorded nothing, until each setting is given or dropped",
  ],
  "rotating the service secret loses nothing": [
    "test/unit/adapters/keyring.test.ts",
    "opens and verifies after a rotation what was sealed and signed before it",
  ],
  "the operator says why a run failed": ["test/api/operatorQueues.test.ts", "says why a run failed"],
  "the operator redrives what is stuck": [
    "test/api/operatorQueues.test.ts",
    "shows what is stuck, and redrives it",
  ],
  "the operator drains a queue": ["test/api/operatorQueues.test.ts", "drains a queue"],
  "the operator denies a target within a minute": [
    "test/api/operatorTargets.test.ts",
    "is contacted by nothing within a minute, and contacted again when the rule is removed",
  ],
  "the operator suspends an account within a minute": [
    "test/api/operatorAccounts.test.ts",
    "suspends an account, whose worker stops within a minute, and resumes it where it was",
  ],
  "the operator rolls back by version": [
    "test/unit/scripts/rollback.test.ts",
    "deploys an earlier version with its own code and the stage's settings, also twice",
  ],
  "temporary files and their old versions are cleared": [
    "test/infra/data.test.ts",
    "clears the bucket of broken uploads, of temporary files, and of what a plan no longer keeps",
  ],
  "an address without a valid key is limited before authentication": [
    "test/api/addressLimit.test.ts",
    "gets 429 with Retry-After beyond the limit, whichever operations it asks for, and others do not",
  ],
  "a page at which workers die ends its run, and is named": [
    "test/store/deadlyPage.test.ts",
    "ends the run when a second one has died there, and is named",
  ],
  "sam's noise is filtered": [
    "test/unit/local/samOutput.test.ts",
    "of sam shows what is useful, and none of its thousand lines about resources that are no functions",
  ],
  "a scan is no success in silence": [
    "test/api/documents.test.ts",
    "completes with the warning no-text, and is not a success in silence",
  ],
  "a document's password is tried on its own site only": [
    "test/api/documents.test.ts",
    "is not opened on another site than the secret's, also after a redirect",
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
