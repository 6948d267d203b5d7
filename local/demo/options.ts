import { parseArgs } from "node:util";
import { messageOf, StartFailure } from "../failure.ts";

export const USAGE = `Usage
  npm run demo                                   collect the demo shop
  npm run demo -- --url <page> --fields <field>  collect a page of yours

  --fields "price: .price"   what to collect: a name, a selector, "@" an attribute (repeatable)
  --selector ".product"      the element that holds one record (none: the page is one record)
  --next "a.next"            the link to the next page
  --max-pages 10             how many pages to follow at most
  --allow-private            let the service open an address of this machine or network
  --json                     one JSON object on standard output, progress on standard error`;

export interface DemoOptions {
  /** null: the demo shop. */
  readonly page: {
    readonly url: URL;
    readonly fields: readonly string[];
    readonly selector: string | null;
    readonly next: string | null;
    readonly maxPages: number | null;
    readonly allowPrivate: boolean;
  } | null;
  readonly json: boolean;
  readonly help: boolean;
}

const PAGE_OPTIONS = ["fields", "selector", "next", "max-pages", "allow-private"] as const;

const parse = (args: readonly string[]) =>
  parseArgs({
    args: [...args],
    options: {
      url: { type: "string" },
      fields: { type: "string", multiple: true },
      selector: { type: "string" },
      next: { type: "string" },
      "max-pages": { type: "string" },
      "allow-private": { type: "boolean" },
      json: { type: "boolean", default: false },
      help: { type: "boolean", short: "h", default: false },
    },
  }).values;

const readPageUrl = (text: string): URL => {
  const url = URL.canParse(text) ? new URL(text) : undefined;
  if (url?.protocol !== "http:" && url?.protocol !== "https:")
    throw new StartFailure(`--url takes an http or https address, not "${text}".`);
  return url;
};

const readMaxPages = (text: string | undefined): number | null => {
  if (text === undefined) return null;
  if (!/^[1-9]\d{0,3}$/.test(text)) throw new StartFailure(`--max-pages takes a number, not "${text}".`);
  return Number(text);
};

/** Reads the command line. @throws StartFailure that says what is wrong with it */
export const readOptions = (args: readonly string[]): DemoOptions => {
  let values: ReturnType<typeof parse>;
  try {
    values = parse(args);
  } catch (error) {
    throw new StartFailure(messageOf(error).split("\n")[0] ?? "");
  }
  const { url, fields = [], selector, next, json, help } = values;
  if (url === undefined) {
    const stray = PAGE_OPTIONS.find((name) => values[name] !== undefined);
    if (stray !== undefined)
      throw new StartFailure(`--${stray} needs --url: the demo shop has its own flow.`);
    return { page: null, json, help };
  }
  if (fields.length === 0 && (selector ?? next) !== undefined)
    throw new StartFailure('--selector and --next need --fields, for example --fields "title: h1".');
  return {
    page: {
      url: readPageUrl(url),
      fields,
      selector: selector ?? null,
      next: next ?? null,
      maxPages: readMaxPages(values["max-pages"]),
      allowPrivate: values["allow-private"] ?? false,
    },
    json,
    help,
  };
};
