import { once } from "node:events";
import { PassThrough, Readable } from "node:stream";
import { expect, it } from "@jest/globals";
import { showUseful } from "../../../local/sam/output.ts";

it("SAM's output is shown without its many lines about resources other than functions", async () => {
  const shown = new PassThrough();
  const lines = ["Mounting f at /invoke", "Cannot detect function id from Aws::Queue", "  Error: no image"];
  const from = Readable.from([lines.join("\r\n").slice(0, 30), lines.join("\r\n").slice(30)]);
  showUseful(from, shown);
  await once(from, "close");
  await new Promise(setImmediate);
  expect(shown.read().toString()).toBe("Mounting f at /invoke\n  Error: no image\n");
});
