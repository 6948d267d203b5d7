import { existsSync, readdirSync, readFileSync } from "node:fs";
import { dirname, join } from "node:path";
import { describe, expect, it } from "@jest/globals";
import { DOCUMENTS, ROOT } from "./blocks.ts";

const ALL = [
  ...DOCUMENTS,
  "CHANGELOG.md",
  "SECURITY.md",
  ...["docs", "docs/adr"].flatMap((folder) =>
    readdirSync(join(ROOT, folder))
      .filter((name) => name.endsWith(".md"))
      .map((name) => `${folder}/${name}`),
  ),
];

describe("the links between documents", () => {
  it.each(ALL)("in %s lead to existing files", (document) => {
    const text = readFileSync(join(ROOT, document), "utf8").replaceAll(/^```[\s\S]*?^```$/gm, "");
    const targets = [...text.matchAll(/\]\((?!https?:)([^)#\s]+)[^)]*\)/g)].map(([, target = ""]) => target);
    const missing = targets.filter((target) => !existsSync(join(ROOT, dirname(document), target)));
    expect(missing).toEqual([]);
  });
});
