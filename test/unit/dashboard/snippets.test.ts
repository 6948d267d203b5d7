import { execFileSync } from "node:child_process";
import { describe, expect, it } from "@jest/globals";
import { LANGUAGES, snippetOf } from "../../../dashboard/flows/snippets.ts";

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
