import { describe, expect, it } from "@jest/globals";
import { FlowDefinition } from "../../../src/contract/flows/flowDefinition.ts";
import { parseSecretText, secretsOf } from "../../../src/contract/flows/secrets.ts";
import { Steps } from "../../../src/contract/steps/steps.ts";

const flow = (over: object) => ({ name: "n", url: "https://s.example/", mode: "interact", ...over });
const type = (text: string) => ({ type: "type", selector: "#a", text });
const problemsOf = (input: object) => {
  const parsed = FlowDefinition.safeParse(input);
  return parsed.success
    ? []
    : parsed.error.issues.map(({ path, message }) => `${path.join(".")}: ${message}`);
};

describe("the text of a type step", () => {
  it("is split into plain text and secrets", () => {
    expect(parseSecretText("{{secret.user}}@{{ secret.host-1 }}!")).toEqual([
      { secret: "user" },
      { text: "@" },
      { secret: "host-1" },
      { text: "!" },
    ]);
    expect(parseSecretText("{{name}} {secret.x}")).toEqual([{ text: "{{name}} {secret.x}" }]);
  });

  it("lists each secret of a flow once", () => {
    const steps = Steps.parse([type("{{secret.a}}"), type("{{secret.b}}{{secret.a}}"), type("plain")]);
    expect(secretsOf(steps)).toEqual(["a", "b"]);
  });

  it("is the only step text in which a flow may refer to a secret", () => {
    const elsewhere = 'secrets can be used only in the text of "type" steps';
    expect(problemsOf(flow({ steps: [type("{{secret.password}}")] }))).toEqual([]);
    expect(problemsOf(flow({ url: "https://s.example/?k={{secret.key}}" }))).toEqual([`url: ${elsewhere}`]);
    expect(
      problemsOf(flow({ steps: [{ type: "navigate", url: "https://s.example/{{secret.key}}" }] })),
    ).toEqual([`steps.0.url: ${elsewhere}`]);
    expect(
      problemsOf(flow({ steps: [{ type: "select", selector: "#a", value: ["x", "{{ secret.key }}"] }] })),
    ).toEqual([`steps.0.value.1: ${elsewhere}`]);
    expect(problemsOf(flow({ steps: [type("{{secret.1st}}")] }))).toEqual([
      expect.stringContaining("steps.0.text: a secret is written as {{secret.name}}"),
    ]);
  });
});
