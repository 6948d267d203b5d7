import { describe, expect, it } from "@jest/globals";
import { DomainError, ERRORS, type ErrorCode } from "../../../src/contract/errors.ts";
import { firecrawlErrorOf, notOffered } from "../../../src/contract/firecrawl/errors.ts";

describe("errors of the Firecrawl-compatible API", () => {
  it.each(Object.keys(ERRORS) as ErrorCode[])(
    "answer %s with a status that clients do not repeat as a 502",
    (code) => {
      const { status, body } = firecrawlErrorOf(new DomainError(code, "It failed."), "req-1");
      expect(status).not.toBe(502);
      expect(status).toBeGreaterThanOrEqual(400);
      expect(body).toMatchObject({
        success: false,
        requestId: "req-1",
        code: expect.stringMatching(/^[A-Z_]+$/),
      });
      expect(body.error).toContain("It failed.");
    },
  );

  it("name in the code what is not offered", () => {
    const { status, body } = firecrawlErrorOf(notOffered("ignoreRobotsTxt", "sites are asked."), "req-1");
    expect([status, body.code]).toEqual([400, "IGNORE_ROBOTS_TXT_NOT_OFFERED"]);
  });
});
