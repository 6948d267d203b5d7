/** How requests to a site present themselves: what users may add to them, and what they may not. */
import * as z from "zod";
import { isUnsafeName } from "../common.ts";
import { timezone } from "./schedule.ts";

/** As many as a request needs; proxies and servers accept about a hundred headers in all. */
const MAX_HEADERS = 30;
const MAX_NAME_CHARS = 100;
/** Half of what common servers accept for all headers together (Apache, nginx and Node: 8 to 16 KB). */
const MAX_HEADER_CHARS = 8_192;
const MAX_LANGUAGES = 10;

/** A token (RFC 9110 5.6.2). */
const HEADER_NAME = /^[!#$%&'*+.^_`|~0-9A-Za-z-]+$/;
/** Printable ASCII: anything else is read differently by different servers, and a line break starts another header. */
const HEADER_VALUE = /^[\t\x20-\x7e]*$/;

/** Headers that users cannot set, and why. First match wins. */
const REFUSED_HEADERS: readonly (readonly [names: RegExp, why: string])[] = [
  [/^user-agent$/, "it always names this service: add to it with `userAgentSuffix`"],
  [/^(cookie2?|set-cookie2?)$/, "cookies belong to a session: log in with steps"],
  [/^host$/, "it follows from the URL"],
  [/^(signature|sec-)/, "only the service or a browser may send it"],
  [
    /^(forwarded|via|x-forwarded-.*|x-real-ip|(true-|x-|fastly-|x-cluster-)?client-ip|cf-connecting-ip)$/,
    "it tells where a request came from, which must be true",
  ],
  [
    /^(connection|keep-alive|te|trailer|transfer-encoding|upgrade|http2-settings|proxy-.*)$/,
    "it belongs to a single connection",
  ],
  [/^(content-.*|expect|accept-encoding|range|if-.*)$/, "the service sets it"],
];

/** Why users cannot set a header; null if they can. */
const headerFault = (name: string): string | null => {
  if (!HEADER_NAME.test(name) || isUnsafeName(name))
    return "is not the name of a header: use letters, digits and hyphens";
  const why = REFUSED_HEADERS.find(([names]) => names.test(name.toLowerCase()))?.[1];
  return why === undefined ? null : `cannot be set: ${why}`;
};

/** Whether a text can be sent as the value of a header. */
export const isHeaderValue = (text: string): boolean => HEADER_VALUE.test(text);

const Headers = z.record(z.string().max(MAX_NAME_CHARS), z.string()).superRefine((headers, context) => {
  const refuse = (path: string[], message: string): void =>
    context.addIssue({ code: "custom", path, message });
  const names = Object.keys(headers);
  if (names.length > MAX_HEADERS) refuse([], `has ${names.length} headers; at most ${MAX_HEADERS} are sent`);
  const chars = Object.entries(headers).reduce((sum, [name, value]) => sum + name.length + value.length, 0);
  if (chars > MAX_HEADER_CHARS) refuse([], `has ${chars} characters; at most ${MAX_HEADER_CHARS} are sent`);
  const seen = new Set<string>();
  for (const [name, value] of Object.entries(headers)) {
    const fault = headerFault(name);
    if (fault !== null) refuse([name], fault);
    if (seen.has(name.toLowerCase())) refuse([name], "is given twice, in different letter case");
    seen.add(name.toLowerCase());
    if (!isHeaderValue(value)) refuse([name], "must be printable ASCII on one line");
  }
});

/** The language tags (BCP 47) of a list such as `de-AT, en`, in canonical form; null if one is malformed. */
export const languagesOf = (text: string): string[] | null => {
  try {
    return text.split(",").map((tag) => new Intl.Locale(tag.trim()).toString());
  } catch {
    return null;
  }
};

const Language = z
  .string()
  .trim()
  .min(1)
  .max(200)
  .refine(
    (text) => (languagesOf(text)?.length ?? MAX_LANGUAGES + 1) <= MAX_LANGUAGES,
    `must be up to ${MAX_LANGUAGES} language tags such as de-AT, en`,
  );

const UserAgentSuffix = z
  .string()
  .trim()
  .min(1)
  .max(100)
  .regex(/^[\x20-\x7e]+$/, "must be printable ASCII on one line");

/** The ranges are those of POST /screenshot. */
export const Viewport = z.strictObject({
  width: z.int().min(200).max(3840).describe("In CSS pixels."),
  height: z.int().min(200).max(4320).describe("In CSS pixels."),
  deviceScaleFactor: z.number().min(0.5).max(3).optional().describe("Image pixels per CSS pixel."),
});
export type Viewport = z.infer<typeof Viewport>;

const FIELDS = {
  headers: Headers.optional().describe(
    "Headers to send, by name: up to 30, to the origin of `url` only, never after a redirect elsewhere. `User-Agent`, " +
      "`Host`, `Cookie`, `Content-*`, `Sec-*`, `Signature*`, conditional, forwarding and hop-by-hop headers are refused.",
  ),
  language: Language.optional().describe(
    "Preferred languages, best first, such as `de-AT, en`: sent as Accept-Language, and a browser's own. Default: English.",
  ),
  userAgentSuffix: UserAgentSuffix.optional().describe(
    "Added to the User-Agent, which still names this service. Some sites let a named suffix pass.",
  ),
  viewport: Viewport.optional().describe(
    "The size of a browser's window. Default: 1280 × 800, or a phone's.",
  ),
  mobile: z
    .boolean()
    .optional()
    .describe("Ask as a phone: the User-Agent says so, and a browser has a phone's viewport and touch."),
  timezone: timezone
    .regex(/^[A-Za-z]/, "must be an IANA time zone such as Europe/Paris")
    .optional()
    .describe("A browser's time zone. Default: UTC."),
};

/** How the requests of one call present themselves. */
export const RequestOptions = z.strictObject(FIELDS);
export type RequestOptions = z.infer<typeof RequestOptions>;

/** As `RequestOptions`, with values from the flow's secrets. */
export const FlowRequestOptions = z.strictObject({
  ...FIELDS,
  headers: FIELDS.headers.describe(
    `${FIELDS.headers.description} A value can contain the flow's secrets as \`{{secret.name}}\`, which are sent to the ` +
      "secret's own origins only.",
  ),
});

const MENTION = /\{\{\s*secret\b/;

/** `RequestOptions` for calls without a flow, which have no secrets. */
export const CallRequestOptions = RequestOptions.superRefine(({ headers = {} }, context) => {
  for (const [name, value] of Object.entries(headers))
    if (MENTION.test(value))
      context.addIssue({
        code: "custom",
        path: ["headers", name],
        message: "a secret belongs to a flow: send the value itself, or create a flow",
      });
});
