/** A release is kept so that a rehearsal can deploy it again, with its nested stacks. */
import { join } from "node:path";
import { describe, expect, it } from "@jest/globals";
import { keepTemplates, prepareTemplates } from "../../scripts/release/templates.ts";
import { makeFolder, synthesiseStage } from "../helpers/synth.ts";

describe("the templates of a release with nested stacks", () => {
  const folder = join(makeFolder(), "1.2.3");
  keepTemplates(synthesiseStage("prod").outputFolder, folder);
  const templates = prepareTemplates(folder, "1.2.3", "stand-in.zip");

  it("are all saved", () => {
    expect(templates.map(({ file }) => file)).toEqual([
      "gleaner-prod-data.template.json",
      "gleaner-prod-service.template.json",
      expect.stringMatching(/^gleanerprodserviceAnswering\w+\.nested\.template\.json$/),
    ]);
  });

  it("refer to each other by their upload keys, and to no missing asset", () => {
    const nested = templates.find(({ file }) => file.includes(".nested."));
    const service = templates.find(({ file }) => file.includes("-service."));
    expect(
      JSON.stringify(JSON.parse(service?.body ?? "").Resources.answering.Properties.TemplateURL),
    ).toContain(`/${nested?.key}"`);
    for (const { body } of templates) expect(body).not.toMatch(/[0-9a-f]{64}\.(?:zip|json)/);
    expect(nested?.body).toContain('"stand-in.zip"');
  });
});
