import { describe, expect, it } from "@jest/globals";
import { createMask } from "../../../src/domain/shared/mask.ts";

const SECRET = `p&"ä <s>'  1/2`;

describe("masking a run's secrets", () => {
  const { text, value } = createMask([SECRET, "12345"]);

  it.each([
    ["as it is", SECRET],
    ["in another case", SECRET.toUpperCase()],
    ["with its spaces run together", SECRET.replace(/\s+/g, " ")],
    ["in an address", encodeURIComponent(SECRET)],
    ["in a form", new URLSearchParams({ x: SECRET }).toString().slice(2)],
    ["in HTML", SECRET.replaceAll("&", "&amp;").replaceAll("<", "&lt;").replaceAll(">", "&gt;")],
    ["in an attribute", `p&amp;&quot;ä &lt;s&gt;'  1/2`],
    ["in JSON", JSON.stringify(SECRET).slice(1, -1)],
    ["in base64", Buffer.from(SECRET).toString("base64")],
  ])("hides a secret %s", (_how, written) => {
    expect(text(`a ${written} b`)).toBe("a *** b");
  });

  it("covers nested strings, property names, and numbers equal to a secret", () => {
    expect(value({ a: [SECRET, { [SECRET]: null }], n: 12345, m: 123456, t: true })).toEqual({
      a: ["***", { "***": null }],
      n: null,
      m: 123456,
      t: true,
    });
    expect(text("id=12345")).toBe("id=***");
  });

  it.each(["", "u", "us", "user:", "user: "])("hides the base64 form of a secret after %j", (before) => {
    const written = Buffer.from(`${before}correct horse:`).toString("base64");
    const { length } = createMask(["correct horse"]).text(`Basic ${written}`).replace("***", "");
    expect(length).toBeLessThanOrEqual(`Basic ${before}:`.length + 6);
  });

  it("hides all of a secret that contains another one", () => {
    expect(createMask(["horse", "horse battery"]).text("horse battery, horse")).toBe("***, ***");
  });

  it("changes nothing if there is no secret", () => {
    const item = { a: 1 };
    expect(createMask([]).value(item)).toBe(item);
  });
});
