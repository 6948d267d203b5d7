/** Tests of the suites that are declined, each with its reason. A test that fails and is not listed here has failed. */
import type { Call } from "../outcome.ts";

interface Declined {
  readonly tests: RegExp;
  /** How they fail; absent: in any way. */
  readonly by?: RegExp;
  readonly reason: string;
}

const DECLINED: readonly Declined[] = [
  {
    tests: /invalid API key on (?:scrape|crawl|map)/,
    reason: "It expects of a service of one's own that any key works. Here an unknown key gets 401.",
  },
  {
    tests: /^FirecrawlApp E2E Tests/,
    by: /Cannot read properties of undefined \(reading 'origin'\)/,
    reason: "The client of version 1 in this package fails without options, before it sends a request.",
  },
  { tests: /crawl[ _]params[ _]preview/, reason: "Options of a crawl are not derived from a prompt." },
  {
    tests: /wait[ _]batch[ _]with[ _]all[ _]params|batch_wait_with_all_params/,
    by: /changeTracking/,
    reason: "`changeTracking` is not offered: flows in `monitor` mode compare.",
  },
  {
    tests: /v2\.parse|parse_uploaded_html/,
    reason: "Files are uploaded with `POST /uploads`, and then scraped.",
  },
  {
    tests: /v2\.watcher/,
    reason: "This watcher needs a WebSocket, which the API does not offer. Poll the status instead.",
  },
  {
    tests: /idempotency key for crawl/,
    by: /409/,
    reason: "A key that was used gets the first answer again or, for another request, 422; not 409.",
  },
  { tests: /parsePDF false/, reason: "Documents are always read: a PDF is not returned as base64." },
  {
    tests: /should check crawl status/,
    reason: "It expects credits before a page was read, and `next` before there are more documents.",
  },
];

/** A failed test that is declined, as such. */
export const declining = (test: Call): Call => {
  if (test.outcome !== "failed") return test;
  const { call, reason: failure } = test;
  const known = DECLINED.find(({ tests, by }) => tests.test(call) && (by?.test(failure ?? "") ?? true));
  return known ? { ...test, outcome: "declined", reason: known.reason } : test;
};
