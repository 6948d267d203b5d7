import { readFileSync } from "node:fs";
import { describe, expect, it } from "@jest/globals";
import { openDocument } from "../../../../../src/engine/page/index.ts";

/** Encrypted by LibreOffice 7.4 (OpenDocument) and msoffcrypto-tool 6.1 (Office), with this password. */
const PASSWORD = "open sesame";

const file = (name: string): Buffer => readFileSync(new URL(`./files/${name}`, import.meta.url));
const read = async (name: string, password?: string) => (await openDocument(file(name), { password }))?.text;

describe.each(["judgment.docx", "prices.xlsx", "judgment.odt", "prices.ods"])(
  "%s with a password",
  (name) => {
    it("is read as it is without one", async () => {
      const [opened, plain] = [await read(`encrypted-${name}`, PASSWORD), await read(name)];
      const textOf = (html = ""): string =>
        html
          .replace(/<head>.*<\/head>/s, "")
          .replace(/<[^>]+>/g, " ")
          .replace(/\s+/g, " ");
      expect(textOf(opened).length).toBeGreaterThan(100);
      expect(textOf(opened)).toBe(textOf(plain));
    });

    it("says that it needs one, or that the given one is wrong", async () => {
      await expect(read(`encrypted-${name}`)).rejects.toThrow(
        /^The (?:Office|OpenDocument) file is encrypted and needs a password: documentPassword of a flow/,
      );
      await expect(read(`encrypted-${name}`, "open barley")).rejects.toThrow(
        /^The (?:Office|OpenDocument) file is encrypted, and the given password does not open it/,
      );
    });

    it("says that it is damaged where it is cut", async () => {
      const bytes = file(`encrypted-${name}`);
      const cut = bytes.subarray(0, Math.round(bytes.length * 0.6));
      await expect(openDocument(cut, { password: PASSWORD })).rejects.toThrow(/damaged|cut/);
    });
  },
);
