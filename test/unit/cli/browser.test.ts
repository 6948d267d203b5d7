import { describe, expect, it } from "@jest/globals";
import { webPageOf } from "../../../cli/browser.ts";

describe("a URL that the service names is opened", () => {
  it.each(["https://gleaner.example/dashboard/device#code=WDJB-MJHT", "http://127.0.0.1:4000/dashboard/"])(
    "if it is of a web page: %s",
    (address) => {
      expect(webPageOf(address)).toBe(address);
    },
  );

  it.each(["file:///bin/sh", "javascript:alert(1)", "--help", "calc.exe", "\\\\evil.example\\share", ""])(
    "and not if it is anything else: %j",
    (address) => {
      expect(webPageOf(address)).toBeNull();
    },
  );

  it("without characters that a terminal or a shell would act on", () => {
    expect(webPageOf('https://gleaner.example/"\u001b[2J d')).toBe("https://gleaner.example/%22%1B[2J%20d");
  });
});
