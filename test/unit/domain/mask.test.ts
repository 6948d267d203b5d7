import { describe, expect, it } from "@jest/globals";
import { createMask } from "../../../src/domain/shared/mask.ts";

const SECRET = `p&"ä <s>'  1/2`;

describe("the mask of a run's secrets", () => {
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

  it("reaches every text of a value, its names, and a number that is a secret", () => {
    expect(value({ a: [SECRET, { [SECRET]: null }], n: 12345, m: 123456, t: true })).toEqual({
      a: ["***", { "***": null }],
      n: null,
      m: 123456,
      t: true,
    });
    expect(text("id=12345")).toBe("id=***");
  });

  it.each(["", "u", "us", "user:", "user: "])("hides what base64 shows of a secret behind %j", (before) => {
    const written = Buffer.from(`${before}correct horse:`).toString("base64");
    const { length } = createMask(["correct horse"]).text(`Basic ${written}`).replace("***", "");
    expect(length).toBeLessThanOrEqual(`Basic ${before}:`.length + 6);
  });

  it("hides the whole of a secret of which another one is a part", () => {
    expect(createMask(["horse", "horse battery"]).text("horse battery, horse")).toBe("***, ***");
  });

  it("changes nothing where there is nothing to hide", () => {
    const item = { a: 1 };
    expect(createMask([]).value(item)).toBe(item);
  });
});
