import { execFileSync } from "node:child_process";
import { describe, expect, it } from "@jest/globals";
import ts from "typescript";
import { snippetOf } from "../../../dashboard/flows/snippets.ts";
import { writeCall } from "../../../dashboard/playground/callSnippets.ts";
import { callOf, FORMS } from "../../../dashboard/playground/question.ts";
import { LANGUAGES } from "../../../dashboard/ui/languages.ts";

const PLACE = { apiUrl: "https://api.example/prod/", flowId: "flow-1" };

describe("a flow's code snippet", () => {
  it.each(LANGUAGES)("names the service and the flow in %s", (language) => {
    const text = snippetOf(language, PLACE);
    expect(text).toContain("https://api.example/prod");
    expect(text).not.toContain("prod//");
    expect(text).toContain("flow-1");
    expect(text).toContain("GLEANER_API_KEY");
  });

  it("is valid shell for curl", () => {
    expect(() => execFileSync("bash", ["-n"], { input: snippetOf("curl", PLACE) })).not.toThrow();
  });
});

describe("a call of the playground in code", () => {
  const url = 'https://shop.example/o\'neill?q="oak"&n=$HOME';
  const calls = FORMS.map((form) =>
    callOf({ url, form, schema: form === "list" ? { "unit price": "price" } : {} }),
  );

  it.each(calls)("is sent by curl as it is: $path", (call) => {
    // The shell's own curl, which prints the last argument: the body.
    const script = `curl() { printf '%s' "\${@: -1}"; }\n${writeCall("curl", call, PLACE.apiUrl)}`;
    expect(JSON.parse(execFileSync("bash", { input: script, encoding: "utf8" }))).toEqual(call.body);
  });

  it.each(calls)("is valid TypeScript: $path", (call) => {
    const { diagnostics } = ts.transpileModule(writeCall("TypeScript", call, PLACE.apiUrl), {
      reportDiagnostics: true,
    });
    expect(diagnostics).toEqual([]);
  });

  it("has Python's own words for JSON's", () => {
    const text = writeCall("Python", callOf({ url, form: "screenshot", schema: {} }), PLACE.apiUrl);
    expect(text).toContain('"fullPage": True,');
    expect(text).toContain('["data"]["screenshotUrl"]');
  });
});
