import { createRequire } from "node:module";
import { join } from "node:path";

/** The APIs used of the compared packages, which are not dependencies of the project. */
interface Jsdom {
  readonly JSDOM: new (
    html: string,
    options: { url: string; virtualConsole: object },
  ) => { window: { document: object; close: () => void } };
  readonly VirtualConsole: new () => object;
}
interface ReadabilityPackage {
  readonly Readability: new (document: object) => { parse: () => { textContent?: string | null } | null };
}

type Read = (html: string, url: string) => string;

/** Loads Readability for comparison of main content; null if `bench/` is not installed. */
export const loadReadability = (): Read | null => {
  const require = createRequire(join(import.meta.dirname, "..", "..", "bench", "package.json"));
  try {
    const { JSDOM, VirtualConsole } = require("jsdom") as Jsdom;
    const { Readability } = require("@mozilla/readability") as ReadabilityPackage;
    return (html, url) => {
      const { window } = new JSDOM(html, { url, virtualConsole: new VirtualConsole() });
      const text = new Readability(window.document).parse()?.textContent ?? "";
      window.close();
      return text;
    };
  } catch {
    return null;
  }
};
