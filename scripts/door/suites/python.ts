/** The end-to-end suite in PyPI `firecrawl-py`, run by pytest. */
import { existsSync } from "node:fs";
import { readFile } from "node:fs/promises";
import { join } from "node:path";
import { load } from "cheerio";
import { FOLDER } from "../../rehearse/place.ts";
import type { Call } from "../outcome.ts";
import { PYTHON, runPython } from "../packages.ts";
import type { LedService } from "./service.ts";

const REASON_CHARS = 500;

/** It takes a few minutes. */
const SUITE_MS = 20 * 60_000;

/** @returns its tests; none if the package has no suite */
export const runPythonSuite = async ({ apiUrl, apiKey, authority }: LedService): Promise<Call[]> => {
  const report = join(FOLDER, "door-python.xml");
  const folder = await runPython(PYTHON, ["-c", "import firecrawl as f; print(f.__path__[0])"]);
  const tests = join(folder.trim(), "__tests__/e2e");
  if (!existsSync(tests)) return [];
  const options = ["-q", "-p", "no:cacheprovider", "--import-mode=importlib", `--junit-xml=${report}`];
  await runPython(PYTHON, ["-m", "pytest", ...options, tests], {
    env: { API_URL: apiUrl, API_KEY: apiKey, REQUESTS_CA_BUNDLE: authority, SSL_CERT_FILE: authority },
    exits: [0, 1],
    timeoutMs: SUITE_MS,
  });
  const xml = load(await readFile(report, "utf8"), { xml: true });
  return xml("testcase")
    .toArray()
    .map((each): Call => {
      const test = xml(each);
      const call = `${test.attr("classname")?.split(".").slice(-2).join(" ")} ${test.attr("name")}`;
      const [failure, skipped] = [test.children("failure, error"), test.children("skipped")];
      const message = failure.attr("message") ?? failure.text();
      if (failure.length > 0) return { call, outcome: "failed", reason: message.slice(0, REASON_CHARS) };
      if (skipped.length > 0)
        return { call, outcome: "declined", reason: `The suite skips it: ${skipped.attr("message")}` };
      return { call, outcome: "passed" };
    });
};
