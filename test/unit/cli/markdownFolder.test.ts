import { describe, expect, it } from "@jest/globals";
import { fileOf } from "../../../cli/markdownFolder.ts";

describe("the file name of a page", () => {
  it.each([
    ["https://docs.example", "docs.example/index.md"],
    ["https://docs.example/guide/", "docs.example/guide/index.md"],
    ["https://docs.example/guide/setup.html?v=2", "docs.example/guide/setup-v=2.md"],
    ["http://docs.example:8080/a", "docs.example-8080/a.md"],
    ["https://docs.example/%E6%96%87/%E6%A1%A3", "docs.example/文/档.md"],
  ])("of %s is %s", (url, file) => {
    expect(fileOf(url)).toBe(file);
  });

  it.each([
    "https://docs.example/%2e%2e%2f%2e%2e%2fetc%2fpasswd",
    "https://docs.example/a/..%5C..%5Cb",
    "https://docs.example/%00/%2Fetc",
    "https://docs.example/?q=../../x",
  ])("of %s stays inside the folder", (url) => {
    expect(fileOf(url)).toMatch(/^docs\.example\/[^/]/);
    expect(fileOf(url).split(/[/\\]/)).not.toContain("..");
    expect(fileOf(url)).not.toContain("\0");
  });
});
