import { type Command, Option } from "commander";
import type { ExtractRequest } from "../client/index.ts";
import { UsageError } from "./failure.ts";

type RequestOptions = NonNullable<ExtractRequest["request"]>;

interface Given {
  readonly header: Readonly<Record<string, string>>;
  readonly language?: string;
  readonly mobile?: true;
  readonly viewport?: RequestOptions["viewport"];
  readonly timezone?: string;
  readonly userAgentSuffix?: string;
}

/** Adds one `--header "X-Token: abc"` to the earlier ones. */
const addHeader = (text: string, known: Given["header"]): Given["header"] => {
  const [, name, value = ""] = /^([^\s:]+):\s*(.*)$/s.exec(text) ?? [];
  if (name !== undefined) return { ...known, [name]: value };
  throw new UsageError(`--header takes "Name: value", such as "X-Token: abc", not "${text}"`);
};

const parseViewport = (text: string): Given["viewport"] => {
  const [, width, height] = /^(\d+)x(\d+)$/i.exec(text) ?? [];
  if (width !== undefined) return { width: Number(width), height: Number(height) };
  throw new UsageError(`--viewport takes width and height, such as 390x844, not "${text}"`);
};

/** Adds the options that say how requests present themselves. */
export const withRequestOptions = (command: Command): Command =>
  command
    .addOption(
      new Option("--header <name: value>", "a header to send to the page's origin; repeat for more")
        .argParser(addHeader)
        .default({}, "none"),
    )
    .option("--language <tags>", "preferred languages, such as de-AT,en")
    .option("--mobile", "ask as a phone")
    .addOption(
      new Option("--viewport <size>", "a browser's window, such as 390x844").argParser(parseViewport),
    )
    .option("--timezone <name>", "a browser's time zone, such as Europe/Vienna")
    .option("--user-agent-suffix <text>", "added to the User-Agent");

/** `request` for the API, if any of its options was given. */
export const requestOf = ({
  header,
  language,
  mobile,
  viewport,
  timezone,
  userAgentSuffix,
}: Given): { request?: RequestOptions } => {
  const headers = Object.keys(header).length > 0 ? { ...header } : undefined;
  const request = { headers, language, mobile, viewport, timezone, userAgentSuffix };
  const isAsked = Object.values(request).some((value) => value !== undefined);
  return isAsked ? { request: JSON.parse(JSON.stringify(request)) as RequestOptions } : {};
};

export type { Given as GivenRequest };
