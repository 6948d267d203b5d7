import { readFileSync } from "node:fs";
import { describe, expect, it } from "@jest/globals";
import { convert } from "../../../../../src/engine/page/documents/convert.ts";
import { kindOfFile } from "../../../../../src/engine/page/documents/kind.ts";

/** Encrypted by LibreOffice 7.4 (OpenDocument) and msoffcrypto-tool 6.1 (Office), with this password. */
const PASSWORD = "open sesame";

const file = (name: string): Buffer => readFileSync(new URL(`./files/${name}`, import.meta.url));
const read = async (body: Buffer, password?: string): Promise<string> => {
  const kind = kindOfFile(body);
  if (kind === null) throw new Error("This is not a document.");
  return (await convert({ kind, bytes: new Uint8Array(body), password })).text;
};

describe.each(["judgment.docx", "prices.xlsx", "judgment.odt", "prices.ods"])(
  "%s with a password",
  (name) => {
    const encrypted = file(`encrypted-${name}`);

    it("is read as it is without one", async () => {
      const textOf = (html: string): string =>
        html
          .replace(/<head>.*<\/head>/s, "")
          .replace(/<[^>]+>/g, " ")
          .replace(/\s+/g, " ");
      const opened = textOf(await read(encrypted, PASSWORD));
      expect(opened.length).toBeGreaterThan(100);
      expect(opened).toBe(textOf(await read(file(name))));
    });

    it("says that a password is needed, or that the given one is wrong", async () => {
      await expect(read(encrypted)).rejects.toThrow(
        /^The (?:Office|OpenDocument) file is encrypted and needs a password: documentPassword of a flow/,
      );
      await expect(read(encrypted, "open barley")).rejects.toThrow(
        /^The (?:Office|OpenDocument) file is encrypted, and the given password does not open it/,
      );
    });

    it("is reported as damaged if it is truncated", async () => {
      const cut = encrypted.subarray(0, Math.round(encrypted.length * 0.6));
      await expect(read(cut, PASSWORD)).rejects.toThrow(/damaged|cut/);
    });
  },
);
